/* binaries.c: see binaries.h */
#include "archive/loops/binaries.h"

#include "util/interned.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/stat.h>

struct loops_binaries {
    struct interned *names; /* of plans */
    struct archive_loops_binary *
        *all; /* by number of the name; not moved, since modules point to them */
    size_t room;
};

struct loops_binaries *archive_loops_binaries_new(void)
{
    struct loops_binaries *binaries = memory_zeroed(1, sizeof *binaries);
    binaries->names = interned_new();
    return binaries;
}

static void release(struct archive_loops_binary *binary)
{
    for (uint32_t i = 0; binary->plan && i < binary->plan->function_count; i++)
        archive_loops_function_free(binary->functions[i]);
    free(binary->functions);
    archive_loops_plan_free(binary->plan);
    free(binary);
}

void archive_loops_binaries_free(struct loops_binaries *binaries)
{
    if (!binaries)
        return;
    for (uint32_t i = 0; i < interned_count(binaries->names); i++)
        release(binaries->all[i]);
    free(binaries->all);
    interned_free(binaries->names);
    free(binaries);
}

static bool is_same(const struct format_plan *header, const char *path)
{
    struct stat facts;
    if (stat(path, &facts) || facts.st_mtim.tv_sec < 0)
        return false;
    uint64_t changed =
        (uint64_t)facts.st_mtim.tv_sec * UINT64_C(1000000000) + (uint64_t)facts.st_mtim.tv_nsec;
    return (uint64_t)facts.st_size == header->size && changed == header->changed;
}

struct archive_loops_binary *archive_loops_binaries_get(struct loops_binaries *binaries,
                                                        const struct archive_folder *folder,
                                                        const char *plan)
{
    uint32_t before = interned_count(binaries->names);
    uint32_t number = interned_add_text(binaries->names, plan);
    if (number == before) {
        binaries->all =
            memory_grow(binaries->all, &binaries->room, (size_t)number + 1, sizeof *binaries->all);
        struct archive_loops_binary *binary = memory_zeroed(1, sizeof *binary);
        binaries->all[number] = binary;
        binary->plan = archive_loops_plan_read(folder, plan);
        if (binary->plan) {
            binary->same = is_same(&binary->plan->header, binary->plan->path);
            binary->functions = memory_zeroed((size_t)binary->plan->function_count + 1,
                                              sizeof(struct archive_loops_function *));
        }
    }
    return binaries->all[number]->plan ? binaries->all[number] : NULL;
}

struct archive_loops_function *archive_loops_binary_function(struct archive_loops_binary *binary,
                                                             uint32_t number)
{
    assert(number < binary->plan->function_count);
    if (!binary->functions[number])
        binary->functions[number] = archive_loops_function_new(binary->plan, number);
    return binary->functions[number];
}
