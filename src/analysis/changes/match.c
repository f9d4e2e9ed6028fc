/* match.c: see match.h */
#include "analysis/changes/match.h"

#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <triptych/probes.h>

static int side_of(const struct changes_matching *matching)
{
    return matching->run < matching->table->before ? CHANGES_BEFORE : CHANGES_AFTER;
}

static void add_entry(struct changes_matching *matching, uint32_t item)
{
    struct analysis_changes_table *table = matching->table;
    table->entries =
        memory_grow(table->entries, &table->room, table->count + 1, sizeof *table->entries);
    table->entries[table->count] = (struct analysis_changes_entry){
        .run = {ARCHIVE_NONE, ARCHIVE_NONE}, .item = {ARCHIVE_NONE, ARCHIVE_NONE}};
    changes_match_take(matching, item, (uint32_t)table->count++);
}

/* Pairs items with the entries of a side that have the same key. Lines may have moved: keys of the
 * other side count only where they are sure, unless `all` is set. */
static void match_keys(struct changes_matching *matching, int side, bool all)
{
    struct analysis_changes_table *table = matching->table;
    const struct analysis_changes_items *items = &table->runs[matching->run];
    struct pairs keys = {0}; /* (key, 0) -> entry */
    int mine = side_of(matching);
    for (uint32_t i = 0; i < matching->entries; i++) {
        const struct analysis_changes_item *item = analysis_changes_table_item(table, i, side);
        bool fits = side == mine || table->entries[i].run[mine] == ARCHIVE_NONE;
        if (item && fits && (side == mine || all || item->sure))
            pairs_add(&keys, item->key, 0, i);
    }
    for (uint32_t i = 0; i < items->count; i++) {
        uint32_t found = pairs_find(&keys, items->items[i].key, 0);
        if (matching->to[i] == ARCHIVE_NONE && found != PAIRS_NONE && !matching->taken[found])
            changes_match_take(matching, i, found);
    }
    pairs_free(&keys);
}

/* Pairs the rest of the routines that have the same name on both sides. */
static void match_namesakes(struct changes_matching *matching)
{
    const struct analysis_changes_items *items = &matching->table->runs[matching->run];
    uint32_t texts = interned_count(matching->table->texts);
    uint8_t *seen = memory_zeroed(texts + 1, sizeof *seen);
    for (uint32_t i = 0; i < items->count; i++) {
        uint32_t routine = items->items[i].routine;
        if (matching->to[i] != ARCHIVE_NONE || seen[routine])
            continue;
        seen[routine] = 1;
        changes_align(matching, routine, routine, true);
    }
    free(seen);
}

static void match_run(struct analysis_changes_table *table, uint32_t run)
{
    const struct analysis_changes_items *items = &table->runs[run];
    struct changes_matching matching = {
        .table = table,
        .run = run,
        .to = memory_zeroed(items->count + 1, sizeof *matching.to),
        .taken = memory_zeroed(table->count + 1, sizeof *matching.taken),
        .entries = table->count,
    };
    for (uint32_t i = 0; i < items->count; i++)
        matching.to[i] = ARCHIVE_NONE;
    match_keys(&matching, side_of(&matching), true);
    if (side_of(&matching) == CHANGES_AFTER) {
        match_keys(&matching, CHANGES_BEFORE, false);
        match_namesakes(&matching);
        match_keys(&matching, CHANGES_BEFORE, true);
        changes_match_renamed(&matching);
    }
    for (uint32_t i = 0; i < items->count; i++) {
        if (matching.to[i] == ARCHIVE_NONE)
            add_entry(&matching, i);
    }
    table->entry_of[run] = matching.to;
    free(matching.taken);
}

struct analysis_changes_table changes_table_new(const struct archive *const *archives,
                                                size_t before, size_t after)
{
    struct analysis_changes_table table = {.texts = interned_new(), .run_count = before + after};
    table.before = before;
    table.runs = memory_zeroed(table.run_count + 1, sizeof *table.runs);
    table.entry_of = memory_zeroed(table.run_count + 1, sizeof *table.entry_of);
    for (uint32_t i = 0; i < table.run_count; i++) {
        table.runs[i] = changes_items_new(archives[i], table.texts);
        match_run(&table, i);
    }
    return table;
}

void changes_table_free(struct analysis_changes_table *table)
{
    for (size_t i = 0; i < table->run_count; i++) {
        changes_items_free(&table->runs[i]);
        free(table->entry_of[i]);
    }
    free(table->runs);
    free(table->entry_of);
    free(table->entries);
    interned_free(table->texts);
}
