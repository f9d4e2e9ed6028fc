/* leave_others.c: the other threads of a process that ends: their open calls do not return, either.
 *
 * Each thread is interrupted by a signal that the program does not use, and then sleeps. If the
 * thread that ends the process waits for something meanwhile, everything is restored. On a busy
 * machine, threads that are ready to run get a core late: they are waited for. */
#include "measure/loops/leave_others.h"

#include "measure/loops/leave.h"
#include "measure/loops/leave_threads.h"
#include "measure/loops/signals.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    SLEEP = 100000000, /* ns */
    SLEEPS = 100,
    WAIT = 200000,
    WAITS = 250,
    MOST_WAITS = 5000,
    LOOKS = 5,
};

static int counted;
static int answered; /* threads that got the signal */
static long ending;  /* the thread that ends the process; 0: it still waits for the others */

static void sleep_for(long ns)
{
    struct timespec time = {0, ns};
    nanosleep(&time, NULL);
}

void leave_others_one_more(int more)
{
    __atomic_fetch_add(&counted, more, __ATOMIC_RELAXED);
}

void leave_others_fork(bool is_counted)
{
    counted = is_counted;
    answered = 0;
    ending = 0;
}

/* True if a thread runs, or waits for nothing but a core. */
static bool is_ready(long thread)
{
    struct leave_thread about;
    return leave_thread_look(thread, &about) && about.state == 'R';
}

static void stop(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    (void)context;
    bool is_counted = leave_close();
    __atomic_fetch_add(&answered, 1, __ATOMIC_RELEASE);
    if (!is_counted)
        return;
    for (int i = 0; i < SLEEPS; i++) {
        sleep_for(SLEEP);
        long thread = __atomic_load_n(&ending, __ATOMIC_RELAXED);
        if (thread && !is_ready(thread))
            break;
    }
    leave_reopen();
}

/* Takes a signal that the program does not use; 0 if there is none. */
static int take_signal(void)
{
    struct sigaction action;
    for (int number = SIGRTMAX; number >= SIGRTMIN; number--) {
        if (sigaction(number, NULL, &action) || action.sa_handler != SIG_DFL)
            continue;
        action = (struct sigaction){.sa_sigaction = stop, .sa_flags = SA_SIGINFO | SA_RESTART};
        sigfillset(&action.sa_mask);
        return sigaction(number, &action, NULL) ? 0 : number;
    }
    return 0;
}

/* True if a thread does not block the signal: a thread that does may be waiting for it. Running
 * threads may block it for a moment, with the guard held. */
static bool heeds(long thread, int number)
{
    for (int i = 0; i < LOOKS; i++) {
        struct leave_thread about;
        if (!leave_thread_look(thread, &about))
            return false;
        if (!(about.blocked >> (number - 1) & 1))
            return true;
        if (about.state != 'R')
            return false;
        sleep_for(WAIT);
    }
    return false;
}

/* True if one of the other threads is ready to run: it may have been asked and not have had a core
 * since. */
static bool is_one_ready(long own)
{
    struct leave_threads threads;
    bool found = false;
    if (!leave_threads_begin(&threads))
        return false;
    for (long thread; !found && (thread = leave_threads_next(&threads));)
        found = thread != own && is_ready(thread);
    leave_threads_end(&threads);
    return found;
}

void leave_others(void)
{
    int others = __atomic_load_n(&counted, __ATOMIC_RELAXED) - 1, asked = 0;
    int number = others > 0 ? take_signal() : 0;
    struct leave_threads threads;
    if (!number || !leave_threads_begin(&threads))
        return;
    long process = getpid(), own = syscall(SYS_gettid);
    for (long thread; (thread = leave_threads_next(&threads));) {
        if (thread != own && heeds(thread, number))
            asked += !syscall(SYS_tgkill, process, thread, number);
    }
    leave_threads_end(&threads);
    for (int i = 0; i < MOST_WAITS && __atomic_load_n(&answered, __ATOMIC_ACQUIRE) < asked; i++) {
        if (i >= WAITS && i % WAITS == 0 && !is_one_ready(own))
            break;
        sleep_for(WAIT);
    }
    __atomic_store_n(&ending, own, __ATOMIC_RELAXED);
}
