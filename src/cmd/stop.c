/* stop.c: `triptych stop`: stops measuring a run; its program keeps running. */
#include "archive/archive.h"
#include "archive/live/stop_request.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "util/privacy.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const struct options_command command = {
    .name = "stop",
    .usage = "stop NAME.tri",
    .about =
        "Stops measuring a running program. The program itself continues; what was measured so "
        "far can be read like any other archive. Programs that it starts later are not "
        "measured either.",
    .more = "A process stops measuring at its next probe or traced call. One that reaches none "
            "within a second counts as stopped all the same; its archive is sealed when `triptych "
            "run` ends.",
    .examples = "  triptych run -o long.tri ./simulation &\n"
                "  sleep 60; triptych stop long.tri\n",
};

enum { STEP_MS = 5, MOST_STEPS = 200 };

static void sleep_a_step(void)
{
    struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
    nanosleep(&step, NULL);
}

/* Asks all places to stop until they have answered, or a second has passed: new places may start in
 * the meantime. Returns false with an error if there is nothing to stop. */
static bool ask(const char *path, unsigned *asked, struct archive_pages_count *count,
                struct error *error)
{
    for (int step = 0; step < MOST_STEPS; step++) {
        if (!archive_pages_ask_to_stop(path, count, error))
            return false;
        *asked += count->asked;
        if (step == 0 && !count->asked && !count->waiting)
            return error_set(error, "%s %s", path,
                             count->stopped ? "was stopped before"
                                            : "is not being measured: its run has ended");
        if (!count->waiting)
            return true;
        sleep_a_step();
    }
    return archive_pages_mark_stopped(path, count, error);
}

/* Keeps new files private if the archive is private. */
static void keep_private(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && !(status.st_mode & (S_IRWXG | S_IRWXO)))
        privacy_begin();
}

static bool stop(const char *path, struct error *error)
{
    struct archive_pages_count count = {0};
    unsigned asked = 0;
    keep_private(path);
    if (!archive_pages_are_there(path, error) || !archive_pages_close_door(path, error))
        return false;
    if (!ask(path, &asked, &count, error)) {
        if (!count.stopped)
            archive_pages_open_door(path);
        return false;
    }
    printf("triptych: %u process%s no longer measured; the program continues\n", asked,
           asked == 1 ? " is" : "es are");
    if (count.waiting) {
        printf("triptych: %u of them %s reached no probe since; the archive is sealed when the "
               "program ends\n",
               count.waiting, count.waiting == 1 ? "has" : "have");
    } else {
        struct progress progress;
        progress_start(&progress, "sealing the archive");
        bool sealed = archive_seal(path, &progress, error);
        progress_end(&progress);
        if (!sealed)
            fprintf(stderr, "triptych stop: %s\n", error->text);
    }
    printf("triptych: see  triptych report %s\n", path);
    return true;
}

int cmd_stop(int argc, char **argv)
{
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    if (options_next(&reader) == OPTIONS_STOP)
        return reader.status;
    if (argc - optind != 1)
        return options_misuse("stop", "name one archive, such as `triptych stop program.tri`");
    struct error error = {0};
    return stop(argv[optind], &error) ? CMD_DONE : options_fail("stop", error.text);
}
