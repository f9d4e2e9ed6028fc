/* stacks.c: see stacks.h */
#include "measure/stacks/stacks.h"

#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/own/own.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/stacks/tree.h"
#include "measure/timer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    PERIOD = 1000000, /* ns; how often the kernel looks at the timers depends on its clock tick */
    LEAST_ROOM = 512 + WALK_ROOM, /* bytes of stack that a sample takes, */
    MUCH_ROOM = 16384,            /* and one that makes its file grow */
    FARTHEST = 1 << 30, /* bytes; a stack pointer farther from the end is on another stack */
};

#define STACKS_TLS __thread __attribute__((tls_model("initial-exec")))

static unsigned generation = 1;         /* of the loaded code */
static STACKS_TLS uintptr_t stack_low;  /* of this thread's stack; 0: not known */
static STACKS_TLS uintptr_t stack_high; /* its end */

static struct measure_walk_registers registers_of(const ucontext_t *interrupted)
{
    const mcontext_t *machine = &interrupted->uc_mcontext;
#ifdef __aarch64__
    return (struct measure_walk_registers){machine->pc, machine->sp, machine->regs[29],
                                           machine->regs[30]};
#else
    return (struct measure_walk_registers){(uintptr_t)machine->gregs[REG_RIP],
                                           (uintptr_t)machine->gregs[REG_RSP],
                                           (uintptr_t)machine->gregs[REG_RBP], 0};
#endif
}

/* Adds a sample. `may_grow`: there is room on this stack for calls that make the file grow. */
__attribute__((noinline)) static void take(struct stacks_tree *tree, const ucontext_t *interrupted,
                                           unsigned periods, bool may_grow)
{
    unsigned now = __atomic_load_n(&generation, __ATOMIC_RELAXED);
    if (tree->generation != now)
        stacks_tree_forget(tree, now);
    struct measure_walk_registers registers = registers_of(interrupted);
    bool is_cut = true;
    unsigned count = 0;
    if (registers.stack >= stack_low && registers.stack < stack_high)
        count = measure_walk_interrupted(&tree->rules, &registers, stack_high, tree->callers,
                                         TREE_CALLERS, &is_cut);
    tree->may_grow = may_grow;
    stacks_tree_add(tree, registers.pc, count, is_cut, periods);
}

static void sample(const ucontext_t *interrupted, unsigned periods, size_t room)
{
    struct stacks_tree *tree = measure_lane_own ? measure_lane_own->stacks : NULL;
    if (!tree || !measure_place_is_measuring())
        return;
    if (measure_guard_is_own())
        tree->header->own += periods;
    else if (room < LEAST_ROOM)
        tree->header->lost += periods;
    else
        take(tree, interrupted, periods, room >= MUCH_ROOM);
}

/* Notes the stack of the first thread: its frames are below what the kernel puts on it at the
 * start. (The loader's __libc_stack_end would add the loader to the libraries that this one needs;
 * the sanitizers look for symbols behind those.) */
static void note_first_stack(void)
{
    struct rlimit limit;
    uintptr_t size = FARTHEST;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < FARTHEST)
        size = (uintptr_t)limit.rlim_cur;
    stack_high = __getauxval(AT_RANDOM) & ~(uintptr_t)15;
    stack_low = stack_high > size ? stack_high - size : 0;
}

static void note_stack_of_thread(void)
{
    pthread_attr_t attributes;
    void *low;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        stack_low = (uintptr_t)low;
        stack_high = stack_low + size;
    }
    pthread_attr_destroy(&attributes);
}

/* Finds where the stack of this thread is: frames are only read there. */
static void note_stack(void)
{
    stack_low = stack_high = 0;
    if (getpid() == (pid_t)syscall(SYS_gettid))
        note_first_stack();
    else
        note_stack_of_thread();
}

/* Returns the tree of this thread's lane, which keeps it for its next thread; NULL if there can be
 * none. */
static struct stacks_tree *own_tree(void)
{
    if (measure_lane_own->stacks)
        return measure_lane_own->stacks;
    struct stacks_tree *tree =
        mmap(NULL, sizeof *tree, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (tree == MAP_FAILED)
        return NULL;
    if (!stacks_tree_create(tree, measure_lane_own->store.number, PERIOD)) {
        int error = errno;
        munmap(tree, sizeof *tree);
        errno = error;
        return NULL;
    }
    tree->generation = __atomic_load_n(&generation, __ATOMIC_RELAXED);
    return tree;
}

/* In a forked child: makes a file of its own and continues with this thread. */
static bool fork_tree(void)
{
    struct stacks_tree *tree = measure_lane_own ? measure_lane_own->stacks : NULL;
    bool moved = !tree || (stacks_tree_fork(tree, measure_lane_own->store.number) &&
                           stacks_tree_begin_lane(tree, measure_lane_own->record->number));
    measure_timer_fork();
    return moved;
}

/* Samples this thread from now on; it has a lane. */
static void sample_thread(void)
{
    int saved = errno;
    sigset_t before;
    measure_guard_enter(&before);
    note_stack();
    struct stacks_tree *tree = own_tree();
    bool begun = tree && stacks_tree_begin_lane(tree, measure_lane_own->record->number);
    int error = errno;
    measure_lane_own->stacks = begun ? tree : NULL;
    measure_guard_leave(&before);
    if (begun)
        measure_timer_thread();
    else
        measure_place_say(error, "the samples of a thread cannot be written",
                          "it is not sampled, the program continues");
    errno = saved;
}

bool measure_stacks_are_wanted(void)
{
    const char *wanted = secure_getenv("TRIPTYCH_SAMPLE");
    return wanted && *wanted;
}

void measure_stacks_begin(void)
{
    static bool tried;
    if (tried || !measure_stacks_are_wanted())
        return;
    tried = true;
    if (measure_timer_begin(sample, PERIOD)) {
        measure_lane_at_start(sample_thread);
        measure_process_at_fork(fork_tree);
        if (measure_lane_own)
            sample_thread();
    } else {
        measure_place_say(0, "the signal for sampling is in use",
                          "call paths are not sampled, the program continues");
    }
}

void measure_stacks_forget_unloaded(void)
{
    __atomic_add_fetch(&generation, 1, __ATOMIC_RELAXED);
}
