/* light.c: an anchor and what is counted by it, in all the ways that the tables know. The
 * arguments: how it ends, how many steps it makes, and how long a trip of the inner loop takes. */
#include <triptych/probes.h>

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAIN, STEP, ANCHOR, INNER, TINY, SMALL, SMALL_LOOP, BUSY, WIDE, LEAF, COUNT };
enum { SUM_VISITS, SUM_TRIPS, SUM_SMALL, SUMS };
enum { WIDE_SUMS = 40 };
TRI_UNIT_BEGIN(COUNT);

static __thread unsigned long long tally;
static _Thread_local volatile double value = 1;
static volatile int weight; /* additions per trip of the inner loop, besides those of its loop */
static jmp_buf back;

static void small(void)
{
    tally++;
    for (int k = 0; k < 3; k++)
        value *= 1.0000001;
}

/* One visit of the inner loop: 4 + i % 3 trips, in each a loop of 5 trips. */
static unsigned long long inner(int i)
{
    unsigned long long trips = 0;
    for (int j = 0; j < 4 + i % 3; j++) {
        trips++;
        for (int k = 0; k < 5; k++)
            value += 1e-9;
        for (int k = 0; k < weight; k++)
            value += 1e-9;
    }
    return trips;
}

/* The anchor: every trip visits the inner loop, every other one the small function. */
static void anchor(int n, int jump_at)
{
    struct tri_node *handle = tri_nest(&tri_regions[ANCHOR]);
    unsigned long long trips = 0, before = tally, values[SUMS + 2] = {0, 0, 0, ~0ULL, 0};
    unsigned salt = tri_times_inside(handle) ? tri_salt(handle) : 0;
    for (int i = 0; i < n; i++) {
        trips++;
        struct tri_node *node = NULL;
        if (tri_times_inside(handle))
            node = tri_enter_inside(&tri_regions[INNER], salt + (unsigned)values[SUM_VISITS]);
        unsigned long long own = inner(i);
        if (node) {
            tri_leave_loop(node, own);
        } else {
            values[SUM_VISITS]++;
            values[SUM_TRIPS] += own;
            values[SUMS] = own < values[SUMS] ? own : values[SUMS];
            values[SUMS + 1] = own > values[SUMS + 1] ? own : values[SUMS + 1];
        }
        if (i % 2)
            small();
        if (i == jump_at)
            longjmp(back, 1);
    }
    values[SUM_SMALL] = tally - before;
    tally = before;
    if (handle)
        tri_leave_nest(handle, trips, values);
}

static void step(int n, int jump_at)
{
    TRI_ROUTINE(STEP);
    anchor(n, jump_at);
}

/* An anchor with more values than fit into a record, all derived from the number of its visit. */
static void wide(void)
{
    static unsigned long long visit;
    unsigned long long values[WIDE_SUMS];
    visit++;
    for (unsigned long long i = 0; i < WIDE_SUMS; i++)
        values[i] = visit * i;
    struct tri_node *handle = tri_nest(&tri_regions[WIDE]);
    if (handle)
        tri_leave_nest(handle, TRI_NO_TRIPS, values);
}

static void leaf(void)
{
    TRI_LEAF_ROUTINE(LEAF);
    for (int k = 0; k < 10 * weight; k++)
        value += 1e-9;
}

/* What was called often is called on another call path: so many steps, and the leaf once. */
static void elsewhere(int steps)
{
    TRI_ROUTINE(BUSY);
    for (int i = 0; i < steps; i++)
        step(12, -1);
    leaf();
}

static void *thread(void *argument)
{
    for (int i = 0; i < 10; i++)
        step(12, -1);
    return argument;
}

static void jump(void)
{
    struct tri_node *volatile up = NULL;
    TRI_ROUTINE(BUSY);
    up = tri_frame_BUSY;
    if (!TRI_LANDED(up, setjmp(back)))
        step(12, 5);
    step(12, -1);
}

/* In the middle of a visit: a fork, or an end. */
static void middle(const char *how)
{
    struct tri_node *handle = tri_nest(&tri_regions[ANCHOR]);
    unsigned long long values[SUMS + 2] = {7, 35, 0, 5, 5};
    if (!strcmp(how, "fork")) {
        if (!fork()) {
            tri_leave_nest(handle, 7, values);
            step(12, -1);
            exit(0);
        }
        wait(NULL);
        tri_leave_nest(handle, 7, values);
        return;
    }
    tri_publish_nest(handle, values);
    puts("at the end");
    fflush(stdout);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(how, "exit"))
        exit(0);
    for (;;)
        pause();
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "return";
    int rounds = argc > 2 ? atoi(argv[2]) : 10;
    weight = argc > 3 ? atoi(argv[3]) : 0;
    TRI_ROUTINE(MAIN);
    for (int i = 0; i < rounds; i++)
        step(12, -1);
    wide();
    wide();
    for (int i = 0; i < rounds && !strcmp(how, "elsewhere"); i++)
        leaf();
    if (!strcmp(how, "threads")) {
        pthread_t threads[3];
        for (int i = 0; i < 3; i++)
            pthread_create(&threads[i], NULL, thread, NULL);
        for (int i = 0; i < 3; i++)
            pthread_join(threads[i], NULL);
    }
    if (!strcmp(how, "jump"))
        jump();
    else if (!strcmp(how, "elsewhere"))
        elsewhere(10);
    else if (strcmp(how, "return") != 0 && strcmp(how, "threads") != 0)
        middle(how);
    return 0;
}

static const struct tri_light lights[] = {
    TRI_LIGHT(INNER, ANCHOR, 0, SUM_VISITS, SUM_TRIPS, 0, 0, 0, 0, 0, 0, 0),
    TRI_LIGHT(TINY, ANCHOR, 1, -1, -1, -1, 1, 0, 0, 5, 0, 0),
    TRI_LIGHT(SMALL, ANCHOR, 0, SUM_SMALL, -1, -1, 0, 0, 0, 0, 0, 0),
    TRI_LIGHT(SMALL_LOOP, ANCHOR, 3, -1, -1, -1, 1, 0, 1, 3, 0, 0),
    TRI_LIGHT(TINY, WIDE, 0, 1, 39, -1, 0, 0, 0, 0, 0, 0),
};

#define ROUTINE(name, line)                                                                        \
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 0, line, line, 0, name, __FILE__, 0)
#define LOOP(name, flags, seq, line, routine, sums, ranges)                                        \
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, flags, seq, line, line, (routine) + 1, name, __FILE__,  \
                   0, sums, ranges)

static struct tri_region tri_regions[COUNT] = {
    ROUTINE("main", 1),
    ROUTINE("step", 2),
    LOOP("anchor", 0, 1, 3, STEP, SUMS, 1),
    LOOP("inner", TRI_LEAF, 2, 4, STEP, 0, 0),
    LOOP("tiny", TRI_LEAF, 3, 5, STEP, 0, 0),
    ROUTINE("small", 6),
    LOOP("few", TRI_LEAF, 1, 7, SMALL, 0, 0),
    ROUTINE("busy", 8),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 0, 9, 9, 0, "wide", __FILE__, 0, WIDE_SUMS, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 0, 10, 10, 0, "leaf", __FILE__, 0),
};
TRI_LIT_UNIT_END(COUNT, __FILE__, "/nowhere", lights, sizeof lights / sizeof lights[0]);
