/* relocations.c: finds the places that the loader changes.
 *
 * Their sections are of two forms: a list of places with what is written there (SHT_RELA), and bits
 * (SHT_RELR) that name the words of the data to which the loader adds the address where the binary
 * is loaded. Linkers keep those of the object files, too, if asked to (--emit-relocs); these are
 * not loaded, and change nothing. */
#include "loops/binary/binary_file.h"
#include "loops/binary/versions.h"
#include "util/memory.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

static void add(struct loops_binary_file *file, struct relocation relocation)
{
    file->relocations = memory_grow(file->relocations, &file->relocation_room,
                                    file->relocation_count + 1, sizeof *file->relocations);
    file->relocations[file->relocation_count++] = relocation;
}

/* Returns the name of a symbol in the table that a section of relocations belongs to; "" if it has
 * none. */
static const char *name_of(Elf *elf, const GElf_Shdr *header, uint64_t number)
{
    Elf_Scn *symbols = elf_getscn(elf, header->sh_link);
    Elf_Data *data = symbols ? elf_getdata(symbols, NULL) : NULL;
    GElf_Shdr symbol_header;
    GElf_Sym symbol;
    if (!data || !gelf_getshdr(symbols, &symbol_header) || !gelf_getsym(data, (int)number, &symbol))
        return "";
    const char *name = elf_strptr(elf, symbol_header.sh_link, symbol.st_name);
    return name ? name : "";
}

/* True for the relocation of a descriptor of thread-local variables. */
static bool is_descriptor(const struct loops_binary *binary, const GElf_Rela *entry)
{
    unsigned type = (unsigned)GELF_R_TYPE(entry->r_info);
    return type ==
           (binary->architecture->machine == EM_X86_64 ? R_X86_64_TLSDESC : R_AARCH64_TLSDESC);
}

static void add_listed(struct loops_binary *binary, Elf_Scn *section, const GElf_Shdr *header,
                       const struct versions *versions)
{
    struct loops_binary_file *file = binary->file;
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; data && i < count; i++) {
        GElf_Rela entry;
        if (!gelf_getrela(data, (int)i, &entry))
            continue;
        uint64_t symbol = GELF_R_SYM(entry.r_info);
        binary->has_descriptors |= is_descriptor(binary, &entry);
        add(file, (struct relocation){.at = entry.r_offset,
                                      .target = (uint64_t)entry.r_addend,
                                      .symbol = symbol ? name_of(file->elf, header, symbol) : NULL,
                                      .is_libc = symbol && versions_is_libc(versions, symbol)});
    }
}

/* Adds the word at an address, which holds the address that it will lead to as the binary is
 * linked. */
static void add_word(const struct loops_binary *binary, uint64_t at)
{
    uint64_t target;
    const uint8_t *bytes = loops_binary_bytes(binary, at, sizeof target, NULL);
    if (!bytes)
        return;
    memcpy(&target, bytes, sizeof target);
    add(binary->file, (struct relocation){.at = at, .target = target});
}

/* Adds the words that a section of bits names: an even element is the address of one, an odd
 * element has a bit for each of the 63 words behind those that were named before. */
static void add_bits(const struct loops_binary *binary, const GElf_Shdr *header)
{
    enum { BITS = 63 };
    uint64_t element, next = 0;
    const uint8_t *bytes = loops_binary_bytes(binary, header->sh_addr, header->sh_size, NULL);
    for (size_t i = 0; bytes && i < header->sh_size / sizeof element; i++) {
        memcpy(&element, bytes + i * sizeof element, sizeof element);
        if (!(element & 1)) {
            add_word(binary, element);
            next = element + sizeof element;
            continue;
        }
        for (unsigned bit = 0; bit < BITS; bit++) {
            if (element >> (bit + 1) & 1)
                add_word(binary, next + bit * sizeof element);
        }
        next += BITS * sizeof element;
    }
}

static int by_place(const void *a, const void *b)
{
    const struct relocation *left = a, *right = b;
    return left->at < right->at ? -1 : left->at > right->at;
}

void relocations_find(struct loops_binary *binary)
{
    struct loops_binary_file *file = binary->file;
    struct versions versions;
    versions_find(&versions, file->elf);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(file->elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_ALLOC))
            continue;
        if (header.sh_type == SHT_RELA)
            add_listed(binary, section, &header, &versions);
        else if (header.sh_type == SHT_RELR)
            add_bits(binary, &header);
    }
    if (file->relocation_count)
        qsort(file->relocations, file->relocation_count, sizeof *file->relocations, by_place);
}

/* Returns the number of the first relocation at or behind an address. */
static size_t first_from(const struct loops_binary_file *file, uint64_t address)
{
    size_t low = 0, high = file->relocation_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->relocations[middle].at < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct relocation *relocations_named_at(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_file *file = binary->file;
    size_t i = first_from(file, address);
    bool found = i < file->relocation_count && file->relocations[i].at == address;
    return found && file->relocations[i].symbol && *file->relocations[i].symbol
               ? &file->relocations[i]
               : NULL;
}

uint64_t relocations_pointed_to(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_file *file = binary->file;
    size_t i = first_from(file, address);
    if (i < file->relocation_count && file->relocations[i].at == address)
        return file->relocations[i].symbol ? 0 : file->relocations[i].target;
    uint64_t target = 0;
    const uint8_t *bytes = loops_binary_bytes(binary, address, sizeof target, NULL);
    if (bytes)
        memcpy(&target, bytes, sizeof target);
    return target;
}

bool loops_binary_is_relocated(const struct loops_binary *binary, uint64_t start, uint64_t end)
{
    const struct loops_binary_file *file = binary->file;
    if (!file->relocation_count || end <= file->relocations[0].at) /* nearly always */
        return false;
    size_t i = first_from(file, start);
    return i < file->relocation_count && file->relocations[i].at < end;
}
