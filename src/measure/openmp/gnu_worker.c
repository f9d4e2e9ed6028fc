/* gnu_worker.c: the threads that libgomp creates, and the end of their acts.
 *
 * libgomp waits for the end of a parallel region after the program's code has run, and keeps its
 * threads idle in the same place: no call tells a worker that the region has ended. The time of the
 * end is known (frame_end_team); the worker's acts are closed with it later: when its next part
 * begins, when the thread ends, or by the thread that ends the process. Until then the worker is
 * parked and not observed: it may end, and call functions of libc for that. */
#include "measure/openmp/frame.h"
#include "measure/openmp/gnu.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

enum state {
    RUNS = 0,
    PARKED,
    CLOSING, /* by the thread that ends the process */
    CLOSED,
    ENDING, /* the thread itself closes its acts and ends */
};

enum { PATIENCE = 10000 }; /* rounds for which the end of the process waits for such a thread */

/* A worker, in its thread-local memory; in the list as long as the thread lives. */
static __thread __attribute__((tls_model("initial-exec"))) struct worker {
    struct worker *next;
    struct frame_state frames; /* while it is parked or closed */
    ompt_data_t part;
    int state;     /* enum state */
    bool is_met;   /* its end will be noticed */
    bool is_known; /* in the list */
} own;

static struct worker *workers;
static long owner;  /* the process that the list belongs to */
static long locked; /* process id of the holder of the lock, or 0 */
static pthread_key_t at_end;

/* Locks the list. A forked child has none of the threads in the list, nor the one that may have
 * held the lock. */
static void lock(sigset_t *before)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, before);
    long process = syscall(SYS_getpid), holder = 0;
    while (!__atomic_compare_exchange_n(&locked, &holder, process, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
        if (holder == process) {
            holder = 0;
            sched_yield();
        }
    }
    if (owner != process)
        workers = NULL;
    owner = process;
}

static void unlock(const sigset_t *before)
{
    __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

static void end_part(void)
{
    if (own.part.value)
        task_implicit(ompt_scope_end, NULL, &own.part, 0, 0, ompt_task_implicit);
    own.part.value = 0;
}

static bool change(struct worker *worker, int from, int to)
{
    return __atomic_compare_exchange_n(&worker->state, &from, to, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE);
}

/* Makes this thread running or ending. True if it was parked and its acts are open; false if it was
 * running, or if another thread has closed them. */
static bool take(enum state as)
{
    if (__atomic_load_n(&own.state, __ATOMIC_RELAXED) == RUNS)
        return false;
    bool parked = change(&own, PARKED, as);
    while (!parked && !change(&own, CLOSED, RUNS))
        sched_yield();
    listen_busy--;
    if (!parked)
        frame_restore(&own.frames);
    return parked;
}

static void forget_own(void)
{
    struct worker **at = &workers;
    sigset_t before;
    lock(&before);
    while (*at && *at != &own)
        at = &(*at)->next;
    if (*at)
        *at = own.next;
    unlock(&before);
}

/* Called when the thread ends. */
static void end_thread(void *unused)
{
    (void)unused;
    if (take(ENDING))
        end_part();
    __atomic_store_n(&own.state, RUNS, __ATOMIC_RELEASE);
    forget_own();
    own.is_known = false;
    own.is_met = false;
    frame_end_thread();
    gnu_depend_end_thread();
}

void gnu_worker_prepare(void)
{
    pthread_key_create(&at_end, end_thread);
}

static void add_own(void)
{
    sigset_t before;
    lock(&before);
    own.next = workers;
    workers = &own;
    own.is_known = true;
    unlock(&before);
}

void gnu_worker_meet(void)
{
    if (own.is_met)
        return;
    own.is_met = true;
    pthread_setspecific(at_end, &own);
}

void gnu_worker_begin(void)
{
    if (take(RUNS))
        end_part();
    if (own.is_known)
        return;
    team_thread_begin(ompt_thread_worker, NULL);
    gnu_worker_meet();
    add_own();
}

void gnu_worker_park(const ompt_data_t *part)
{
    own.part = *part;
    gnu_worker_park_again(true);
}

bool gnu_worker_wake(void)
{
    return take(RUNS);
}

void gnu_worker_park_again(bool waits)
{
    if (!waits)
        return;
    frame_keep(&own.frames);
    listen_busy++; /* its calls from now on are libgomp's, until it is taken */
    __atomic_store_n(&own.state, PARKED, __ATOMIC_RELEASE);
}

/* Closes the acts of another thread, which runs only libgomp's code and records nothing. */
static void end_other(struct worker *worker)
{
    struct frame_state here;
    frame_keep(&here);
    frame_restore(&worker->frames);
    if (worker->part.value)
        task_implicit(ompt_scope_end, NULL, &worker->part, 0, 0, ompt_task_implicit);
    worker->part.value = 0;
    frame_keep(&worker->frames);
    frame_restore(&here);
}

void gnu_worker_end_all(void)
{
    sigset_t before;
    lock(&before);
    for (struct worker *worker = workers; worker; worker = worker->next) {
        for (int i = 0; i < PATIENCE && __atomic_load_n(&worker->state, __ATOMIC_ACQUIRE) == ENDING;
             i++)
            sched_yield();
        if (worker == &own || !change(worker, PARKED, CLOSING))
            continue;
        end_other(worker);
        __atomic_store_n(&worker->state, CLOSED, __ATOMIC_RELEASE);
    }
    unlock(&before);
}
