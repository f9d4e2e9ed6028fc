/* inside.c: finds what was done in a part of the critical path of which only the calls before and
 * after were logged, from the profile and source lines. */
#include "analysis/critical/checks.h"
#include "analysis/critical/walk.h"

#include "analysis/code.h"
#include "analysis/efficiency/efficiency.h"
#include "archive/messages/mpi_calls.h"
#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum { MOST = 50 }; /* % of the candidates' time, or of the path's */

/* Code without MPI calls, directly below a region that has some, on one place; or all code in such
 * a region, without the calls: then `region` is `around`. */
struct piece {
    uint32_t around, region, place; /* rows */
    uint64_t time;
};

/* All such pieces. */
struct pieces {
    struct piece *all;
    size_t count, room;
};

/* True if regions of that kind are code that may be between two calls without being logged. Logged
 * regions are on the path themselves. */
static bool is_unlogged(uint32_t kind, uint32_t logged)
{
    return analysis_is_code(kind) && !(format_events_of(kind) & logged);
}

static int by_around(const void *left, const void *right)
{
    const struct piece *a = left, *b = right;
    if (a->around != b->around)
        return a->around < b->around ? -1 : 1;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

static void add_piece(struct pieces *pieces, const struct archive *archive, uint32_t around,
                      uint32_t node, uint64_t time)
{
    const struct archive_nodes *nodes = &archive->nodes;
    pieces->all = memory_grow(pieces->all, &pieces->room, pieces->count + 1, sizeof *pieces->all);
    pieces->all[pieces->count++] = (struct piece){nodes->region[around], nodes->region[node],
                                                  archive->lanes.place[nodes->lane[node]], time};
}

/* Adds all code of each region with calls: its time without that of the calls. */
static void add_whole(struct pieces *pieces, const struct archive *archive, const bool *calls)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t *in_calls = memory_zeroed(nodes->rows + 1, sizeof *in_calls);
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) { /* a child's row is larger */
        uint32_t parent = nodes->parent[i];
        bool is_call = archive_mpi_is_call(archive, nodes->region[i]);
        uint64_t whole = number_add(nodes->inclusive_time[i], nodes->unfinished_time[i]);
        if (is_call)
            in_calls[i] = whole;
        else if (calls[i] && nodes->timed[i])
            add_piece(pieces, archive, i, i, number_minus(whole, in_calls[i]));
        if (parent != ARCHIVE_NONE)
            in_calls[parent] = number_add(in_calls[parent], in_calls[i]);
    }
    free(in_calls);
}

static struct pieces find_pieces(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    struct pieces pieces = {0};
    bool *calls = analysis_efficiency_find_callers(archive);
    uint32_t *logged = critical_logged(archive);
    add_whole(&pieces, archive, calls);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i], region = nodes->region[i];
        if (parent == ARCHIVE_NONE || calls[i] || !calls[parent] || !nodes->timed[i] ||
            !is_unlogged(archive->regions.kind[region],
                         logged[archive->lanes.place[nodes->lane[i]]]))
            continue;
        add_piece(&pieces, archive, parent, i, nodes->inclusive_time[i]);
    }
    if (pieces.count)
        qsort(pieces.all, pieces.count, sizeof *pieces.all, by_around);
    free(calls);
    free(logged);
    return pieces;
}

/* True if it is not known where a region is reached: the line of a routine is where it is defined.
 */
static bool is_anywhere(const struct archive_regions *regions, uint32_t region)
{
    return regions->kind[region] == TRI_KIND_ROUTINE;
}

/* True if a region can be between two calls, by file and line. In a loop, the call before may have
 * a later line than the call after. */
static bool is_between(const struct archive_regions *regions,
                       const struct analysis_critical_item *item, uint32_t region)
{
    uint32_t line = regions->line[region];
    bool after = item->after && regions->file[item->after] == regions->file[region];
    bool before = item->before && regions->file[item->before] == regions->file[region];
    bool behind = !after || line >= regions->line[item->after];
    bool ahead = !before || line <= regions->line[item->before];
    bool wraps = after && before && regions->line[item->after] >= regions->line[item->before];
    return is_anywhere(regions, region) || (wraps ? behind || ahead : behind && ahead);
}

/* Returns the first piece of a region and a place. */
static size_t find_first(const struct pieces *pieces, uint32_t around, uint32_t place)
{
    size_t low = 0, high = pieces->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct piece *at = &pieces->all[middle];
        if (at->around < around || (at->around == around && at->place < place))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Finds the code that takes most of an item's time. A routine may have run elsewhere in the region:
 * it does take most of the time if all other code there is too short for that. */
static void look_inside(const struct archive *archive, const struct pieces *pieces,
                        struct analysis_critical_item *item)
{
    uint64_t whole = 0, most = 0, code = 0;
    uint32_t found = 0;
    size_t end;
    for (size_t i = find_first(pieces, item->region, item->place); i < pieces->count; i = end) {
        const struct piece *piece = &pieces->all[i];
        uint64_t time = 0;
        if (piece->around != item->region || piece->place != item->place)
            break;
        for (end = i; end < pieces->count && !by_around(&pieces->all[end], piece); end++)
            time = number_add(time, pieces->all[end].time);
        if (piece->region == item->region) {
            code = time;
            continue;
        }
        if (!is_between(&archive->regions, item, piece->region))
            continue;
        whole = number_add(whole, time);
        if (time > most) {
            most = time;
            found = piece->region;
        }
    }
    uint64_t surely = number_minus(item->most, number_minus(code, most));
    bool is_most = is_anywhere(&archive->regions, found)
                       ? 100.0 * (double)surely >= MOST * (double)item->most
                       : 100.0 * (double)most >= MOST * (double)whole;
    if (found && is_most)
        item->mostly = found;
}

void critical_look_inside(const struct archive *archive, struct analysis_critical *to)
{
    struct pieces pieces = find_pieces(archive);
    for (size_t i = 0; i < to->count; i++) {
        if (to->items[i].region && to->items[i].before)
            look_inside(archive, &pieces, &to->items[i]);
    }
    free(pieces.all);
}
