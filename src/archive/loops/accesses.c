/* accesses.c: see accesses.h */
#include "archive/loops/accesses.h"

#include "util/memory.h"

#include <stdlib.h>

static int by_address(const void *left, const void *right)
{
    const struct archive_loops_access *a = left, *b = right;
    return (a->address > b->address) - (a->address < b->address);
}

/* Reads text such as "1c:l8 20:s16" (see format_function), up to the first entry of another
 * form. */
void archive_loops_accesses_begin(struct archive_loops_accesses *accesses,
                                  const struct archive_loops_function *function)
{
    const char *at = archive_loops_plan_text(function->plan, function->raw->accesses);
    *accesses = (struct archive_loops_accesses){0};
    while (*at) {
        char *end;
        struct archive_loops_access access = {.address =
                                                  function->raw->start + strtoull(at, &end, 16)};
        if (end == at || end[0] != ':' || (end[1] != 'l' && end[1] != 's' && end[1] != 'f'))
            break;
        access.is_store = end[1] == 's';
        access.is_fixed = end[1] == 'f';
        at = end + 2;
        access.bytes = strtoull(at, &end, 16);
        if (end == at || access.bytes > UINT16_MAX)
            break;
        accesses->all =
            memory_grow(accesses->all, &accesses->room, accesses->count + 1, sizeof *accesses->all);
        accesses->all[accesses->count++] = access;
        at = end + (*end == ' ');
    }
    if (accesses->count)
        qsort(accesses->all, accesses->count, sizeof *accesses->all, by_address);
}

void archive_loops_accesses_end(struct archive_loops_accesses *accesses)
{
    free(accesses->all);
    *accesses = (struct archive_loops_accesses){0};
}

/* Returns the index of the first access at an address or after it; `count` if there is none. */
static size_t index_from(const struct archive_loops_accesses *accesses, uint64_t address)
{
    size_t low = 0, high = accesses->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (accesses->all[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct archive_loops_accesses_span
archive_loops_accesses_of(const struct archive_loops_accesses *accesses,
                          const struct format_block *block)
{
    if (!accesses->count)
        return (struct archive_loops_accesses_span){0};
    return (struct archive_loops_accesses_span){
        accesses->all + index_from(accesses, block->address),
        accesses->all + index_from(accesses, block->address + block->bytes)};
}
