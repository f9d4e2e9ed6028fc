/* table.c: entries of the table of matched items. */
#include "analysis/changes/match.h"

const struct analysis_changes_item *
analysis_changes_table_item(const struct analysis_changes_table *table, uint32_t entry, int side)
{
    const struct analysis_changes_entry *of = &table->entries[entry];
    return of->run[side] == ARCHIVE_NONE ? NULL : &table->runs[of->run[side]].items[of->item[side]];
}

bool changes_match_is_free(const struct changes_matching *matching, uint32_t entry)
{
    return entry < matching->entries && !matching->taken[entry] &&
           matching->table->entries[entry].run[CHANGES_AFTER] == ARCHIVE_NONE;
}

void changes_match_take(struct changes_matching *matching, uint32_t item, uint32_t entry)
{
    struct analysis_changes_entry *of = &matching->table->entries[entry];
    int side = matching->run < matching->table->before ? CHANGES_BEFORE : CHANGES_AFTER;
    matching->to[item] = entry;
    if (entry < matching->entries)
        matching->taken[entry] = 1;
    if (of->run[side] != ARCHIVE_NONE)
        return;
    of->run[side] = matching->run;
    of->item[side] = item;
}
