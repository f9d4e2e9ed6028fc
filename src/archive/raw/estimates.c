/* estimates.c: limits estimated times of nodes to the times of the nodes around them. */
#include "archive/raw/raw.h"

#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>
#include <triptych/probes.h>

/* Sums over the nearest timed nodes below a node. */
struct inside {
    uint32_t around;         /* nearest timed node above this one; ARCHIVE_NONE: none */
    uint64_t time, estimate; /* `estimate`: the estimated part of `time` */
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

/* Adds the times of all nodes to the nearest timed node above them. Parents come before their
 * children. */
static void add_up(const struct archive *archive, const uint64_t *estimates, struct inside *inside,
                   size_t first)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = first; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        struct inside *own = &inside[i - first];
        own->around = ARCHIVE_NONE;
        if (parent == ARCHIVE_NONE || parent < first)
            continue;
        own->around = nodes->timed[parent] ? parent : inside[parent - first].around;
        if (own->around == ARCHIVE_NONE || !is_part(archive, i))
            continue;
        struct inside *around = &inside[own->around - first];
        around->time = number_add(around->time, time_of(nodes, i));
        around->estimate = number_add(around->estimate, estimates[i - first]);
    }
}

/* Returns by how much an estimate is to be reduced: all estimates below a node lose the same
 * share. */
static uint64_t excess_of(const struct archive_nodes *nodes, const struct inside *inside,
                          size_t first, uint32_t around, uint64_t estimate)
{
    const struct inside *all = &inside[around - first];
    uint64_t excess = number_minus(all->time, time_of(nodes, around));
    if (excess >= all->estimate)
        return estimate;
    return number_scale(estimate, excess, all->estimate);
}

void archive_raw_limit_estimates(struct archive_raw_reader *reader,
                                 const struct archive_raw_place *place)
{
    struct archive_nodes *nodes = &reader->archive->nodes;
    size_t first = place->first_node, count = nodes->rows - first;
    if (!place->estimate_count)
        return;
    uint64_t *estimates = memory_zeroed(count, sizeof *estimates);
    struct inside *inside = memory_zeroed(count, sizeof *inside);
    for (size_t i = 0; i < place->estimate_count; i++) {
        uint64_t *estimate = &estimates[place->estimates[i].node - first];
        *estimate = number_add(*estimate, place->estimates[i].ns);
    }
    add_up(reader->archive, estimates, inside, first);
    for (size_t i = first; i < nodes->rows; i++) {
        uint32_t around = inside[i - first].around;
        if (estimates[i - first] && around != ARCHIVE_NONE && is_part(reader->archive, i))
            nodes->inclusive_time[i] -=
                excess_of(nodes, inside, first, around, estimates[i - first]);
    }
    free(estimates);
    free(inside);
}
