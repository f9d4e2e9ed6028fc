/* meanings.c: see meanings.h */
#include "analysis/history/meanings.h"

#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum history_timing { HISTORY_TIMED = 1, HISTORY_COUNTED = 2 };

static void note_timing(struct history_meanings *meanings, uint32_t series, uint8_t how)
{
    size_t before = meanings->timing_room;
    meanings->timing = memory_grow(meanings->timing, &meanings->timing_room, (size_t)series + 1,
                                   sizeof *meanings->timing);
    if (meanings->timing_room > before)
        memset(meanings->timing + before, 0, meanings->timing_room - before);
    meanings->timing[series] |= how;
}

/* True for files and objects, whose times are shares of the region above them. */
static bool is_share(const struct archive *archive, uint32_t node)
{
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    return kind == TRI_KIND_FILE || kind == TRI_KIND_OBJECT;
}

/* Returns the series of a node; 0 if it has none. */
static uint32_t series_at(const struct analysis_changes_items *items, const uint32_t *series_of,
                          uint32_t node)
{
    const struct archive_nodes *nodes = &items->archive->nodes;
    uint32_t item = items->of_region[nodes->region[node]];
    bool is_root = nodes->parent[node] == ARCHIVE_NONE;
    return is_root || item == ARCHIVE_NONE || is_share(items->archive, node) ? 0 : series_of[item];
}

void history_meanings_see(struct history_meanings *meanings,
                          const struct analysis_changes_items *items, const uint32_t *series_of,
                          uint32_t run)
{
    const struct archive_nodes *nodes = &items->archive->nodes;
    struct pairs known = {0};
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t series = series_at(items, series_of, i), taker = 0;
        if (!series || !nodes->visits[i])
            continue;
        note_timing(meanings, series, nodes->timed[i] ? HISTORY_TIMED : HISTORY_COUNTED);
        if (nodes->timed[i])
            continue;
        for (uint32_t at = nodes->parent[i]; at != ARCHIVE_NONE && !taker; at = nodes->parent[at])
            taker = nodes->timed[at] ? series_at(items, series_of, at) : 0;
        uint32_t number = (uint32_t)known.used;
        if (!taker || pairs_add(&known, taker, series, number) != number)
            continue;
        meanings->all =
            memory_grow(meanings->all, &meanings->room, meanings->count + 1, sizeof *meanings->all);
        meanings->all[meanings->count++] = (struct history_taken){run, taker, series};
    }
    pairs_free(&known);
}

/* Spreads the bits of a number, so that sums of several tell which they are of. */
static uint64_t spread(uint64_t number)
{
    number = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (number ^ number >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
}

void history_meanings_settle(struct history_meanings *meanings, struct analysis_history *history)
{
    const uint8_t both = HISTORY_TIMED | HISTORY_COUNTED;
    for (size_t i = 0; i < history->count; i++)
        history->series[i].meanings =
            memory_zeroed(history->run_count, sizeof *history->series[i].meanings);
    for (size_t i = 0; i < meanings->count; i++) {
        const struct history_taken *taken = &meanings->all[i];
        if (meanings->timing[taken->taken] == both)
            history->series[taken->taker].meanings[taken->run] += spread(taken->taken);
    }
    free(meanings->all);
    free(meanings->timing);
    *meanings = (struct history_meanings){0};
}
