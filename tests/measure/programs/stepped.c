/* stepped.c: probes that step.c interrupts at each instruction; the signal handler uses the same
 * regions. Prints what was visited, counted by hand. */
#include "regions.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAIN, PLAIN, LEAF, OTHER, THIRD, DEEP, HANDLER, ONE_LOOP, MANY_LOOPS, COUNT };
TRI_UNIT_BEGIN(COUNT);

enum { FRESH = 2000 };   /* regions that are met one after another */
enum { HANDLER_AT = 3 }; /* file descriptor on which step.c gets the address of the handler */

static volatile sig_atomic_t handled, is_over;
static long routine, leaf, other, third, deep, loop, loops, fresh;
static long trips, all_trips; /* of the two loops */

/* A handler may come in at each instruction of the hand count, too. */
static void add(long *to, long more)
{
    __atomic_fetch_add(to, more, __ATOMIC_RELAXED);
}

static void visit_routine(void)
{
    TRI_ROUTINE(PLAIN);
    add(&routine, 1);
}

static void visit_leaf(void)
{
    add(&leaf, 1);
    tri_count_visit(&tri_regions[LEAF]);
}

/* Visits three siblings in turns that no probe expects. */
static void visit_siblings(void)
{
    static const int order[] = {LEAF, THIRD, OTHER, LEAF, OTHER, THIRD};
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
        tri_count_visit(&tri_regions[order[i]]);
    add(&leaf, 2);
    add(&other, 2);
    add(&third, 2);
}

static void visit_loop(void)
{
    add(&loop, 1);
    add(&trips, 7);
    tri_count_loop(&tri_regions[ONE_LOOP], 7);
}

static void visit_loops(unsigned more)
{
    add(&loops, 3);
    add(&all_trips, 12 + more);
    tri_count_loops(&tri_regions[MANY_LOOPS], 3, 12 + more, 2, 6 + more);
}

static void descend(int depth)
{
    TRI_ROUTINE(DEEP);
    add(&deep, 1);
    if (depth > 1)
        descend(depth - 1);
}

static void handle_own(void)
{
    TRI_ROUTINE(HANDLER);
    visit_leaf();
}

static void handler(int number)
{
    (void)number;
    handled = handled + 1;
    visit_routine();
    visit_leaf();
    visit_loop();
    visit_loops(9);
    visit_siblings();
    handle_own();
    kill(getpid(), SIGURG); /* step.c knows by it that the handler ends */
}

static void end_scenario(int number)
{
    (void)number;
    is_over = 1;
}

static void mark(void)
{
    kill(getpid(), SIGUSR2);
}

static void scenario_routine(void)
{
    visit_routine();
}

static void scenario_leaf(void)
{
    visit_leaf();
}

static void scenario_loop(void)
{
    visit_loop();
}

static void scenario_loops(void)
{
    visit_loops(0);
}

/* Visits a region that is not known yet. */
static void visit_fresh(void)
{
    static struct tri_region regions[FRESH];
    static unsigned used;
    if (used == FRESH)
        return;
    regions[used] =
        (struct tri_region){.mode = TRI_NEW, .kind = TRI_KIND_USER, .name = "fresh", .file = ""};
    add(&fresh, 1);
    tri_count_visit(&regions[used++]);
}

/* Each is repeated and interrupted once, one instruction later each time. */
static void (*const repeated[])(void) = {scenario_routine, scenario_leaf,  scenario_loop,
                                         scenario_loops,   visit_siblings, visit_fresh};

static void *start_measuring(void *nothing)
{
    visit_routine();
    return nothing;
}

/* The first visit of the main thread, which makes its lane. */
static void begin_lane(void)
{
    mark();
    visit_leaf();
    mark();
}

/* Makes new nodes, until the profile and the table of nodes have grown. */
static void make_nodes(void)
{
    mark();
    descend(12);
    mark();
}

static void interrupt_all(void)
{
    TRI_ROUTINE(MAIN);
    make_nodes();
    kill(getpid(), SIGURG); /* from here on, each scenario is interrupted once */
    for (unsigned i = 0; i < sizeof repeated / sizeof repeated[0]; i++) {
        for (is_over = 0; !is_over;) {
            mark();
            repeated[i]();
            mark();
        }
    }
}

int main(int argc, char **argv)
{
    pthread_t first;
    struct sigaction interrupt = {.sa_handler = handler}, end = {.sa_handler = end_scenario};
    uintptr_t at = (uintptr_t)handler;
    sigaction(SIGUSR1, &interrupt, NULL);
    sigaction(SIGUSR2, &end, NULL);
    if (write(HANDLER_AT, &at, sizeof at) != sizeof at || close(HANDLER_AT) != 0)
        return 1;
    if (pthread_create(&first, NULL, start_measuring, NULL) != 0 || pthread_join(first, NULL) != 0)
        return 1;
    if (argc > 1 && !strcmp(argv[1], "lane"))
        begin_lane();
    else
        interrupt_all();
    printf("%d %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", (int)handled, routine, leaf, other,
           third, deep, fresh, loop, trips, loops, all_trips);
    return 0;
}

static struct tri_region tri_regions[COUNT] = {
    ROUTINE(MAIN, "main"),       ROUTINE(PLAIN, "routine"), ROUTINE(LEAF, "leaf"),
    ROUTINE(OTHER, "other"),     ROUTINE(THIRD, "third"),   ROUTINE(DEEP, "deep"),
    ROUTINE(HANDLER, "handler"), LOOP(ONE_LOOP, 1, MAIN),   LOOP(MANY_LOOPS, 2, MAIN)};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
