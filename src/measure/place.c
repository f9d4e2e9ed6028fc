/* place.c: see place.h */
#include "measure/place.h"

#include "measure/clock.h"
#include "measure/folder.h"
#include "measure/guard.h"
#include "measure/identity.h"
#include "measure/listen.h"
#include "measure/resources.h"
#include "measure/store.h"
#include "measure/timens.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HEEDED_PER_SECOND = 100 };

static bool measuring;
static void (*switch_all_off)(void);
static char archive[PATH_MAX - 64], folder[PATH_MAX];
static struct measure_store store;
static struct format_place *page;

bool measure_place_is_measuring(void)
{
    return __atomic_load_n(&measuring, __ATOMIC_RELAXED);
}

const char *measure_place_folder(void)
{
    return folder;
}

const char *measure_place_archive(void)
{
    return archive;
}

struct format_place *measure_place_page(void)
{
    return page;
}

uint64_t measure_place_next_lane(void)
{
    return __atomic_fetch_add(&page->lanes, 1, __ATOMIC_RELAXED);
}

uint32_t measure_place_next_activities(uint32_t count)
{
    return __atomic_fetch_add(&page->activities, count, __ATOMIC_RELAXED);
}

uint32_t measure_place_next_activity(void)
{
    return measure_place_next_activities(1);
}

void measure_place_renew_moment(void)
{
    struct format_moment now;
    measure_clock_moment(&now);
    page->last = now;
}

void measure_place_end(enum format_place_state state)
{
    measure_place_renew_moment();
    measure_resources_end(&page->resources);
    page->end = page->last.ticks;
    __atomic_store_n(&page->state, state, __ATOMIC_RELEASE);
}

static void fill_page(unsigned number, int parent_place)
{
    page->version = FORMAT_VERSION;
    page->number = number;
    page->parent_place = parent_place;
    page->clock = clock_kind;
    page->ticks_per_second = measure_clock_ticks_per_second();
    identity_fill(page);
    measure_resources_begin(&page->resources);
    measure_clock_moment(&page->start);
    page->last = page->start;
    __atomic_store_n(&page->magic, FORMAT_PLACE_MAGIC, __ATOMIC_RELEASE);
}

bool measure_place_make(const char *path)
{
    unsigned number;
    if (snprintf(archive, sizeof archive, "%s", path) >= (int)sizeof archive) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!measure_folder_make_place(archive, folder, sizeof folder, &number) ||
        !measure_store_create(&store, folder, "place", -1, FORMAT_PLACE_SIZE, FORMAT_PLACE_SIZE))
        return false;
    page = measure_store_at(&store, 0);
    fill_page(number, -1);
    return true;
}

void measure_place_unmake(void)
{
    measure_folder_remove_place(folder);
}

/* True if the run was asked to stop. `triptych stop` makes a file first and then looks for places:
 * a place that is made meanwhile finds the file. */
static bool is_stopped(void)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", archive, FORMAT_STOPPED_FILE);
    return access(path, F_OK) == 0;
}

void measure_place_begin(void (*at_stop)(void))
{
    switch_all_off = at_stop;
    if (is_stopped()) {
        page->stop = FORMAT_STOP_ASKED;
        __atomic_fetch_or(&page->asked, FORMAT_ASKED_STOP, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&measuring, true, __ATOMIC_RELAXED);
}

bool measure_place_fork(void)
{
    struct format_place parent = *page;
    unsigned number = 0;
    timens_read(); /* a child may be in another time namespace than its parent */
    bool made = measure_folder_make_place(archive, folder, sizeof folder, &number);
    int error = errno;
    if (!made)
        folder[0] = '\0'; /* so that no file can be opened below it */
    if (!measure_store_fork(&store, false) && made) {
        error = errno;
        made = false;
    }
    page->costs = parent.costs;
    page->events = parent.events;
    page->collects = parent.collects;
    page->stop = parent.stop;
    page->asked = parent.asked;
    page->filter = parent.filter;
    page->openmp = parent.openmp;
    fill_page(number, (int)parent.number);
    errno = error;
    return made;
}

static char line[PATH_MAX + 512];

/* Writes the line with one system call, so that the program's own output is not split. */
static void write_line(int size)
{
    if (size > 0 && write(STDERR_FILENO, line, (size_t)size) < 0)
        return; /* there is no reader */
}

void measure_place_say(int error, const char *what, const char *consequence)
{
    write_line(snprintf(line, sizeof line, "triptych: %s: %s%s%s; %s\n",
                        archive[0] ? archive : "no archive", what, error ? ": " : "",
                        error ? strerror(error) : "", consequence));
}

void measure_place_say_unmade(const char *path, const char *why, const char *remedy)
{
    write_line(snprintf(line, sizeof line,
                        "triptych: the archive %s cannot be written: %s; the program is not "
                        "measured; %s\n",
                        path, why, remedy));
}

/* Stops measuring on request. The process that asked may have set the state already, if it waited
 * too long. */
static void stop_as_asked(void)
{
    __atomic_store_n(&measuring, false, __ATOMIC_RELAXED);
    measure_listen_ended();
    snprintf(page->why, sizeof page->why, "%s", FORMAT_STOPPED_WHY);
    if (page->state != FORMAT_PLACE_STOPPED)
        measure_place_end(FORMAT_PLACE_STOPPED);
    switch_all_off();
    __atomic_store_n(&page->stop, FORMAT_STOP_DONE, __ATOMIC_RELEASE);
}

__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) uint64_t place_due;

bool measure_place_become_due(uint64_t now)
{
    place_due = now + page->ticks_per_second / HEEDED_PER_SECOND;
    return true;
}

/* Stores the used resources about once a second: for a process that is killed, these are the last
 * known. */
static void renew_resources(void)
{
    static uint64_t next;
    uint64_t now = measure_clock_now(), due = __atomic_load_n(&next, __ATOMIC_RELAXED);
    if (now >= due && measure_place_is_measuring() &&
        __atomic_compare_exchange_n(&next, &due, now + page->ticks_per_second, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        measure_resources_renew(&page->resources);
}

bool measure_place_heed(void)
{
    renew_resources();
    if (!__atomic_load_n(&page->stop, __ATOMIC_RELAXED))
        return false;
    int saved = errno;
    sigset_t before;
    measure_guard_enter(&before);
    if (measure_place_is_measuring())
        stop_as_asked();
    measure_guard_leave(&before);
    errno = saved;
    return true;
}

void measure_place_stop_guarded(int error, const char *what)
{
    assert(measure_guard_is_own());
    if (!measure_place_is_measuring())
        return;
    if (page->stop) { /* the failure may be a consequence of the request to stop */
        stop_as_asked();
        return;
    }
    __atomic_store_n(&measuring, false, __ATOMIC_RELAXED);
    measure_listen_ended();
    snprintf(page->why, sizeof page->why, "%s%s%s", what, error ? ": " : "",
             error ? strerror(error) : "");
    page->error = error;
    measure_place_end(FORMAT_PLACE_STOPPED);
    switch_all_off();
    measure_place_say(error, what, "measuring stops here, the program continues");
}

void measure_place_stop(int error, const char *what)
{
    sigset_t before;
    measure_guard_enter(&before);
    measure_place_stop_guarded(error, what);
    measure_guard_leave(&before);
}
