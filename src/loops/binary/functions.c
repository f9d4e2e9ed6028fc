/* functions.c: merges the functions that symbols, .eh_frame and the entry point give. */
#include "loops/binary/binary_file.h"

#include "util/memory.h"

#include <assert.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

void found_add(struct found *found, uint64_t start, uint64_t end, const char *name, uint32_t source)
{
    found->functions =
        memory_grow(found->functions, &found->room, found->count + 1, sizeof *found->functions);
    found->functions[found->count++] = (struct loops_binary_function){
        .start = start, .end = end, .name = name && *name ? name : NULL, .sources = source};
}

/* Orders functions by address; at the same address the longest comes first, then one with a name.
 */
static int in_order(const void *a, const void *b)
{
    const struct loops_binary_function *left = a, *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    if (left->end != right->end)
        return left->end > right->end ? -1 : 1;
    if (!left->name != !right->name)
        return left->name ? -1 : 1;
    int names = left->name ? strcmp(left->name, right->name) : 0;
    return names ? names : (left->pad_count > right->pad_count ? -1 : 1);
}

/* True for the names that compilers give to the cold parts of functions. */
static bool is_cold(const char *name)
{
    size_t size = strlen(name);
    return (size > 5 && !strcmp(name + size - 5, ".cold")) || strstr(name, ".cold.");
}

/* Adds what another source says about the same function. */
static void join(struct loops_binary_function *into, const struct loops_binary_function *other)
{
    into->sources |= other->sources;
    if (!into->name)
        into->name = other->name;
    if (other->pad_count && !into->pad_count) {
        into->first_pad = other->first_pad;
        into->pad_count = other->pad_count;
    }
}

/* Returns the end of the section that an address is in, at most `limit`. Needed for _init, which
 * has no size and is followed by the linker's stubs in another section. */
static uint64_t end_of_section(const struct loops_binary *binary, uint64_t address, uint64_t limit)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(binary->file->elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_ALLOC) ||
            address < header.sh_addr || address - header.sh_addr >= header.sh_size)
            continue;
        uint64_t rest = header.sh_size - (address - header.sh_addr);
        return rest < limit - address ? address + rest : limit;
    }
    return limit;
}

/* Returns where a function ends: at its known end, the next function, or the end of its section,
 * whichever comes first. */
static uint64_t end_of(const struct loops_binary *binary, const struct found *found, size_t i)
{
    const struct loops_binary_function *function = &found->functions[i];
    const struct loops_binary_part *part = loops_binary_part_at(binary, function->start);
    assert(part); /* functions_settle() skips functions outside of all segments */
    uint64_t limit = part->start + part->size;
    for (size_t k = i + 1; k < found->count; k++) {
        if (found->functions[k].start > function->start) {
            limit = found->functions[k].start < limit ? found->functions[k].start : limit;
            break;
        }
    }
    if (function->end > function->start)
        return function->end < limit ? function->end : limit;
    return end_of_section(binary, function->start, limit);
}

void functions_settle(struct loops_binary *binary, struct found *found)
{
    size_t count = 0;
    struct loops_binary_function *all = found->functions;
    if (found->count)
        qsort(all, found->count, sizeof *all, in_order);
    for (size_t i = 0; i < found->count; i++) {
        const struct loops_binary_part *part = loops_binary_part_at(binary, all[i].start);
        if (!part || !part->is_code)
            continue;
        if (count && all[count - 1].start == all[i].start) {
            join(&all[count - 1], &all[i]);
            continue;
        }
        struct loops_binary_function function = all[i];
        function.end = end_of(binary, found, i);
        if (function.name && is_cold(function.name))
            function.sources |= BINARY_COLD;
        all[count++] = function;
    }
    binary->functions = all;
    binary->function_count = count;
    look_up_begin(binary);
    *found = (struct found){0};
}
