/* import.c: `triptych import`: an OTF2 trace becomes an archive. */
#include "export/otf2/import.h"
#include "archive/write/create.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
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

enum { OPTION_FORCE = 256 };

static const struct options_row rows[] = {
    {.name = "output",
     .argument = "NAME.tri",
     .id = 'o',
     .help = "the archive to write (default: named after the trace)",
     .expects = "the name of an archive such as run.tri"},
    {.name = "force", .id = OPTION_FORCE, .help = "replace an existing archive"},
    {0},
};

static const struct options_command command = {
    .name = "import",
    .usage = "import [OPTIONS] TRACE.otf2 [-o NAME.tri]",
    .about = "Makes an archive of an OTF2 trace that Score-P, EZTrace or another tool wrote. All "
             "commands then read it as a run that Triptych measured. TRACE is the anchor file, or "
             "the folder that contains traces.otf2.",
    .rows = rows,
    .more = "Events that an archive has no tables for are kept, too: `triptych export --to otf2` "
            "writes all of them again.",
    .examples = "  triptych import scorep-run/traces.otf2 -o run.tri\n"
                "  triptych report run.tri\n",
};

/* Returns -1 to continue; else the exit status to end with. */
static int read_options(int argc, char **argv, struct request *request)
{
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (option == OPTION_FORCE)
            request->force = true;
        else
            request->output = reader.value;
        if (option == 'o' && !*reader.value)
            return options_wrong(&reader);
    }
    if (argc - optind > 1)
        return options_misuse("import", "name one trace only; '%s' is one too many",
                              argv[optind + 1]);
    if (optind == argc)
        return options_misuse("import", "name a trace: a file that ends with .otf2");
    request->trace = argv[optind];
    return -1;
}

/* Returns the name of the archive: NAME.tri for path/NAME.otf2, in the current folder. For
 * traces.otf2, which all traces of Score-P are called, it is the name of its folder. */
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

static void say_result(const char *output, const struct export_foreign_state *state)
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
    struct export_foreign_state state = {0};
    struct progress progress;
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESETHAND};
    privacy_begin();
    if (archive_create(&made, output, force, &error) != ARCHIVE_CREATED) {
        archive_discard(&made);
        return options_fail("import", error.text);
    }
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    progress_start(&progress, "importing");
    bool good = export_foreign_import(anchor, output, &interrupted, &state, &progress, &error);
    progress_end(&progress);
    if (!good) {
        archive_discard(&made);
        return options_fail("import", error.text);
    }
    say_result(output, &state);
    archive_keep(&made);
    return CMD_DONE;
}

/* Returns the anchor file in a folder, by the names that Score-P and Triptych use; NULL if there is
 * none.
 */
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
    int result = read_options(argc, argv, &request);
    if (result >= 0)
        return result;
    char *anchor = NULL;
    if (stat(request.trace, &status) == 0 && S_ISDIR(status.st_mode)) {
        anchor = anchor_in(request.trace);
        if (!anchor)
            return options_misuse("import",
                                  "there is no traces.otf2 in the folder %s; name the anchor file",
                                  request.trace);
    }
    char *output =
        request.output ? memory_string(request.output) : name_of(anchor ? anchor : request.trace);
    result = import_trace(anchor ? anchor : request.trace, output, request.force);
    free(output);
    free(anchor);
    return result;
}
