/* mix.c: see mix.h */
#include "archive/loops/mix.h"

#include "archive/table/schema.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 4096 }; /* rows that are allocated at a time */

void archive_loops_mix_find(struct archive_loops_mix *mix,
                            const struct archive_loops_function *function,
                            const struct archive_loops_counts *counts)
{
    size_t loops = (size_t)function->raw->loops + 1;
    if (mix->room < loops)
        mix->sums = memory_grow(mix->sums, &mix->room, loops, sizeof *mix->sums);
    memset(mix->sums, 0, loops * sizeof *mix->sums);
    for (uint32_t i = 0; i < function->raw->mixes; i++) {
        const struct format_mix *part = &function->mixes[i];
        uint32_t loop = function->blocks[part->block].loop;
        uint64_t *to =
            &mix->sums[loop == LOOPS_NONE ? function->raw->loops : loop][part->operation];
        *to = number_add(*to, number_scale(counts->visits[part->block + 1], part->count, 1));
    }
}

/* Returns the row of a measure of a node; it is added if there is none. */
static size_t row_of(struct archive_loops_mix *mix, struct archive *archive, uint32_t node,
                     uint32_t operation)
{
    size_t row = archive->operations.rows;
    uint32_t found = pairs_add(&mix->rows, node, operation, (uint32_t)row);
    if (found != row)
        return found;
    if (row >= mix->allocated) {
        archive_schema_add_rows(archive, SCHEMA_OPERATIONS, ROWS);
        mix->allocated = archive->operations.rows;
    }
    archive_schema_set_rows(archive, SCHEMA_OPERATIONS, row + 1);
    archive->operations.node[row] = node;
    archive->operations.measure[row] = operation;
    archive->operations.amount[row] = 0;
    return row;
}

void archive_loops_mix_add(struct archive_loops_mix *mix, struct archive *archive, uint32_t loop,
                           uint32_t node)
{
    for (uint32_t i = 0; i < FORMAT_OPERATIONS; i++) {
        if (!mix->sums[loop][i] || archive->operations.rows >= ARCHIVE_NONE - 1 - ROWS)
            continue;
        size_t row = row_of(mix, archive, node, i); /* may move the columns */
        uint64_t *to = &archive->operations.amount[row];
        *to = number_add(*to, mix->sums[loop][i]);
    }
}

void archive_loops_mix_free(struct archive_loops_mix *mix)
{
    free(mix->sums);
    pairs_free(&mix->rows);
}
