/* timer.c: see timer.h
 *
 * A timer of each thread's CPU time sends it a signal: the one that the C library uses for
 * cancelling threads. Programs cannot block it, wait for it or handle it, and the C library's own
 * handler, which it installs when the first thread is cancelled, ignores those of timers. A thread
 * that sleeps uses no CPU time, so that hardly any system call is interrupted. */
#include "measure/timer.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_THREADS = 4096, /* the kernel limits timers and queued signals together */
};

#define TIMER_TLS __thread __attribute__((tls_model("initial-exec")))

static measure_timer_function *tick; /* NULL: not prepared */
static uint64_t period;              /* ns */
static pthread_key_t at_thread_end;
static int timers[MOST_THREADS]; /* timer number plus 1; 0: none */
static TIMER_TLS int *own;       /* this thread's timer */
static bool is_over;

/* The kernel's form of struct sigaction: the C library's sigaction refuses the signal. */
struct action {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

static size_t room_on(const stack_t *alternate)
{
    uintptr_t low = (uintptr_t)alternate->ss_sp, here = (uintptr_t)__builtin_frame_address(0);
    return here >= low && here - low < alternate->ss_size ? here - low : SIZE_MAX;
}

static void handle(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    if (info->si_code != SI_TIMER || is_over)
        return;
    int saved = errno;
    const ucontext_t *interrupted = context;
    tick(interrupted, 1 + (info->si_overrun > 0 ? (unsigned)info->si_overrun : 0),
         room_on(&interrupted->uc_stack));
    errno = saved;
}

#ifdef __x86_64__
enum { RESTORER = 0x04000000 };
void measure_timer_return(void) __attribute__((visibility("hidden")));
__asm__(".pushsection .text\n"
        ".global measure_timer_return\n"
        ".hidden measure_timer_return\n"
        "measure_timer_return:\n"
        " mov $15, %eax\n"
        " syscall\n"
        ".popsection\n");
#else
enum { RESTORER = 0 };
#define measure_timer_return NULL
#endif

/* Takes the signal. It is ignored in processes that the C library spawns. */
static bool take_signal(void)
{
    struct action before,
        action = {handle, SA_SIGINFO | SA_RESTART | SA_ONSTACK | RESTORER, measure_timer_return,
                  UINT64_MAX}; /* all signals are blocked in it: no other handler interrupts it */
    size_t size = sizeof action.mask;
    return !syscall(SYS_rt_sigaction, TIMER_SIGNAL, NULL, &before, size) &&
           (!before.handler || (uintptr_t)before.handler == (uintptr_t)SIG_IGN) &&
           !syscall(SYS_rt_sigaction, TIMER_SIGNAL, &action, NULL, size);
}

static void end_timer(int *timer)
{
    int number = __atomic_exchange_n(timer, 0, __ATOMIC_ACQ_REL);
    if (number > 0)
        syscall(SYS_timer_delete, number - 1);
}

static void end_thread(void *unused)
{
    (void)unused;
    if (own)
        end_timer(own);
    own = NULL;
}

bool measure_timer_begin(measure_timer_function *function, uint64_t ns)
{
    if (pthread_key_create(&at_thread_end, end_thread) != 0)
        return false;
    tick = function;
    period = ns;
    if (!take_signal())
        tick = NULL;
    return tick != NULL;
}

/* Starts a timer of this thread; returns its number plus 1, or 0. */
static int start_timer(void)
{
    struct sigevent event = {.sigev_signo = TIMER_SIGNAL, .sigev_notify = SIGEV_THREAD_ID};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    int number;
    if (syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &number))
        return 0;
    struct timespec each = {(time_t)(period / 1000000000), (long)(period % 1000000000)};
    struct itimerspec times = {each, each};
    if (syscall(SYS_timer_settime, number, 0, &times, NULL)) {
        syscall(SYS_timer_delete, number);
        return 0;
    }
    return number + 1;
}

/* Returns a free entry for this thread; NULL if all are taken. */
static int *take_timer(void)
{
    for (int i = 0; i < MOST_THREADS; i++) {
        int none = 0;
        if (__atomic_compare_exchange_n(&timers[i], &none, -1, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
            return &timers[i];
    }
    return NULL;
}

bool measure_timer_thread(void)
{
    if (!tick || own || is_over)
        return own != NULL;
    int saved = errno;
    int *timer = take_timer(), number = timer ? start_timer() : 0;
    if (timer)
        __atomic_store_n(timer, number, __ATOMIC_RELEASE);
    if (number) {
        own = timer;
        pthread_setspecific(at_thread_end, timer);
        if (__atomic_load_n(&is_over, __ATOMIC_ACQUIRE))
            end_timer(timer);
    }
    errno = saved;
    return own != NULL;
}

void measure_timer_end(void)
{
    __atomic_store_n(&is_over, true, __ATOMIC_RELEASE);
    for (int i = 0; i < MOST_THREADS; i++)
        end_timer(&timers[i]);
}

void measure_timer_fork(void)
{
    memset(timers, 0, sizeof timers);
    own = NULL;
    measure_timer_thread();
}
