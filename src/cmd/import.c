/* import.c: `triptych import`: an OTF2 trace becomes an archive. */
#include "export/otf2/import.h"
#include "archive/write/create.h"
#include "cmd/cmd.h"
#include "util/memory.h"
#include "util/privacy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct request {
    const char *trace, *output;
    bool force;
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static int fail(const char *text)
{
    fprintf(stderr, "triptych import: %s\n", text);
    return CMD_FAILED;
}

static int misuse(const char *what, const char *word)
{
    fprintf(stderr, "triptych import: %s%s; `triptych import --help` tells more\n", what, word);
    return CMD_MISUSED;
}

static void print_help(void)
{
    fputs("usage: triptych import [OPTIONS] TRACE.otf2 [-o NAME.tri]\n"
          "\n"
          "Makes an archive of an OTF2 trace, of Score-P, EZTrace or any other tool:\n"
          "\n"
          "  triptych import scorep-run/traces.otf2 -o run.tri\n"
          "  triptych report run.tri\n"
          "\n"
          "All commands work on it as on a run that Triptych measured itself. What an archive has\n"
          "no tables for is kept, too: `triptych export --to otf2` writes every event again.\n"
          "\n"
          "TRACE is the anchor file, or the folder that has one. Without -o the archive is named\n"
          "after it.\n"
          "\n"
          "  -o, --output NAME.tri   the archive to write\n"
          "      --force             replace one that is there\n",
          stdout);
}

/* CMD_DONE: go on. */
static int read_options(int argc, char **argv, struct request *request)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-o") || !strcmp(argv[i], "--output")) {
            if (++i == argc)
                return misuse("something is missing behind ", argv[i - 1]);
            request->output = argv[i];
        } else if (!strncmp(argv[i], "--output=", 9)) {
            request->output = argv[i] + 9;
        } else if (!strcmp(argv[i], "--force")) {
            request->force = true;
        } else if (argv[i][0] == '-' && argv[i][1]) {
            return misuse("there is no option ", argv[i]);
        } else if (request->trace) {
            return misuse("this is too much: ", argv[i]);
        } else {
            request->trace = argv[i];
        }
    }
    if (!request->trace)
        return misuse("name a trace: a file that ends with .otf2", "");
    return request->output && !*request->output ? misuse("-o wants a name", "") : CMD_DONE;
}

/* NAME.tri of path/NAME.otf2, in the current folder; of a folder's traces.otf2 that of the folder,
 * since all traces of Score-P have that name. */
static char *name_of(const char *anchor)
{
    char *path = memory_string(anchor);
    char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    if (dot)
        *dot = '\0';
    const char *name = slash ? slash + 1 : path;
    if (slash && !strcmp(name, "traces")) {
        *slash = '\0';
        char *above = strrchr(path, '/');
        const char *folder = above ? above + 1 : path;
        if (*folder && strcmp(folder, ".") != 0 && strcmp(folder, "..") != 0)
            name = folder;
    }
    char *result = memory_printf("%s.tri", *name ? name : "trace");
    free(path);
    return result;
}

static void say_result(const char *output, const struct foreign_state *state)
{
    for (const char *line = state->notes, *end; (end = strchr(line, '\n')); line = end + 1)
        fprintf(stderr, "triptych import: %.*s\n", (int)(end - line), line);
    if (state->unmatched)
        fprintf(stderr, "triptych import: ends of regions without a beginning: %llu\n",
                (unsigned long long)state->unmatched);
    fprintf(stderr,
            "triptych import: %s: %llu events of %llu location%s in %llu place%s; now "
            "`triptych report %s`\n",
            output, (unsigned long long)state->done, (unsigned long long)state->lanes,
            state->lanes == 1 ? "" : "s", (unsigned long long)state->places,
            state->places == 1 ? "" : "s", output);
}

static int import_trace(const char *anchor, const char *output, bool force)
{
    struct error error = {0};
    struct archive_new made;
    struct foreign_state state = {0};
    struct progress progress;
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESETHAND};
    privacy_begin();
    if (archive_create(&made, output, force, &error) != ARCHIVE_CREATED) {
        archive_discard(&made);
        return fail(error.text);
    }
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    progress_start(&progress, "importing");
    bool good = foreign_import(anchor, output, &interrupted, &state, &progress, &error);
    progress_end(&progress);
    if (!good) {
        archive_discard(&made);
        return fail(error.text);
    }
    say_result(output, &state);
    archive_keep(&made);
    return CMD_DONE;
}

/* The anchor file in a folder, by the name that Score-P and we give it. NULL: there is none. */
static char *anchor_in(const char *folder)
{
    char *path = memory_printf("%s/traces.otf2", folder);
    struct stat status;
    if (stat(path, &status) == 0)
        return path;
    free(path);
    return NULL;
}

int cmd_import(int argc, char **argv)
{
    struct request request = {0};
    struct stat status;
    if (cmd_asks_help(argc, argv)) {
        print_help();
        return CMD_DONE;
    }
    int result = read_options(argc, argv, &request);
    if (result != CMD_DONE)
        return result;
    char *anchor = NULL;
    if (stat(request.trace, &status) == 0 && S_ISDIR(status.st_mode)) {
        anchor = anchor_in(request.trace);
        if (!anchor)
            return misuse("there is no traces.otf2 in this folder; name the anchor file: ",
                          request.trace);
    }
    char *output =
        request.output ? memory_string(request.output) : name_of(anchor ? anchor : request.trace);
    result = import_trace(anchor ? anchor : request.trace, output, request.force);
    free(output);
    free(anchor);
    return result;
}
