/* ending.c: see ending.h */
#include "places/ending.h"

#include "places/bell.h"
#include "places/control.h"
#include "places/current.h"
#include "places/fatal.h"
#include "places/greet.h"
#include "places/machines.h"
#include "places/segment.h"
#include "places/wires.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ALTERNATE = 64 << 10,
    LOOK_AGAIN = 200,
    LET_GO = -2, /* a descriptor that is not opened again */
    CUT = 2000   /* ms: a launcher may end all meanwhile */
};

static bool has_children;
static int wake = -1; /* an event for the thread that watches */
static pid_t process; /* a forked child of the user's has none of this to do */

/* Says that this place ends, unless another one has failed before. */
static void on_crash(int number)
{
    if (process == getpid() && !segment_has_ended() && control_fail(segment_here(), 128 + number)) {
        char where[200];
        fatal_describe(where, sizeof where);
        fatal_say("%s: %s%s", where, strsignal(number),
                  segment_places() > 1 ? "; all places end" : "");
    }
    raise(number); /* the handler is reset */
}

static void catch_crashes(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction now;
        struct sigaction ours = {.sa_handler = on_crash,
                                 .sa_flags = (int)SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(numbers[i], &ours, NULL);
    }
}

void ending_watch_thread(void)
{
    stack_t now;
    if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE))
        return;
    void *memory =
        mmap(NULL, ALTERNATE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = {.ss_sp = memory, .ss_size = ALTERNATE};
    if (memory != MAP_FAILED)
        sigaltstack(&stack, NULL);
}

void ending_leave_thread(void)
{
    stack_t stack, none = {.ss_flags = SS_DISABLE};
    if (sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE) &&
        stack.ss_size == ALTERNATE && sigaltstack(&none, NULL) == 0)
        munmap(stack.ss_sp, ALTERNATE);
}

/* exit() was called, and not because main() returns. */
static void on_exit_called(int status, void *unused)
{
    (void)unused;
    const struct activity *activity = current_activity();
    if (process != getpid() || segment_has_ended() || !control_fail(segment_here(), status))
        return;
    bool is_main = segment_here() == 0 && activity && !activity->site;
    if (!is_main) {
        char where[200];
        fatal_describe(where, sizeof where);
        fatal_say("%s: it called exit(%d)%s", where, status,
                  segment_places() > 1 ? "; all places end" : "");
    }
}

/* Says how a place ended, if nobody has. Only place 0 may know, as its parent. */
static void say_lost(int place, pid_t pid)
{
    int status = 0;
    bool known = has_children && segment_here() == 0 && waitpid(pid, &status, WNOHANG) == pid;
    if (!known)
        nanosleep(&(struct timespec){.tv_nsec = LOOK_AGAIN * 1000000L}, NULL);
    bool is_signal = known && WIFSIGNALED(status);
    if (segment_has_ended() || !control_fail(place, is_signal ? 128 + WTERMSIG(status) : 1))
        return;
    char where[200];
    segment_describe_place(where, sizeof where, place);
    fatal_say("%s: %s; all places end", where,
              is_signal ? strsignal(WTERMSIG(status)) : "the process is gone");
}

/* The connection to a place of another machine is gone, and nobody has said why for a while. */
static void say_cut(int place)
{
    if (control_fail(place, 1))
        fatal_say("place %d on %s: the connection is gone; all places end", place,
                  machines_host(place));
}

static bool is_alive(int place, pid_t pid)
{
    return __atomic_load_n(&segment_place(place)->has_left, __ATOMIC_ACQUIRE) || !pid ||
           kill(pid, 0) == 0 || errno == EPERM;
}

/* Nothing more comes from a place that is gone after the end: place 0 need not wait for it. */
static void let_go(int place)
{
    __atomic_store_n(&segment_place(place)->has_left, 1, __ATOMIC_RELEASE);
}

static void watch_neighbour(int place, struct pollfd *polled)
{
    pid_t pid = __atomic_load_n(&segment_place(place)->pid, __ATOMIC_ACQUIRE);
    if (!pid || polled->fd == LET_GO)
        return;
    if (polled->fd < 0)
        polled->fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (!polled->revents && (polled->fd >= 0 || is_alive(place, pid)))
        return;
    if (!segment_has_ended()) {
        say_lost(place, pid);
        return;
    }
    if (polled->fd >= 0)
        close(polled->fd);
    polled->fd = LET_GO;
    let_go(place); /* its parent may not have asked for its status: kill() would find it */
}

static void watch_elsewhere(int place, struct pollfd *polled, int64_t *cut)
{
    if (polled->fd >= 0 && polled->revents && !control_take(place)) {
        polled->fd = -1;
        *cut = greet_now();
    }
    if (*cut && segment_has_ended())
        let_go(place);
    else if (*cut && greet_now() - *cut > CUT)
        say_cut(place);
}

/* True until there is nothing to watch any more. Place 0 hears from other machines that they have
 * ended. */
static bool goes_on(const struct pollfd *own)
{
    return !own->revents && (!segment_has_ended() || (segment_here() == 0 && segment_is_spread()));
}

/* Watches the other places, by their descriptors where the kernel has them. */
static void *watch(void *unused)
{
    int count = segment_places();
    struct pollfd *polled = calloc((size_t)count, sizeof *polled);
    int64_t *cuts = calloc((size_t)count, sizeof *cuts); /* since when a connection is gone */
    bool has_memory = polled && cuts;
    for (int i = 0; has_memory && i < count; i++)
        polled[i] = (struct pollfd){.fd = i == segment_here() ? wake : control_descriptor(i),
                                    .events = POLLIN};
    while (has_memory && goes_on(&polled[segment_here()])) {
        for (int i = 0; i < count; i++) {
            if (segment_is_elsewhere(i))
                watch_elsewhere(i, &polled[i], &cuts[i]);
            else if (i != segment_here())
                watch_neighbour(i, &polled[i]);
        }
        if (segment_failed() >= 0 && segment_failed() != segment_here())
            fatal_follow();
        poll(polled, (nfds_t)count, LOOK_AGAIN);
    }
    for (int i = 0; has_memory && i < count; i++) {
        if (polled[i].fd >= 0 && i != segment_here() && !segment_is_elsewhere(i))
            close(polled[i].fd);
    }
    free(polled);
    free(cuts);
    return unused;
}

static pthread_t watcher;

void ending_open(bool children)
{
    has_children = children;
    process = getpid();
    catch_crashes();
    ending_watch_thread();
    on_exit(on_exit_called, NULL);
    if (segment_places() == 1)
        return;
    wake = eventfd(0, EFD_CLOEXEC);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&watcher, NULL, watch, NULL) != 0)
        fatal("cannot start the thread that watches the other places");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Place 0 waits until the others have written all that they had to write. */
static void wait_for_others(void)
{
    for (int i = 1; i < segment_places(); i++) {
        pid_t pid = segment_place(i)->pid;
        if (has_children)
            waitpid(pid, NULL, 0);
        while (!has_children && !__atomic_load_n(&segment_place(i)->has_left, __ATOMIC_ACQUIRE) &&
               is_alive(i, pid))
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void ending_close(void)
{
    if (segment_here() == 0) {
        segment_end();
        control_end();
    }
    __atomic_store_n(&segment_place(segment_here())->has_left, 1, __ATOMIC_RELEASE);
    if (segment_places() == 1)
        return;
    for (int i = 0; segment_here() == 0 && i < segment_places(); i++)
        bell_ring(i);
    if (segment_here() == 0)
        wait_for_others();
    if (eventfd_write(wake, 1) == 0)
        pthread_join(watcher, NULL);
    if (segment_is_spread() && segment_here() != 0) {
        control_compare_clocks(1, machines_share_clock());
        control_leave();
    }
    wires_stop();
    machines_leave();
}
