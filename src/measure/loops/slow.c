/* slow.c: see slow.h
 *
 * This file is compiled for general registers only, so that vector registers need not be saved,
 * which takes longer than all the rest. If memory is needed, and with it the C library, the first
 * attempt, with `may_make` false, returns NULL; the second one is made with all registers saved. */
#include "measure/loops/slow.h"

#include "measure/loops/crossing.h"
#include "measure/loops/leave.h"
#include "measure/loops/leave_ends.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_sites.h"
#include "measure/loops/modules.h"
#include "measure/loops/quick.h"
#include "measure/loops/times.h"
#include "measure/loops/visits.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

uint32_t slow_main;
struct format_context *slow_start;
CONTEXTS_TLS struct quick quick_own = {NULL, 0, &contexts_nowhere, UINT64_MAX};
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
    struct format_context *made = contexts_make(parent, function, site, counted,
                                                counted + callee->slots + times_values(callee));
    if (made)
        crossing_made(made);
    return made;
}

/* Begins this thread; returns its root, or NULL. */
static struct format_context *begin(bool may_make)
{
    sigset_t all, before;
    if (!may_make)
        return NULL;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    struct format_context *root = contexts_root();
    if (root && contexts_current == &contexts_nowhere) { /* otherwise a handler was faster */
        contexts_current = root;
        leave_begin_thread(root);
        leave_ends_thread();
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return root;
}

static bool is_function(const struct format_context *context)
{
    return context->function < FORMAT_CONTEXT_SIGNAL;
}

/* A cache of contexts found below another one, which may have many: their addresses, with LAST_LEAF
 * if the function is a leaf. Each is one word, since a signal handler may search meanwhile. */
enum { LAST_FOUND = 1024, LAST_LEAF = 1 };
static LEAVE_TLS uintptr_t last_found[LAST_FOUND];

static inline struct format_context *context_of(uintptr_t known)
{
    return (struct format_context *)(known & ~(uintptr_t)LAST_LEAF);
}

/* Returns the noted site of calls below a context. */
static inline uint32_t noted_site(const struct format_context *from)
{
    return format_noted_site(is_function(from) ? from->note : 0);
}

static inline uintptr_t *last_found_at(const struct format_context *from, uint32_t function,
                                       uint32_t site)
{
    return &last_found[((from->self * 31 ^ function) + site * 7) % LAST_FOUND];
}

/* Returns the context of a call from unmeasured code, below a context, if it was found lately;
 * otherwise 0. No function has two contexts on a path: one that has a context below `from` has none
 * further up. */
static inline uintptr_t find_lately(const struct format_context *from, uint32_t function)
{
    uint32_t site = noted_site(from);
    uintptr_t known = __atomic_load_n(last_found_at(from, function, site), __ATOMIC_RELAXED);
    const struct format_context *found = context_of(known);
    bool is_it =
        found && found->parent == from && found->function == function && found->site == site;
    return is_it ? known : 0;
}

/* Returns that context even if it was not found lately; makes it if there is none. */
static struct format_context *find_below(struct format_context *from, uint32_t function,
                                         bool may_make)
{
    uint32_t site = noted_site(from);
    struct format_context *found = from->below;
    while (found && (found->function != function || found->site != site))
        found = found->next;
    if (!found) {
        found = make(from, function, site, may_make);
        if (!found)
            return NULL;
        found->next = from->below;
        from->below = found;
    }
    bool is_leaf = modules_function(function)->flags & FORMAT_FUNCTION_LEAF;
    __atomic_store_n(last_found_at(from, function, site),
                     (uintptr_t)found | (is_leaf ? LAST_LEAF : 0), __ATOMIC_RELAXED);
    return found;
}

/* Remembers a function without calls: it will be found again as long as no fold is over. A function
 * that notes its calls clears the note after each: what it jumps to is no call. */
static void remember(struct format_context *from, struct format_context *leaf)
{
    if (is_function(from) && !from->note &&
        modules_function(from->function)->flags & FORMAT_FUNCTION_NOTES)
        return;
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

/* Leaves a context that a call through a pointer made current, of a function that was not entered:
 * on x86-64, the pointer may be in memory, and another thread may have changed it before it was
 * read once more. Such a context was found without a fold, and its function is in no call: it
 * cannot have led here. Functions that may jump on without a note are not made current by such a
 * call. */
static inline void drop_missed(void)
{
#ifdef __x86_64__
    struct format_context *from = contexts_current;
    const struct folds *folds = folds_own;
    bool is_entered = folds && folds->count && folds->all[folds->count - 1].in == from;
    if (!is_entered && from->parent && is_function(from) && !from->note &&
        !format_site_is_slot(from->site) &&
        !(modules_function(from->function)->flags & FORMAT_FUNCTION_JUMPS))
        contexts_current = from->parent;
#endif
}

/* True if a function is entered by a jump through a pointer from the current one, which has not
 * returned: if it had returned to measured code, its fold would be popped. On aarch64, measured
 * code has found the context before it calls through a pointer (point). */
static inline bool is_jumped_to(uint64_t stack)
{
#ifdef __x86_64__
    const struct folds *folds = folds_own;
    const struct format_context *from = contexts_current;
    struct leave_site site;
    if (!folds || !folds->count || folds->all[folds->count - 1].stack != stack ||
        !is_function(from) || !(modules_function(from->function)->flags & FORMAT_FUNCTION_JUMPS))
        return false;
    return leave_site_at(((const uint64_t *)(uintptr_t)stack)[-1] - 1, &site);
#else
    (void)stack;
    return false;
#endif
}

/* Pops the folds that are over when unmeasured code enters a function with that stack pointer. */
static inline void pop_ended(uint64_t stack)
{
    drop_missed();
    if (is_jumped_to(stack))
        return;
    for (const struct fold *fold; (fold = folds_pop(stack, true)) || (fold = folds_pop_returned());)
        folds_go_back(fold);
}

/* Enters a function that unmeasured code called, below the current context. NULL if memory is
 * needed. */
static struct format_context *enter(uint32_t function, uint64_t stack, bool may_make)
{
    pop_ended(stack);
    struct format_context *from = contexts_current;
    if (from == &contexts_nowhere)
        from = begin(may_make);
    if (!from)
        return NULL;
    bool is_main = slow_main == function;
    if (is_main) /* initialisers, which were called before, have returned */
        from = slow_start == &contexts_nowhere ? root_of(from) : slow_start;
    struct format_context *again = above(from, function), *found = again;
    if (!found)
        found = find_below(from, function, may_make);
    if (!found)
        return NULL;
    if (modules_function(function)->flags & FORMAT_FUNCTION_LEAF) {
        if (found->parent == from)
            remember(from, found);
        return found;
    }
    struct fold fold = {.to = from, .in = found, .stack = stack, .entered = true, .again = again};
    if (!folds_push(fold, may_make))
        return NULL;
    if (again)
        times_fold(from, again);
    if (is_main)
        slow_main = 0;
    return found;
}

/* Enters a function that was entered lately and makes its context current; NULL if enter() has to
 * do it. Native code that calls measured functions all the time, such as an interpreter, comes here
 * with each call. */
static inline struct format_context *enter_again(uint32_t function, uint64_t stack)
{
    pop_ended(stack);
    struct format_context *from = contexts_current;
    if (from == &contexts_nowhere || slow_main == function)
        return NULL;
    uintptr_t known = find_lately(from, function);
    if (!known)
        return NULL;
    struct format_context *found = context_of(known);
    if (known & LAST_LEAF) {
        remember(from, found);
        return found;
    }
    struct fold fold = {.to = from, .in = found, .stack = stack, .entered = true};
    if (!folds_push(fold, false))
        return NULL;
    return contexts_current = found;
}

/* Makes a context of the called function for an empty slot of the current one, which is of
 * `function`. `back`: the context that is current after the return. */
static struct format_context *make_in_slot(uint32_t function, uint32_t called, uint32_t slot,
                                           struct format_context *back, bool may_make)
{
    struct format_context *from = contexts_current, *made = make(from, called, slot, may_make);
    if (!made)
        return NULL;
    const struct format_function *caller = modules_function(function);
    made->back = back;
    from->values[caller->counters + caller->cells + slot] = (uint64_t)(uintptr_t)made;
    return made;
}

/* Fills an empty slot of the current context with a context, unless the function has one further
 * up. */
static struct format_context *fill(uint32_t function, uint32_t slot, uint64_t stack, bool jumps,
                                   bool may_make)
{
    uint32_t called = modules_callee(function, slot);
    struct format_context *from = contexts_current, *found = above(from, called);
    struct format_context *back = jumps ? from->back : from;
    if (!found)
        return make_in_slot(function, called, slot, back, may_make);
    struct fold fold = {.to = back, .in = found, .stack = stack, .again = found};
    fold.jumped = jumps ? from : NULL;
    times_fold(from, found);
    return folds_push(fold, may_make) ? found : NULL;
}

/* The same for a function without calls, which gets its context in a register. If it has a context
 * further up, a signal interrupted it there; no fold leads back from it, since nothing is below it.
 */
static struct format_context *fill_leaf(uint32_t function, uint32_t slot, bool may_make)
{
    uint32_t called = modules_callee(function, slot);
    struct format_context *from = contexts_current, *found = above(from, called);
    if (!found)
        return make_in_slot(function, called, slot, from, may_make);
    times_fold(from, found);
    return found;
}

/* Contexts that calls through pointers made current lately. The second word is the first one and
 * the address that was called, so that words of two entries, which a signal handler may have put
 * together, do not fit. */
enum { POINTED = 256 };
static LEAVE_TLS struct pointed {
    uintptr_t found, check;
} pointed[POINTED];

static struct pointed *pointed_at(const struct format_context *from, uint64_t target)
{
    return &pointed[((uintptr_t)from / sizeof *from ^ target / 4) % POINTED];
}

/* Finds the context of the function at an address, below another context. If that function is
 * further up, or a leaf function, or has no copy, it is `from`: such a function finds its context
 * when it is entered. */
static struct format_context *find_pointed(struct format_context *from, uint32_t function,
                                           uint64_t target, bool may_make)
{
    uint32_t called = from->parent ? modules_entered(function, target) : 0;
    if (!called || called == slow_main || modules_function(called)->flags & FORMAT_FUNCTION_LEAF ||
        above(from, called))
        return from;
    return find_below(from, called, may_make);
}

/* Finds the context that a call through a pointer makes current, and has the caller's cells
 * remember it. */
static struct format_context *point(uint32_t function, uint32_t what, uint64_t stack, bool may_make)
{
    struct format_context *from = contexts_current;
    uint64_t *cells = &from->values[what & (FORMAT_SLOW_IN_MEMORY - 1)];
#ifdef __x86_64__
    uint64_t target = ((const uint64_t *)(uintptr_t)stack)[-1]; /* pushed first */
#else
    uint64_t target = cells[FORMAT_POINTER_ASKED];
    (void)stack;
#endif
    struct pointed *last = pointed_at(from, target);
    struct format_context *found = (struct format_context *)last->found;
    if ((last->found ^ last->check) != target ||
        (found != from && (found->parent != from || found->site != noted_site(from)))) {
        found = find_pointed(from, function, target, may_make);
        if (!found && !may_make)
            return NULL;
        found = found ? found : from;
        *last = (struct pointed){(uintptr_t)found, (uintptr_t)found ^ target};
    }
    if (what & FORMAT_SLOW_IN_MEMORY && found != from &&
        modules_function(found->function)->flags & FORMAT_FUNCTION_JUMPS)
        found = from; /* see drop_missed() */
#ifdef __x86_64__
    for (int i = FORMAT_POINTER_FOURTH_CONTEXT; i > FORMAT_POINTER_OTHER_CONTEXT; i--)
        cells[i] = cells[i - 2];
#endif
    cells[FORMAT_POINTER_OTHER_CONTEXT] = cells[FORMAT_POINTER_CONTEXT];
    cells[FORMAT_POINTER_OTHER] = cells[FORMAT_POINTER_TARGET];
    cells[FORMAT_POINTER_CONTEXT] = (uint64_t)(uintptr_t)found;
    cells[FORMAT_POINTER_TARGET] = target;
    return found;
}

/* Finds the context of a function that continues while another one is current. */
static struct format_context *restore(uint32_t function, uint64_t stack, bool may_make)
{
    struct format_context *exact = NULL, *last = NULL;
    quick_forget();
    for (const struct fold *fold; (fold = folds_pop(stack, false));) {
        struct format_context *way = fold_way(fold, function, stack);
        last = fold->to;
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

/* Finds the context of a function in which an exception landed, at the node `pad`: others may have
 * been left. */
static struct format_context *land(uint32_t function, uint32_t pad, uint64_t stack, bool may_make)
{
    if (!may_make)
        return NULL;
    struct format_context *found = leave_land(function, pad, stack);
    if (!found)
        found = restore(function, stack, may_make);
    if (found) {
        found->note = 0; /* the call that it comes from is over */
        crossing_land(found);
    }
    quick_forget();
    return found;
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
        return land(function, slot, stack, may_make);
    if (kind == FORMAT_SLOW_POINTER)
        return point(function, slot, stack, may_make);
    if (kind == FORMAT_SLOW_OPEN || kind == FORMAT_SLOW_CLOSE)
        return visits_change(function, slot, stack, kind == FORMAT_SLOW_OPEN, may_make);
    if (kind == FORMAT_SLOW_LEAF)
        return fill_leaf(function, slot, may_make);
    return fill(function, slot, stack, kind == FORMAT_SLOW_JUMP, may_make);
}

/* True if the function that continues now finds its context in contexts_current. */
static bool is_made_current(uint32_t kind, uint32_t function)
{
    if (kind == FORMAT_SLOW_ENTER)
        return !(modules_function(function)->flags & FORMAT_FUNCTION_LEAF);
    return kind == FORMAT_SLOW_RESTORE || kind == FORMAT_SLOW_LAND;
}

static struct format_context *take(uint32_t what, uint32_t function, struct format_context *found)
{
    if (found && is_made_current(what >> FORMAT_SLOW_SHIFT, function))
        contexts_current = found;
    return found;
}

/* Tells a signal handler that a slow path is running, so that it can show what the copy does.
 * `frame`: that of the function that slow_entry called. */
static void begin_slow(uint64_t stack, const void *frame)
{
#ifdef __x86_64__
    (void)stack;
    slow_stack = *(const uint64_t *)frame;
#else
    (void)frame;
    slow_stack = stack;
#endif
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
    begin_slow(stack, __builtin_frame_address(0));
    struct format_context *found = NULL;
    if (what >> FORMAT_SLOW_SHIFT == FORMAT_SLOW_ENTER)
        found = enter_again(function, stack);
    if (!found)
        found = take(what, function, find(what, function, stack, false));
    return end_slow(found);
}

/* Returns the function whose context is requested. */
static uint32_t wanted(uint32_t what, uint32_t function)
{
    uint32_t slot = what & ((UINT32_C(1) << FORMAT_SLOW_SHIFT) - 1);
    uint32_t kind = what >> FORMAT_SLOW_SHIFT;
    bool calls = kind == FORMAT_SLOW_CALL || kind == FORMAT_SLOW_JUMP || kind == FORMAT_SLOW_LEAF;
    return calls ? modules_callee(function, slot) : function;
}

struct format_context *slow_make(uint32_t what, uint32_t function, uint64_t stack)
{
    int saved = errno;
    begin_slow(stack, __builtin_frame_address(0));
    struct format_context *found = find(what, function, stack, true);
    if (!found)
        found = modules_waste(wanted(what, function)); /* the counts must go somewhere */
    errno = saved;
    return end_slow(take(what, function, found));
}
