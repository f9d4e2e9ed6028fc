/* passes.c: which loops every pass of what is around them visits, and visits once. A pass of a loop
 * is a trip, a pass of a routine is a visit. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdint.h>
#include <stdlib.h>

/* A statement that may go on elsewhere than behind itself. */
struct jump {
    size_t from, to; /* statements; to: SIZE_MAX, out of the routine */
};

struct jumps {
    struct jump *list;
    size_t count, room;
    bool anywhere; /* there is one whose targets are not known */
};

static void add(struct jumps *jumps, size_t from, size_t to)
{
    jumps->list = memory_grow(jumps->list, &jumps->room, jumps->count + 1, sizeof *jumps->list);
    jumps->list[jumps->count++] = (struct jump){from, to};
}

static void add_labels(struct jumps *jumps, const struct routine *routine, size_t at)
{
    const struct statement *statement = statement_at(routine, at);
    for (size_t i = 0; i < statement->target_count; i++) {
        const struct label *label = jumps_label(routine, statement->targets[i]);
        if (label)
            add(jumps, at, label->at);
    }
}

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

/* Whether the loop stands where nothing but the order of statements leads past it. */
static bool is_unconditional(const struct routine *routine, const struct site *loop)
{
    const struct block *around = loop->around ? loop->around->block : routine->block;
    const struct block *block = loop->block->parent;
    while (block != around && (block->kind == BLOCK_BLOCK || block->kind == BLOCK_ASSOCIATE))
        block = block->parent;
    return block == around;
}

/* Whether the jump, which stands in [first, last], leads past the loop, or back before it. */
static bool evades(const struct jump *jump, const struct site *loop, size_t first, size_t last)
{
    if (jump->from < first || jump->from > last)
        return false;
    return jump->from < loop->at ? jump->to > loop->at : jump->to <= loop->at && jump->to >= first;
}

static bool is_always_visited(const struct routine *routine, const struct jumps *jumps,
                              const struct site *loop)
{
    size_t first = loop->around ? loop->around->at + 1 : routine->begin;
    size_t last = loop->around ? loop->around->last : routine->stop;
    if (jumps->anywhere || !is_unconditional(routine, loop))
        return false;
    for (size_t i = 0; i < jumps->count; i++) {
        if (evades(&jumps->list[i], loop, first, last))
            return false;
    }
    return true;
}

void passes_find(struct routine *routine)
{
    struct jumps jumps = {0};
    for (size_t i = routine->begin; i < routine->stop; i++)
        add_statement(&jumps, routine, i);
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *site = &routine->sites[i];
        if (site->kind == TRI_KIND_LOOP)
            site->always = is_always_visited(routine, &jumps, site);
    }
    free(jumps.list);
}
