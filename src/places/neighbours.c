/* neighbours.c: see neighbours.h */
#include "places/neighbours.h"

#include "places/control.h"
#include "places/fatal.h"
#include "places/greet.h"
#include "places/segment.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 60000, CHECK = 100 }; /* ms */

static const pid_t *known;

void neighbours_know(const pid_t *pids)
{
    known = pids;
}

static pid_t process_of(int place)
{
    pid_t pid = __atomic_load_n(&segment_place(place)->pid, __ATOMIC_ACQUIRE);
    return pid || !known ? pid : known[place];
}

/* True if a process has ended, even if its parent has not asked for its status yet. */
static bool has_ended(pid_t pid)
{
    struct pollfd polled = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    if (polled.fd < 0) /* an old kernel, or nobody is there */
        return kill(pid, 0) != 0 && errno == ESRCH;
    bool ended = poll(&polled, 1, 0) > 0;
    close(polled.fd);
    return ended;
}

static bool is_gone(int place)
{
    pid_t pid = process_of(place);
    return pid && has_ended(pid) &&
           !__atomic_load_n(&segment_place(place)->has_left, __ATOMIC_ACQUIRE);
}

void neighbours_check(void)
{
    for (int i = 0; i < segment_places() && segment_failed() < 0; i++) {
        char where[200];
        if (i == segment_here() || segment_is_elsewhere(i) || !is_gone(i) || !control_fail(i, 1))
            continue;
        segment_name_place(where, sizeof where, i);
        fatal_say("%s: the process is gone before all places have begun; all places end", where);
    }
    if (segment_failed() >= 0) {
        segment_hide();
        fatal_follow();
    }
}

/* Returns the first place that has not come, or -1. */
static int find_missing(void)
{
    for (int i = 0; i < segment_places(); i++) {
        if (!segment_is_elsewhere(i) && !__atomic_load_n(&segment_place(i)->pid, __ATOMIC_ACQUIRE))
            return i;
    }
    return -1;
}

/* Says once that a place is late. Without a launcher that tells, nobody knows whether it comes. */
static void complain(int place, int64_t *since)
{
    char where[200];
    if (!*since || greet_now() - *since < PATIENCE)
        return;
    *since = 0;
    segment_name_place(where, sizeof where, place);
    fatal_say("%s has not begun within a minute; the others still wait for it", where);
}

void neighbours_await(void)
{
    int64_t since = greet_now(), checked = since;
    int missing;
    while ((missing = find_missing()) >= 0) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        if (greet_now() - checked < CHECK)
            continue;
        checked = greet_now();
        neighbours_check();
        complain(missing, &since);
    }
    segment_hide();
}
