/* samples.c: see samples.h
 *
 * A timer of each thread's CPU time sends it a signal: the one that the C library uses for
 * cancelling threads. Programs cannot block it, wait for it or handle it, and the C library's own
 * handler, which it installs when the first thread is cancelled, ignores those of timers. A thread
 * that sleeps uses no CPU time, so that hardly any system call is interrupted. */
#include "measure/loops/samples.h"

#include "measure/guard.h"
#include "measure/listen.h"
#include "measure/loops/modules.h"
#include "measure/loops/signals.h"
#include "measure/loops/text.h"
#include "measure/place.h"
#include "measure/store.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    SIGNAL = 32,         /* SIGCANCEL of the C library */
    PERIOD = 10000000,   /* ns */
    MOST_THREADS = 4096, /* the kernel limits timers and queued signals together */
    RECORD = sizeof(struct format_native),
    IN_RECORD = RECORD / sizeof(uint64_t),
};

#define SAMPLES_TLS __thread __attribute__((tls_model("initial-exec")))

static struct measure_store store;
static struct format_native *header; /* NULL: not sampling */
static pthread_key_t at_thread_end;
static int timers[MOST_THREADS]; /* timer number plus 1; 0: none */
static SAMPLES_TLS int *own;     /* this thread's timer */
static bool is_over;
static struct text own_code; /* code of this library */

static uint64_t counter_of(const mcontext_t *machine)
{
#ifdef __aarch64__
    return machine->pc;
#else
    return (uint64_t)machine->gregs[REG_RIP];
#endif
}

/* Returns the number of the function at an address of a module; 0 if there is none. */
static uint32_t function_at(const struct module *module, uint64_t address)
{
    uint32_t low = 0, high = module->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (module->functions[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < module->count && module->functions[low].start <= address;
    return found ? module->first + low : 0;
}

/* True if the address is in this library, or the thread is in a function that it called and that
 * takes long (with the guard held). */
static bool is_own(uint64_t pc)
{
    const char *at = (const char *)(uintptr_t)pc;
    bool own_one = listen_busy != 0;
    for (int i = 0; i < own_code.count && !own_one; i++)
        own_one = at >= own_code.parts[i].first && at < own_code.parts[i].end;
    return own_one;
}

static uint64_t *counter_at(uint64_t pc)
{
    if (is_own(pc))
        return &header->own;
    uint32_t count;
    const struct module *modules = modules_all(&count);
    for (uint32_t i = 0; i < count; i++) {
        const struct module *module = &modules[i];
        if (!module->is_there)
            continue;
        if (pc - (uint64_t)(uintptr_t)module->code < module->code_bytes)
            return &header->copies;
        uint64_t address = pc - module->moved;
        if (address < module->plan->low || address >= module->plan->high)
            continue;
        uint64_t number = function_at(module, address), record = 1 + number / IN_RECORD;
        if (!number || record >= __atomic_load_n(&store.capacity, __ATOMIC_ACQUIRE))
            return &header->outside;
        return (uint64_t *)measure_store_at(&store, record) + number % IN_RECORD;
    }
    return &header->outside;
}

static void handle(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    if (info->si_code != SI_TIMER || is_over)
        return;
    int saved = errno;
    const ucontext_t *interrupted = context;
    __atomic_fetch_add(&header->samples, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(counter_at(counter_of(&interrupted->uc_mcontext)), 1, __ATOMIC_RELAXED);
    errno = saved;
}

#ifdef __x86_64__
enum { RESTORER = 0x04000000 };
void samples_return(void) __attribute__((visibility("hidden")));
__asm__(".pushsection .text\n"
        ".global samples_return\n"
        ".hidden samples_return\n"
        "samples_return:\n"
        " mov $15, %eax\n"
        " syscall\n"
        ".popsection\n");
#else
enum { RESTORER = 0 };
#define samples_return NULL
#endif

/* Takes the signal. False if the C library uses it already. It is ignored in processes that the C
 * library spawns. */
static bool take_signal(void)
{
    struct signals_kernel_action before,
        action = {handle, SA_SIGINFO | SA_RESTART | SA_ONSTACK | RESTORER, samples_return,
                  UINT64_MAX}; /* all signals are blocked in it: no other handler interrupts it */
    size_t size = sizeof action.mask;
    return !syscall(SYS_rt_sigaction, SIGNAL, NULL, &before, size) &&
           (!before.handler || (uintptr_t)before.handler == (uintptr_t)SIG_IGN) &&
           !syscall(SYS_rt_sigaction, SIGNAL, &action, NULL, size);
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

void samples_begin(void)
{
    if (pthread_key_create(&at_thread_end, end_thread) || !take_signal())
        return;
    Dl_info library;
    if (dladdr(&own_code, &library))
        text_find(&own_code, (uint64_t)(uintptr_t)library.dli_fbase);
    sigset_t before;
    measure_guard_enter(&before);
    bool made = measure_store_create(&store, measure_place_folder(), "native", -1, RECORD, 4096);
    measure_guard_leave(&before);
    if (!made)
        return;
    struct format_native *first = measure_store_at(&store, 0);
    first->version = FORMAT_LOOPS_VERSION;
    first->period = PERIOD;
    __atomic_store_n(&first->magic, FORMAT_NATIVE_MAGIC, __ATOMIC_RELEASE);
    header = first;
}

void samples_room(uint32_t functions)
{
    sigset_t before;
    if (!header)
        return;
    measure_guard_enter(&before);
    (void)measure_store_at(&store, 1 + functions / IN_RECORD);
    measure_guard_leave(&before);
}

/* Starts the timer of this thread; returns its number plus 1, or 0. */
static int start_timer(void)
{
    struct sigevent event = {.sigev_signo = SIGNAL, .sigev_notify = SIGEV_THREAD_ID};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    int number;
    if (syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &number))
        return 0;
    struct itimerspec period = {{0, PERIOD}, {0, PERIOD}};
    if (syscall(SYS_timer_settime, number, 0, &period, NULL)) {
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

void samples_thread(void)
{
    if (!header || own || is_over)
        return;
    int saved = errno;
    int *timer = take_timer(), number = timer ? start_timer() : 0;
    if (timer)
        __atomic_store_n(timer, number, __ATOMIC_RELEASE);
    if (number) {
        own = timer;
        pthread_setspecific(at_thread_end, header);
        if (__atomic_load_n(&is_over, __ATOMIC_ACQUIRE))
            end_timer(timer);
    }
    errno = saved;
}

void samples_end(void)
{
    if (!header || is_over)
        return;
    header->ended = 1;
    __atomic_store_n(&is_over, true, __ATOMIC_RELEASE);
    for (int i = 0; i < MOST_THREADS; i++)
        end_timer(&timers[i]);
}

bool samples_fork(void)
{
    if (!header)
        return true;
    uint64_t period = header->period;
    bool moved = measure_store_fork(&store, false);
    header->version = FORMAT_LOOPS_VERSION;
    header->period = period;
    header->ended = is_over;
    __atomic_store_n(&header->magic, FORMAT_NATIVE_MAGIC, __ATOMIC_RELEASE);
    memset(timers, 0, sizeof timers); /* timers are not inherited */
    own = NULL;
    samples_thread();
    return moved;
}
