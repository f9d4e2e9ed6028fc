/* matrix_collectives.c: see matrix_collectives.h */
#include "cube/matrix_collectives.h"

#include "archive/time/cycle_spread.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* One operation: rows from `first` to before `end`. Sums are by block. */
struct operation {
    const struct archive_collectives *all;
    const struct matrix_blocks *blocks;
    size_t first, end;
    double *given, *taken, *own; /* own: products of what the same rank gives and takes */
    double *values;
};

static uint32_t block_of(const struct operation *operation, size_t row)
{
    return operation->blocks->of_place[operation->all->place[row]];
}

static void add(const struct operation *operation, size_t from, size_t to, double bytes)
{
    operation->values[from * operation->blocks->count + to] += bytes;
}

/* Divides what each rank takes among all ranks, in proportion to what they give. */
static void add_all_to_all(const struct operation *operation)
{
    const struct archive_collectives *all = operation->all;
    size_t count = operation->blocks->count;
    double sum = 0;
    memset(operation->given, 0, count * sizeof *operation->given);
    memset(operation->taken, 0, count * sizeof *operation->taken);
    memset(operation->own, 0, count * sizeof *operation->own);
    for (size_t i = operation->first; i < operation->end; i++) {
        uint32_t block = block_of(operation, i);
        sum += (double)all->given[i];
        if (block == ARCHIVE_NONE)
            continue;
        operation->given[block] += (double)all->given[i];
        operation->taken[block] += (double)all->taken[i];
        operation->own[block] += (double)all->given[i] * (double)all->taken[i];
    }
    for (size_t from = 0; from < count && sum > 0; from++) {
        for (size_t to = 0; operation->given[from] > 0 && to < count; to++) {
            double bytes = operation->given[from] * operation->taken[to];
            add(operation, from, to, (bytes - (from == to ? operation->own[to] : 0)) / sum);
        }
    }
}

/* Adds the root's data to each rank, or each rank's data to the root. */
static void add_rooted(const struct operation *operation, uint32_t root, bool to_root)
{
    uint32_t block = operation->blocks->of_place[root];
    for (size_t i = operation->first; i < operation->end && block != ARCHIVE_NONE; i++) {
        uint32_t other = block_of(operation, i);
        if (other == ARCHIVE_NONE || operation->all->place[i] == root)
            continue;
        if (to_root)
            add(operation, other, block, (double)operation->all->given[i]);
        else
            add(operation, block, other, (double)operation->all->taken[i]);
    }
}

/* Divides what each rank takes among the ranks before it, in proportion to what they give. */
static void add_prefix(const struct operation *operation)
{
    size_t count = operation->blocks->count;
    double sum = 0;
    memset(operation->given, 0, count * sizeof *operation->given);
    for (size_t i = operation->first; i < operation->end; i++) {
        uint32_t block = block_of(operation, i);
        for (size_t from = 0; from < count && block != ARCHIVE_NONE && sum > 0; from++)
            add(operation, from, block,
                (double)operation->all->taken[i] * operation->given[from] / sum);
        sum += (double)operation->all->given[i];
        if (block != ARCHIVE_NONE)
            operation->given[block] += (double)operation->all->given[i];
    }
}

/* True if the bytes that tell what an operation moves are known: all those given and taken, or only
 * one side if there is a root. */
static bool is_sized(const struct operation *operation)
{
    const struct archive_collectives *all = operation->all;
    uint32_t kind = all->kind[operation->first], root = all->root[operation->first];
    for (size_t i = operation->first; i < operation->end; i++) {
        bool others = all->place[i] != root;
        bool gives = kind == ARCHIVE_COLLECTIVE_N_TO_1 ? others : kind != ARCHIVE_COLLECTIVE_1_TO_N;
        bool takes = kind == ARCHIVE_COLLECTIVE_1_TO_N ? others : kind != ARCHIVE_COLLECTIVE_N_TO_1;
        if ((gives && all->given[i] == ARCHIVE_UNKNOWN) ||
            (takes && all->taken[i] == ARCHIVE_UNKNOWN))
            return false;
    }
    return true;
}

/* Adds an operation whose bytes are known. False if its pattern is unknown. */
static bool add_operation(const struct operation *operation)
{
    const struct archive_collectives *all = operation->all;
    uint32_t kind = all->kind[operation->first], root = all->root[operation->first];
    bool rooted = kind == ARCHIVE_COLLECTIVE_N_TO_1 || kind == ARCHIVE_COLLECTIVE_1_TO_N;
    if (kind == ARCHIVE_COLLECTIVE_N_TO_N)
        add_all_to_all(operation);
    else if (rooted && root != ARCHIVE_NONE)
        add_rooted(operation, root, kind == ARCHIVE_COLLECTIVE_N_TO_1);
    else if (kind == ARCHIVE_COLLECTIVE_PREFIX)
        add_prefix(operation);
    else
        return false;
    return true;
}

static bool moves_data(const struct operation *operation)
{
    for (size_t i = operation->first; i < operation->end; i++) {
        if (operation->all->given[i] || operation->all->taken[i])
            return true;
    }
    return false;
}

static bool is_inside(const struct archive *archive, const struct cube_cycles_range *range,
                      size_t row)
{
    const struct archive_collectives *all = &archive->collectives;
    if (all->begin[row] == ARCHIVE_NONE)
        return false;
    uint32_t lane = archive->nodes.lane[all->begin[row]];
    uint64_t moment = archive_spread_moment(archive, lane, all->begin_start[row]);
    return moment >= range->from && moment <= range->to;
}

struct matrix_operations matrix_add_collectives(double *values, const struct archive *archive,
                                                const struct cube_cycles_range *range,
                                                const struct matrix_blocks *blocks)
{
    const struct archive_collectives *all = &archive->collectives;
    struct operation operation = {
        .all = all,
        .blocks = blocks,
        .given = memory_zeroed(blocks->count + 1, sizeof *operation.given),
        .taken = memory_zeroed(blocks->count + 1, sizeof *operation.taken),
        .own = memory_zeroed(blocks->count + 1, sizeof *operation.own),
        .values = values,
    };
    struct matrix_operations found = {0};
    for (size_t i = 0; i < all->rows; i = operation.end) {
        operation.first = i;
        operation.end = i + 1;
        while (operation.end < all->rows && all->instance[operation.end] == all->instance[i])
            operation.end++;
        if (!moves_data(&operation) || !is_inside(archive, range, i))
            continue;
        if (!is_sized(&operation))
            found.unsized++;
        else if (add_operation(&operation))
            found.added++;
        else
            found.others++;
    }
    free(operation.given);
    free(operation.taken);
    free(operation.own);
    return found;
}
