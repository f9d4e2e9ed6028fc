/* history_series.c: the series of a history that are shown, and their levels between jumps. */
#include "report/compare/history.h"

#include "analysis/changes/noise.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_drawn(const struct report_history *of, size_t series)
{
    for (size_t i = 0; i < of->drawn_count; i++) {
        if (of->drawn[i] == series)
            return true;
    }
    return false;
}

struct report_history report_history_new(const struct analysis_history *history,
                                         enum analysis_changes_measure measure,
                                         const uint8_t *chosen)
{
    struct report_history of = {.history = history, .measure = measure, .chosen = chosen};
    of.drawn = memory_zeroed(history->count + 1, sizeof *of.drawn);
    for (size_t i = 0; i < history->count; i++) {
        if (chosen && chosen[i])
            of.drawn[of.drawn_count++] = i;
    }
    if (chosen)
        return of;
    of.drawn[of.drawn_count++] = 0;
    for (size_t i = 0; i < history->jump_count && of.drawn_count < REPORT_HISTORY_DRAWN; i++) {
        if (!is_drawn(&of, history->jumps[i].series))
            of.drawn[of.drawn_count++] = history->jumps[i].series;
    }
    return of;
}

void report_history_free(struct report_history *of)
{
    free(of->drawn);
    of->drawn = NULL;
}

bool report_history_jumps(const struct report_history *of, size_t series, size_t run)
{
    const struct analysis_history *history = of->history;
    for (size_t i = 0; i < history->jump_count; i++) {
        if (history->jumps[i].series == series && history->jumps[i].run == run)
            return true;
    }
    return false;
}

void report_history_levels(const struct report_history *of, size_t series, double *levels)
{
    size_t runs = of->history->run_count;
    const double *values = analysis_history_values(of->history, series, of->measure);
    double *known = memory_zeroed(runs + 1, sizeof *known);
    for (size_t from = 0, to; from < runs; from = to) {
        size_t count = 0;
        for (to = from; to < runs && (to == from || !report_history_jumps(of, series, to)); to++) {
            if (!isnan(values[to]))
                known[count++] = values[to];
        }
        double level = analysis_noise_median(known, count);
        for (size_t i = from; i < to; i++)
            levels[i] = isnan(values[i]) ? NAN : level;
    }
    free(known);
}

void report_history_run(const struct report_history *of, size_t run, struct buffer *to)
{
    const struct analysis_history_run *at = &of->history->runs[run];
    buffer_add(to, at->name);
    if (*at->commit)
        buffer_printf(to, " (%.8s)", at->commit);
}
