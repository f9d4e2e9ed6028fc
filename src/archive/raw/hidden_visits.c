/* hidden_visits.c: marks the counts that may lack the visit in which a lane was interrupted.
 *
 * A region without other probes inside that is only counted is counted when its visit ends. If the
 * process was killed in such a visit, still is in it, or left it by longjmp, nothing is known of
 * it: only that the visit around it did not end by itself. */
#include "archive/raw/raw.h"

#include "archive/table/schema.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <triptych/probes.h>

struct hidden {
    struct archive *archive;
    const struct archive_raw_place *place;
    size_t first;          /* row of the place's first node */
    uint64_t *open, *left; /* by node: unfinished, aborted visits with no such visit inside */
    uint64_t *jumps;       /* by lane of the place: those of `left` that longjmp ended */
    struct pairs routines; /* (lane, routine) -> a visit in which a hidden one may be */
    uint8_t *lanes;        /* by lane of the place: a hidden visit of any routine may be in them */
};

static uint32_t routine_of(const struct archive *archive, uint32_t node)
{
    uint32_t region = archive->nodes.region[node];
    bool is_routine = archive->regions.kind[region] == TRI_KIND_ROUTINE;
    return is_routine ? region : archive->regions.routine[region];
}

/* Finds the innermost visits that did not end by themselves. At the end of a thread, one path of
 * them is left from the outermost on; further ones were left by longjmp. */
static void find_ends(struct hidden *hidden)
{
    const struct archive_nodes *nodes = &hidden->archive->nodes;
    for (size_t i = hidden->first; i < nodes->rows; i++) {
        hidden->open[i - hidden->first] = nodes->unfinished[i];
        hidden->left[i - hidden->first] = nodes->aborted[i];
    }
    for (size_t i = hidden->first; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        if (parent == ARCHIVE_NONE)
            continue;
        uint64_t *open = &hidden->open[parent - hidden->first];
        uint64_t *left = &hidden->left[parent - hidden->first];
        *open = number_minus(*open, nodes->unfinished[i]);
        *left = number_minus(*left, nodes->aborted[i]);
    }
    for (size_t i = hidden->first; i < nodes->rows; i++) {
        uint64_t *jumps = &hidden->jumps[nodes->lane[i] - hidden->place->first_lane];
        *jumps += hidden->left[i - hidden->first];
    }
    for (size_t i = hidden->first; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        uint64_t *jumps = &hidden->jumps[nodes->lane[i] - hidden->place->first_lane];
        if (parent != ARCHIVE_NONE && nodes->parent[parent] == ARCHIVE_NONE)
            *jumps = number_minus(*jumps, nodes->aborted[i]);
    }
}

static void add_routine(struct hidden *hidden, uint32_t node)
{
    const struct archive *archive = hidden->archive;
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    uint32_t lane = archive->nodes.lane[node];
    if (archive->nodes.parent[node] != ARCHIVE_NONE && kind != TRI_KIND_ROUTINE &&
        kind != TRI_KIND_LOOP && kind != TRI_KIND_USER)
        return;
    pairs_add(&hidden->routines, lane, routine_of(archive, node), node);
    if (!(archive->regions.flags[archive->nodes.region[node]] & TRI_LEAF))
        hidden->lanes[lane - hidden->place->first_lane] = 1;
}

/* Adds the routines of visits that did not end by themselves, with none inside that is known. One
 * that was left by longjmp may be that of a signal handler: what it interrupted is beside it. */
static void find_routines(struct hidden *hidden)
{
    const struct archive_nodes *nodes = &hidden->archive->nodes;
    for (uint32_t i = (uint32_t)hidden->first; i < nodes->rows; i++) {
        bool jumped = hidden->left[i - hidden->first] &&
                      hidden->jumps[nodes->lane[i] - hidden->place->first_lane];
        if (hidden->open[i - hidden->first] || jumped)
            add_routine(hidden, i);
        if (jumped && nodes->parent[i] != ARCHIVE_NONE)
            add_routine(hidden, nodes->parent[i]);
    }
}

/* True if some counts of a light region come from its anchor, not from those of the anchor's
 * visits. */
static bool is_summed(const struct archive *archive, uint32_t node)
{
    unsigned how = archive->nodes.how[node];
    bool is_loop = archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_LOOP;
    unsigned derived = ARCHIVE_DERIVED_VISITS | (is_loop ? ARCHIVE_DERIVED_TRIPS : 0);
    return how & ARCHIVE_LIGHT && (how & derived) != derived;
}

/* True if a node's visits are counted when they end; a routine's are counted when they begin unless
 * it also counts light regions. `sums`: it does. */
static bool is_counted_late(const struct archive *archive, uint32_t node, bool sums)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t region = nodes->region[node], kind = archive->regions.kind[region];
    bool counted = !nodes->timed[node] || nodes->untimed[node];
    return counted && archive->regions.flags[region] & TRI_LEAF &&
           !(nodes->how[node] & ARCHIVE_LIGHT) &&
           (kind == TRI_KIND_LOOP || (kind == TRI_KIND_ROUTINE && sums));
}

/* True if a visit of a node may be hidden. That of a loop is in a visit of its routine; a routine
 * may be called by any other, whether it was before or not. */
static bool may_be_hidden(const struct hidden *hidden, uint32_t node)
{
    const struct archive *archive = hidden->archive;
    uint32_t lane = archive->nodes.lane[node];
    if (archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_ROUTINE)
        return hidden->lanes[lane - hidden->place->first_lane];
    uint32_t routine = routine_of(archive, archive->nodes.parent[node]);
    return pairs_find(&hidden->routines, lane, routine) != PAIRS_NONE;
}

static void mark_nodes(struct hidden *hidden)
{
    struct archive_nodes *nodes = &hidden->archive->nodes;
    uint8_t *sums = memory_zeroed(nodes->rows - hidden->first, 1);
    uint8_t *marked = memory_zeroed(nodes->rows - hidden->first, 1);
    for (uint32_t i = (uint32_t)nodes->rows; i-- > hidden->first;) {
        uint32_t parent = nodes->parent[i];
        if (parent != ARCHIVE_NONE && (is_summed(hidden->archive, i) || sums[i - hidden->first]))
            sums[parent - hidden->first] = 1;
    }
    for (uint32_t i = (uint32_t)hidden->first; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        if (parent == ARCHIVE_NONE)
            continue;
        bool late = is_counted_late(hidden->archive, i, sums[i - hidden->first]) &&
                    may_be_hidden(hidden, i);
        if (!late && !(nodes->how[i] & ARCHIVE_LIGHT && marked[parent - hidden->first]))
            continue;
        marked[i - hidden->first] = 1;
        nodes->how[i] |= ARCHIVE_AT_LEAST;
    }
    free(sums);
    free(marked);
}

static void add_node(struct archive *archive, uint32_t lane, uint32_t parent, uint32_t region)
{
    size_t row = archive->nodes.rows;
    if (row >= ARCHIVE_NONE - 1)
        return;
    archive_schema_add_rows(archive, SCHEMA_NODES, 1);
    struct archive_nodes *nodes = &archive->nodes;
    nodes->lane[row] = lane;
    nodes->parent[row] = parent;
    nodes->region[row] = region;
    nodes->time_min[row] = nodes->trips_min[row] = ARCHIVE_UNKNOWN;
    nodes->how[row] = ARCHIVE_AT_LEAST;
}

/* True for a loop that is counted at the end of its visits; `raw`: its row in the place. */
static bool is_late_loop(const struct hidden *hidden, size_t raw)
{
    const struct archive_regions *regions = &hidden->archive->regions;
    uint32_t region = hidden->place->rows[raw];
    unsigned facts = hidden->place->facts[raw];
    return region != ARCHIVE_NONE && facts & RAW_UNTIMED && !(facts & RAW_OFF) &&
           regions->kind[region] == TRI_KIND_LOOP && regions->flags[region] & TRI_LEAF;
}

/* Adds nodes without visits for loops that were never seen, but may have been begun. */
static void add_loops(struct hidden *hidden)
{
    struct archive *archive = hidden->archive;
    const struct archive_raw_place *place = hidden->place;
    struct pairs seen = {0}; /* (region, lane) */
    for (size_t i = hidden->first; i < archive->nodes.rows; i++)
        pairs_add(&seen, archive->nodes.region[i], archive->nodes.lane[i], 0);
    for (size_t i = 1; i < place->region_count; i++) {
        uint32_t region = place->rows[i];
        if (!is_late_loop(hidden, i))
            continue;
        uint32_t routine = archive->regions.routine[region];
        for (size_t lane = place->first_lane; lane < archive->lanes.rows; lane++) {
            uint32_t around = pairs_find(&hidden->routines, (uint32_t)lane, routine);
            if (around != PAIRS_NONE && pairs_find(&seen, region, (uint32_t)lane) == PAIRS_NONE)
                add_node(archive, (uint32_t)lane, around, region);
        }
    }
    pairs_free(&seen);
}

void archive_raw_mark_hidden_visits(struct archive_raw_reader *reader,
                                    const struct archive_raw_place *place)
{
    size_t count = reader->archive->nodes.rows - place->first_node;
    size_t lanes = reader->archive->lanes.rows - place->first_lane;
    struct hidden hidden = {
        .archive = reader->archive,
        .place = place,
        .first = place->first_node,
        .open = memory_zeroed(count, sizeof *hidden.open),
        .left = memory_zeroed(count, sizeof *hidden.left),
        .jumps = memory_zeroed(lanes, sizeof *hidden.jumps),
        .lanes = memory_zeroed(lanes, 1),
    };
    find_ends(&hidden);
    find_routines(&hidden);
    if (hidden.routines.used) {
        mark_nodes(&hidden);
        add_loops(&hidden);
    }
    pairs_free(&hidden.routines);
    free(hidden.open);
    free(hidden.left);
    free(hidden.jumps);
    free(hidden.lanes);
}
