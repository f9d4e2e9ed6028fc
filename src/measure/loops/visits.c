/* visits.c: see visits.h
 *
 * A context has room for one open visit of each loop. If a function calls itself in a loop, the
 * outer visits are kept here. What the counters, which are the same, have counted meanwhile is
 * added to the base of the outer visit when the inner one ends, so that each visit knows its own
 * trips. A visit whose stack pointer is below that of the function when it enters or leaves the
 * loop has ended without notice. */
#include "measure/loops/visits.h"

#include "measure/loops/leave_folds.h"
#include "measure/loops/modules.h"
#include "measure/loops/plans.h"

#include <string.h>
#include <sys/mman.h>

/* An outer visit. */
struct outer {
    uint64_t *visit; /* its values in the context */
    uint64_t base, stack;
    uint64_t left; /* the counter when the inner visit began */
};

enum { FIRST_BYTES = 65536 }; /* mostly never touched */

static LEAVE_TLS struct outer *outers; /* of this thread, innermost last */
static LEAVE_TLS size_t outer_count, outer_room;

/* Makes room for one more. A signal handler may come in between and add some, but removes them
 * again. */
static bool make_room(void)
{
    size_t room = outer_room ? 2 * outer_room : FIRST_BYTES / sizeof *outers;
    struct outer *more = contexts_memory(room * sizeof *more);
    if (!more)
        return false;
    struct outer *before = outers;
    if (before)
        memcpy(more, before, outer_count * sizeof *more);
    size_t bytes = outer_room * sizeof *more;
    outers = more;
    outer_room = room;
    if (before)
        munmap(before, bytes);
    return true;
}

void visits_end_thread(void)
{
    struct outer *all = outers;
    size_t bytes = outer_room * sizeof *all;
    if (!all || outer_count)
        return;
    outer_room = 0; /* first: a signal handler makes its own */
    outers = NULL;
    munmap(all, bytes);
}

/* Takes back the last outer visit with these values. False if there is none. */
static bool take_outer(uint64_t *visit, struct outer *found)
{
    for (size_t i = outer_count; i-- > 0;) {
        if (outers[i].visit != visit)
            continue;
        *found = outers[i];
        outer_count--;
        for (; i < outer_count; i++) { /* not by memmove, which uses vector registers */
            outers[i] = outers[i + 1];
            __asm__ volatile("" ::: "memory");
        }
        return true;
    }
    return false;
}

/* Ends the open visit: the outer one continues, if there is any. */
static void end(uint64_t *visit, uint64_t counter)
{
    struct outer outer;
    bool is_inner = visit[FORMAT_VISIT_STACK] & FORMAT_VISIT_INNER;
    visit[FORMAT_VISIT_STACK] = 0;
    if (!is_inner)
        return;
    if (!take_outer(visit, &outer)) {
        visit[FORMAT_VISIT_OUTER] |= FORMAT_VISIT_UNKNOWN;
        return;
    }
    visit[FORMAT_VISIT_BASE] = outer.base + counter - outer.left;
    visit[FORMAT_VISIT_STACK] = outer.stack;
    visit[FORMAT_VISIT_OUTER]--;
}

static uint64_t stack_of(const uint64_t *visit)
{
    return visit[FORMAT_VISIT_STACK] & ~(uint64_t)FORMAT_VISIT_INNER;
}

/* Ends the open visits whose functions were left: their stack pointers are below a limit. */
static void end_gone(uint64_t *visit, uint64_t counter, uint64_t limit)
{
    while (visit[FORMAT_VISIT_STACK] && stack_of(visit) < limit) {
        format_extreme_add(&visit[FORMAT_VISIT_GONE], counter - visit[FORMAT_VISIT_BASE]);
        end(visit, counter);
    }
}

/* Begins a visit. False if there is no room for the outer one, and none may be made. */
static bool open_visit(uint64_t *visit, uint64_t counter, uint64_t stack, bool may_make)
{
    end_gone(visit, counter, stack + 1);
    if (visit[FORMAT_VISIT_STACK]) {
        if (outer_count == outer_room && !may_make)
            return false;
        if (outer_count < outer_room || make_room()) {
            struct outer *outer = &outers[outer_count++];
            *outer =
                (struct outer){visit, visit[FORMAT_VISIT_BASE], visit[FORMAT_VISIT_STACK], counter};
            visit[FORMAT_VISIT_OUTER]++;
        } else {
            visit[FORMAT_VISIT_OUTER] |= FORMAT_VISIT_UNKNOWN;
        }
        stack |= FORMAT_VISIT_INNER;
    }
    visit[FORMAT_VISIT_BASE] = counter;
    visit[FORMAT_VISIT_STACK] = stack;
    return true;
}

/* Ends a visit, which belongs to a pair of extremes. */
static void close_visit(uint64_t *visit, uint64_t *pair, uint64_t counter, uint64_t stack)
{
    end_gone(visit, counter, stack);
    if (!visit[FORMAT_VISIT_STACK] || stack_of(visit) != stack) {
        visit[FORMAT_VISIT_OUTER] |= FORMAT_VISIT_UNKNOWN;
        return;
    }
    format_extreme_add(pair, counter - visit[FORMAT_VISIT_BASE]);
    end(visit, counter);
}

/* Returns a loop of a function by its number. */
static const struct format_loop *loop_of(uint32_t function, uint32_t number)
{
    const struct format_loop *loops =
        plans_section(modules_module(function)->plan, FORMAT_PLAN_LOOPS);
    return &loops[modules_function(function)->first_loop + number];
}

/* Returns the sum of the counters of a loop's edges back to its head. */
static uint64_t counter_of(const struct format_context *context, const struct format_loop *loop)
{
    uint64_t counter = 0;
    for (int i = 0; i < FORMAT_LOOP_BACKS; i++)
        counter += loop->backs[i] == UINT32_MAX ? 0 : context->values[loop->backs[i]];
    return counter;
}

static uint64_t *visit_of(struct format_context *context, const struct format_loop *loop)
{
    return &context->values[loop->extremes - 1 + (size_t)FORMAT_EXTREME_VALUES * loop->exits];
}

void visits_leave(struct format_context *context, uint64_t stack)
{
    const struct format_function *function = modules_function(context->function);
    for (uint32_t i = 0; i < function->loops; i++) {
        const struct format_loop *loop = loop_of(context->function, i);
        if (loop->extremes && loop->flags & FORMAT_LOOP_CALLS)
            end_gone(visit_of(context, loop), counter_of(context, loop), stack);
    }
}

/* True if a node of a function is in a loop, or in one inside it. */
static bool is_in(const struct format_context *context, uint32_t node, uint32_t loop)
{
    const struct format_function *function = modules_function(context->function);
    const struct format_block *blocks =
        plans_section(modules_module(context->function)->plan, FORMAT_PLAN_BLOCKS);
    uint32_t at = node && node <= function->blocks ? blocks[function->first_block + node - 1].loop
                                                   : UINT32_MAX;
    while (at < function->loops && at != loop)
        at = loop_of(context->function, at)->parent;
    return at == loop;
}

void visits_jump(struct format_context *context, uint64_t stack, uint32_t from, uint32_t to)
{
    const struct format_function *function = modules_function(context->function);
    const struct format_block *blocks =
        plans_section(modules_module(context->function)->plan, FORMAT_PLAN_BLOCKS);
    if (!to && from && from <= function->blocks)
        to = blocks[function->first_block + from - 1].pad;
    for (uint32_t i = 0; i < function->loops; i++) {
        const struct format_loop *loop = loop_of(context->function, i);
        if (!loop->extremes || !(loop->flags & FORMAT_LOOP_CALLS) || !is_in(context, from, i) ||
            is_in(context, to, i))
            continue;
        uint64_t *visit = visit_of(context, loop);
        if (visit[FORMAT_VISIT_STACK] && stack_of(visit) == stack)
            end_gone(visit, counter_of(context, loop), stack + 1);
    }
}

struct format_context *visits_change(uint32_t function, uint32_t request, uint64_t stack,
                                     bool begins, bool may_make)
{
    struct format_context *context = contexts_current;
    uint32_t pair =
        request >> FORMAT_VISIT_LOOP_BITS & ((UINT32_C(1) << FORMAT_VISIT_PAIR_BITS) - 1);
    const struct format_loop *loop =
        loop_of(function, request & ((UINT32_C(1) << FORMAT_VISIT_LOOP_BITS) - 1));
    stack += UINT64_C(8) * (request >> (FORMAT_VISIT_LOOP_BITS + FORMAT_VISIT_PAIR_BITS));
    if (context->function != function)
        return context;
    uint64_t *visit = visit_of(context, loop), counter = counter_of(context, loop);
    uint64_t *pairs = &context->values[loop->extremes - 1];
    if (!begins)
        close_visit(visit, pairs + (size_t)FORMAT_EXTREME_VALUES * pair, counter, stack);
    else if (!open_visit(visit, counter, stack, may_make))
        return NULL;
    return context;
}
