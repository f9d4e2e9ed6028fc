/* moves.c: reads moves, the variables that they took along, and finishes from the events of a
 * lane. */
#include "archive/moves/moves.h"

#include "format/variables.h"
#include "util/number.h"

#include <triptych/places_calls.h>
#include <triptych/probes.h>

/* Finds the captures of a region, which are together. */
static size_t captures_of(const struct archive_captures *all, uint32_t region, size_t *first)
{
    size_t count = 0;
    for (size_t i = 0; i < all->rows; i++) {
        if (all->region[i] != region)
            continue;
        if (!count)
            *first = i;
        count++;
    }
    return count;
}

static uint32_t how_of(uint32_t flags)
{
    return flags & TRI_VARIABLE_SHARED        ? ARCHIVE_SHARED
           : flags & TRI_VARIABLE_COPIED_BACK ? ARCHIVE_COPIED_BACK
                                              : ARCHIVE_COPIED;
}

static uint32_t use_of(uint32_t flags)
{
    return flags & TRI_VARIABLE_UNUSED    ? ARCHIVE_UNUSED
           : flags & TRI_VARIABLE_RELAYED ? ARCHIVE_RELAYED
           : flags & TRI_VARIABLE_ELEMENT ? ARCHIVE_ONE_ELEMENT
                                          : 0;
}

/* Adds the variables of a move: with the sizes that it had, or else those of all moves. */
static void add_variables(struct archive *archive, uint32_t lane, size_t move,
                          const struct archive_act *act)
{
    uint64_t sizes[FORMAT_VARIABLES_LOGGED];
    size_t first = 0, logged = archive_event_sizes(archive, lane, act->sizes, sizes);
    size_t count = captures_of(&archive->captures, archive->nodes.region[act->node], &first);
    archive->moves.first_variable[move] = archive->variables.rows;
    archive->moves.variable_count[move] = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        size_t row = archive_moves_add_row(archive, SCHEMA_VARIABLES);
        const struct archive_captures *captures = &archive->captures;
        struct archive_variables *all = &archive->variables;
        bool known =
            i < logged && (logged < FORMAT_VARIABLES_LOGGED || logged == count || i + 1 < logged);
        all->move[row] = (uint32_t)move;
        all->capture[row] = (uint32_t)(first + i);
        all->bytes[row] = known ? sizes[i] : captures->bytes[first + i];
        all->how[row] = how_of(captures->flags[first + i]);
        all->use[row] = use_of(captures->flags[first + i]);
        if (all->how[row] == ARCHIVE_COPIED_BACK)
            archive->moves.bytes_back[move] =
                number_add(archive->moves.bytes_back[move], all->bytes[row]);
    }
}

static void add_move(struct archive *archive, uint32_t lane, const struct archive_act *act)
{
    uint32_t place = archive->lanes.place[lane];
    uint32_t number = act->activity != ARCHIVE_NONE ? act->activity : act->runs;
    size_t row = archive_moves_add_row(archive, SCHEMA_MOVES);
    struct archive_moves *all = &archive->moves;
    all->node[row] = act->node;
    all->source[row] = place;
    all->target[row] = act->told & ARCHIVE_TOLD_TARGET ? act->target : ARCHIVE_NONE;
    all->activity[row] = archive_activity(archive, place, number);
    all->start[row] = act->start;
    all->end[row] = act->end;
    all->bytes[row] = act->bytes;
    all->bytes_back[row] = 0;
    all->object[row] = act->file;
    add_variables(archive, lane, row, act);
}

static void add_finish(struct archive *archive, uint32_t lane, const struct archive_act *act)
{
    size_t row = archive_moves_add_row(archive, SCHEMA_FINISHES);
    struct archive_finishes *all = &archive->finishes;
    all->node[row] = act->node;
    all->place[row] = archive->lanes.place[lane];
    all->activity[row] = archive_activity(archive, all->place[row], act->runs);
    uint64_t held = act->held > act->end - act->start ? act->held : act->end - act->start;
    all->start[row] = number_minus(act->end, held);
    all->wait[row] = act->start;
    all->end[row] = act->end;
    all->last[row] = ARCHIVE_NONE;
}

bool archive_moves_read(struct archive *archive, uint32_t lane, struct error *error)
{
    struct archive_act act;
    struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, error);
    while (acts && archive_acts_next(acts, &act)) {
        uint32_t region = archive->nodes.region[act.node];
        if (archive->regions.kind[region] == TRI_KIND_MOVE)
            add_move(archive, lane, &act);
        else if (archive_moves_is_finish(archive, region))
            add_finish(archive, lane, &act);
    }
    archive_acts_free(acts);
    return acts != NULL;
}
