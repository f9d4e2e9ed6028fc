/* load.c: see load.h
 *
 * The plan of a module is mapped; its code is copied to memory near the module and completed there;
 * then the module itself is patched. */
#include "measure/loops/load.h"

#include "measure/loops/contexts.h"
#include "measure/loops/modules.h"
#include "measure/loops/patch.h"
#include "measure/loops/plans.h"
#include "measure/loops/quick.h"
#include "measure/loops/room.h"
#include "measure/loops/samples.h"
#include "measure/loops/slow.h"
#include "measure/loops/text.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define VALGRIND "; Valgrind can count them: --engine valgrind"

enum {
    MOST_NUMBERS = 1 << 24, /* of functions; the limit of the instructions that contain them */
};

/* Allocates memory near all patched code. NULL with errno. */
static char *find_room(const struct module *module, size_t bytes)
{
    uint64_t low = module->plan->high, high = module->plan->low;
    const struct format_patch *patches = plans_section(module->plan, FORMAT_PLAN_PATCHES);
    for (uint64_t i = 0; i < module->plan->sections[FORMAT_PLAN_PATCHES].count; i++) {
        low = patches[i].address < low ? patches[i].address : low;
        high = patches[i].address > high ? patches[i].address : high;
    }
    return low > high ? NULL : room_near(low + module->moved, high + module->moved, bytes);
}

/* Puts the copy in place, with the entry of the slow path behind it. False with errno. */
static bool place_code(struct module *module, struct patch_about *about)
{
    size_t size = module->plan->sections[FORMAT_PLAN_CODE].count;
    size_t slow = (size + 15) & ~(size_t)15,
           all = (slow + slow_entry_size + 65535) & ~(size_t)65535;
    uint64_t ends[] = {(uint64_t)(uintptr_t)&slow_find, (uint64_t)(uintptr_t)&slow_make};
    char *code = find_room(module, all);
    if (!code)
        return false;
    memcpy(code, plans_section(module->plan, FORMAT_PLAN_CODE), size);
    memcpy(code + slow, slow_entry, slow_entry_size);
    memcpy(code + slow + slow_entry_size - sizeof ends, ends, sizeof ends);
    *about = (struct patch_about){
        .code = code,
        .slow = code + slow,
        .moved = module->moved,
        .first = module->first,
        .thread = (char *)&contexts_current - (char *)__builtin_thread_pointer(),
        .quick = (char *)&quick_own - (char *)__builtin_thread_pointer(),
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

/* Puts the copy of the module in place and patches it. False if nothing of it is counted; `why` has
 * the reason. */
static bool enliven(struct module *module, const char *path, char *why)
{
    struct text text;
    struct patch_about about;
    const struct format_patch *patches = plans_section(module->plan, FORMAT_PLAN_PATCHES);
    uint64_t count = module->plan->sections[FORMAT_PLAN_PATCHES].count;
    text_find(&text, module->moved);
    if (!text_has(&text, module->moved, patches, count)) {
        snprintf(why, LOAD_WHY, "the plan of %s does not match the loaded code", path);
        return false;
    }
    if (count && !place_code(module, &about)) {
        snprintf(why, LOAD_WHY,
                 "there is no room near the code of %s, or it must not be executed: %s%s", path,
                 strerror(errno), VALGRIND);
        return false;
    }
    if (!text_open(&text)) {
        snprintf(why, LOAD_WHY, "the code of %s must not be changed: %s%s", path, strerror(errno),
                 VALGRIND);
        load_gone(module);
        return false;
    }
    samples_room(module->first + module->count);
    modules_publish(module);
    if (count)
        patch_original(&about, patches, count);
    text_close(&text);
    return true;
}

static struct module *new_module(const struct plans_binary *binary, const char *path, char *why)
{
    const struct format_plan *plan = plans_get(binary, path, why, LOAD_WHY);
    struct module *module = plan ? modules_next() : NULL;
    if (!plan)
        return NULL;
    if (!module) {
        snprintf(why, LOAD_WHY, "there is no room for another module, %s: %s", path,
                 strerror(errno));
        return NULL;
    }
    module->plan = plan;
    module->functions = plans_section(plan, FORMAT_PLAN_FUNCTIONS);
    module->slots = plans_section(plan, FORMAT_PLAN_SLOTS);
    module->count = (uint32_t)plan->sections[FORMAT_PLAN_FUNCTIONS].count;
    if (plan->sections[FORMAT_PLAN_FUNCTIONS].count > MOST_NUMBERS - module->first) {
        snprintf(why, LOAD_WHY, "%s has too many functions", path);
        return NULL;
    }
    if (!modules_make_waste(module)) {
        snprintf(why, LOAD_WHY, "there is no memory to count %s: %s", path, strerror(errno));
        return NULL;
    }
    memcpy(module->record->plan, binary->plan, sizeof binary->plan);
    return module;
}

static bool load(const char *path, bool is_program, uint64_t moved, char *why)
{
    static struct plans_binary binary;
    if (!plans_identify(path, is_program, &binary)) {
        snprintf(why, LOAD_WHY, "%s cannot be read: %s", path, strerror(errno));
        return false;
    }
    struct module *module = modules_of_plan(binary.plan);
    if (module && module->is_there)
        return true;
    if (!module)
        module = new_module(&binary, path, why);
    if (!module)
        return false;
    module->moved = moved;
    return enliven(module, binary.path, why);
}

bool load_module(const char *path, uint64_t moved, char *why)
{
    return load(path, false, moved, why);
}

void load_gone(struct module *module)
{
    module->is_there = false;
    if (module->code)
        munmap(module->code, module->code_bytes);
    module->code = NULL;
}

static int first_module(struct dl_phdr_info *info, size_t size, void *moved)
{
    (void)size;
    *(uint64_t *)moved = info->dlpi_addr;
    return 1;
}

bool load_program(char *why)
{
    char path[40]; /* other processes find the program by it, even if its file was deleted */
    uint64_t moved = 0;
    snprintf(path, sizeof path, "/proc/%ld/exe", (long)getpid());
    dl_iterate_phdr(first_module, &moved);
    return load(path, true, moved, why);
}
