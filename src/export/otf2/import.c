/* import.c: see import.h */
#include "export/otf2/import.h"

#include "archive/archive.h"
#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "archive/write/create.h"
#include "export/otf2/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK = 50,          /* ms between two checks of the reading process */
    PATIENCE = 60 * 20, /* checks without progress after which it is given up */
};

/* Reads the trace in the process made for it. The library's own messages are suppressed. */
__attribute__((noreturn)) static void read_here(const char *anchor, const char *archive,
                                                struct export_foreign_state *state)
{
    const struct rlimit none = {0, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (quiet >= 0)
        dup2(quiet, STDERR_FILENO);
    bool good = export_foreign_read(anchor, archive, state);
    fflush(NULL);
    _exit(good ? 0 : 1);
}

/* Waits until the reading process ends; returns true if it had to be killed. */
static bool wait_for(pid_t reader, const volatile sig_atomic_t *stop,
                     struct export_foreign_state *state, struct progress *progress, int *status)
{
    const struct timespec pause = {.tv_nsec = LOOK * 1000000L};
    uint64_t last = UINT64_MAX;
    int still = 0;
    while (waitpid(reader, status, WNOHANG) == 0) {
        progress_show(progress, state->done, state->all > state->done ? state->all : state->done);
        still = state->steps == last ? still + 1 : 0;
        last = state->steps;
        if (still < PATIENCE && !*stop) {
            nanosleep(&pause, NULL);
            continue;
        }
        kill(reader, SIGKILL);
        waitpid(reader, status, 0);
        return true;
    }
    return false;
}

static void add_note(struct export_foreign_state *state, const char *text)
{
    size_t used = strnlen(state->notes, FOREIGN_NOTES - 1);
    snprintf(state->notes + used, FOREIGN_NOTES - used, "%s\n", text);
}

/* Removes places without a description: none of their lanes is complete. */
static bool remove_begun(const char *archive, struct error *error)
{
    struct archive_folder folder = {.root = archive};
    char **names = archive_folder_names(&folder, "places");
    bool good = true;
    for (char **name = names; good && *name; name++) {
        char *described = memory_printf("places/%s/place", *name);
        char *path = memory_printf("%s/places/%s", archive, *name);
        good = archive_folder_has(&folder, described) || archive_file_remove(path, error);
        free(path);
        free(described);
    }
    archive_folder_free_names(names);
    return good;
}

/* Keeps the complete lanes when the library did not finish. What was stored beside them cannot be
 * merged with them again, and is removed. */
static bool keep_parts(const char *archive, struct export_foreign_state *state, const char *why,
                       struct error *error)
{
    char *path = memory_printf("%s/" FOREIGN_FOLDER, archive);
    bool good = archive_file_remove(path, error) && remove_begun(archive, error);
    free(path);
    if (good && !state->lanes)
        return error_set(error, "nothing of the trace can be used: %s before any of it was read",
                         why);
    char *text = memory_printf(
        "%s: only %llu of its locations are complete; an export to OTF2 will lack what is not in "
        "the archive's tables",
        why, (unsigned long long)state->lanes);
    add_note(state, text);
    free(text);
    state->truncated++;
    return good;
}

/* Returns a JSON string; names in a trace may not be valid UTF-8. */
static json_t *text_of(const char *bytes)
{
    json_t *text = json_string(bytes);
    return text ? text : json_string("(not UTF-8)");
}

/* Writes the description of the run. */
static bool write_run(const char *anchor, const char *archive,
                      const struct export_foreign_state *state, struct error *error)
{
    json_t *command = json_array();
    char *copy = memory_string(state->command), *rest = copy;
    for (const char *word; (word = strsep(&rest, " "));) {
        if (*word)
            json_array_append_new(command, text_of(word));
    }
    free(copy);
    if (!json_array_size(command)) { /* the trace does not say */
        json_array_append_new(command, json_string("OTF2 trace"));
        json_array_append_new(command, text_of(anchor));
    }
    json_t *run =
        json_pack("{s:s, s:o, s:s, s:s, s:o}", "triptych", TRIPTYCH_VERSION, "command", command,
                  "state", "ended", "clock", "monotonic", "imported", text_of(anchor));
    if (!state->real_start)
        json_object_set_new(run, "start", json_string("at an unknown time"));
    else
        json_object_set_new(run, "real_start_ns", json_integer((json_int_t)state->real_start));
    bool good = archive_write_run(archive, run, error);
    json_decref(run);
    return good;
}

/* Returns why the reading process did not finish. */
static const char *why_it_ended(int status)
{
    if (WIFEXITED(status)) /* the library never calls exit; util/memory.h does */
        return "memory ran out while it was read";
    return WTERMSIG(status) == SIGKILL
               ? "the process that read it was killed, perhaps because memory ran out"
               : "the OTF2 library crashed on it";
}

static bool is_stopped(const volatile sig_atomic_t *stop, struct error *error)
{
    return *stop && !error_set(error, "interrupted: nothing was written");
}

/* Reads the trace in a process of its own. */
static bool read_apart(const char *anchor, const char *archive, const volatile sig_atomic_t *stop,
                       struct export_foreign_state *shared, struct progress *progress,
                       struct error *error)
{
    int status = 0;
    fflush(NULL);
    pid_t reader = fork();
    if (reader < 0)
        return error_errno(error, "cannot start a process to read the trace");
    if (!reader)
        read_here(anchor, archive, shared);
    bool ended = wait_for(reader, stop, shared, progress, &status);
    if (is_stopped(stop, error))
        return false;
    if (ended)
        return keep_parts(archive, shared, "the OTF2 library made no progress", error);
    if (!shared->finished)
        return keep_parts(archive, shared, why_it_ended(status), error);
    if (!shared->good)
        *error = shared->error;
    return shared->good;
}

bool export_foreign_import(const char *anchor, const char *archive,
                           const volatile sig_atomic_t *stop, struct export_foreign_state *state,
                           struct progress *progress, struct error *error)
{
    struct export_foreign_state *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return error_errno(error, "not enough memory to import");
    bool good = read_apart(anchor, archive, stop, shared, progress, error) &&
                write_run(anchor, archive, shared, error);
    *state = *shared;
    munmap(shared, sizeof *shared);
    return good && !is_stopped(stop, error) && archive_seal(archive, progress, error) &&
           !is_stopped(stop, error);
}
