/* slow.c: where copies of functions go when the current context is not the one that they need.
 *
 * It is compiled for general registers only: whoever comes here has its vectors untouched. */
#include "measure/loops/slow.h"

#include "measure/loops/contexts.h"
#include "measure/loops/modules.h"

#include <errno.h>
#include <stddef.h>

static struct format_context *above(struct format_context *context, uint32_t function)
{
    while (context && context->function != function)
        context = context->parent;
    return context;
}

static struct format_context *make(struct format_context *parent, uint32_t function, uint32_t site)
{
    const struct format_function *callee = modules_function(function);
    uint32_t counted = callee->counters + callee->cells;
    return contexts_make(parent, function, site, counted, counted + callee->slots);
}

/* Somebody who is not measured called: below what is current. */
static struct format_context *enter(uint32_t function, uint64_t stack)
{
    struct contexts_fold fold;
    while (contexts_pop(stack, true, &fold)) /* what was further down has returned */
        contexts_current = fold.to;
    struct format_context *from = contexts_current;
    if (from == &contexts_nowhere) {
        from = contexts_root();
        if (!from)
            return NULL;
        contexts_current = from;
    }
    struct format_context *found = above(from, function);
    if (found) {
        contexts_push(from, stack);
        return found;
    }
    for (found = from->below; found && found->function != function;)
        found = found->next;
    if (!found) {
        found = make(from, function, FORMAT_NO_SITE);
        if (!found)
            return NULL;
        found->next = from->below;
        from->below = found;
    }
    return found;
}

/* A slot of the current context is empty: it gets a context, unless the function is one further up.
 */
static struct format_context *fill(uint32_t function, uint32_t slot, uint64_t stack, bool jumps)
{
    struct format_context *from = contexts_current;
    const struct format_function *caller = modules_function(function);
    uint32_t called = modules_callee(function, slot);
    struct format_context *back = jumps ? from->back : from, *found = above(from, called);
    if (found) {
        contexts_push(back, stack);
        return found;
    }
    found = make(from, called, slot);
    if (!found)
        return NULL;
    found->back = back;
    from->values[caller->counters + caller->cells + slot] = (uint64_t)(uintptr_t)found;
    return found;
}

/* A function goes on, and the current context is not its own. */
static struct format_context *restore(uint32_t function, uint64_t stack)
{
    struct format_context *exact = NULL, *last = NULL;
    struct contexts_fold fold;
    while (contexts_pop(stack, false, &fold)) {
        last = fold.to;
        if (fold.stack == stack && last->function == function)
            exact = last;
    }
    struct format_context *found = exact ? exact : above(contexts_current, function);
    if (!found && last)
        found = above(last, function);
    return found ? found : enter(function, stack);
}

/* Called with the function's number, what is wanted, and the stack pointer; returns the context. */
struct format_context *slow_find(uint32_t what, uint32_t function, uint64_t stack)
{
    int saved = errno;
    struct format_context *found;
    uint32_t slot = what & ((UINT32_C(1) << FORMAT_SLOW_SHIFT) - 1);
    uint32_t kind = what >> FORMAT_SLOW_SHIFT;
    if (kind == FORMAT_SLOW_ENTER)
        found = enter(function, stack);
    else if (kind == FORMAT_SLOW_RESTORE)
        found = restore(function, stack);
    else
        found = fill(function, slot, stack, kind == FORMAT_SLOW_JUMP);
    if (!found)
        found = modules_waste(); /* nothing is counted any more, somewhere it must go */
    bool leaf = modules_function(function)->flags & FORMAT_FUNCTION_LEAF;
    if (kind == FORMAT_SLOW_RESTORE || (kind == FORMAT_SLOW_ENTER && !leaf))
        contexts_current = found;
    errno = saved;
    return found;
}
