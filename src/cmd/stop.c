/* stop.c: `triptych stop`: ends measuring of a run; its program runs on. */
#include "archive/archive.h"
#include "archive/live/stop_request.h"
#include "cmd/cmd.h"
#include "util/privacy.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char help[] =
    "usage: triptych stop NAME.tri\n"
    "\n"
    "Ends measuring of a program that runs. The program runs on, and what was measured so far can "
    "be\n"
    "read as that of any other run. What the program starts from now on is not measured either.\n"
    "\n"
    "A process ends its measuring by itself when it comes to a probe or to something that is "
    "listened\n"
    "to. One that does not within a second counts as stopped all the same; its archive is sealed "
    "when\n"
    "`triptych run` ends.\n"
    "\n"
    "example: triptych run -o long.tri ./simulation & sleep 60; triptych stop long.tri\n";

enum { STEP_MS = 5, MOST_STEPS = 200 };

static void sleep_a_step(void)
{
    struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
    nanosleep(&step, NULL);
}

/* Asks until all have answered, or a second is over: places may be added meanwhile. False with an
 * error: there is nothing to stop. */
static bool ask(const char *path, unsigned *asked, struct pages_count *count, struct error *error)
{
    for (int step = 0; step < MOST_STEPS; step++) {
        if (!pages_ask_to_stop(path, count, error))
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
    return pages_mark_stopped(path, count, error);
}

/* What is written into an archive that is the user's alone stays so. */
static void keep_private(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && !(status.st_mode & (S_IRWXG | S_IRWXO)))
        privacy_begin();
}

static bool stop(const char *path, struct error *error)
{
    struct pages_count count = {0};
    unsigned asked = 0;
    keep_private(path);
    if (!pages_are_there(path, error) || !pages_close_door(path, error))
        return false;
    if (!ask(path, &asked, &count, error)) {
        if (!count.stopped)
            pages_open_door(path);
        return false;
    }
    printf("triptych: measuring of %u process%s has ended; the program runs on\n", asked,
           asked == 1 ? "" : "es");
    if (count.waiting) {
        printf(
            "triptych: %u of them came to no probe since; the archive is sealed when the program "
            "has ended\n",
            count.waiting);
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
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    optind = 1;
    int option = getopt_long(argc, argv, "h", options, NULL);
    if (option == 'h') {
        fputs(help, stdout);
        return CMD_DONE;
    }
    if (option != -1 || argc - optind != 1) {
        fputs("triptych stop: which archive? For example: triptych stop program.tri\n", stderr);
        return CMD_MISUSED;
    }
    struct error error = {0};
    if (stop(argv[optind], &error))
        return CMD_DONE;
    fprintf(stderr, "triptych stop: %s\n", error.text);
    return CMD_FAILED;
}
