/* signals.c: see signals.h */
#include "measure/loops/signals.h"

#include "measure/loops/leave.h"
#include "measure/loops/leave_ends.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/modules.h"
#include "measure/loops/slow.h"
#include "measure/loops/times.h"

#include <errno.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* Returns the context of a signal, below the interrupted one. Contexts above that are not
 * accessible to the handler, since their counters may be half-updated. NULL if there is no room. */
static struct format_context *context_of(struct format_context *from, int number)
{
    struct format_context *found = from->below;
    while (found && (found->function != FORMAT_CONTEXT_SIGNAL || found->site != (uint32_t)number))
        found = found->next;
    if (found)
        return found;
    found = contexts_make(from, FORMAT_CONTEXT_SIGNAL, (uint32_t)number, 0, times_other_values());
    if (found) {
        found->parent = NULL;
        found->next = from->below;
        from->below = found;
    }
    return found;
}

static bool is_inside(const stack_t *stack, uint64_t address)
{
    uint64_t low = (uint64_t)(uintptr_t)stack->ss_sp;
    return stack->ss_size && address >= low && address - low < stack->ss_size;
}

/* Lets the timer's signal interrupt a handler, unless that runs on a small stack: a second frame of
 * the kernel, which takes 4.6 KB on aarch64, would not fit. On a small one, the handler's time
 * belongs to what it interrupted. */
static void let_timer_in(int number, const ucontext_t *context)
{
    enum { SMALL = 16384 };
    uint64_t here = (uint64_t)(uintptr_t)&here, timer = SIGNALS_TIMER;
    bool is_small = is_inside(&context->uc_stack, here) && context->uc_stack.ss_size < SMALL;
    if (signals_blocks_timer(number) && !is_small)
        syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &timer, NULL, sizeof timer);
}

/* True if the context of an interrupted function is in the leaf register. */
static bool is_in_register(const struct leave_site *site)
{
    return site->in_register || modules_function(site->function)->flags & FORMAT_FUNCTION_LEAF;
}

/* Returns the context of the interrupted code, if it was counting; otherwise NULL. */
static struct format_context *interrupted(const struct signals_shown *shown, const void *context)
{
    if (!shown->site.node)
        return NULL;
    const struct format_function *function = modules_function(shown->site.function);
    if (!is_in_register(&shown->site)) {
        struct format_context *found = contexts_current;
        while (found && found->function != shown->site.function)
            found = found->parent;
        return found;
    }
    struct format_context *leaf = function->counters ? signals_leaf(context) : NULL;
    return leaf && leaf->function == shown->site.function ? leaf : NULL;
}

static void begin(struct leave_signal *signal, int number, ucontext_t *context,
                  const struct signals_shown *shown)
{
    struct format_context *own = interrupted(shown, context);
    bool leaf = own && is_in_register(&shown->site);
    uint64_t here = (uint64_t)(uintptr_t)&here;
    *signal = (struct leave_signal){
        .here = here,
        .current = contexts_current,
        .leaf = leaf ? own : NULL,
        .folds = folds_begin(),
        .registers = context,
        .pc = shown->shown.pc,
        .stack = shown->shown.stack,
        .site = shown->site,
    };
    uint64_t more;
    if (shown->site.start && signals_returns_at(signal->pc, &more)) {
        signal->pc =
            shown->site.start; /* where the unwind information is right: nothing is saved yet */
        signal->more = more;
    }
    if (is_inside(&context->uc_stack, here) && !is_inside(&context->uc_stack, shown->real.stack)) {
        signal->low = (uint64_t)(uintptr_t)context->uc_stack.ss_sp;
        signal->high = signal->low + context->uc_stack.ss_size;
    }
    leave_signal_begin(signal);
    if (contexts_current != &contexts_nowhere) {
        struct format_context *below = context_of(contexts_current, number);
        contexts_current = below ? below : &contexts_nowhere;
    }
}

static void end(const struct leave_signal *signal)
{
    struct format_context *last = contexts_current;
    leave_signal_end();
    contexts_current = signal->current;
    folds_end(signal->folds);
    if (contexts_current == &contexts_nowhere) { /* the handler was the first to be counted */
        while (last->parent)
            last = last->parent;
        contexts_current = last->function == FORMAT_CONTEXT_SIGNAL ? &contexts_nowhere : last;
    }
}

/* Ends the process as the signal would without Triptych: the program has no handler for it. The
 * signal is blocked here; it is sent again, with what it said, and ends the process when the entry
 * returns. True if an instruction caused it: the entry is to return to its original, which a core
 * file shows. It cannot be executed again there: jumps to copies may have replaced it. (The first
 * process of a container cannot end itself by a signal: the instruction is executed again in the
 * copy.) */
static bool end_by(int number, const siginfo_t *info)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    leave_ends_process();
    signals_install(number, &action);
    if (syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), number, info))
        raise(number);
    bool is_fault = number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
                    number == SIGTRAP;
    return is_fault && info->si_code > 0 && getpid() != 1;
}

#ifdef __x86_64__
#define ALIGNED __attribute__((force_align_arg_pointer)) /* emulators do not align the stack */
#else
#define ALIGNED
#endif

ALIGNED void signals_run(int number, siginfo_t *info, void *context, signals_function *handler)
{
    leave_walk_fault(number, info, context);
    int saved = errno;
    uint64_t slow = slow_stack;
    struct signals_shown shown;
    struct leave_signal signal;
    signals_show(context, &shown);
    slow_stack = 0;
    struct format_context *own = interrupted(&shown, context);
    begin(&signal, number, context, &shown);
    let_timer_in(number, context);
    errno = saved;
    if (!handler && end_by(number, info))
        return;
    if (handler)
        handler(number, info, context);
    saved = errno;
    if (handler && number == SIGABRT && leave_is_aborting)
        leave_ends_process();
    end(&signal);
    slow_stack = slow;
    signals_hide(context, &shown, own);
    errno = saved;
}

void signals_entry(int number, siginfo_t *info, void *context)
{
    signals_run(number, info, context, signals_handler(number));
}
