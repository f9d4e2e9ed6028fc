/* load.c: see load.h
 *
 * The plan of a module is mapped, its code copied to a place near the module, and completed there:
 * then the module itself is patched. */
#include "measure/loops/load.h"

#include "measure/loops/contexts.h"
#include "measure/loops/modules.h"
#include "measure/loops/patch.h"
#include "measure/loops/plans.h"
#include "measure/loops/slow.h"
#include "measure/place.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    APART = 1 << 20,        /* bytes between two places that are tried */
    TRIES = 100,            /* so that a jump of 128 MB reaches it */
    WHY = 2048,             /* bytes of a reason */
    MOST_NUMBERS = 1 << 24, /* of functions, that instructions can hold */
};

static char *map_at(uint64_t address, size_t bytes)
{
    void *wanted = (void *)(uintptr_t)address;
    void *found = mmap(wanted, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (found != MAP_FAILED && found != wanted) { /* kernels that do not know the flag */
        munmap(found, bytes);
        return NULL;
    }
    return found == MAP_FAILED ? NULL : found;
}

/* Room near the module: below it, else above. */
static char *find_room(const struct module *module, size_t bytes)
{
    uint64_t low = (module->plan->low + module->moved) & ~UINT64_C(65535);
    uint64_t high = (module->plan->high + module->moved + 65535) & ~UINT64_C(65535);
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
static bool place_code(struct module *module, struct patch_about *about)
{
    size_t size = module->plan->sections[FORMAT_PLAN_CODE].count;
    size_t slow = (size + 15) & ~(size_t)15,
           all = (slow + slow_entry_size + 65535) & ~(size_t)65535;
    uint64_t ends[] = {(uint64_t)(uintptr_t)&slow_find, (uint64_t)(uintptr_t)&slow_make};
    char *code = find_room(module, all);
    if (!code) {
        errno = ENOMEM;
        return false;
    }
    memcpy(code, plans_section(module->plan, FORMAT_PLAN_CODE), size);
    memcpy(code + slow, slow_entry, slow_entry_size);
    memcpy(code + slow + slow_entry_size - sizeof ends, ends, sizeof ends);
    *about = (struct patch_about){
        .code = code,
        .slow = code + slow,
        .moved = module->moved,
        .first = module->first,
        .thread = (char *)&contexts_current - (char *)__builtin_thread_pointer(),
    };
    patch_moves(about, plans_section(module->plan, FORMAT_PLAN_MOVES),
                module->plan->sections[FORMAT_PLAN_MOVES].count);
    if (mprotect(code, all, PROT_READ | PROT_EXEC)) {
        int error = errno;
        munmap(code, all);
        errno = error;
        return false;
    }
    __builtin___clear_cache(code, code + all);
    module->code = code;
    module->code_bytes = all;
    return true;
}

/* False: nothing of it is counted, and `why` tells the reason. */
static bool load(const char *path, uint64_t moved, char *why)
{
    static struct plans_binary binary;
    struct patch_about about;
    const struct format_plan *plan = plans_get(path, &binary, why, WHY);
    if (!plan)
        return false;
    struct module *module = modules_next();
    if (!module) {
        snprintf(why, WHY, "there is no room for what is known of %s: %s", path, strerror(errno));
        return false;
    }
    module->plan = plan;
    module->functions = plans_section(plan, FORMAT_PLAN_FUNCTIONS);
    module->slots = plans_section(plan, FORMAT_PLAN_SLOTS);
    module->count = (uint32_t)plan->sections[FORMAT_PLAN_FUNCTIONS].count;
    module->moved = moved;
    if (plan->sections[FORMAT_PLAN_FUNCTIONS].count > MOST_NUMBERS - module->first) {
        snprintf(why, WHY, "%s has too many functions", path);
        return false;
    }
    memcpy(module->record->plan, binary.plan, sizeof binary.plan);
    if (!place_code(module, &about)) {
        snprintf(why, WHY, "there is no room near the code of %s: %s", path, strerror(errno));
        return false;
    }
    modules_publish();
    if (!patch_original(&about, plans_section(plan, FORMAT_PLAN_PATCHES),
                        plan->sections[FORMAT_PLAN_PATCHES].count)) {
        snprintf(why, WHY, "the code of %s must not be changed: %s", path, strerror(errno));
        return false;
    }
    return true;
}

static int first_module(struct dl_phdr_info *info, size_t size, void *moved)
{
    (void)size;
    *(uint64_t *)moved = info->dlpi_addr;
    return 1;
}

void load_begin(void)
{
    char why[WHY];
    uint64_t moved = 0;
    dl_iterate_phdr(first_module, &moved);
    if (!load(place_page()->program, moved, why))
        place_stop(0, why);
}
