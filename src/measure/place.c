/* place.c: see place.h. A process becomes a place with its first registered region; a fork makes
 * another. */
#include "measure/place.h"

#include "format/place.h"
#include "measure/calibrate.h"
#include "measure/choose.h"
#include "measure/clock.h"
#include "measure/folder.h"
#include "measure/guard.h"
#include "measure/identity.h"
#include "measure/lane.h"
#include "measure/region.h"
#include "measure/store.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum place_status { UNKNOWN, MEASURING, OFF };

static enum place_status status;
static struct settings settings;
static char archive[PATH_MAX - 64], folder[PATH_MAX];
static struct store store;
static struct format_place *place;
static sigset_t before_fork;

static void before_forking(void)
{
    guard_enter(&before_fork);
}

static void parent_after_fork(void)
{
    guard_leave(&before_fork);
}

static void child_after_fork(void);

bool place_is_measuring(void)
{
    return __atomic_load_n(&status, __ATOMIC_RELAXED) == MEASURING;
}

const struct settings *place_settings(void)
{
    return &settings;
}

const char *place_folder(void)
{
    return folder;
}

uint64_t place_next_lane(void)
{
    return __atomic_fetch_add(&place->lanes, 1, __ATOMIC_RELAXED);
}

void place_renew_moment(void)
{
    struct format_moment now;
    clock_moment(&now);
    place->last = now;
}

/* One line, by one write: the program's own output is not cut in two. With the guard held. */
static void say(int error, const char *what)
{
    static char line[PATH_MAX + 512];
    int size = snprintf(line, sizeof line,
                        "triptych: %s: %s: %s; measuring stops here, the program goes on\n",
                        archive[0] ? archive : "no archive", what, strerror(error));
    if (size > 0 && write(STDERR_FILENO, line, (size_t)size) < 0)
        return; /* nobody listens */
}

static bool make_archive(void)
{
    if (settings.archive)
        return snprintf(archive, sizeof archive, "%s", settings.archive) < (int)sizeof archive;
    return folder_make_archive(archive, sizeof archive) && identity_write_run(archive);
}

static void fill_page(unsigned number, int parent_place)
{
    place->version = FORMAT_VERSION;
    place->number = number;
    place->parent_place = parent_place;
    place->clock = clock_kind;
    place->ticks_per_second = clock_ticks_per_second();
    identity_fill(place);
    clock_moment(&place->start);
    place->last = place->start;
    __atomic_store_n(&place->magic, FORMAT_PLACE_MAGIC, __ATOMIC_RELEASE);
}

static bool make_page(int parent_place)
{
    unsigned number;
    if (!folder_make_place(archive, folder, sizeof folder, &number) ||
        !store_create(&store, "place", -1, FORMAT_PLACE_SIZE, FORMAT_PLACE_SIZE))
        return false;
    place = store_at(&store, 0);
    fill_page(number, parent_place);
    return true;
}

bool place_start(void)
{
    if (status != UNKNOWN)
        return status == MEASURING;
    int saved = errno;
    settings_read(&settings);
    status = OFF;
    if (!settings.off) {
        clock_start(settings.clock);
        choose_start(&settings);
        if (make_archive() && make_page(-1) && region_prepare()) {
            lane_prepare();
            calibrate(&place->costs);
            pthread_atfork(before_forking, parent_after_fork, child_after_fork);
            __atomic_store_n(&status, MEASURING, __ATOMIC_RELAXED);
        } else {
            say(errno, "cannot be written");
        }
    }
    errno = saved;
    return status == MEASURING;
}

/* With the guard held. */
static void stop(int error, const char *what)
{
    if (status != MEASURING)
        return;
    __atomic_store_n(&status, OFF, __ATOMIC_RELAXED);
    snprintf(place->why, sizeof place->why, "%s: %s", what, strerror(error));
    place->error = error;
    place->state = FORMAT_PLACE_STOPPED;
    place_renew_moment();
    place->end = place->last.ticks;
    region_stop_all();
    say(error, what);
}

void place_stop(int error, const char *what)
{
    sigset_t before;
    guard_enter(&before);
    stop(error, what);
    guard_leave(&before);
}

/* The child's maps are the parent's files until each store got a file of its own at the same
 * addresses. */
static void child_after_fork(void)
{
    int saved = errno;
    if (status == MEASURING) {
        struct format_place parent = *place;
        unsigned number = 0;
        bool made = folder_make_place(archive, folder, sizeof folder, &number);
        if (!made)
            folder[0] = '\0'; /* nothing can be opened below it */
        made &= store_fork(&store, false);
        int error = errno;
        place->costs = parent.costs;
        fill_page(number, (int)parent.number);
        bool moved = region_fork() && lane_fork();
        if (!made || !moved)
            stop(made ? errno : error, "a forked process cannot have its own place");
    }
    errno = saved;
    guard_leave(&before_fork);
}

/* After every other destructor: exit() or the return from main. */
__attribute__((destructor)) static void at_exit(void)
{
    if (!place_is_measuring())
        return;
    lane_finish();
    place_renew_moment();
    place->end = place->last.ticks;
    __atomic_store_n(&place->state, FORMAT_PLACE_EXITED, __ATOMIC_RELEASE);
}
