/* passes.c: finds the loops and calls that every pass of the region around them reaches exactly
 * once. A pass is a trip of a loop or a visit of a routine. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdint.h>
#include <stdlib.h>

/* A possible jump of control. */
struct jump {
    size_t from, to; /* statements; to is SIZE_MAX for a jump out of the routine */
};

struct jumps {
    struct jump *list;
    size_t count, room;
    bool anywhere; /* the targets of some jump are not known */
};

static void add(struct jumps *jumps, size_t from, size_t to)
{
    jumps->list = memory_grow(jumps->list, &jumps->room, jumps->count + 1, sizeof *jumps->list);
    jumps->list[jumps->count++] = (struct jump){from, to};
}

/* Adds a jump to each label that the statement names. */
static void add_labels(struct jumps *jumps, const struct routine *routine, size_t at)
{
    const struct statement *statement = statement_at(routine, at);
    for (size_t i = 0; i < statement->target_count; i++) {
        const struct label *label = jumps_label(routine, statement->targets[i]);
        if (label)
            add(jumps, at, label->at);
    }
}

/* Adds the jumps that a statement may make. */
static void add_statement(struct jumps *jumps, const struct routine *routine, size_t at)
{
    const struct statement *statement = statement_at(routine, at);
    const struct block *block;
    switch (jumps_action(statement)) {
    case STATEMENT_RETURN:
    case STATEMENT_STOP:
        add(jumps, at, SIZE_MAX);
        break;
    case STATEMENT_EXIT:
    case STATEMENT_CYCLE:
        block = jumps_named_block(routine, at);
        if (!block)
            jumps->anywhere = true;
        else
            add(jumps, at, block->last + (jumps_action(statement) == STATEMENT_EXIT));
        break;
    case STATEMENT_ASSIGN: /* names a label and jumps nowhere */
        break;
    case STATEMENT_ENTRY:
        jumps->anywhere = true;
        break;
    default:
        add_labels(jumps, routine, at);
        jumps->anywhere = jumps->anywhere || statement->any_target;
        break;
    }
}

/* A loop or a call for which it is asked whether every pass reaches it. */
struct visited {
    size_t at;
    const struct site *around; /* the loop around it */
    const struct block *block; /* the block that it is in */
    size_t first, last;        /* statements of the region around it */
};

static struct visited visited_loop(const struct routine *routine, const struct site *loop)
{
    const struct site *around = loop->around;
    return (struct visited){loop->at, around, loop->block->parent,
                            around ? around->at + 1 : routine->begin,
                            around ? around->last : routine->stop};
}

/* True if no IF or other construct around it decides whether it is reached. */
static bool is_unconditional(const struct routine *routine, const struct visited *what)
{
    const struct block *around = what->around ? what->around->block : routine->block;
    const struct block *block = what->block;
    while (block != around && (block->kind == BLOCK_BLOCK || block->kind == BLOCK_ASSOCIATE))
        block = block->parent;
    return block == around;
}

/* True if the jump skips it, or leads back before it. */
static bool evades(const struct jump *jump, const struct visited *what)
{
    if (jump->from < what->first || jump->from > what->last)
        return false;
    return jump->from < what->at ? jump->to > what->at
                                 : jump->to <= what->at && jump->to >= what->first;
}

/* True if the jump is IF (...) CYCLE, or the like, directly in the loop around. */
static bool is_skip(const struct routine *routine, const struct jump *jump,
                    const struct site *around)
{
    const struct statement *statement = statement_at(routine, jump->from);
    enum statement_kind end = statement_at(routine, around->last)->kind;
    return statement->kind == STATEMENT_IF && jump->to == around->last &&
           routine_spot(routine, jump->from)->block == around->block &&
           (statement->action == STATEMENT_CYCLE || jumps_is_plain_goto(statement)) &&
           (end == STATEMENT_END_DO || end == STATEMENT_CONTINUE);
}

/* Notes the statements that skip a loop; none of them if there are too many or some are of another
 * kind. */
static void find_skips(const struct routine *routine, const struct jumps *jumps, struct site *loop)
{
    struct visited what = visited_loop(routine, loop);
    loop->skip_count = 0;
    if (jumps->anywhere || !loop->around || !is_unconditional(routine, &what))
        return;
    for (size_t i = 0; i < jumps->count; i++) {
        const struct jump *jump = &jumps->list[i];
        if (!evades(jump, &what))
            continue;
        if (loop->skip_count == MOST_SKIPS || !is_skip(routine, jump, loop->around)) {
            loop->skip_count = 0;
            return;
        }
        loop->skips[loop->skip_count++] = jump->from;
    }
}

/* True if no jump skips it or repeats it in one pass. */
static bool is_always_visited(const struct routine *routine, const struct jumps *jumps,
                              const struct visited *what)
{
    if (jumps->anywhere || !is_unconditional(routine, what))
        return false;
    for (size_t i = 0; i < jumps->count; i++) {
        if (evades(&jumps->list[i], what))
            return false;
    }
    return true;
}

/* True if every pass of the region around the call makes it exactly once. Not so for the last
 * statement of a loop: CYCLE may lead to it or behind it. */
static bool is_always_called(const struct routine *routine, const struct jumps *jumps,
                             const struct light_call *call)
{
    const struct site *around = call->around;
    struct visited what = {call->at, around, routine_spot(routine, call->at)->block,
                           around ? around->at + 1 : routine->begin,
                           around ? around->last : routine->stop};
    return statement_at(routine, call->at)->kind != STATEMENT_IF &&
           !(around && around->last == call->at) && is_always_visited(routine, jumps, &what);
}

void passes_find(struct routine *routine)
{
    struct jumps jumps = {0};
    for (size_t i = routine->begin; i < routine->stop; i++)
        add_statement(&jumps, routine, i);
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *site = &routine->sites[i];
        if (site->kind != TRI_KIND_LOOP)
            continue;
        struct visited what = visited_loop(routine, site);
        site->always = is_always_visited(routine, &jumps, &what);
        if (!site->always)
            find_skips(routine, &jumps, site);
    }
    for (size_t i = 0; i < routine->light_call_count; i++) {
        struct light_call *call = &routine->light_calls[i];
        call->always = is_always_called(routine, &jumps, call);
    }
    free(jumps.list);
}
