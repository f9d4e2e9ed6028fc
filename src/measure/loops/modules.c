/* modules.c: see modules.h
 *
 * The plan of a module is mapped, its code copied to a place near the module, and completed there:
 * then the module itself is patched. That happens before the program's own code runs. */
#include "measure/loops/modules.h"

#include "measure/loops/contexts.h"
#include "measure/loops/patch.h"
#include "measure/loops/slow.h"
#include "measure/place.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MODULES = 64,
    WASTE = 65536,
    APART = 1 << 20, /* bytes between two places that are tried */
    TRIES = 100,     /* so that a jump of 128 MB reaches it */
};

struct module {
    const char *plan; /* mapped */
    const struct format_plan *header;
    const struct format_function *functions;
    const struct format_slot *slots;
    uint32_t first; /* number of its first function */
    uint64_t count;
};

static struct module modules[MODULES];
static int module_count;
static struct format_context *waste;

static const void *section(const struct module *module, enum format_plan_section which)
{
    return module->plan + module->header->sections[which].offset;
}

static const struct module *module_of(uint32_t function)
{
    const struct module *module = modules;
    while (function >= module->first + module->count)
        module++;
    return module;
}

const struct format_function *modules_function(uint32_t function)
{
    const struct module *module = module_of(function);
    return &module->functions[function - module->first];
}

uint32_t modules_callee(uint32_t function, uint32_t slot)
{
    const struct module *module = module_of(function);
    uint32_t first = module->functions[function - module->first].first_slot;
    return module->first + module->slots[first + slot].function;
}

struct format_context *modules_waste(void)
{
    return waste;
}

static const char *map_plan(const char *path, size_t *size)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    const char *plan = MAP_FAILED;
    if (fstat(fd, &status) == 0 && (size_t)status.st_size >= sizeof(struct format_plan)) {
        *size = (size_t)status.st_size;
        plan = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    close(fd);
    return plan == MAP_FAILED ? NULL : plan;
}

static char *map_at(uint64_t address, size_t bytes)
{
    void *found = mmap((void *)(uintptr_t)address, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    return found == MAP_FAILED ? NULL : found;
}

/* Room near the module: below it, else above. */
static char *find_room(const struct module *module, uint64_t moved, size_t bytes)
{
    uint64_t low = (module->header->low + moved) & ~UINT64_C(65535);
    uint64_t high = (module->header->high + moved + 65535) & ~UINT64_C(65535);
    char *room = NULL;
    for (uint64_t i = 1; !room && i <= TRIES; i++) {
        if (low > bytes + i * APART)
            room = map_at(low - bytes - i * APART, bytes);
    }
    for (uint64_t i = 1; !room && i <= TRIES; i++)
        room = map_at(high + i * APART, bytes); /* the heap grows into what is nearest */
    return room;
}

/* The copy, with the way to the slow path behind it. */
static bool place_code(const struct module *module, uint64_t moved)
{
    size_t size = module->header->sections[FORMAT_PLAN_CODE].count;
    size_t slow = (size + 15) & ~(size_t)15,
           all = (slow + slow_entry_size + 65535) & ~(size_t)65535;
    char *code = find_room(module, moved, all);
    uint64_t ends[] = {(uint64_t)(uintptr_t)&slow_find, (uint64_t)(uintptr_t)&slow_make};
    if (!code)
        return false;
    memcpy(code, section(module, FORMAT_PLAN_CODE), size);
    memcpy(code + slow, slow_entry, slow_entry_size);
    memcpy(code + slow + slow_entry_size - sizeof ends, ends, sizeof ends);
    struct patch_about about = {
        .code = code,
        .slow = code + slow,
        .moved = moved,
        .first = module->first,
        .thread = (char *)&contexts_current - (char *)__builtin_thread_pointer(),
    };
    patch_moves(&about, section(module, FORMAT_PLAN_MOVES),
                module->header->sections[FORMAT_PLAN_MOVES].count);
    if (mprotect(code, all, PROT_READ | PROT_EXEC))
        return false;
    __builtin___clear_cache(code, code + all);
    return patch_original(&about, section(module, FORMAT_PLAN_PATCHES),
                          module->header->sections[FORMAT_PLAN_PATCHES].count);
}

static bool load(const char *path, uint64_t moved)
{
    size_t size;
    struct module *module = &modules[module_count];
    module->plan = map_plan(path, &size);
    if (!module->plan || module_count == MODULES - 1)
        return false;
    module->header = (const struct format_plan *)module->plan;
    if (module->header->magic != FORMAT_PLAN_MAGIC)
        return false;
    module->functions = section(module, FORMAT_PLAN_FUNCTIONS);
    module->slots = section(module, FORMAT_PLAN_SLOTS);
    module->count = module->header->sections[FORMAT_PLAN_FUNCTIONS].count;
    const struct module *before = module - 1;
    module->first = module_count ? before->first + (uint32_t)before->count : 1;
    module_count++;
    return place_code(module, moved);
}

static int first_module(struct dl_phdr_info *info, size_t size, void *moved)
{
    (void)size;
    *(uint64_t *)moved = info->dlpi_addr;
    return 1;
}

void modules_load(void)
{
    const char *plan = secure_getenv("TRIPTYCH_LOOPS");
    uint64_t moved = 0;
    if (!plan)
        return;
    waste = mmap(NULL, WASTE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    dl_iterate_phdr(first_module, &moved);
    if (waste == MAP_FAILED || !load(plan, moved))
        place_stop(errno, "loops cannot be counted");
}
