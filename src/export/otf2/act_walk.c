/* act_walk.c: see act_walk.h */
#include "export/otf2/act_walk.h"

#include "util/memory.h"

#include <stdlib.h>

/* The open acts. */
struct stack {
    struct archive_act *acts;
    size_t depth, room;
};

/* True if a node is below another one. Needs parents to have smaller numbers than their children.
 */
static bool is_inside(const struct archive *archive, uint32_t node, uint32_t outer)
{
    const uint32_t *parent = archive->nodes.parent;
    if (node == outer)
        return false;
    while (node != ARCHIVE_NONE && node > outer)
        node = parent[node];
    return node == outer;
}

/* Leaves the acts that are not around the next one (NULL: all). Call paths decide, also for acts
 * that begin or end together; but an act that has ended is left even if the call path says
 * otherwise. */
static bool leave_ended(const struct archive *archive, struct stack *stack,
                        const struct archive_act *next, const struct act_walk *walk)
{
    while (stack->depth) {
        const struct archive_act *act = &stack->acts[stack->depth - 1];
        if (next && act->end >= next->start && is_inside(archive, next->node, act->node))
            break;
        stack->depth--;
        if (!walk->leave(walk->to, act))
            return false;
    }
    return true;
}

bool act_walk_lane(const struct archive *archive, uint32_t lane, const struct act_walk *walk,
                   struct error *error)
{
    struct archive_act act;
    struct stack stack = {0};
    struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, error);
    bool good = acts;
    while (good && archive_acts_next(acts, &act)) {
        if (archive->nodes.parent[act.node] == ARCHIVE_NONE)
            continue; /* the root of the lane */
        good = leave_ended(archive, &stack, &act, walk) && walk->enter(walk->to, &act);
        stack.acts = memory_grow(stack.acts, &stack.room, stack.depth + 1, sizeof *stack.acts);
        stack.acts[stack.depth++] = act;
    }
    good = good && leave_ended(archive, &stack, NULL, walk);
    free(stack.acts);
    archive_acts_free(acts);
    return good;
}
