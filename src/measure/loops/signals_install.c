/* signals_install.c: interposes sigaction: the entry is installed in place of handlers, but the
 * program sees its own. */
#include "measure/core.h"
#include "measure/loops/leave_ends.h"
#include "measure/loops/leave_real.h"
#include "measure/loops/signals.h"

#include <stddef.h>

enum { SIGNALS = _NSIG };

/* The actions that the program asked for, where the entry is installed. */
static struct sigaction asked[SIGNALS];
static signals_function *entry; /* NULL until signals_begin() */

/* True for signals that end a process by default. */
static bool is_deadly(int number)
{
    switch (number) {
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
    case SIGILL:
    case SIGTRAP:
    case SIGABRT:
    case SIGBUS:
    case SIGFPE:
    case SIGUSR1:
    case SIGSEGV:
    case SIGUSR2:
    case SIGPIPE:
    case SIGALRM:
    case SIGTERM:
    case SIGXCPU:
    case SIGXFSZ:
    case SIGVTALRM:
    case SIGPROF:
    case SIGIO:
    case SIGSYS:
        return true;
    default:
        return false;
    }
}

static bool is_number(int number)
{
    return number > 0 && number < SIGNALS;
}

signals_function *signals_handler(int number)
{
    return __atomic_load_n(&asked[number].sa_sigaction, __ATOMIC_ACQUIRE);
}

bool signals_blocks_timer(int number)
{
    return asked[number].sa_flags & SA_ONSTACK;
}

static bool is_entry(const struct sigaction *action)
{
    return action->sa_sigaction == entry;
}

static bool needs_entry(int number, const struct sigaction *action)
{
    return action->sa_handler == SIG_DFL ? is_deadly(number) : action->sa_handler != SIG_IGN;
}

int signals_install(int number, const struct sigaction *action)
{
    return LEAVE_REAL(sigaction)(number, action, NULL);
}

/* Exchanges an action. The guard must be held. */
static int exchange(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction before, changed, mine = asked[number];
    if (LEAVE_REAL(sigaction)(number, NULL, &before))
        return -1;
    if (action) {
        struct sigaction wanted = *action;
        changed = wanted;
        if (needs_entry(number, &wanted)) {
            changed.sa_sigaction = entry;
            if (wanted.sa_flags & SA_ONSTACK) /* signals_run() lets it in where there is room */
                changed.sa_mask.__val[0] |= SIGNALS_TIMER;
            changed.sa_flags |= SA_SIGINFO;
            asked[number].sa_flags = wanted.sa_flags;
            asked[number].sa_mask = wanted.sa_mask;
            __atomic_store_n(&asked[number].sa_sigaction, wanted.sa_sigaction, __ATOMIC_RELEASE);
        }
        if (LEAVE_REAL(sigaction)(number, &changed, NULL)) {
            asked[number] = mine;
            return -1;
        }
    }
    if (old)
        *old = is_entry(&before) ? mine : before;
    return 0;
}

/* Exchanges an action in a child that shares its parent's memory: the parent's handlers stay as
 * they are, the child gets its own. */
static int exchange_in_child(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction before, mine = asked[number];
    if (LEAVE_REAL(sigaction)(number, action, &before))
        return -1;
    if (old)
        *old = is_entry(&before) ? mine : before;
    return 0;
}

LEAVE_STAND_IN int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (!entry || !is_number(number))
        return LEAVE_REAL(sigaction)(number, action, old);
    if (!leave_ends_is_own())
        return exchange_in_child(number, action, old);
    sigset_t before;
    tri_core.guard_enter(&before);
    int result = exchange(number, action, old);
    tri_core.guard_leave(&before);
    return result;
}

void signals_begin(signals_function *function)
{
    entry = function;
    for (int number = 1; number < SIGNALS; number++) {
        struct sigaction action;
        if (is_deadly(number) && !sigaction(number, NULL, &action) && action.sa_handler == SIG_DFL)
            sigaction(number, &action, NULL);
    }
}
