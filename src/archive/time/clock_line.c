/* clock_line.c: converts the time of one clock to that of another, by straight lines between the
 * moments at which the two were compared. */
#include "archive/time/clocks.h"

#include "util/number.h"

#include <stdlib.h>

void archive_clock_line_free(struct archive_clock_line *line)
{
    free(line->knots);
    free(line->moves);
}

/* Returns the time that is as far from the knot on the other clock as `ns` is on its own. */
static uint64_t beside(const struct archive_clock_knot *knot, uint64_t ns)
{
    return ns >= knot->own ? number_add(knot->zero, ns - knot->own)
                           : number_minus(knot->zero, knot->own - ns);
}

/* Converts by the knots alone. Before the first knot and after the last one both clocks have the
 * same rate. */
static uint64_t measured(const struct archive_clock_line *line, uint64_t ns)
{
    size_t low = 0, high = line->knot_count; /* knots before `low` are not after ns */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (line->knots[middle].own <= ns)
            low = middle + 1;
        else
            high = middle;
    }
    if (!line->knot_count)
        return ns;
    if (!low || low == line->knot_count)
        return beside(&line->knots[low ? low - 1 : 0], ns);
    const struct archive_clock_knot *from = &line->knots[low - 1], *to = &line->knots[low];
    return from->zero + number_scale(ns - from->own, to->zero - from->zero, to->own - from->own);
}

uint64_t archive_clock_line_moved(const struct archive_clock_line *line, uint64_t zero)
{
    size_t low = 0, high = line->move_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (line->moves[middle].from <= zero)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return 0;
    const struct archive_clock_move *move = &line->moves[low - 1];
    if (zero >= move->at)
        return number_minus(move->by, (zero - move->at) / CLOCK_DECAY);
    return move->by_then +
           number_scale(zero - move->from, move->by - move->by_then, move->at - move->from);
}

uint64_t archive_clock_line_time(const struct archive_clock_line *line, uint64_t ns)
{
    uint64_t zero = measured(line, ns);
    return number_add(zero, archive_clock_line_moved(line, zero));
}
