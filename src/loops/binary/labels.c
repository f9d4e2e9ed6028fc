/* labels.c: finds addresses inside functions that data holds, where a computed goto may lead.
 *
 * Position-independent binaries have a relocation for each; in others any word of the data may be
 * one. Superfluous labels do no harm. */
#include "loops/binary/binary_file.h"
#include "util/memory.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* Adds an address if it can be that of an instruction inside a function, not at its beginning. */
static void add_label(struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_function *function = loops_binary_function_at(binary, address);
    bool is_code = binary->architecture->machine != EM_AARCH64 || address % 4 == 0;
    if (!function || function->start == address || !is_code)
        return;
    binary->labels = memory_grow(binary->labels, &binary->label_room, binary->label_count + 1,
                                 sizeof *binary->labels);
    binary->labels[binary->label_count++] = address;
}

/* Adds the labels of a section of relocations. */
static void add_relocated(struct loops_binary *binary, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; data && i < count; i++) {
        GElf_Rela entry;
        if (gelf_getrela(data, (int)i, &entry) && !GELF_R_SYM(entry.r_info))
            add_label(binary, (uint64_t)entry.r_addend);
    }
}

/* Adds the words of a segment that are addresses of code. */
static void add_words(struct loops_binary *binary, const struct loops_binary_part *part)
{
    uint64_t skip = -part->start & 7;
    for (uint64_t at = skip; at + 8 <= part->size; at += 8) {
        uint64_t value;
        memcpy(&value, part->bytes + at, sizeof value);
        const struct loops_binary_part *to = value ? loops_binary_part_at(binary, value) : NULL;
        if (to && to->is_code)
            add_label(binary, value);
    }
}

static int by_value(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

void labels_find(struct loops_binary *binary)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(binary->file->elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_RELA)
            add_relocated(binary, section, &header);
    }
    for (size_t i = 0; !binary->moves && i < binary->part_count; i++)
        add_words(binary, &binary->parts[i]);
    if (binary->label_count)
        qsort(binary->labels, binary->label_count, sizeof *binary->labels, by_value);
}

size_t loops_binary_labels_from(const struct loops_binary *binary, uint64_t address)
{
    size_t low = 0, high = binary->label_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (binary->labels[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
