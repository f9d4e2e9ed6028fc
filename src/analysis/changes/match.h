/* match.h: the items of several runs, before and after a change, matched with each other.
 *
 * Runs of one side are of the same build, whose items have the same keys. An item of the other side
 * is found by its key, if its source did not change; else by its routine, its place in the order
 * and nesting of the routine's items, its text and what it did (align.h); and a routine that has no
 * namesake, by its position and by its items (renamed.c). */
#ifndef ANALYSIS_CHANGES_MATCH_H
#define ANALYSIS_CHANGES_MATCH_H

#include "analysis/changes/items.h"

enum { CHANGES_BEFORE, CHANGES_AFTER, CHANGES_SIDES };

/* An item of all runs. */
struct analysis_changes_entry {
    uint32_t run[CHANGES_SIDES]; /* the first run of the side that has it; ARCHIVE_NONE: none has */
    uint32_t item[CHANGES_SIDES]; /* its item there */
};

struct analysis_changes_table {
    struct interned *texts;
    struct analysis_changes_items *runs; /* those before, then those after */
    size_t run_count, before;            /* number of all, and of those before */
    struct analysis_changes_entry *entries;
    size_t count, room;
    uint32_t **entry_of; /* by run and item */
};

/* The run that is being added. */
struct changes_matching {
    struct analysis_changes_table *table;
    uint32_t run;
    uint32_t *to;   /* by item of the run: its entry; ARCHIVE_NONE: not found yet */
    uint8_t *taken; /* by entry that was there before: the run has it */
    size_t entries; /* number of those */
};

struct analysis_changes_table changes_table_new(const struct archive *const *archives,
                                                size_t before, size_t after);
void changes_table_free(struct analysis_changes_table *table);

/* Returns an entry's item on a side, or NULL. */
const struct analysis_changes_item *
analysis_changes_table_item(const struct analysis_changes_table *table, uint32_t entry, int side);

/* True if an item may be matched with an entry: neither has a partner in this run. */
bool changes_match_is_free(const struct changes_matching *matching, uint32_t entry);

/* Makes an item of the run part of an entry. */
void changes_match_take(struct changes_matching *matching, uint32_t item, uint32_t entry);

/* Pairs the items of a routine, by its names before and after, that have no partner yet. Returns
 * how much speaks for the pairs, from 0 to 1 for each item: with `apply` false, nothing is
 * paired. */
double changes_align(struct changes_matching *matching, uint32_t before, uint32_t after,
                     bool apply);

/* Pairs routines without a namesake. */
void changes_match_renamed(struct changes_matching *matching);

#endif
