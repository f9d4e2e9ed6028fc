/* look_up.c: finds the section of a name, and the segment, the bytes or the function at an address;
 * tells addresses of the global offset table. */
#include "loops/binary/binary.h"

#include "loops/binary/binary_file.h"
#include "util/memory.h"

#include <gelf.h>
#include <string.h>

bool loops_binary_section(const struct loops_binary *binary, const char *name, uint64_t *address,
                          const uint8_t **bytes, size_t *size)
{
    size_t names;
    Elf *elf = binary->file->elf;
    if (elf_getshdrstrndx(elf, &names))
        return false;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
            continue;
        const char *found = elf_strptr(elf, names, header.sh_name);
        if (!found || strcmp(found, name) != 0)
            continue;
        Elf_Data *data = elf_rawdata(section, NULL);
        if (!data || !data->d_buf)
            return false;
        *address = header.sh_addr;
        *bytes = data->d_buf;
        *size = data->d_size;
        return true;
    }
    return false;
}

struct loops_binary_range loops_binary_range_of(const struct loops_binary *binary, const char *name)
{
    struct loops_binary_range range = {0, 0};
    const uint8_t *bytes;
    size_t size;
    if (loops_binary_section(binary, name, &range.start, &bytes, &size))
        range.end = range.start + size;
    return range;
}

const struct loops_binary_part *loops_binary_part_at(const struct loops_binary *binary,
                                                     uint64_t address)
{
    for (size_t i = 0; i < binary->part_count; i++) {
        const struct loops_binary_part *part = &binary->parts[i];
        if (address >= part->start && address - part->start < part->size)
            return part;
    }
    return NULL;
}

const uint8_t *loops_binary_bytes(const struct loops_binary *binary, uint64_t address, size_t size,
                                  size_t *there)
{
    const struct loops_binary_part *part = loops_binary_part_at(binary, address);
    if (!part || part->size - (address - part->start) < size)
        return NULL;
    if (there)
        *there = part->size - (address - part->start);
    return part->bytes + (address - part->start);
}

/* Divides the code between the first and the last function into stretches of the same size, about
 * two per function; `first` has the number of the first function that ends behind the beginning of
 * each. */
void look_up_begin(struct loops_binary *binary)
{
    const struct loops_binary_function *functions = binary->functions;
    struct loops_binary_index *index = &binary->index;
    uint64_t count = binary->function_count;
    uint64_t size = count ? functions[count - 1].end - functions[0].start : 0;
    while (size >> index->shift > 2 * count)
        index->shift++;
    size_t entries = (size_t)(size >> index->shift) + 2;
    index->first = memory_zeroed(entries, sizeof *index->first);
    uint32_t at = 0;
    for (size_t i = 0; i < entries; i++) {
        while (at < count && (functions[at].end - functions[0].start) >> index->shift < i)
            at++;
        index->first[i] = at;
    }
}

struct loops_binary_function *loops_binary_function_at(const struct loops_binary *binary,
                                                       uint64_t address)
{
    struct loops_binary_function *functions = binary->functions;
    size_t count = binary->function_count;
    if (!count || address < functions[0].start || address >= functions[count - 1].end)
        return NULL;
    size_t low = 0, high = count;
    if (binary->index.first) {
        size_t stretch = (size_t)((address - functions[0].start) >> binary->index.shift);
        low = binary->index.first[stretch];
        high = binary->index.first[stretch + 1];
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (functions[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return functions[low].start <= address ? &functions[low] : NULL;
}

void got_find(struct loops_binary *binary)
{
    static const char *const names[] = {".got", ".got.plt"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        binary->got[i] = loops_binary_range_of(binary, names[i]);
}

bool loops_binary_is_got(const struct loops_binary *binary, uint64_t address)
{
    for (size_t i = 0; i < sizeof binary->got / sizeof binary->got[0]; i++) {
        if (address >= binary->got[i].start && address < binary->got[i].end)
            return true;
    }
    return false;
}
