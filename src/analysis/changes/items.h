/* items.h: the regions of a run as items that can be found again in a run of another build.
 *
 * Copies that a compiler made of a routine (solve.constprop.0) or of a loop (its vectorised and
 * remaining parts, inlined copies) are one item. */
#ifndef ANALYSIS_CHANGES_ITEMS_H
#define ANALYSIS_CHANGES_ITEMS_H

#include "analysis/division/sources.h"
#include "archive/archive.h"
#include "util/interned.h"

#include <stdbool.h>

/* An item. Texts are numbers in the texts of the comparison. */
struct analysis_changes_item {
    uint32_t kind;    /* enum tri_kind */
    uint32_t routine; /* text: its name, or that of the routine whose source contains it */
    uint32_t name;    /* text: of a call or a label; of a routine, its name */
    uint32_t file;    /* text: the last part of its path */
    uint32_t line, seq;
    uint32_t level;  /* number of loops of the same line around it */
    uint32_t key;    /* text: the same in all runs of the same source */
    bool sure;       /* the text of its source is known, or its key does not depend on lines */
    uint32_t parent; /* item: the nearest loop around it in the same routine; ARCHIVE_NONE: none */
    uint32_t region; /* the first of its regions */
    uint64_t visits, trips, bytes; /* evidence for matching it */
};

/* The visited items of a run. */
struct analysis_changes_items {
    const struct archive *archive;
    struct division_sources *sources;
    struct analysis_changes_item *items;
    uint32_t count;
    uint32_t *of_region; /* by region: its item; ARCHIVE_NONE: it is none */
};

struct analysis_changes_items changes_items_new(const struct archive *archive,
                                                struct interned *texts);
void changes_items_free(struct analysis_changes_items *items);

/* Returns the trips of a node in source iterations, where the compiler's factor is known. `factors`
 * is from changes_items_factors(). */
uint64_t changes_items_trips(const struct archive *archive, uint32_t node, const uint32_t *factors);

/* Returns, by region, the source iterations per trip; 0 if unknown. The caller frees the array. */
uint32_t *changes_items_factors(const struct archive *archive);

/* Returns, by region, whether it executes the rest of another loop of the same item, which was
 * vectorised or unrolled: its visits do not count. The caller frees the array. */
uint8_t *changes_items_rests(const struct analysis_changes_items *items);

#endif
