/* stop.c: see stop.h */
#include "launch/stop.h"

#include "archive/archive.h"
#include "archive/live/stop_request.h"
#include "util/privacy.h"

#include <sys/stat.h>
#include <time.h>

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

bool launch_stop(const char *path, struct launch_stop *result, struct error *error)
{
    struct archive_pages_count count = {0};
    *result = (struct launch_stop){0};
    keep_private(path);
    if (!archive_pages_are_there(path, error) || !archive_pages_close_door(path, error))
        return false;
    if (!ask(path, &result->asked, &count, error)) {
        if (!count.stopped)
            archive_pages_open_door(path);
        return false;
    }
    result->waiting = count.waiting;
    if (count.waiting)
        return true;
    struct progress progress;
    progress_start(&progress, "sealing the archive");
    archive_seal(path, &progress, &result->unsealed);
    progress_end(&progress);
    return true;
}
