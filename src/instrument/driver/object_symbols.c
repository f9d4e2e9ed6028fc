/* object_symbols.c: see object_symbols.h */
#include "instrument/driver/object_symbols.h"

#include "instrument/driver/paths.h"
#include "util/memory.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* A file that is being read. Its parts are copied out, since they may be anywhere in it. */
struct object {
    const char *bytes;
    size_t size;
    Elf64_Ehdr head;
};

/* Copies a part of the file. False if it is beyond the end. */
static bool copy(const struct object *object, void *to, uint64_t at, size_t size)
{
    if (at > object->size || size > object->size - at)
        return false;
    memcpy(to, object->bytes + at, size);
    return true;
}

/* Copies the header of a section. False if there is no such section. */
static bool copy_section(const struct object *object, Elf64_Shdr *section, uint64_t number)
{
    return number < object->head.e_shnum &&
           copy(object, section, object->head.e_shoff + number * sizeof *section, sizeof *section);
}

static bool read_head(struct object *object)
{
    const Elf64_Ehdr *head = &object->head;
    return copy(object, &object->head, 0, sizeof object->head) &&
           !memcmp(head->e_ident, ELFMAG, SELFMAG) && head->e_ident[EI_CLASS] == ELFCLASS64 &&
           head->e_ident[EI_DATA] == ELFDATA2LSB && head->e_type == ET_REL &&
           (head->e_machine == EM_AARCH64 || head->e_machine == EM_X86_64) &&
           head->e_shentsize == sizeof(Elf64_Shdr);
}

/* Finds the table of symbols. False if there is none. */
static bool find_symbols(const struct object *object, Elf64_Shdr *table, uint64_t *number)
{
    for (*number = 0; copy_section(object, table, *number); ++*number) {
        if (table->sh_type == SHT_SYMTAB)
            return table->sh_size / sizeof(Elf64_Sym) <= object->size;
    }
    return false;
}

/* Returns the name at an offset of the table of strings, or NULL. */
static const char *name_at(const struct object *object, const Elf64_Shdr *strings, uint64_t offset)
{
    if (strings->sh_offset > object->size || strings->sh_size > object->size - strings->sh_offset ||
        offset >= strings->sh_size)
        return NULL;
    const char *name = object->bytes + strings->sh_offset + offset;
    return memchr(name, '\0', strings->sh_size - offset) ? name : NULL;
}

static bool is_call(const struct object *object, uint64_t type)
{
    return object->head.e_machine == EM_AARCH64
               ? type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26
               : type == R_X86_64_PLT32;
}

/* Notes in `uses`, for each symbol, whether it is called (1) and used in another way (2) by a
 * section of relocations. */
static void note_uses(const struct object *object, const Elf64_Shdr *relocations,
                      unsigned char *uses, size_t count)
{
    Elf64_Shdr target;
    Elf64_Rela one;
    if (!copy_section(object, &target, relocations->sh_info) || !(target.sh_flags & SHF_ALLOC))
        return; /* debugging information */
    for (uint64_t i = 0; i < relocations->sh_size / sizeof one &&
                         copy(object, &one, relocations->sh_offset + i * sizeof one, sizeof one);
         i++) {
        if (ELF64_R_SYM(one.r_info) < count)
            uses[ELF64_R_SYM(one.r_info)] |= is_call(object, ELF64_R_TYPE(one.r_info)) ? 1 : 2;
    }
}

/* Adds the global symbols of the table. False if the table is damaged. */
static bool add_symbols(struct object_symbols *symbols, const struct object *object,
                        const Elf64_Shdr *table, const unsigned char *uses, size_t count)
{
    Elf64_Shdr strings;
    if (!copy_section(object, &strings, table->sh_link))
        return false;
    for (size_t i = 0; i < count; i++) {
        Elf64_Sym symbol;
        if (!copy(object, &symbol, table->sh_offset + i * sizeof symbol, sizeof symbol))
            return false;
        const char *name = name_at(object, &strings, symbol.st_name);
        unsigned bind = ELF64_ST_BIND(symbol.st_info);
        if (!name)
            return false;
        if (bind == STB_LOCAL)
            continue;
        bool undefined = symbol.st_shndx == SHN_UNDEF;
        symbols->list[symbols->count++] = (struct object_symbol){
            name, !undefined && symbol.st_shndx != SHN_COMMON && bind != STB_WEAK,
            undefined && bind == STB_GLOBAL && uses[i] == 1};
    }
    return true;
}

static bool read_symbols(struct object_symbols *symbols, struct object *object)
{
    Elf64_Shdr table, section;
    uint64_t number = 0;
    if (!read_head(object) || !find_symbols(object, &table, &number))
        return false;
    size_t count = table.sh_size / sizeof(Elf64_Sym);
    unsigned char *uses = memory_zeroed(count + 1, 1);
    symbols->list = memory_zeroed(count + 1, sizeof *symbols->list);
    for (uint64_t i = 0; copy_section(object, &section, i); i++) {
        if (section.sh_type == SHT_RELA && section.sh_link == number)
            note_uses(object, &section, uses, count);
    }
    bool good = add_symbols(symbols, object, &table, uses, count);
    free(uses);
    return good;
}

bool object_symbols_read(struct object_symbols *symbols, const char *path)
{
    *symbols = (struct object_symbols){0};
    struct object object = {0};
    symbols->bytes = paths_read(path, &object.size);
    object.bytes = symbols->bytes;
    return symbols->bytes && read_symbols(symbols, &object);
}

void object_symbols_free(struct object_symbols *symbols)
{
    free(symbols->list);
    free(symbols->bytes);
    *symbols = (struct object_symbols){0};
}
