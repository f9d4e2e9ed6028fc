/* mix.c: see mix.h */
#include "cube/mix.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* Adds a count to the regions of a node and of all nodes above it, once to each. */
static void add(const struct archive *archive, struct cube_mix *mixes, size_t row, uint32_t *seen)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t node = archive->operations.node[row], measure = archive->operations.measure[row];
    uint64_t count = archive->operations.amount[row];
    uint64_t *own = &mixes[nodes->region[node]].own[measure];
    *own = number_add(*own, count);
    for (; node != ARCHIVE_NONE; node = nodes->parent[node]) {
        uint32_t region = nodes->region[node];
        if (seen[region] == row + 1)
            continue; /* a function that calls itself */
        seen[region] = (uint32_t)row + 1;
        mixes[region].all[measure] = number_add(mixes[region].all[measure], count);
    }
}

struct cube_mix *cube_mix_new(const struct archive *archive, const uint8_t *chosen)
{
    const struct archive_operations *operations = &archive->operations;
    if (!operations->rows)
        return NULL;
    struct cube_mix *mixes = memory_zeroed(archive->regions.rows + 1, sizeof *mixes);
    uint32_t *seen = memory_zeroed(archive->regions.rows + 1, sizeof *seen);
    for (size_t i = 0; i < operations->rows; i++) {
        uint32_t lane = archive->nodes.lane[operations->node[i]];
        if (operations->measure[i] < FORMAT_OPERATIONS && (!chosen || chosen[lane]))
            add(archive, mixes, i, seen);
    }
    free(seen);
    return mixes;
}

struct cube_mix_sums cube_mix_sums(const uint64_t *counts)
{
    struct cube_mix_sums sums = {0};
    uint64_t most = 0;
    for (uint32_t i = 0; i < FORMAT_OPERATION_CLASSES; i++)
        sums.instructions = number_add(sums.instructions, counts[i]);
    for (uint32_t i = FORMAT_OPERATION_FLOPS; i < FORMAT_OPERATIONS; i++) {
        uint64_t *of = &sums.by_precision[format_operation_precision(i)];
        sums.flops = number_add(sums.flops, counts[i]);
        *of = number_add(*of, counts[i]);
        if (format_operation_length(i))
            sums.vector_flops = number_add(sums.vector_flops, counts[i]);
    }
    for (uint32_t i = 0; i < FORMAT_VECTOR_LENGTHS - 1; i++) {
        uint64_t count = counts[FORMAT_OPERATION_VECTOR_64 + i];
        sums.vectors = number_add(sums.vectors, count);
        if (count > most) {
            most = count;
            sums.width = UINT32_C(64) << i;
        }
    }
    for (uint32_t i = 1; i < FORMAT_PRECISIONS; i++) {
        if (sums.by_precision[i] > sums.by_precision[sums.precision])
            sums.precision = i;
    }
    sums.bytes = number_add(counts[FORMAT_OPERATION_LOADED], counts[FORMAT_OPERATION_STORED]);
    sums.intensity = sums.bytes ? (double)sums.flops / (double)sums.bytes : 0;
    return sums;
}
