/* elsewhere.c: finds regions of binaries that are new or gone, though their source did not change.
 *
 * Another build may have them elsewhere: a compiler inlines routines, unrolls loops completely, and
 * replaces them by calls such as memcpy. In the same build, they were simply not executed. */
#include "analysis/changes/changes.h"

#include "format/region.h"
#include "util/memory.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* Returns, by region, the addresses of loops in binaries; 0: unknown. The caller frees the array.
 */
static uint64_t *find_addresses(const struct archive *archive)
{
    uint64_t *addresses = memory_zeroed(archive->regions.rows + 1, sizeof *addresses);
    for (size_t i = 0; i < archive->loops.rows; i++) {
        if (archive->loops.region[i] < archive->regions.rows)
            addresses[archive->loops.region[i]] = archive->loops.address[i];
    }
    return addresses;
}

/* True if the loops that both sides have are at the same addresses: the binary is the same. */
static bool is_same_build(const struct analysis_changes_table *table)
{
    uint64_t **addresses = memory_zeroed(table->run_count + 1, sizeof *addresses);
    size_t same = 0, other = 0;
    for (size_t run = 0; run < table->run_count; run++)
        addresses[run] = find_addresses(table->runs[run].archive);
    for (size_t i = 0; i < table->count; i++) {
        uint64_t at[CHANGES_SIDES] = {0};
        for (int side = 0; side < CHANGES_SIDES; side++) {
            const struct analysis_changes_entry *entry = &table->entries[i];
            const struct analysis_changes_item *item =
                analysis_changes_table_item(table, (uint32_t)i, side);
            at[side] = item ? addresses[entry->run[side]][item->region] : 0;
        }
        if (at[CHANGES_BEFORE] && at[CHANGES_AFTER])
            *(at[CHANGES_BEFORE] == at[CHANGES_AFTER] ? &same : &other) += 1;
    }
    for (size_t run = 0; run < table->run_count; run++)
        free(addresses[run]);
    free(addresses);
    return same && !other;
}

/* True if the source file of a region has the same text in some run of the other side. */
static bool has_source(const struct analysis_changes_table *table, size_t run, uint32_t region,
                       int other)
{
    size_t size, first = other == CHANGES_BEFORE ? 0 : table->before,
                 end = other == CHANGES_BEFORE ? table->before : table->run_count;
    const struct division_sources *own = table->runs[run].sources;
    if (!analysis_division_source(own, region, &size))
        return false;
    for (size_t i = first; i < end; i++) {
        const struct analysis_changes_items *items = &table->runs[i];
        for (uint32_t k = 0; k < items->archive->regions.rows; k++) {
            if (analysis_division_source_tag(items->sources, k) ==
                analysis_division_source_tag(own, region))
                return true;
        }
    }
    return false;
}

void analysis_changes_find_elsewhere(struct analysis_changes *changes)
{
    const struct analysis_changes_table *table = &changes->table;
    bool same_build = is_same_build(table);
    for (uint32_t row = 1; row < changes->count && !same_build; row++) {
        struct analysis_changes_row *of = &changes->rows[row];
        if (of->fate != CHANGES_NEW && of->fate != CHANGES_GONE)
            continue;
        int side = of->fate == CHANGES_NEW ? CHANGES_AFTER : CHANGES_BEFORE;
        uint32_t run = of->run[side], region = of->region[side];
        const struct archive_regions *regions = &table->runs[run].archive->regions;
        of->elsewhere =
            regions->flags[region] & FORMAT_BINARY && has_source(table, run, region, 1 - side);
        changes->elsewhere += of->elsewhere;
    }
}
