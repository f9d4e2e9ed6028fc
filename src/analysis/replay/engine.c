/* engine.c: see engine.h */
#include "analysis/replay/engine.h"

#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>

enum {
    FORCED_ALONE =
        1000, /* when all lanes are stuck, this many are released one by one, then all at a time: an
                 archive with so many inconsistencies is not worth the search */
    WAITS = 3, /* kinds of waits besides points: needs, meets, locks */
};

#define NEVER UINT64_MAX /* has not happened yet */

/* A collective operation. */
struct gate {
    size_t first, count; /* rows of collectives */
    size_t root;         /* the root's row, plus 1; 0: unknown */
    size_t missing;      /* participants that have not arrived yet */
    bool incomplete;     /* participants are missing in the archive */
    uint64_t last;       /* the latest arrival so far */
    size_t waits;        /* the first runner that waits for all to arrive, plus 1 */
};

/* A meeting of threads. */
struct meeting {
    uint32_t missing; /* steps that have not begun yet */
    uint64_t last;    /* the latest begin so far */
    size_t waits;     /* the first runner that waits, plus 1 */
};

/* A lock. */
struct lock {
    bool held;
    uint64_t free; /* when it was given back last */
    size_t waits;  /* the runner that came last of those that wait, plus 1 */
};

/* The progress of a lane. */
struct runner {
    const struct analysis_replay_lane *lane;
    size_t step;    /* index among the lane's steps */
    size_t point;   /* index among the step's points, then its `needs`, `meets` and `locks` */
    uint64_t now;   /* ns */
    uint64_t until; /* the time until which it has waited so far */
    uint64_t due;   /* when it can continue; with locks, lanes continue in this order */
    bool begun;     /* the step has begun, and others were notified */
    size_t *list; /* if it is stuck: the head of the list of runners that wait for the same, plus 1;
                     else NULL */
    size_t next;  /* the next runner in that list, plus 1 */
    size_t passed; /* for a prefix operation: number of its first rows that have arrived */
};

/* The runners that can continue: a stack or, if there are locks, a heap with the earliest on top.
 * Without locks the result does not depend on the order. */
struct ready {
    size_t *all;
    size_t count;
    bool ordered;
};

/* The whole simulation. */
struct running {
    const struct analysis_replay_steps *steps;
    struct analysis_replay_result *to;
    struct runner *runners;
    struct ready ready;
    uint64_t now;       /* when the last step began */
    uint64_t *sent;     /* by message: the start of its send, or NEVER */
    size_t *waits;      /* by message: the first runner that waits for it, plus 1 */
    uint64_t *posted;   /* by message: the start of the call that posted its receive, or NEVER */
    size_t *post_waits; /* by message: the first runner that waits for that, plus 1 */
    const struct archive *archive;
    struct gate *gates;
    size_t *gate_of;    /* by row of collectives */
    uint64_t *came;     /* by row of collectives: its arrival, or NEVER */
    size_t *row_waits;  /* by row of collectives: the first runner that waits for it, plus 1 */
    uint64_t *begun;    /* by step: when it began, or NEVER; NULL if no step needs another */
    size_t *step_waits; /* by step: the first runner that waits for it, plus 1 */
    struct meeting *meetings;
    struct lock *locks;
};

static bool is_earlier(const struct running *all, size_t a, size_t b)
{
    const struct runner *left = &all->runners[a], *right = &all->runners[b];
    return left->due != right->due ? left->due < right->due : a < b;
}

/* Adds a runner to those that can continue. */
static void push(struct running *all, size_t number)
{
    size_t *heap = all->ready.all, at = all->ready.count++;
    for (; all->ready.ordered && at && is_earlier(all, number, heap[(at - 1) / 2]);
         at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = number;
}

/* Takes the one that continues next. */
static size_t pop(struct running *all)
{
    size_t *heap = all->ready.all, count = --all->ready.count, at = 0, last = heap[count];
    if (!all->ready.ordered || !count)
        return last;
    size_t first = heap[0];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && is_earlier(all, heap[child + 1], heap[child]);
        if (!is_earlier(all, heap[child], last))
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return first;
}

/* Takes a runner out of the list in which it waits. */
static void take_out(struct running *all, size_t number)
{
    struct runner *runner = &all->runners[number];
    size_t *at = runner->list;
    while (*at != number + 1)
        at = &all->runners[*at - 1].next;
    *at = runner->next;
    runner->list = NULL;
}

/* Makes all runners of a list ready. */
static void wake(struct running *all, size_t *list)
{
    while (*list) {
        struct runner *runner = &all->runners[*list - 1];
        size_t number = *list - 1;
        runner->list = NULL;
        *list = runner->next;
        runner->due = all->now;
        push(all, number);
    }
}

/* Gives a lock back. The runner that came first continues. */
static void unlock(struct running *all, struct lock *lock)
{
    size_t first = lock->waits;
    lock->held = false;
    lock->free = all->now;
    if (!first)
        return;
    while (all->runners[first - 1].next)
        first = all->runners[first - 1].next;
    take_out(all, first - 1);
    all->runners[first - 1].due = all->now;
    push(all, first - 1);
}

/* Tells other threads that a step has begun. */
static void tell_threads(struct running *all, size_t number)
{
    const struct analysis_replay_step *step = &all->steps->steps[number];
    if (all->begun) {
        all->begun[number] = all->now;
        wake(all, &all->step_waits[number]);
    }
    if (step->meets) {
        struct meeting *meeting = &all->meetings[step->meets - 1];
        if (all->now > meeting->last)
            meeting->last = all->now;
        if (meeting->missing && !--meeting->missing)
            wake(all, &meeting->waits);
    }
    if (step->unlocks)
        unlock(all, &all->locks[step->unlocks - 1]);
}

/* Records the arrival of a participant. */
static void come(struct running *all, size_t row, uint64_t now)
{
    struct gate *gate = &all->gates[all->gate_of[row]];
    if (all->came[row] != NEVER)
        return;
    all->came[row] = now;
    gate->missing--;
    if (now > gate->last)
        gate->last = now;
    wake(all, &all->row_waits[row]);
    if (!gate->missing)
        wake(all, &gate->waits);
}

/* Begins a step: its sends and arrivals wake the runners that wait for them. */
static void begin_step(struct running *all, struct runner *runner,
                       const struct analysis_replay_step *step)
{
    runner->now = runner->until = number_add(runner->now, step->before);
    runner->begun = true;
    runner->point = 0;
    all->now = runner->now;
    for (size_t i = 0; i < step->count; i++) {
        const struct analysis_replay_point *point = &all->steps->points[step->first + i];
        if (point->act == REPLAY_SEND) {
            all->sent[point->number] = runner->now;
            wake(all, &all->waits[point->number]);
        } else if (point->act == REPLAY_POST) {
            all->posted[point->number] = runner->now;
            wake(all, &all->post_waits[point->number]);
        } else if (point->act == REPLAY_COME) {
            come(all, point->number, runner->now);
        }
    }
    tell_threads(all, runner->lane->first + runner->step);
}

/* Returns the arrival of a row; if it is NEVER, *list is where to wait. */
static uint64_t moment_of_row(struct running *all, size_t row, size_t **list)
{
    *list = &all->row_waits[row];
    return all->came[row];
}

/* Returns the moment at which all have arrived; if it is NEVER, *list is where to wait. */
static uint64_t moment_of_all(struct running *all, struct gate *gate, size_t **list)
{
    if (gate->missing) {
        *list = &gate->waits;
        return NEVER;
    }
    all->to->missing += gate->incomplete;
    return gate->last;
}

static uint64_t moment_of_root(struct running *all, const struct gate *gate, size_t **list)
{
    if (gate->root)
        return moment_of_row(all, gate->root - 1, list);
    all->to->missing++;
    return 0;
}

/* Waits for all ranks before this one in the group: updates runner->until. NEVER: *list is where to
 * wait. */
static uint64_t moment_of_prefix(struct running *all, struct runner *runner,
                                 const struct gate *gate, size_t row, size_t **list)
{
    const struct archive_collectives *rows = &all->archive->collectives;
    const uint32_t *rank = all->archive->communicators.rank;
    for (; runner->passed < gate->count; runner->passed++) {
        size_t i = gate->first + runner->passed;
        if (rows->begin[i] == ARCHIVE_NONE ||
            rank[rows->communicator[i]] >= rank[rows->communicator[row]])
            continue;
        uint64_t there = moment_of_row(all, i, list);
        if (there == NEVER)
            return NEVER;
        if (there > runner->until)
            runner->until = there;
    }
    all->to->missing += gate->incomplete;
    return 0;
}

/* Returns the moment at which a row can continue. Neighbourhood operations do not wait, as the
 * neighbours are unknown. */
static uint64_t moment_to_leave(struct running *all, struct runner *runner, size_t row,
                                size_t **list)
{
    const struct archive_collectives *rows = &all->archive->collectives;
    struct gate *gate = &all->gates[all->gate_of[row]];
    bool is_root = rows->root[row] == rows->place[row];
    switch (rows->kind[row]) {
    case ARCHIVE_COLLECTIVE_NEAR:
        return 0;
    case ARCHIVE_COLLECTIVE_1_TO_N:
        return is_root ? 0 : moment_of_root(all, gate, list);
    case ARCHIVE_COLLECTIVE_N_TO_1:
        return is_root ? moment_of_all(all, gate, list) : 0;
    case ARCHIVE_COLLECTIVE_PREFIX:
        return moment_of_prefix(all, runner, gate, row, list);
    default:
        return moment_of_all(all, gate, list);
    }
}

/* Returns the moment at which what the point waits for is available; NEVER: not yet, and *list is
 * where to wait. */
static uint64_t moment(struct running *all, struct runner *runner,
                       const struct analysis_replay_point *point, size_t **list)
{
    switch (point->act) {
    case REPLAY_RECEIVE:
        *list = &all->waits[point->number];
        return all->sent[point->number];
    case REPLAY_FINISH:
        *list = &all->post_waits[point->number];
        return all->posted[point->number];
    case REPLAY_LEAVE:
        return moment_to_leave(all, runner, point->number, list);
    case REPLAY_NOBODY:
        all->to->missing++;
        return 0;
    default:
        return 0;
    }
}

/* Likewise for what a step waits for besides its points: the kinds of waits are numbered from 0. */
static uint64_t moment_of_thread(struct running *all, const struct analysis_replay_step *step,
                                 size_t kind, size_t **list)
{
    if (kind == 0 && step->needs) {
        *list = &all->step_waits[step->needs - 1];
        return all->begun[step->needs - 1];
    }
    if (kind == 1 && step->meets) {
        struct meeting *meeting = &all->meetings[step->meets - 1];
        *list = &meeting->waits;
        return meeting->missing ? NEVER : meeting->last;
    }
    if (kind == 2 && step->locks) {
        struct lock *lock = &all->locks[step->locks - 1];
        *list = &lock->waits;
        if (lock->held)
            return NEVER;
        lock->held = true;
        return lock->free;
    }
    return 0;
}

static void end_step(struct running *all, struct runner *runner,
                     const struct analysis_replay_step *step)
{
    uint64_t *waited = &all->to->waited[step->region];
    *waited = number_add(*waited, runner->until - runner->now);
    runner->now = number_add(runner->until, step->own);
    runner->begun = false;
    runner->step++;
}

/* Waits for all that the step waits for. False if the lane is stuck. */
static bool wait_all(struct running *all, size_t number, const struct analysis_replay_step *step)
{
    struct runner *runner = &all->runners[number];
    for (; runner->point < step->count + WAITS; runner->point++) {
        size_t *list = NULL;
        uint64_t there =
            runner->point < step->count
                ? moment(all, runner, &all->steps->points[step->first + runner->point], &list)
                : moment_of_thread(all, step, runner->point - step->count, &list);
        if (there == NEVER) {
            runner->list = list;
            runner->next = *list;
            *list = number + 1;
            return false;
        }
        if (there > runner->until)
            runner->until = there;
        runner->passed = 0;
    }
    return true;
}

/* Advances a lane as far as possible; with locks, until another one is to continue before it. */
static void run(struct running *all, size_t number)
{
    struct runner *runner = &all->runners[number];
    while (runner->step < runner->lane->count) {
        const struct analysis_replay_step *step =
            &all->steps->steps[runner->lane->first + runner->step];
        if (!runner->begun) {
            runner->due = number_add(runner->now, step->before);
            if (all->ready.ordered && all->ready.count &&
                is_earlier(all, all->ready.all[0], number)) {
                push(all, number);
                return;
            }
            begin_step(all, runner, step);
        }
        if (!wait_all(all, number, step))
            return;
        end_step(all, runner, step);
    }
}

/* Lets a lane continue without what it waits for. */
static void free_runner(struct running *all, size_t number)
{
    struct runner *runner = &all->runners[number];
    take_out(all, number);
    runner->point++;
    runner->passed = 0;
    runner->due = runner->until;
    all->to->missing++;
    push(all, number);
}

/* Handles lanes that wait for each other, or for something that never happens: releases the
 * earliest one. False if no lane is left. */
static bool free_stuck(struct running *all, size_t forced)
{
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < all->steps->lane_count; i++) {
        if (!all->runners[i].list)
            continue;
        if (first == SIZE_MAX || all->runners[i].now < all->runners[first].now)
            first = i;
        if (forced >= FORCED_ALONE)
            free_runner(all, i);
    }
    if (first != SIZE_MAX && forced < FORCED_ALONE)
        free_runner(all, first);
    return first != SIZE_MAX;
}

static void run_all(struct running *all)
{
    size_t lanes = all->steps->lane_count, forced = 0;
    for (size_t i = 0; i < lanes; i++) {
        all->runners[i].lane = &all->steps->lanes[i];
        all->runners[i].now = all->steps->lanes[i].begin;
    }
    for (size_t i = lanes; i-- > 0;) {
        all->runners[i].due = all->runners[i].now;
        push(all, i);
    }
    do {
        while (all->ready.count)
            run(all, pop(all));
    } while (free_stuck(all, forced++));
    for (size_t i = 0; i < lanes; i++) {
        uint64_t end = number_add(all->runners[i].now, all->steps->lanes[i].after);
        if (all->steps->lanes[i].counts && end > all->to->time)
            all->to->time = end;
    }
}

/* Finds the collective operations: the rows of one instance are consecutive. */
static void find_gates(struct running *all)
{
    const struct archive_collectives *rows = &all->archive->collectives;
    size_t count = 0;
    all->gates = memory_zeroed(rows->rows + 1, sizeof *all->gates);
    all->gate_of = memory_zeroed(rows->rows + 1, sizeof *all->gate_of);
    all->came = memory_zeroed(rows->rows + 1, sizeof *all->came);
    all->row_waits = memory_zeroed(rows->rows + 1, sizeof *all->row_waits);
    for (size_t i = 0; i < rows->rows; i++) {
        if (!i || rows->instance[i] != rows->instance[i - 1])
            all->gates[count++].first = i;
        struct gate *gate = &all->gates[count - 1];
        gate->count++;
        gate->missing += rows->begin[i] != ARCHIVE_NONE;
        if (rows->place[i] == rows->root[i] && rows->begin[i] != ARCHIVE_NONE)
            gate->root = i + 1;
        gate->incomplete = gate->missing < rows->size[i];
        all->gate_of[i] = count - 1;
        all->came[i] = NEVER;
    }
}

/* Prepares what steps wait for besides their points. */
static void find_threads(struct running *all)
{
    const struct analysis_replay_steps *steps = all->steps;
    bool needs = false;
    for (size_t i = 0; i < steps->step_count && !needs; i++)
        needs = steps->steps[i].needs;
    if (needs) {
        all->begun = memory_zeroed(steps->step_count + 1, sizeof *all->begun);
        all->step_waits = memory_zeroed(steps->step_count + 1, sizeof *all->step_waits);
        for (size_t i = 0; i < steps->step_count; i++)
            all->begun[i] = NEVER;
    }
    all->meetings = memory_zeroed(steps->meeting_count + 1, sizeof *all->meetings);
    for (size_t i = 0; i < steps->meeting_count; i++)
        all->meetings[i].missing = steps->meetings[i];
    all->locks = memory_zeroed(steps->lock_count + 1, sizeof *all->locks);
    all->ready.ordered = steps->lock_count > 0;
}

static void free_all(struct running *all)
{
    free(all->runners);
    free(all->ready.all);
    free(all->begun);
    free(all->step_waits);
    free(all->meetings);
    free(all->locks);
    free(all->sent);
    free(all->waits);
    free(all->posted);
    free(all->post_waits);
    free(all->gates);
    free(all->gate_of);
    free(all->came);
    free(all->row_waits);
}

void analysis_replay_steps_run(const struct archive *archive,
                               const struct analysis_replay_steps *steps,
                               struct analysis_replay_result *to)
{
    size_t messages = archive->messages.rows, lanes = steps->lane_count;
    struct running all = {
        .archive = archive,
        .steps = steps,
        .to = to,
        .runners = memory_zeroed(lanes + 1, sizeof *all.runners),
        .ready.all = memory_zeroed(lanes + 1, sizeof *all.ready.all),
        .sent = memory_zeroed(messages + 1, sizeof *all.sent),
        .waits = memory_zeroed(messages + 1, sizeof *all.waits),
        .posted = memory_zeroed(messages + 1, sizeof *all.posted),
        .post_waits = memory_zeroed(messages + 1, sizeof *all.post_waits),
    };
    for (size_t i = 0; i < messages; i++)
        all.sent[i] = all.posted[i] = NEVER;
    *to = (struct analysis_replay_result){
        .missing = steps->missing,
        .waited = memory_zeroed(archive->regions.rows + 1, sizeof *to->waited),
    };
    find_gates(&all);
    find_threads(&all);
    run_all(&all);
    free_all(&all);
}

void analysis_replay_result_free(struct analysis_replay_result *result)
{
    free(result->waited);
    *result = (struct analysis_replay_result){0};
}
