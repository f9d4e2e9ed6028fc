/* samples.c: see samples.h */
#include "measure/loops/samples.h"

#include "measure/core.h"
#include "measure/listen.h"
#include "measure/loops/modules.h"
#include "measure/loops/text.h"
#include "measure/loops/times.h"
#include "measure/timer.h"

#include <dlfcn.h>

enum {
    PERIOD = 10000000,      /* ns */
    TIMED_PERIOD = 1000000, /* the same if contexts have samples, too */
    RECORD = sizeof(struct format_native),
    IN_RECORD = RECORD / sizeof(uint64_t),
};

static struct measure_store store;
static struct format_native *header; /* NULL: not sampling */
static struct text own_code;         /* code of this library */

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
        return (uint64_t *)tri_core.store_at(&store, record) + number % IN_RECORD;
    }
    return &header->outside;
}

static void take(const ucontext_t *interrupted, unsigned periods, size_t room)
{
    uint64_t *counter = counter_at(counter_of(&interrupted->uc_mcontext));
    __atomic_fetch_add(&header->samples, periods, __ATOMIC_RELAXED);
    __atomic_fetch_add(counter, periods, __ATOMIC_RELAXED);
    times_take(interrupted, periods * header->period, room);
}

void samples_begin(void)
{
    uint64_t period = times_are_taken ? TIMED_PERIOD : PERIOD;
    if (!measure_timer_begin(take, period))
        return;
    Dl_info library;
    if (dladdr(&own_code, &library))
        text_find(&own_code, (uint64_t)(uintptr_t)library.dli_fbase);
    sigset_t before;
    tri_core.guard_enter(&before);
    bool made = tri_core.store_create(&store, tri_core.place_folder(), "native", -1, RECORD, 4096);
    tri_core.guard_leave(&before);
    if (!made)
        return;
    struct format_native *first = tri_core.store_at(&store, 0);
    first->version = FORMAT_LOOPS_VERSION;
    first->period = period;
    __atomic_store_n(&first->magic, FORMAT_NATIVE_MAGIC, __ATOMIC_RELEASE);
    header = first;
}

void samples_room(uint32_t functions)
{
    sigset_t before;
    if (!header)
        return;
    tri_core.guard_enter(&before);
    (void)tri_core.store_at(&store, 1 + functions / IN_RECORD);
    tri_core.guard_leave(&before);
}

void samples_thread(void)
{
    if (header && measure_timer_thread() && times_are_taken)
        header->is_timed = 1;
}

void samples_end(void)
{
    if (!header || header->ended)
        return;
    header->ended = 1;
    measure_timer_end();
}

bool samples_fork(void)
{
    if (!header)
        return true;
    uint64_t period = header->period, is_timed = header->is_timed;
    uint32_t ended = header->ended;
    bool moved = tri_core.store_fork(&store, false);
    header->version = FORMAT_LOOPS_VERSION;
    header->period = period;
    header->ended = ended;
    header->is_timed = is_timed;
    __atomic_store_n(&header->magic, FORMAT_NATIVE_MAGIC, __ATOMIC_RELEASE);
    measure_timer_fork();
    return moved;
}
