/* estimates.c: fits estimated times of nodes to the times of the nodes around and inside them. */
#include "archive/raw/raw.h"

#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>
#include <triptych/probes.h>

/* Bounds of a node's time, and sums over the nearest timed nodes below it. */
struct bounds {
    uint32_t around; /* nearest timed node above this one; ARCHIVE_NONE: none */
    uint64_t least;  /* time that was measured in the node or below it: it took at least as long */
    uint64_t below_least, below; /* sums over the nodes below: of `least`, and of their times */
};

void archive_raw_add_estimate(struct archive_raw_reader *reader, struct archive_raw_place *place,
                              uint32_t node, uint64_t ns)
{
    assert(node < reader->archive->nodes.rows && node >= place->first_node);
    struct archive_nodes *nodes = &reader->archive->nodes;
    nodes->inclusive_time[node] = number_add(nodes->inclusive_time[node], ns);
    place->estimates = memory_grow(place->estimates, &place->estimate_room,
                                   place->estimate_count + 1, sizeof *place->estimates);
    place->estimates[place->estimate_count++] = (struct archive_raw_estimate){node, ns};
}

static uint64_t time_of(const struct archive_nodes *nodes, size_t node)
{
    return number_add(nodes->inclusive_time[node], nodes->unfinished_time[node]);
}

/* True if the node's time is part of that of the node above it; the times of files and objects are
 * not. */
static bool is_part(const struct archive *archive, size_t node)
{
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    return archive->nodes.timed[node] && kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT;
}

/* Finds the nearest timed node above each node. Parents come before their children. */
static void find_around(const struct archive_nodes *nodes, struct bounds *bounds, size_t first)
{
    for (size_t i = first; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        bool has_parent = parent != ARCHIVE_NONE && parent >= first;
        bounds[i - first].around = !has_parent            ? ARCHIVE_NONE
                                   : nodes->timed[parent] ? parent
                                                          : bounds[parent - first].around;
    }
}

/* Raises estimates to what was measured below the node. Only some visits of the node were timed,
 * but maybe all visits of a node below it. */
static void raise_estimates(struct archive *archive, const uint64_t *estimates,
                            struct bounds *bounds, size_t first)
{
    struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = nodes->rows; i-- > first;) {
        struct bounds *own = &bounds[i - first];
        uint64_t estimate = estimates[i - first];
        own->least = number_minus(time_of(nodes, i), estimate);
        if (estimate && own->below_least > own->least)
            own->least = own->below_least;
        nodes->inclusive_time[i] =
            number_add(nodes->inclusive_time[i], number_minus(own->least, time_of(nodes, i)));
        if (own->around == ARCHIVE_NONE || !is_part(archive, i))
            continue;
        struct bounds *around = &bounds[own->around - first];
        around->below_least = number_add(around->below_least, own->least);
        around->below = number_add(around->below, time_of(nodes, i));
    }
}

/* Returns by how much a node's time is to be reduced: the estimates of all nodes inside the same
 * node lose the same share of what exceeds their lower bounds. */
static uint64_t excess_of(const struct archive_nodes *nodes, const struct bounds *bounds,
                          size_t first, size_t node)
{
    const struct bounds *around = &bounds[bounds[node - first].around - first];
    uint64_t spare = number_minus(time_of(nodes, node), bounds[node - first].least);
    uint64_t all_spare = number_minus(around->below, around->below_least);
    uint64_t excess = number_minus(around->below, time_of(nodes, bounds[node - first].around));
    return excess >= all_spare ? spare : number_scale(spare, excess, all_spare);
}

void archive_raw_limit_estimates(struct archive_raw_reader *reader,
                                 const struct archive_raw_place *place)
{
    struct archive_nodes *nodes = &reader->archive->nodes;
    size_t first = place->first_node, count = nodes->rows - first;
    if (!place->estimate_count)
        return;
    uint64_t *estimates = memory_zeroed(count, sizeof *estimates);
    struct bounds *bounds = memory_zeroed(count, sizeof *bounds);
    for (size_t i = 0; i < place->estimate_count; i++) {
        uint64_t *estimate = &estimates[place->estimates[i].node - first];
        *estimate = number_add(*estimate, place->estimates[i].ns);
    }
    find_around(nodes, bounds, first);
    raise_estimates(reader->archive, estimates, bounds, first);
    for (size_t i = first; i < nodes->rows; i++) {
        if (estimates[i - first] && bounds[i - first].around != ARCHIVE_NONE &&
            is_part(reader->archive, i))
            nodes->inclusive_time[i] -= excess_of(nodes, bounds, first, i);
    }
    free(estimates);
    free(bounds);
}
