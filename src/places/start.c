/* start.c: the beginning and the end of main(): how many places there are, and which one this is.
 *
 * mpirun has started a process per place already, maybe on several machines. TRI_PLACES=4 lets
 * main() fork three more. */
#include "places/calls.h"
#include "places/control.h"
#include "places/ending.h"
#include "places/finish.h"
#include "places/launcher.h"
#include "places/machines.h"
#include "places/neighbours.h"
#include "places/post.h"
#include "places/record.h"
#include "places/segment.h"
#include "places/workers.h"
#define TRI_PLACES_TRANSLATED
#include "triptych/places.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WORKERS = 1024 };

static struct tri_finish root; /* the one around main() */
static struct activity *main_activity;
static unsigned entered; /* main() may call itself */

int tri_here(void)
{
    return segment_here();
}

int tri_places(void)
{
    return segment_places();
}

/* Reads a number from the environment; `without` if it is not set. */
static int number_of(const char *name, int most, int without)
{
    const char *text = getenv(name);
    if (!text || !*text)
        return without;
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno || *end || number < 1 || number > most) {
        fprintf(stderr, "triptych: %s=%s: it must be a number from 1 to %d\n", name, text, most);
        _exit(2);
    }
    return (int)number;
}

/* Waits until a forked place has its folder in the archive, where the folders then have the numbers
 * of the places. */
static void wait_for_place(int place, pid_t child)
{
    siginfo_t ended = {0};
    while (!__atomic_load_n(&segment_place(place)->has_begun, __ATOMIC_ACQUIRE) &&
           waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && !ended.si_pid)
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

/* Forks the other places; in each, this returns. */
static void fork_places(int places)
{
    segment_make(places);
    fflush(NULL);
    for (int i = 1; i < places; i++) {
        pid_t child = fork();
        if (child < 0) {
            fprintf(stderr, "triptych: cannot start place %d: %s\n", i, strerror(errno));
            control_fail(0, 1);
            _exit(1);
        }
        if (child == 0) {
            int nothing = open("/dev/null", O_RDONLY); /* standard input is that of place 0 */
            if (nothing >= 0)
                dup2(nothing, 0);
            if (nothing > 0)
                close(nothing);
            segment_enter(i);
            __atomic_store_n(&segment_place(i)->has_begun, 1, __ATOMIC_RELEASE);
            return;
        }
        __atomic_store_n(&segment_place(i)->pid, child, __ATOMIC_RELEASE);
        if (tri_record_is_on && tri_record_is_on())
            wait_for_place(i, child);
    }
    segment_enter(0);
}

/* Returns the number of workers: TRI_WORKERS, or the processors that a place has for itself. */
static unsigned workers_of(int places)
{
    cpu_set_t set;
    int processors = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    int share = processors / places;
    return (unsigned)number_of("TRI_WORKERS", MOST_WORKERS, share > 1 ? share : 1);
}

static bool has_ended(void *unused)
{
    (void)unused;
    return segment_has_ended();
}

static bool is_over(void *finish)
{
    return finish_is_over(finish);
}

static void join_neighbours(const struct launcher *launcher)
{
    segment_join(launcher->name, launcher->size, launcher->rank);
    neighbours_await();
}

void tri_main_enter(void)
{
    if (entered++)
        return;
    struct launcher launcher;
    bool launched = launcher_find(&launcher);
    int places = number_of("TRI_PLACES", SEGMENT_MAX_PLACES, 1);
    if (!launched)
        fork_places(places);
    else if (launcher.way == LAUNCHER_MEMORY)
        join_neighbours(&launcher);
    else
        machines_join(&launcher);
    if (tri_record_place)
        tri_record_place(segment_here(), segment_places(), launched ? launcher.name : NULL);
    post_open(calls_take);
    main_activity = activity_new(NULL, 0);
    main_activity->birth = segment_here();
    main_activity->number = 0;
    main_activity->finish = &root;
    root.home = segment_here();
    workers_open(workers_of(segment_crowd()), segment_here() == 0 ? main_activity : NULL,
                 calls_end);
    if (segment_here() == 0) {
        ending_open(!launched);
        return;
    }
    control_compare_clocks(0, machines_share_clock());
    ending_open(!launched);
    workers_serve(has_ended);
    workers_close();
    ending_close();
    exit(0);
}

/* Prints how many directives were come to, if the user asks for it. */
static void say_counts(void)
{
    const char *asked = getenv("TRI_COUNTS");
    if (asked && *asked && strcmp(asked, "0") != 0)
        fprintf(stderr, "triptych: async %ld, at %ld, finish %ld, atomic %ld\n",
                segment_count(COUNT_ASYNC, 0), segment_count(COUNT_AT, 0),
                segment_count(COUNT_FINISH, 0), segment_count(COUNT_ATOMIC, 0));
}

void tri_main_leave(const int *unused)
{
    (void)unused;
    if (--entered)
        return;
    workers_wait(is_over, &root, &root);
    ending_close();
    workers_close();
    say_counts();
    activity_free(main_activity);
    activity_free_kept();
}
