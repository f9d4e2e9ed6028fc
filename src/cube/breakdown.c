/* breakdown.c: splits the time of one routine into parts. */
#include "cube/cube.h"

#include "cube/sums.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* The position of a node relative to the routine. */
enum where {
    OUTSIDE,
    BODY,   /* the routine, or a region written in it */
    CALLED, /* a call from the body, or anything inside of one */
};

/* Classifies a node, given the position of its parent. A routine that was not timed has no time to
 * list: its calls stand for it. */
static enum where where_is(const struct cube *cube, uint32_t node, uint32_t routine,
                           enum where above)
{
    const struct archive *archive = cube->archive;
    uint32_t region = archive->nodes.region[node];
    if (above == CALLED)
        return CALLED;
    if (region == routine)
        return BODY;
    if (above == OUTSIDE)
        return OUTSIDE;
    bool call = archive->regions.kind[region] == TRI_KIND_ROUTINE && archive->nodes.timed[node];
    return call ? CALLED : BODY;
}

static void add_whole(struct cube_sums *whole, const struct cube *cube, uint32_t node,
                      bool outermost)
{
    struct cube_sums one;
    sums_init(&one);
    sums_add(&one, cube, node, outermost);
    whole->count = number_add(whole->count, one.count);
    whole->time = number_add(whole->time, one.time);
    whole->unfinished = number_add(whole->unfinished, one.unfinished);
    whole->untimed |= one.untimed;
    whole->at_least |= one.at_least;
}

/* Adds each node of the routine's body, and each call from it, to the row of its region; by lane,
 * if these are to be apart. */
static struct cube_rows collect(const struct cube *cube, uint32_t routine, bool by_lane,
                                struct cube_sums *whole)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    const uint32_t *kind = cube->archive->regions.kind;
    struct cube_rows rows = {0};
    struct pairs pairs = {0};
    struct sums_index index = {.to = &rows, .pairs = &pairs};
    uint8_t *where = memory_zeroed(nodes->rows, 1);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i], region = nodes->region[i];
        enum where above = parent == ARCHIVE_NONE ? OUTSIDE : (enum where)where[parent];
        where[i] = (uint8_t)where_is(cube, i, routine, above);
        if (region == routine)
            add_whole(whole, cube, i, above == OUTSIDE);
        if (where[i] == OUTSIDE || (where[i] == CALLED && above == CALLED) ||
            kind[region] == TRI_KIND_FILE || kind[region] == TRI_KIND_OBJECT)
            continue;
        bool call = kind[region] == TRI_KIND_ROUTINE && region != routine;
        uint32_t second = by_lane ? nodes->lane[i] : call;
        uint32_t row = sums_row(&index, region, second); /* may move the rows */
        struct cube_sums *sums = &rows.rows[row].sums;
        sums_add(sums, cube, i, false);
        sums->time = number_add(sums->time, where[i] == CALLED ? cube->time[i] : cube->self[i]);
    }
    free(where);
    pairs_free(&pairs);
    return rows;
}

struct cube_breakdown cube_breakdown_new(const struct cube *cube, uint32_t routine)
{
    struct cube_breakdown result = {0};
    struct cube_rows rows = collect(cube, routine, false, &result.whole);
    result.parts = rows.rows;
    result.count = rows.count;
    return result;
}

struct cube_rows cube_breakdown_lanes(const struct cube *cube, uint32_t routine)
{
    struct cube_sums whole = {0};
    return collect(cube, routine, true, &whole);
}

void cube_breakdown_free(struct cube_breakdown *breakdown)
{
    free(breakdown->parts);
    *breakdown = (struct cube_breakdown){0};
}
