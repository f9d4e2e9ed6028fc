/* progress.c: see progress.h */
#include "script/run/progress.h"

#include "script/run/placement.h"
#include "script/run/plan.h"
#include "util/buffer.h"
#include "util/messages.h"
#include "util/words.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { INTERVAL = 100000000 }; /* ns */

void live_begin(struct live *live, const struct run *run)
{
    *live = (struct live){.wanted = !run->options->quiet && isatty(STDERR_FILENO)};
}

/* Costs of tasks that are not settled, and how far those of the others were off. */
struct costs {
    double expected, measured; /* of tasks that are done: seconds × cores */
    double left;               /* seconds × cores */
    double longest;            /* chain that has not begun */
    bool all;                  /* every task has a cost */
};

static struct costs sum_up(const struct run *run)
{
    struct costs sums = {.all = true};
    for (uint32_t i = 0; i < run->graph->task_count && sums.all; i++) {
        const struct script_task_run *shown = &run->shown[i];
        double cost = run->graph->tasks[i].cost * run->graph->tasks[i].cores;
        sums.all = cost > 0;
        if (shown->state == SCRIPT_DONE && shown->attempts) {
            sums.expected += cost;
            sums.measured += (double)(shown->end - shown->start) / 1e9 * run->graph->tasks[i].cores;
        } else if (shown->state < SCRIPT_DONE) {
            sums.left += cost;
        }
        if (shown->state <= SCRIPT_READY && run->priorities)
            sums.longest = fmax(sums.longest, run->priorities[i]);
    }
    return sums;
}

/* Returns what running tasks have already done of what is left, in seconds × cores. */
static double begun(const struct run *run, double factor)
{
    double sum = 0, now = (double)run_now();
    for (uint32_t i = 0; i < run->slot_count; i++) {
        if (run->slots[i] == SCRIPT_NONE)
            continue;
        const struct script_task *task = &run->graph->tasks[run->slots[i]];
        double passed = (now - (double)run->shown[run->slots[i]].start) / 1e9;
        sum += fmin(passed, task->cost * factor) * task->cores;
    }
    return sum;
}

static uint32_t all_cores(const struct run *run)
{
    return run->options->fleet ? placement_cores(run) : run->options->cores;
}

/* Returns the seconds until the end: by the plan, else by the costs of tasks, corrected by what
 * those that are done took, else by the number of tasks that are done; negative: not known. */
static double estimate(const struct run *run, const size_t *counts)
{
    double seconds = run->plan ? plan_left(run) : -1;
    struct costs sums = sum_up(run);
    if (seconds > 0)
        return seconds;
    if (sums.all) {
        double factor = sums.expected > 0 ? sums.measured / sums.expected : 1;
        double work = fmax(sums.left * factor - begun(run, factor), 0);
        return fmax(work / all_cores(run), sums.longest * factor);
    }
    double passed = (double)(run_now() - run->result->start) / 1e9;
    return counts[SCRIPT_DONE] ? passed * (double)run->left / (double)counts[SCRIPT_DONE] : -1;
}

void live_show(struct live *live, const struct run *run)
{
    uint64_t now = live->wanted ? run_now() : 0;
    if (!live->wanted || now < live->next)
        return;
    live->next = now + INTERVAL;
    size_t counts[SCRIPT_STATES] = {0};
    for (size_t i = 0; i < run->graph->task_count; i++)
        counts[run->shown[i].state]++;
    struct buffer line = {0};
    buffer_printf(&line, "%zu of %zu done, %u running, %zu waiting",
                  counts[SCRIPT_DONE] + counts[SCRIPT_KEPT], run->graph->task_count, run->running,
                  counts[SCRIPT_WAITING] + counts[SCRIPT_READY]);
    if (counts[SCRIPT_FAILED])
        buffer_printf(&line, ", %zu failed", counts[SCRIPT_FAILED]);
    if (run->plan)
        plan_add_counts(run, &line);
    double seconds = estimate(run, counts);
    if (seconds >= 0) {
        buffer_add(&line, ", ends in about ");
        words_time(&line, (uint64_t)(seconds * 1e9));
    }
    fprintf(messages_unfiltered(), "\r%.*s\033[K", 78, line.text);
    fflush(messages_unfiltered());
    buffer_free(&line);
    live->shown = true;
}

void live_clear(struct live *live)
{
    if (live->shown)
        fputs("\r\033[K", messages_unfiltered());
    if (live->shown)
        fflush(messages_unfiltered());
    live->shown = false;
}
