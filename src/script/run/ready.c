/* ready.c: see ready.h
 *
 * A reader is queued when all writers of its stream have started, so that no running task waits
 * for one that is not: with any number of cores there is no deadlock. A writer with retries must
 * even have ended: it may have to start again, and its output comes at its end anyway. Tasks in a
 * cycle of streams start together. */
#include "script/run/ready.h"

#include "script/run/placement.h"
#include "script/run/plan.h"
#include "util/memory.h"

#include <float.h>
#include <math.h>

static bool before(const struct run_queued *a, const struct run_queued *b)
{
    return a->priority > b->priority || (a->priority >= b->priority && a->task < b->task);
}

static void push(struct run_queue *queue, struct run_queued item)
{
    queue->heap = memory_grow(queue->heap, &queue->room, queue->count + 1, sizeof *queue->heap);
    size_t at = queue->count++;
    for (; at && before(&item, &queue->heap[(at - 1) / 2]); at = (at - 1) / 2)
        queue->heap[at] = queue->heap[(at - 1) / 2];
    queue->heap[at] = item;
}

static uint32_t pop(struct run_queue *queue)
{
    uint32_t first = queue->heap[0].task;
    struct run_queued item = queue->heap[--queue->count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < queue->count; at = child) {
        if (child + 1 < queue->count && before(&queue->heap[child + 1], &queue->heap[child]))
            child++;
        if (!before(&queue->heap[child], &item))
            break;
        queue->heap[at] = queue->heap[child];
    }
    queue->heap[at] = item;
    return first;
}

static bool is_startable(const struct run *run, uint32_t task)
{
    const struct script_task *about = &run->graph->tasks[task];
    return run->shown[task].state == SCRIPT_WAITING && !run->tasks[task].waits &&
           (about->in.kind != SCRIPT_END_STREAM || !run->streams[about->in.stream].unstarted);
}

/* True if all tasks of a cycle of streams are startable. */
static bool is_ring_startable(const struct run *run, uint32_t ring)
{
    for (uint32_t i = 0; i < run->graph->task_count; i++) {
        if (run->graph->rings[i] == ring && !is_startable(run, i))
            return false;
    }
    return true;
}

static uint32_t ring_of(const struct run *run, uint32_t task)
{
    return run->graph->rings ? run->graph->rings[task] : SCRIPT_NONE;
}

static void queue(struct run *run, uint32_t task)
{
    double priority = run->priorities ? run->priorities[task] : 0;
    if (run->graph->tasks[task].in.kind == SCRIPT_END_STREAM)
        priority = DBL_MAX; /* its writers run: the sooner it does, the less is kept on disk */
    if (run->tasks[task].losses)
        priority = INFINITY; /* tasks that run may wait for it */
    run->shown[task].state = SCRIPT_READY;
    if (run->plan && ring_of(run, task) == SCRIPT_NONE && !run->tasks[task].losses) {
        plan_ready(run, task);
        return;
    }
    push(&run->ready, (struct run_queued){priority, task});
}

void ready_check(struct run *run, uint32_t task)
{
    uint32_t ring = run->shown[task].attempts ? SCRIPT_NONE : ring_of(run, task);
    if (!is_startable(run, task) || (ring != SCRIPT_NONE && !is_ring_startable(run, ring)))
        return;
    if (ring == SCRIPT_NONE)
        queue(run, task);
    for (uint32_t i = 0; ring != SCRIPT_NONE && i < run->graph->task_count; i++) {
        if (run->graph->rings[i] == ring)
            queue(run, i);
    }
}

void ready_again(struct run *run)
{
    for (uint32_t i = 0; i < run->graph->task_count; i++) {
        if (run->shown[i].state == SCRIPT_READY)
            queue(run, i);
    }
}

void ready_force_readers(struct run *run, uint32_t stream)
{
    const struct script_numbers *readers = &run->graph->streams[stream].readers;
    for (size_t i = 0; i < readers->count; i++) {
        if (run->shown[readers->list[i]].state == SCRIPT_READY)
            push(&run->ready, (struct run_queued){INFINITY, readers->list[i]});
    }
}

void ready_check_readers(struct run *run, uint32_t stream)
{
    const struct script_numbers *readers = &run->graph->streams[stream].readers;
    for (size_t i = 0; i < readers->count; i++)
        ready_check(run, readers->list[i]);
}

static void count_end(struct run *run, uint32_t number, const struct script_end *end)
{
    if (end->kind != SCRIPT_END_STREAM)
        return;
    if (run->graph->rings && run->graph->streams[end->stream].cyclic &&
        run->graph->rings[number] != SCRIPT_NONE)
        return;
    if (--run->streams[end->stream].unstarted == 0)
        ready_check_readers(run, end->stream);
}

void ready_count_writer(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    if (run->tasks[number].counted)
        return;
    run->tasks[number].counted = true;
    count_end(run, number, &task->out);
    count_end(run, number, &task->err);
}

bool ready_fits(const struct run *run, uint32_t task)
{
    const struct script_end *in = &run->graph->tasks[task].in;
    if (run->running + 1 >= run->slot_count)
        return false;
    if (run->options->fleet && placement_any_agent(run) == SCRIPT_NONE)
        return false; /* all agents are lost */
    if (in->kind == SCRIPT_END_STREAM && run->streams[in->stream].crowded)
        return true;
    if (!run->running || ring_of(run, task) != SCRIPT_NONE || run->tasks[task].losses)
        return true; /* alone it may have everything; those of a cycle must run together */
    struct placement needs = placement_of(run, task);
    return run->options->fleet ? placement_agent(run, needs) != SCRIPT_NONE
                               : placement_fits(run, 0, needs);
}

uint32_t ready_next(struct run *run)
{
    while (run->ready.count) {
        uint32_t task = run->ready.heap[0].task;
        if (run->shown[task].state != SCRIPT_READY) { /* skipped, or started with its writer */
            pop(&run->ready);
            continue;
        }
        return ready_fits(run, task) ? pop(&run->ready) : SCRIPT_NONE;
    }
    return run->plan ? plan_next(run) : SCRIPT_NONE;
}
