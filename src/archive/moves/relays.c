/* relays.c: see relays.h */
#include "archive/moves/relays.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* A move among those of its activity. */
struct trip {
    uint64_t start, end; /* of an `async at`, it lasts as long as its activity */
    uint32_t activity, row;
};

static int by_start(const void *a, const void *b)
{
    const struct trip *left = a, *right = b;
    if (left->activity != right->activity)
        return left->activity < right->activity ? -1 : 1;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->row < right->row ? -1 : left->row > right->row;
}

static bool starts_activity(const struct archive *archive, uint32_t move)
{
    uint32_t region = archive->nodes.region[archive->moves.node[move]];
    return !strcmp(archive_text(archive, archive->regions.name[region]), "async at");
}

uint32_t *archive_relays_find(const struct archive *archive)
{
    const struct archive_moves *all = &archive->moves;
    uint32_t *before = memory_zeroed(all->rows + 1, sizeof *before);
    struct trip *trips = memory_zeroed(all->rows + 1, sizeof *trips);
    size_t *around = memory_zeroed(all->rows + 1, sizeof *around), depth = 0;
    for (uint32_t i = 0; i < all->rows; i++)
        trips[i] =
            (struct trip){all->start[i], starts_activity(archive, i) ? UINT64_MAX : all->end[i],
                          all->activity[i], i};
    if (all->rows)
        qsort(trips, all->rows, sizeof *trips, by_start);
    for (size_t i = 0; i < all->rows; i++) {
        const struct trip *trip = &trips[i];
        while (depth && (trips[around[depth - 1]].activity != trip->activity ||
                         trips[around[depth - 1]].end < trip->end))
            depth--;
        uint32_t outer = depth ? trips[around[depth - 1]].row : ARCHIVE_NONE;
        bool leads_here = outer != ARCHIVE_NONE && trip->activity != ARCHIVE_NONE &&
                          all->target[outer] == all->source[trip->row];
        before[trip->row] = leads_here ? outer : ARCHIVE_NONE;
        around[depth++] = i;
    }
    free(trips);
    free(around);
    return before;
}

/* Returns the variable of that name that a move took along; ARCHIVE_NONE: none. */
static uint32_t variable_of(const struct archive *archive, uint32_t move, uint32_t name)
{
    uint64_t first = archive->moves.first_variable[move];
    for (uint32_t i = 0; i < archive->moves.variable_count[move]; i++) {
        if (first >= archive->variables.rows || i >= archive->variables.rows - first)
            return ARCHIVE_NONE;
        uint32_t capture = archive->variables.capture[first + i];
        if (archive->captures.name[capture] == name)
            return (uint32_t)(first + i);
    }
    return ARCHIVE_NONE;
}

size_t archive_relay_path(const struct archive *archive, const uint32_t *before, uint32_t variable,
                          uint32_t places[RELAY_PLACES])
{
    uint32_t name = archive->captures.name[archive->variables.capture[variable]];
    uint32_t move = archive->variables.move[variable], found[RELAY_PLACES];
    size_t count = 0, kept = 0;
    found[count++] = archive->moves.target[move];
    while (count < RELAY_PLACES) {
        found[count++] = archive->moves.source[move];
        move = before[move];
        if (move == ARCHIVE_NONE || variable_of(archive, move, name) == ARCHIVE_NONE)
            break;
    }
    while (count)
        places[kept++] = found[--count];
    return kept;
}
