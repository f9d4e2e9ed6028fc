/* times.c: see times.h
 *
 * A sample counts for the time since the last one. If the thread has slept in between, where it
 * slept is not known, and the sample counts for the CPU time alone; if it has only been interrupted
 * by other threads, it counts for all of the time. */
#include "measure/loops/times.h"

#include "measure/clock.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_sites.h"
#include "measure/loops/plans.h"
#include "measure/loops/quick.h"
#include "measure/loops/signals.h"
#include "measure/loops/slow.h"
#include "measure/unwind/walk.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 640 }; /* bytes of stack that a sample takes, but for its walk */

bool times_are_taken;

/* The last sample of this thread: when it was, and how often the thread had slept. */
static LEAVE_TLS uint64_t last_time;
static LEAVE_TLS long last_sleeps;

/* What walks have found out. A walk takes one that no other one uses, of this thread or another. */
static struct {
    struct measure_walk_rules rules;
    bool is_taken;
} walks[8];

void times_begin(void)
{
    times_are_taken = secure_getenv("TRIPTYCH_LOOPS_TIME") != NULL;
}

/* Returns the loop around a node; UINT32_MAX: none. */
static uint32_t loop_around(const struct module *module, const struct format_function *function,
                            uint32_t node)
{
    const struct format_block *blocks = plans_section(module->plan, FORMAT_PLAN_BLOCKS);
    bool is_known = node && node <= function->blocks;
    return is_known ? blocks[function->first_block + node - 1].loop : UINT32_MAX;
}

/* Finds the context of a leaf function that the current context calls, before it has found it
 * itself, or when it is about to return; NULL: there is none. */
static struct format_context *leaf_below(uint32_t function)
{
    struct format_context *from = contexts_current;
    if (quick_own.from == from && quick_own.leaf->function == function)
        return quick_own.leaf;
    uint32_t slots = times_is_function(from) ? modules_function(from->function)->slots : 0;
    for (uint32_t i = 0; i < slots; i++) {
        struct format_context *called =
            (struct format_context *)(uintptr_t)from->values[from->counted + i];
        if (called && called->function == function)
            return called;
    }
    return NULL;
}

/* Finds the context of code in a copy; NULL: it is not known. */
static struct format_context *context_in_copy(const ucontext_t *interrupted,
                                              const struct leave_site *site)
{
    const struct format_function *function = modules_function(site->function);
    struct format_context *found = contexts_current;
    if (!site->in_register && !(function->flags & FORMAT_FUNCTION_LEAF)) {
        while (found && found->function != site->function)
            found = found->parent;
        return found;
    }
    if (site->node && function->counters)
        found = signals_leaf(interrupted);
    return found && found->function == site->function ? found : leaf_below(site->function);
}

/* True if there is room for a walk. Where a stack ends that is no alternate one is not known:
 * there, the kernel can write below what is in use. */
static bool may_walk(size_t room)
{
    char *below = (char *)__builtin_frame_address(0) - WALK_ROOM;
    if (room == SIZE_MAX)
        return !syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, below, sizeof(uint64_t));
    return room >= ROOM + WALK_ROOM;
}

/* Finds the loop of a quiet call (format/quiet.h), which leaves no note, by its return address.
 * False if a context is in none. */
static bool quiet_loop(const struct format_context *context, const ucontext_t *interrupted,
                       uint32_t *loop)
{
    enum {
        FRAMES = 3,
        MOST = 65536
    }; /* of such a function, and those that it calls; their bytes */
    uintptr_t callers[FRAMES];
    bool is_cut;
    struct signals_registers registers;
    size_t number = 0, all = sizeof walks / sizeof walks[0];
    while (number < all && __atomic_test_and_set(&walks[number].is_taken, __ATOMIC_ACQUIRE))
        number++;
    if (number == all)
        return false;
    signals_get(interrupted, &registers);
    struct measure_walk_registers from = {registers.pc, registers.stack, registers.frame,
                                          registers.link};
    unsigned count = measure_walk_interrupted(&walks[number].rules, &from, from.stack + MOST,
                                              callers, FRAMES, &is_cut);
    __atomic_clear(&walks[number].is_taken, __ATOMIC_RELEASE);
    struct leave_site site = {0};
    unsigned i = 0;
    while (i < count && !leave_site_at(callers[i] - 1, &site))
        i++;
    if (i == count || site.function != context->function)
        return false;
    *loop = loop_around(modules_module(site.function), modules_function(site.function), site.node);
    return true;
}

/* Returns the counter for a sample in code that a context has called. `interrupted`: a function
 * that is not measured, and from which a walk leads to its callers; otherwise NULL. */
static uint64_t *called_by(struct format_context *context, const ucontext_t *interrupted)
{
    uint64_t *samples = times_samples(context);
    bool is_function = times_is_function(context);
    uint32_t note = is_function ? context->note : 0, loop;
    if (note)
        loop = format_site_loop(format_noted_site(note));
    else if (!is_function || !interrupted || !quiet_loop(context, interrupted, &loop))
        return &samples[FORMAT_SAMPLES_CALLED];
    bool is_loop = loop < modules_function(context->function)->loops;
    return &samples[is_loop ? FORMAT_SAMPLES_LOOP + loop : FORMAT_SAMPLES_OWN];
}

/* Returns the counter for a sample; NULL if the thread is in no context. */
static uint64_t *counter_of(const ucontext_t *interrupted, size_t room)
{
    struct signals_registers registers;
    struct leave_origin origin;
    if (contexts_current == &contexts_nowhere)
        return NULL;
    signals_get(interrupted, &registers);
    if (slow_stack)
        return called_by(contexts_current, NULL);
    if (!leave_origin_at(registers.pc, &origin))
        return called_by(contexts_current, may_walk(room) ? interrupted : NULL);
    struct format_context *context = context_in_copy(interrupted, &origin.site);
    if (!context || context == &contexts_nowhere)
        return called_by(contexts_current, NULL);
    const struct format_function *function = modules_function(context->function);
    uint32_t loop = loop_around(modules_module(context->function), function, origin.site.node);
    return &times_samples(
        context)[loop < function->loops ? FORMAT_SAMPLES_LOOP + loop : FORMAT_SAMPLES_OWN];
}

/* Returns the time that the sample counts for, in ns. */
static uint64_t time_since(uint64_t ns)
{
    struct timespec now;
    struct rusage usage = {0};
    if (clock_gettime(CLOCK_MONOTONIC, &now) || syscall(SYS_getrusage, RUSAGE_THREAD, &usage))
        return ns;
    uint64_t time = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
    uint64_t since = last_time ? time - last_time : 0;
    bool has_slept = usage.ru_nvcsw != last_sleeps;
    last_time = time;
    last_sleeps = usage.ru_nvcsw;
    return has_slept || since < ns ? ns : since;
}

void times_take(const ucontext_t *interrupted, uint64_t ns, size_t room)
{
    if (!times_are_taken || room < ROOM)
        return;
    uint64_t time = time_since(ns), *counter = counter_of(interrupted, room);
    if (counter)
        *counter += time;
}

/* Ends a visit, or begins it again. */
static void change(uint64_t *timer, uint64_t limit, bool ends, uint64_t now)
{
    uint64_t *state = &timer[FORMAT_TIMER_STATE];
    if (*state & FORMAT_TIMER_OFF)
        return;
    *state += ends ? UINT64_MAX : 1;
    if (ends && *state == 0) {
        timer[FORMAT_TIMER_TIME] += now - timer[FORMAT_TIMER_START];
        timer[FORMAT_TIMER_CREDIT] += now - timer[FORMAT_TIMER_START] - limit;
    } else if (!ends && *state == 1) {
        timer[FORMAT_TIMER_START] = now;
        timer[FORMAT_TIMER_CREDIT] += limit;
    }
}

static void change_all(struct format_context *context, uint32_t node, bool ends)
{
    const struct module *module = modules_module(context->function);
    const struct format_function *function = modules_function(context->function);
    const struct format_loop *loops = plans_section(module->plan, FORMAT_PLAN_LOOPS);
    uint64_t now = measure_clock_counter();
    uint32_t loop = loop_around(module, function, node);
    for (; loop < function->loops; loop = loops[function->first_loop + loop].parent) {
        uint32_t timer = loops[function->first_loop + loop].timer;
        if (timer && timer <= function->counters)
            change(&context->values[timer - 1], module->plan->limit, ends, now);
    }
    if (function->timer && function->timer <= function->counters)
        change(&context->values[function->timer - 1], module->plan->limit, ends, now);
}

void times_land(struct format_context *context, uint32_t node)
{
    const struct format_function *function = modules_function(context->function);
    const struct format_block *blocks =
        plans_section(modules_module(context->function)->plan, FORMAT_PLAN_BLOCKS);
    bool is_known = node && node <= function->blocks;
    if (times_are_taken)
        change_all(context, is_known ? blocks[function->first_block + node - 1].pad : 0, false);
}

void times_leave(struct format_context *context, uint32_t node, int64_t count)
{
    for (int64_t i = count; times_are_taken && i; i += i < 0 ? 1 : -1)
        change_all(context, node, count > 0);
}
