/* moved.c: parts of functions that were moved away, where no name tells it: compilers put aside
 * what is seldom executed, and in a stripped binary that looks like a function of its own.
 *
 * Such a part is never called, nothing has its address, and jumps lead into its middle, or from it
 * into that of another one. .eh_frame tells of most of them, too. */
#include "loops/binary_file.h"
#include "util/memory.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

enum mark {
    MARK_USED = 1,    /* it is called, or something has its address */
    MARK_ENTERED = 2, /* another function jumps into its middle */
    MARK_LEFT = 4,    /* it jumps into the middle of another one */
};

static void mark(const struct binary *binary, uint8_t *marks, uint64_t address)
{
    const struct binary_function *function = binary_function_at(binary, address);
    if (function && function->start == address)
        marks[function - binary->functions] |= MARK_USED;
}

static void mark_jump(const struct binary *binary, uint8_t *marks, size_t from, uint64_t target)
{
    const struct binary_function *to = binary_function_at(binary, target);
    if (!to || to == &binary->functions[from] || to->start == target)
        return;
    marks[from] |= MARK_LEFT;
    marks[to - binary->functions] |= MARK_ENTERED;
}

/* Where addresses are constants they may stand at the end of an instruction. */
static uint64_t last_word(const uint8_t *bytes, size_t size)
{
    uint32_t word;
    memcpy(&word, bytes + size - sizeof word, sizeof word);
    return word;
}

static void mark_code(const struct binary *binary, uint8_t *marks, size_t number)
{
    const struct binary_function *function = &binary->functions[number];
    size_t there;
    uint64_t at = function->start;
    const uint8_t *bytes = binary_bytes(binary, at, 1, &there);
    while (bytes && at < function->end && there) {
        struct instruction in;
        if (!binary->architecture->decode(bytes, there, at, &in))
            return;
        bool jumps = in.kind == INSTRUCTION_JUMP || in.kind == INSTRUCTION_BRANCH;
        bool outside = in.target < function->start || in.target >= function->end;
        if (jumps && outside)
            mark_jump(binary, marks, number, in.target);
        else if (!jumps && in.target && outside)
            mark(binary, marks, in.target);
        if (!binary->moves && in.size > sizeof(uint32_t))
            mark(binary, marks, last_word(bytes, in.size));
        at += in.size;
        bytes += in.size;
        there -= in.size;
    }
}

static void mark_pointers(const struct binary *binary, uint8_t *marks)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(binary->file->elf, section));) {
        GElf_Shdr header;
        GElf_Rela entry;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_RELA || !header.sh_entsize)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        for (size_t i = 0; data && i < header.sh_size / header.sh_entsize; i++) {
            if (gelf_getrela(data, (int)i, &entry) && !GELF_R_SYM(entry.r_info))
                mark(binary, marks, (uint64_t)entry.r_addend);
        }
    }
}

/* Without relocations any word of the data may be a pointer. */
static void mark_words(const struct binary *binary, uint8_t *marks)
{
    for (size_t i = 0; i < binary->part_count; i++) {
        const struct binary_part *part = &binary->parts[i];
        uint64_t value;
        for (uint64_t at = -part->start & 7; at + sizeof value <= part->size; at += sizeof value) {
            memcpy(&value, part->bytes + at, sizeof value);
            mark(binary, marks, value);
        }
    }
}

static bool is_nameless(const struct binary_function *function)
{
    return !(function->sources & (BINARY_SYMBOL | BINARY_ENTRY));
}

void moved_find(struct binary *binary)
{
    bool any = false;
    for (size_t i = 0; i < binary->function_count; i++)
        any |= is_nameless(&binary->functions[i]);
    if (!any)
        return;
    uint8_t *marks = memory_zeroed(binary->function_count, sizeof *marks);
    for (size_t i = 0; i < binary->function_count; i++)
        mark_code(binary, marks, i);
    mark_pointers(binary, marks);
    if (!binary->moves)
        mark_words(binary, marks);
    for (size_t i = 0; i < binary->function_count; i++) {
        struct binary_function *function = &binary->functions[i];
        bool part = marks[i] & (MARK_ENTERED | MARK_LEFT) || function->sources & BINARY_MOVED;
        if (is_nameless(function) && part && !(marks[i] & MARK_USED))
            function->sources |= BINARY_COLD;
    }
    free(marks);
}
