/* division_rows.c: which loops of compared runs are worth a row, and in which order. */
#include "report/compare/division.h"

#include "util/memory.h"

#include <stdlib.h>

struct search {
    const struct division *division;
    const struct report_options *options;
    uint32_t *first, *next; /* child, sibling */
    struct division_rows rows;
};

static int by_weight(const void *left, const void *right, void *context)
{
    const double *heat = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (heat[a] != heat[b]) /* the least first: linking turns the order round */
        return heat[a] < heat[b] ? -1 : 1;
    return a > b ? -1 : a < b;
}

static void link_hot(struct search *search)
{
    const struct division *division = search->division;
    uint32_t *sorted = memory_zeroed(division->count, sizeof *sorted);
    for (uint32_t i = 0; i < division->count; i++) {
        sorted[i] = i;
        search->first[i] = search->next[i] = ARCHIVE_NONE;
    }
    qsort_r(sorted, division->count, sizeof *sorted, by_weight, division->heat);
    for (size_t i = 0; i < division->count; i++) {
        uint32_t node = sorted[i], parent = division->nodes[node].parent;
        if (parent == ARCHIVE_NONE)
            continue;
        if (100 * division->heat[node] < search->options->min_percent) {
            search->rows.hidden += division_is_loop(division, node);
            continue;
        }
        search->next[node] = search->first[parent];
        search->first[parent] = node;
    }
    free(sorted);
}

struct division_rows division_rows_find(const struct division *division,
                                        const struct report_options *options)
{
    struct search search = {
        .division = division,
        .options = options,
        .first = memory_zeroed(division->count, sizeof *search.first),
        .next = memory_zeroed(division->count, sizeof *search.next),
        .rows.nodes = memory_zeroed(division->count, sizeof *search.rows.nodes),
        .rows.depths = memory_zeroed(division->count, sizeof *search.rows.depths),
    };
    uint32_t depth = 0;
    link_hot(&search);
    for (uint32_t at = search.first[0]; at != ARCHIVE_NONE;) {
        search.rows.nodes[search.rows.count] = at;
        search.rows.depths[search.rows.count++] = depth;
        if (search.first[at] != ARCHIVE_NONE) {
            at = search.first[at];
            depth++;
            continue;
        }
        while (at && search.next[at] == ARCHIVE_NONE) {
            at = division->nodes[at].parent;
            depth--;
        }
        at = at ? search.next[at] : ARCHIVE_NONE;
    }
    free(search.first);
    free(search.next);
    return search.rows;
}

void division_rows_free(struct division_rows *rows)
{
    free(rows->nodes);
    free(rows->depths);
    *rows = (struct division_rows){0};
}
