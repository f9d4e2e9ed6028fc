/* leave_ends.c: the ends of threads, and of the process. */
#include "measure/loops/leave_ends.h"

#include "measure/core.h"
#include "measure/loops/leave.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_others.h"
#include "measure/loops/leave_real.h"
#include "measure/loops/leave_target.h"
#include "measure/loops/leave_vfork.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

enum { CANCELLED = 256 };

static pthread_key_t at_thread_end;
static pid_t process;
static bool is_over;
static pthread_t cancelled[CANCELLED]; /* 0: none */
static bool more_are_cancelled;        /* more than there is room for: each thread may be */
LEAVE_TLS bool leave_is_aborting;

void leave_ends_cancel(pthread_t thread)
{
    for (int i = 0; i < CANCELLED; i++) {
        pthread_t none = 0;
        if (__atomic_compare_exchange_n(&cancelled[i], &none, thread, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return;
    }
    __atomic_store_n(&more_are_cancelled, true, __ATOMIC_RELAXED);
}

static pthread_t *find_cancelled(pthread_t thread)
{
    for (int i = 0; i < CANCELLED; i++) {
        if (__atomic_load_n(&cancelled[i], __ATOMIC_RELAXED) == thread)
            return &cancelled[i];
    }
    return NULL;
}

bool leave_ends_is_cancelled(void)
{
    return find_cancelled(pthread_self()) || __atomic_load_n(&more_are_cancelled, __ATOMIC_RELAXED);
}

static void forget(pthread_t thread)
{
    for (pthread_t *found; (found = find_cancelled(thread));)
        __atomic_store_n(found, 0, __ATOMIC_RELAXED);
}

static void end_thread(void *how)
{
    bool is_counted = how == &at_thread_end;
    if (is_counted)
        leave_end_thread(leave_ends_is_cancelled());
    forget(pthread_self());
    if (is_counted)
        leave_others_one_more(-1);
}

void leave_ends_cancelled(void)
{
    if (!pthread_getspecific(at_thread_end))
        pthread_setspecific(at_thread_end, &cancelled);
}

bool leave_ends_is_own(void)
{
    return getpid() == process;
}

void leave_ends_process(void)
{
    int saved = errno;
    if (!leave_ends_is_own()) {
        leave_vfork_end();
    } else if (!__atomic_test_and_set(&is_over, __ATOMIC_RELAXED)) {
        leave_others();
        leave_close();
        if (tri_core.place_is_measuring())
            tri_core.place_renew_moment(); /* _exit() and signals leave no other trace */
    }
    errno = saved;
}

void leave_ends_exec(void)
{
    if (leave_ends_is_own())
        leave_close();
    else
        leave_vfork_end();
}

void leave_ends_no_exec(void)
{
    if (leave_ends_is_own())
        leave_reopen();
    else
        leave_vfork_undo();
}

void leave_ends_begin(void)
{
    process = getpid();
    pthread_key_create(&at_thread_end, end_thread);
    (void)at_quick_exit(leave_ends_process);
    tri_core.process_at_end(leave_ends_process);
    pthread_atfork(NULL, NULL, leave_forked); /* runs after that of process.c */
}

void leave_ends_fork(bool is_counted)
{
    leave_others_fork(is_counted);
    is_over = false;
    process = getpid();
}

void leave_ends_thread(void)
{
    leave_others_one_more(1);
    pthread_setspecific(at_thread_end, &at_thread_end);
}

LEAVE_STAND_IN void _exit(int status)
{
    leave_ends_process();
    LEAVE_REAL(_exit)(status);
    __builtin_unreachable();
}

LEAVE_STAND_IN void _Exit(int status)
{
    leave_ends_process();
    LEAVE_REAL(_Exit)(status);
    __builtin_unreachable();
}

LEAVE_STAND_IN void abort(void)
{
    leave_is_aborting = true; /* if a handler of the program returns, the process ends */
    LEAVE_REAL(abort)();
    __builtin_unreachable();
}

LEAVE_STAND_IN void pthread_exit(void *value)
{
    leave_exit_thread(CALLER);
    LEAVE_REAL(pthread_exit)(value);
    __builtin_unreachable();
}

/* Called at the end of a thread by pthread_cleanup_push of C: jumps back to where that was
 * called. */
LEAVE_STAND_IN void __pthread_unwind_next(__pthread_unwind_buf_t *buffer)
{
    uint64_t pc, stack;
    if (measure_leave_target(buffer, &pc, &stack))
        leave_land_again(pc, stack);
    leave_exit_thread(CALLER);
    LEAVE_REAL(__pthread_unwind_next)(buffer);
    __builtin_unreachable();
}

LEAVE_STAND_IN void thrd_exit(int value)
{
    leave_exit_thread(CALLER);
    LEAVE_REAL(thrd_exit)(value);
    __builtin_unreachable();
}
