/* sums.c: see sums.h */
#include "cube/sums.h"

#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdlib.h>

void sums_init(struct cube_sums *sums)
{
    *sums = (struct cube_sums){.min = ARCHIVE_UNKNOWN, .trips_min = ARCHIVE_UNKNOWN};
}

void sums_add(struct cube_sums *sums, const struct cube *cube, uint32_t node, bool outermost)
{
    const struct archive_nodes *all = &cube->archive->nodes;
    sums->nodes++;
    sums->count = number_add(sums->count, all->visits[node]);
    sums->self = number_add(sums->self, cube->self[node]);
    sums->loops = number_add(sums->loops, cube->loops[node]);
    sums->loops_lack |= cube->loops_lack[node];
    sums->excess |= cube->excess[node];
    sums->loops_excess |= cube->loops_excess[node];
    sums->unseen = number_add(sums->unseen, all->untimed[node]);
    if (outermost)
        sums->time = number_add(sums->time, cube->time[node]);
    if (all->time_min[node] < sums->min)
        sums->min = all->time_min[node];
    if (all->time_max[node] > sums->max)
        sums->max = all->time_max[node];
    sums->trips = number_add(sums->trips, all->trips[node]);
    if (all->trips_min[node] < sums->trips_min)
        sums->trips_min = all->trips_min[node];
    if (all->trips_max[node] > sums->trips_max)
        sums->trips_max = all->trips_max[node];
    sums->bytes = number_add(sums->bytes, all->bytes[node]);
    sums->instructions = number_add(sums->instructions, all->instructions[node]);
    sums->unfinished = number_add(sums->unfinished, all->unfinished[node]);
    sums->aborted = number_add(sums->aborted, all->aborted[node]);
    sums->ended = number_add(
        sums->ended,
        number_minus(all->visits[node], number_add(all->unfinished[node], all->aborted[node])));
    sums->vague |= all->trips[node] && all->trips_min[node] == ARCHIVE_UNKNOWN;
    sums->untimed |= !all->timed[node];
    if (!all->timed[node])
        sums->unknown = number_add(sums->unknown, all->visits[node]);
    if (!all->timed[node] && all->how[node] & ARCHIVE_TOO_SHORT)
        sums->brief = number_add(sums->brief, all->visits[node]);
    sums->estimated |= all->timed[node] == ARCHIVE_ESTIMATED || all->timed[node] == ARCHIVE_SAMPLED;
    sums->fewest |= (all->how[node] & ARCHIVE_AT_LEAST) != 0;
    sums->peeled |= cube->peeled && cube->peeled[all->region[node]];
    sums->how |= all->how[node];
    sums->at_least |= all->unfinished[node] && cube->archive->lanes.at_least[all->lane[node]];
    sums->at_least |= all->timed[node] && cube_is_time_short(cube->archive, node);
    bool damaged = cube->archive->places.damage[cube->archive->lanes.place[all->lane[node]]] != 0;
    sums->at_least |= damaged;
    sums->fewest |= damaged;
}

/* Accepts a time that lacks very few visits, or only visits that are short beside it, as a lower
 * bound. Nodes without visits lack none: in a part of an archive, they only lead to others. */
static void settle(struct cube_sums *sums)
{
    enum {
        FEW = 100,    /* one in this many */
        SHORT = 1000, /* ns: longer than any visit that is too short for the clock */
    };
    bool few = sums->unknown <= sums->count / FEW;
    bool brief = sums->unknown == sums->brief && sums->time / SHORT >= sums->brief;
    bool all = !sums->unknown && sums->count;
    if (!sums->untimed || !(all || (sums->unknown && (few || brief))))
        return;
    sums->untimed = false;
    sums->at_least |= !all;
}

uint32_t sums_row(struct sums_index *index, uint32_t a, uint32_t b)
{
    uint32_t row = pairs_add(index->pairs, a, b, (uint32_t)index->to->count);
    if (row == index->to->count) {
        index->to->rows = memory_grow(index->to->rows, &index->room, index->to->count + 1,
                                      sizeof *index->to->rows);
        struct cube_row *added = &index->to->rows[index->to->count++];
        added->a = a;
        added->b = b;
        sums_init(&added->sums);
    }
    return row;
}

/* Walks one lane's tree; depth[row] counts the nodes of the row that the current one is inside
 * of. */
static void walk(const struct cube *cube, const uint32_t *row_of_node, struct cube_rows *rows,
                 uint32_t *depth, uint32_t root)
{
    const uint32_t *parent = cube->archive->nodes.parent;
    uint32_t node = root;
    for (;;) {
        uint32_t row = row_of_node[node];
        if (row != ARCHIVE_NONE)
            sums_add(&rows->rows[row].sums, cube, node, depth[row]++ == 0);
        if (cube->first[node] != ARCHIVE_NONE) {
            node = cube->first[node];
            continue;
        }
        for (;; node = parent[node]) { /* back up to the next sibling */
            if (row_of_node[node] != ARCHIVE_NONE)
                depth[row_of_node[node]]--;
            if (node == root)
                return;
            if (cube->next[node] != ARCHIVE_NONE)
                break;
        }
        node = cube->next[node];
    }
}

void sums_project(const struct cube *cube, const uint32_t *row_of_node, struct cube_rows *rows)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    uint32_t *depth = memory_zeroed(rows->count, sizeof *depth);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] == ARCHIVE_NONE)
            walk(cube, row_of_node, rows, depth, i);
    }
    for (size_t i = 0; i < rows->count; i++)
        settle(&rows->rows[i].sums);
    free(depth);
}
