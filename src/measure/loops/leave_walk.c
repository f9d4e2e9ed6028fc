/* leave_walk.c: see leave_walk.h
 *
 * Return addresses are those of the original, so that the unwinder of libgcc works. The context
 * that was current when a function made its call is found as if the call returned (slow.c). */
#include "measure/loops/leave_walk.h"

#include "measure/core.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_real.h"
#include "measure/loops/modules.h"
#include "measure/loops/signals.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

struct _Unwind_Context;
typedef int trace_function(struct _Unwind_Context *, void *);

/* Functions of libgcc_s; the program need not be linked with it. */
static int (*unwind_backtrace)(trace_function *, void *);
static uintptr_t (*unwind_ip)(struct _Unwind_Context *, int *);
static uintptr_t (*unwind_cfa)(struct _Unwind_Context *);

enum { GO_ON = 0, STOP = 4 }; /* _URC_NO_REASON, _URC_NORMAL_STOP */

enum { KEPT = 8 };

CONTEXTS_TLS struct leave_signal *leave_signals;
static LEAVE_TLS struct leave_signal kept[KEPT];
static LEAVE_TLS uint32_t open_signals;

struct walk {
    struct format_context *current;
    const struct folds *stack_folds;
    size_t folds;
    const struct leave_signal *signal;
    uint64_t from; /* 0: found */
    uint64_t *stack;
    leave_visit *visit;
    void *data;
};

void leave_walk_prepare(void)
{
    void *library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    *(void **)&unwind_ip = dlsym(library, "_Unwind_GetIPInfo");
    *(void **)&unwind_cfa = dlsym(library, "_Unwind_GetCFA");
    if (unwind_ip && unwind_cfa)
        *(void **)&unwind_backtrace = dlsym(library, "_Unwind_Backtrace");
}

static struct format_context *above(struct format_context *context, uint32_t function)
{
    while (context && context->function != function)
        context = context->parent;
    return context;
}

void leave_signal_begin(struct leave_signal *signal)
{
    uint32_t number = open_signals;
    open_signals = number + 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* a handler that runs now takes the next one */
    signal->number = number;
    signal->outer = leave_signals;
    if (number < KEPT) {
        kept[number] = *signal;
        signal = &kept[number];
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    leave_signals = signal;
}

void leave_signal_end(void)
{
    const struct leave_signal *last = leave_signals;
    leave_signals = last->outer;
    open_signals = last->number;
}

/* Returns the context that is current when a function continues with that stack pointer; NULL if it
 * is unknown. */
static struct format_context *go_back(struct walk *walk, uint32_t function, uint64_t stack)
{
    struct format_context *exact = NULL, *last = NULL;
    const struct folds *folds = walk->stack_folds;
    while (folds && walk->folds && folds->all[walk->folds - 1].stack <= stack) {
        const struct fold *fold = &folds->all[--walk->folds];
        struct format_context *way = fold_way(fold, function, stack);
        last = fold->to;
        exact = way ? way : exact;
    }
    struct format_context *found = exact ? exact : above(walk->current, function);
    if (!found && last)
        found = above(last, function);
    walk->current = found ? found : last ? last : walk->current;
    return found;
}

static void use_folds(struct walk *walk, const struct folds *folds)
{
    walk->stack_folds = folds;
    walk->folds = folds ? folds->count : 0;
}

/* Moves out of a handler, to the code that the signal interrupted. */
static const struct leave_signal *cross(struct walk *walk, uint64_t pc)
{
    const struct leave_signal *signal = walk->signal;
    if (!signal || signal->pc != pc)
        return NULL; /* the handler is unknown */
    walk->current = signal->current;
    walk->signal = signal->outer;
    use_folds(walk, signal->folds);
    return signal;
}

/* Finds the site and the context of a frame; false if it is not counting. */
static bool look_at(struct walk *walk, struct leave_frame *frame, uint64_t pc)
{
    const struct leave_signal *signal = frame->interrupted ? cross(walk, pc) : NULL;
    if (signal) {
        frame->site = signal->site;
        frame->stack = signal->stack; /* the unwinder has that of the signal frame */
    } else if (!leave_site_at(frame->interrupted ? pc : pc - 1, &frame->site)) {
        return false;
    }
    if (signal && !signal->site.node)
        return false;
    bool in_register =
        signal && (signal->site.in_register ||
                   modules_function(frame->site.function)->flags & FORMAT_FUNCTION_LEAF);
    if (in_register)
        frame->context = signal->leaf;
    else
        frame->context = go_back(walk, frame->site.function, frame->stack);
    frame->folds = walk->folds;
    frame->signal = walk->signal;
    return frame->context || !signal;
}

static int trace(struct _Unwind_Context *context, void *data)
{
    struct walk *walk = data;
    struct leave_frame frame = {0};
    int interrupted = 0;
    uint64_t pc = unwind_ip(context, &interrupted);
    frame.stack = unwind_cfa(context);
    if (walk->from) {
        if (pc != walk->from)
            return GO_ON;
        walk->from = 0;
        if (walk->stack)
            *walk->stack = frame.stack;
    }
    frame.interrupted = interrupted;
    if (!look_at(walk, &frame, pc))
        return GO_ON;
    return walk->visit(&frame, walk->data) ? GO_ON : STOP;
}

/* Shows the unwinder the interrupted position: handlers may have changed where the program
 * continues. */
static void show_to_unwinder(void)
{
    for (struct leave_signal *signal = leave_signals; signal; signal = signal->outer) {
        struct signals_registers registers;
        signals_get(signal->registers, &registers);
        signal->kept_pc = registers.pc;
        signal->kept_stack = registers.stack;
        registers.pc = signal->pc;
        registers.stack = signal->stack + signal->more;
        signals_set(signal->registers, &registers);
    }
}

static void hide_again(void)
{
    for (struct leave_signal *signal = leave_signals; signal; signal = signal->outer) {
        struct signals_registers registers;
        signals_get(signal->registers, &registers);
        registers.pc = signal->kept_pc;
        registers.stack = signal->kept_stack;
        signals_set(signal->registers, &registers);
    }
}

/* The target of the jump after a fault during unwinding: the unwind tables of some code are wrong.
 */
static LEAVE_TLS jmp_buf *way_out;

void leave_walk_fault(int number, const siginfo_t *info, const void *context)
{
    const ucontext_t *interrupted = context;
    if (!way_out || (number != SIGSEGV && number != SIGBUS) || info->si_code <= 0)
        return;
    pthread_sigmask(SIG_SETMASK, &interrupted->uc_sigmask, NULL);
    LEAVE_REAL(_longjmp)(*way_out, 1);
}

/* Walks the stack; false if there was a fault. */
static bool try_to_unwind(struct walk *walk)
{
    jmp_buf here;
    jmp_buf *outer = way_out;
    tri_core.be_busy(true); /* libgcc calls pthread_once */
    bool good = !_setjmp(here);
    if (good) {
        way_out = &here;
        show_to_unwinder();
        unwind_backtrace(trace, walk);
    }
    hide_again();
    way_out = outer;
    tri_core.be_busy(false);
    return good;
}

bool leave_walk(uint64_t from, uint64_t *stack, leave_visit *visit, void *data)
{
    struct walk walk = {.current = contexts_current,
                        .signal = leave_signals,
                        .from = from,
                        .stack = stack,
                        .visit = visit,
                        .data = data};
    if (!unwind_backtrace)
        return false;
    use_folds(&walk, folds_own);
    return try_to_unwind(&walk) && !walk.from;
}
