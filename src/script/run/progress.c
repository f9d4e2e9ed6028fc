/* progress.c: see progress.h */
#include "script/run/progress.h"

#include "util/buffer.h"
#include "util/messages.h"
#include "util/words.h"

#include <stdio.h>
#include <unistd.h>

enum { INTERVAL = 100000000 }; /* ns */

void live_begin(struct live *live, const struct run *run)
{
    *live = (struct live){.wanted = !run->options->quiet && isatty(STDERR_FILENO)};
}

/* Returns the seconds until the end, by the tasks that are done or, where models tell, by their
 * costs; negative: not known. */
static double estimate(const struct run *run, const size_t *counts)
{
    double done = 0, left = 0;
    bool modelled = true;
    for (size_t i = 0; i < run->graph->task_count && modelled; i++) {
        double cost = run->graph->tasks[i].cost;
        modelled = cost > 0;
        if (run->shown[i].state >= SCRIPT_DONE)
            done += cost;
        else
            left += cost;
    }
    if (!modelled) {
        done = (double)counts[SCRIPT_DONE];
        left = (double)run->left;
    }
    double passed = (double)(run_now() - run->result->start) / 1e9;
    return done > 0 ? passed * left / done : -1;
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
