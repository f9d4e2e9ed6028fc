/* modules.c: see modules.h */
#include "measure/loops/modules.h"

#include "measure/core.h"
#include "measure/loops/times.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum {
    MODULES = 1024,
};

static struct module modules[MODULES];
static uint32_t module_count;
static struct measure_store store;

const struct module *modules_all(uint32_t *count)
{
    *count = __atomic_load_n(&module_count, __ATOMIC_ACQUIRE);
    return modules;
}

const struct module *modules_module(uint32_t function)
{
    uint32_t low = 0, high = __atomic_load_n(&module_count, __ATOMIC_ACQUIRE);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (function < modules[middle].first)
            high = middle;
        else
            low = middle;
    }
    return &modules[low];
}

const struct format_function *modules_function(uint32_t function)
{
    const struct module *module = modules_module(function);
    return &module->functions[function - module->first];
}

uint32_t modules_callee(uint32_t function, uint32_t slot)
{
    const struct module *module = modules_module(function);
    uint32_t first = module->functions[function - module->first].first_slot;
    return module->first + module->slots[first + slot].function;
}

void modules_begin(void)
{
    for (uint32_t i = 0; i < module_count; i++)
        modules[i].stays = modules[i].is_there;
}

/* Returns the function of a module that begins at an address and has a copy. 0: none. */
static uint32_t function_at(const struct module *module, uint64_t address)
{
    uint32_t low = 0, high = module->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (module->functions[middle].start < address)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_it = low < module->count && module->functions[low].start == address &&
                 !(module->functions[low].flags & FORMAT_FUNCTION_NATIVE);
    return is_it ? module->first + low : 0;
}

uint32_t modules_entered(uint32_t caller, uint64_t address)
{
    uint32_t count = __atomic_load_n(&module_count, __ATOMIC_ACQUIRE), found = 0;
    if (!modules_module(caller)->stays)
        return 0;
    for (uint32_t i = 0; !found && i < count; i++) {
        const struct module *module = &modules[i];
        uint64_t linked = address - module->moved;
        if (module->stays && module->code && linked >= module->plan->low &&
            linked < module->plan->high)
            found = function_at(module, linked);
    }
    return found;
}

struct format_context *modules_waste(uint32_t function)
{
    const struct module *module = modules_module(function);
    uint64_t place = module->waste_places[function - module->first];
    struct format_context *context = (struct format_context *)(void *)(module->waste + place);
    context->back = context;
    context->function = function;
    return context;
}

bool modules_make_waste(struct module *module)
{
    uint64_t bytes = module->count * sizeof(uint64_t), places = bytes;
    for (uint32_t i = 0; i < module->count; i++) {
        const struct format_function *function = &module->functions[i];
        uint64_t values = (uint64_t)function->counters + function->cells + function->slots +
                          times_values(function);
        bytes += sizeof(struct format_context) + 8 * values;
    }
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    module->waste = memory;
    module->waste_places = (uint64_t *)(void *)memory;
    for (uint32_t i = 0; i < module->count; i++) {
        const struct format_function *function = &module->functions[i];
        uint64_t values = (uint64_t)function->counters + function->cells + function->slots +
                          times_values(function);
        module->waste_places[i] = places;
        places += sizeof(struct format_context) + 8 * values;
    }
    return true;
}

struct module *modules_next(void)
{
    if (!store.capacity && !tri_core.store_create(&store, tri_core.place_folder(), "modules", -1,
                                                  sizeof(struct format_module), 4096))
        return NULL;
    if (module_count == MODULES) {
        errno = ENOMEM;
        return NULL;
    }
    struct module *module = &modules[module_count];
    const struct module *before = module - 1;
    *module = (struct module){.first = module_count ? before->first + before->count : 1,
                              .record = tri_core.store_at(&store, module_count)};
    return module->record ? module : NULL;
}

void modules_publish(struct module *module)
{
    module->is_there = true;
    module->record->count = module->count;
    module->record->moved = module->moved;
    __atomic_store_n(&module->record->first, module->first, __ATOMIC_RELEASE);
    if (module == &modules[module_count])
        __atomic_store_n(&module_count, module_count + 1, __ATOMIC_RELEASE);
}

struct module *modules_of_plan(const char *plan)
{
    for (uint32_t i = 0; i < module_count; i++) {
        if (!strcmp(modules[i].record->plan, plan))
            return &modules[i];
    }
    return NULL;
}

void modules_each_gone(bool (*is_there)(const struct module *module),
                       void (*gone)(struct module *module))
{
    for (uint32_t i = 0; i < module_count; i++) {
        if (modules[i].is_there && !is_there(&modules[i]))
            gone(&modules[i]);
    }
}

bool modules_fork(void)
{
    return !store.capacity || tri_core.store_fork(&store, true);
}
