/* direct_loops.c: loops whose counts are kept by a region around them in which other probes run.
 *
 * An anchor that is entered in every visit has a node, which is current wherever no inner visit is
 * open. So a loop in which nothing is called can add its counts to that node's values at its end:
 * while it is only counted, it needs no node of its own, which would have to be found. Nothing
 * waits for the end of the anchor's visit, which may last for hours. */
#include "instrument/fortran/scope.h"

enum {
    MOST_VALUES = 600 /* that one region keeps; TRI_VALUES_MOST is more */
};

/* True if the loop around others can keep their counts: its handle has the node in every trip. */
static bool keeps_counts(const struct routine *routine, const struct site *around)
{
    const struct spot *spot = routine_spot(routine, around->at);
    return around->busy && !around->obstacle && !around->landed && !around->directive.words &&
           !around->environment && !spot->concurrent && !spot->obstacle &&
           statement_at(routine, around->at)->do_kind != DO_CONCURRENT;
}

/* True if the loop can add its counts to the region around it. */
static bool is_direct(const struct routine *routine, const struct site *loop)
{
    const struct spot *spot = routine_spot(routine, loop->at);
    if (loop->kind != TRI_KIND_LOOP || loop->obstacle || loop->busy || loop->light ||
        loop->landed || loop->directive.words || loop->environment || spot->concurrent ||
        spot->obstacle || loop->nest != loop->around || !(loop->leaf || loop->is_anchor))
        return false;
    return loop->around ? keeps_counts(routine, loop->around) : !routine->is_anchor;
}

/* True if the routine can have such loops. */
static bool is_suitable(const struct routine *routine)
{
    enum statement_kind unit = routine->block->unit;
    return !routine->file->request->every_probe &&
           (unit == STATEMENT_SUBROUTINE || unit == STATEMENT_FUNCTION) && !routine->entry_count &&
           !routine->environment_count && !routine->ends_early && !routine->light_call_count;
}

bool direct_loops_find(struct routine *routine)
{
    unsigned values = 0;
    bool any = false;
    if (!is_suitable(routine))
        return false;
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        if (!is_direct(routine, loop))
            continue;
        values += loop->values + 4;
        loop->direct = values <= MOST_VALUES;
        any = any || loop->direct;
    }
    return any;
}

unsigned direct_loops_handle(const struct routine *routine, const struct site *loop)
{
    return loop->nest ? loop->nest->number : routine->number;
}

unsigned long long direct_loops_place(const struct site *loop)
{
    unsigned long long trips = light_has_trip_sum(loop);
    return loop->sum_place | (unsigned long long)loop->range_place << 16 | trips << 32;
}
