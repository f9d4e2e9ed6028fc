/* signals_older.c: interposes the functions older than sigaction, built on sigaction as in the C
 * library. */
#include "measure/loops/leave_real.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>

typedef void plain_function(int number);

LEAVE_STAND_IN plain_function *bsd_signal(int number, plain_function *handler);

/* Signals that interrupt system calls, by siginterrupt(). */
static sigset_t interrupting;

static plain_function *install(int number, plain_function *handler, int flags, bool masks)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
    sigemptyset(&action.sa_mask);
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (masks && sigaddset(&action.sa_mask, number))
        return SIG_ERR;
    return sigaction(number, &action, &old) ? SIG_ERR : old.sa_handler;
}

static plain_function *install_bsd(int number, plain_function *handler)
{
    bool interrupts = sigismember(&interrupting, number) == 1;
    return install(number, handler, interrupts ? 0 : SA_RESTART, true);
}

static plain_function *install_sysv(int number, plain_function *handler)
{
    return install(number, handler, (int)(SA_RESETHAND | SA_NODEFER), false);
}

LEAVE_STAND_IN plain_function *signal(int number, plain_function *handler)
{
    return install_bsd(number, handler);
}

LEAVE_STAND_IN plain_function *ssignal(int number, plain_function *handler)
{
    return install_bsd(number, handler);
}

plain_function *bsd_signal(int number, plain_function *handler)
{
    return install_bsd(number, handler);
}

LEAVE_STAND_IN plain_function *sysv_signal(int number, plain_function *handler)
{
    return install_sysv(number, handler);
}

LEAVE_STAND_IN plain_function *__sysv_signal(int number, plain_function *handler)
{
    return install_sysv(number, handler);
}

LEAVE_STAND_IN int siginterrupt(int number, int interrupts)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action))
        return -1;
    if (interrupts)
        action.sa_flags &= ~SA_RESTART;
    else
        action.sa_flags |= SA_RESTART;
    if (interrupts)
        sigaddset(&interrupting, number);
    else
        sigdelset(&interrupting, number);
    return sigaction(number, &action, NULL);
}

/* System V: SIG_HOLD blocks the signal, everything else unblocks it. */
LEAVE_STAND_IN plain_function *sigset(int number, plain_function *handler)
{
    struct sigaction old;
    sigset_t one, before;
    sigemptyset(&one);
    if (sigaddset(&one, number))
        return SIG_ERR;
    bool holds = handler == SIG_HOLD;
    plain_function *was = SIG_ERR;
    if (!holds)
        was = install(number, handler, 0, false);
    else if (!sigaction(number, NULL, &old))
        was = old.sa_handler;
    if (was == SIG_ERR || sigprocmask(holds ? SIG_BLOCK : SIG_UNBLOCK, &one, &before))
        return SIG_ERR;
    return sigismember(&before, number) == 1 ? SIG_HOLD : was;
}
