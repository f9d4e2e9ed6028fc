/* slow.c: where copies of functions go when the current context is not the one that they need.
 *
 * It is compiled for general registers only, so that vectors need not be saved, which takes longer
 * than all the rest. Where memory is needed, and the C library with it, `may_make` is false at
 * first: then the answer is NULL, and it is asked again with everything saved. */
#include "measure/loops/slow.h"

#include "measure/loops/leave.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/modules.h"
#include "measure/loops/quick.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

uint32_t slow_main;
struct format_context *slow_start;
CONTEXTS_TLS struct quick quick_own = {NULL, 0, &contexts_nowhere};
CONTEXTS_TLS uint64_t slow_stack;

static struct format_context *above(struct format_context *context, uint32_t function)
{
    while (context && context->function != function)
        context = context->parent;
    return context;
}

static struct format_context *make(struct format_context *parent, uint32_t function, uint32_t site,
                                   bool may_make)
{
    if (!may_make)
        return NULL;
    const struct format_function *callee = modules_function(function);
    uint32_t counted = callee->counters + callee->cells;
    return contexts_make(parent, function, site, counted, counted + callee->slots);
}

/* The root of this thread, which begins with that. */
static struct format_context *begin(bool may_make)
{
    sigset_t all, before;
    if (!may_make)
        return NULL;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    struct format_context *root = contexts_root();
    if (root && contexts_current == &contexts_nowhere) { /* else a handler was here before */
        contexts_current = root;
        leave_begin_thread(root);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return root;
}

/* Contexts that were found below another one, which may have many. */
enum { LAST_FOUND = 1024 };
static LEAVE_TLS struct format_context *last_found[LAST_FOUND];

/* What was called by what is not measured, below a context. */
static struct format_context *find_below(struct format_context *from, uint32_t function,
                                         bool may_make)
{
    struct format_context **known = &last_found[(from->self * 31 ^ function) % LAST_FOUND];
    struct format_context *found = *known;
    if (found && found->parent == from && found->function == function &&
        found->site == FORMAT_NO_SITE)
        return found;
    found = from->below;
    while (found && found->function != function)
        found = found->next;
    if (found)
        return *known = found;
    found = make(from, function, FORMAT_NO_SITE, may_make);
    if (found) {
        found->next = from->below;
        from->below = found;
    }
    return found;
}

/* A function without calls will be found there again, as long as no way back is over. */
static void remember(struct format_context *from, struct format_context *leaf)
{
    const struct folds *folds = folds_own;
    const struct fold *last = folds && folds->count ? &folds->all[folds->count - 1] : NULL;
    uint64_t limit = last ? last->stack - last->entered : UINT64_MAX;
    quick_forget();
    quick_own.limit = limit;
    quick_own.leaf = leaf;
    quick_own.from = from;
}

static struct format_context *root_of(struct format_context *context)
{
    while (context->parent)
        context = context->parent;
    return context;
}

/* Somebody who is not measured called: below what is current. */
static struct format_context *enter(uint32_t function, uint64_t stack, bool may_make)
{
    struct fold fold;
    while (folds_pop(stack, true, &fold)) /* what was further down has returned */
        contexts_current = fold.to;
    struct format_context *from = contexts_current;
    if (from == &contexts_nowhere)
        from = begin(may_make);
    if (!from)
        return NULL;
    bool is_main = slow_main == function;
    if (is_main) /* initialisers, which were called before, have returned */
        from = slow_start == &contexts_nowhere ? root_of(from) : slow_start;
    struct format_context *found = above(from, function);
    if (!found)
        found = find_below(from, function, may_make);
    if (!found)
        return NULL;
    if (modules_function(function)->flags & FORMAT_FUNCTION_LEAF) {
        if (found->parent == from)
            remember(from, found);
        return found;
    }
    if (!folds_push((struct fold){from, stack, true, NULL}, may_make))
        return NULL;
    if (is_main)
        slow_main = 0;
    return found;
}

/* A slot of the current context is empty: it gets a context, unless the function is one further up.
 */
static struct format_context *fill(uint32_t function, uint32_t slot, uint64_t stack, bool jumps,
                                   bool may_make)
{
    struct format_context *from = contexts_current;
    const struct format_function *caller = modules_function(function);
    uint32_t called = modules_callee(function, slot);
    struct format_context *back = jumps ? from->back : from, *found = above(from, called);
    if (found)
        return folds_push((struct fold){back, stack, false, jumps ? from : NULL}, may_make) ? found
                                                                                            : NULL;
    found = make(from, called, slot, may_make);
    if (!found)
        return NULL;
    found->back = back;
    from->values[caller->counters + caller->cells + slot] = (uint64_t)(uintptr_t)found;
    return found;
}

/* A function goes on, and the current context is not its own. */
static struct format_context *restore(uint32_t function, uint64_t stack, bool may_make)
{
    struct format_context *exact = NULL, *last = NULL;
    struct fold fold;
    while (folds_pop(stack, false, &fold)) {
        struct format_context *way = fold_way(&fold, function, stack);
        last = fold.to;
        exact = way ? way : exact;
    }
    struct format_context *found = exact ? exact : above(contexts_current, function);
    if (!found && last)
        found = above(last, function);
    if (!found && !may_make)
        return NULL;
    if (!found)
        found = leave_land_at_end(function, stack);
    return found ? found : enter(function, stack, may_make);
}

/* An exception landed in a function: others may have been left. */
static struct format_context *land(uint32_t function, uint64_t stack, bool may_make)
{
    if (!may_make)
        return NULL;
    struct format_context *found = leave_land(function, stack);
    return found ? found : restore(function, stack, may_make);
}

static struct format_context *find(uint32_t what, uint32_t function, uint64_t stack, bool may_make)
{
    uint32_t slot = what & ((UINT32_C(1) << FORMAT_SLOW_SHIFT) - 1);
    uint32_t kind = what >> FORMAT_SLOW_SHIFT;
    if (kind == FORMAT_SLOW_ENTER)
        return enter(function, stack, may_make);
    if (kind == FORMAT_SLOW_RESTORE)
        return restore(function, stack, may_make);
    if (kind == FORMAT_SLOW_LAND)
        return land(function, stack, may_make);
    return fill(function, slot, stack, kind == FORMAT_SLOW_JUMP, may_make);
}

static struct format_context *take(uint32_t what, uint32_t function, struct format_context *found)
{
    uint32_t kind = what >> FORMAT_SLOW_SHIFT;
    bool leaf = modules_function(function)->flags & FORMAT_FUNCTION_LEAF;
    if (found && (kind == FORMAT_SLOW_RESTORE || kind == FORMAT_SLOW_LAND ||
                  (kind == FORMAT_SLOW_ENTER && !leaf)))
        contexts_current = found;
    return found;
}

/* A signal in between is told what the copy does. */
static void begin_slow(uint64_t stack)
{
    slow_stack = stack;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static struct format_context *end_slow(struct format_context *found)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    slow_stack = 0;
    return found;
}

struct format_context *slow_find(uint32_t what, uint32_t function, uint64_t stack)
{
    begin_slow(stack);
    return end_slow(take(what, function, find(what, function, stack, false)));
}

/* Whose context is asked for. */
static uint32_t wanted(uint32_t what, uint32_t function)
{
    uint32_t slot = what & ((UINT32_C(1) << FORMAT_SLOW_SHIFT) - 1);
    uint32_t kind = what >> FORMAT_SLOW_SHIFT;
    bool calls = kind == FORMAT_SLOW_CALL || kind == FORMAT_SLOW_JUMP;
    return calls ? modules_callee(function, slot) : function;
}

struct format_context *slow_make(uint32_t what, uint32_t function, uint64_t stack)
{
    int saved = errno;
    begin_slow(stack);
    struct format_context *found = find(what, function, stack, true);
    if (!found)
        found = modules_waste(wanted(what, function)); /* somewhere it must count */
    errno = saved;
    return end_slow(take(what, function, found));
}
