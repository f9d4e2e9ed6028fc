/* object_symbols.c: see object_symbols.h */
#include "instrument/driver/object_symbols.h"

#include "instrument/driver/object_file.h"
#include "util/memory.h"

#include <stdlib.h>

static bool is_call(const struct object_file *object, uint64_t type)
{
    return object->head.e_machine == EM_AARCH64
               ? type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26
               : type == R_X86_64_PLT32;
}

/* Notes in `uses`, for each symbol, whether it is called (1) and used in another way (2) by a
 * section of relocations. */
static void note_uses(const struct object_file *object, const Elf64_Shdr *relocations,
                      unsigned char *uses, size_t count)
{
    Elf64_Shdr target;
    Elf64_Rela one;
    if (!object_file_section(object, &target, relocations->sh_info) ||
        !(target.sh_flags & SHF_ALLOC))
        return; /* debugging information */
    for (uint64_t i = 0;
         i < relocations->sh_size / sizeof one &&
         object_file_copy(object, &one, relocations->sh_offset + i * sizeof one, sizeof one);
         i++) {
        if (ELF64_R_SYM(one.r_info) < count)
            uses[ELF64_R_SYM(one.r_info)] |= is_call(object, ELF64_R_TYPE(one.r_info)) ? 1 : 2;
    }
}

/* Adds the global symbols of the table. False if the table is damaged. */
static bool add_symbols(struct object_symbols *symbols, const struct object_file *object,
                        const Elf64_Shdr *table, const unsigned char *uses, size_t count)
{
    Elf64_Shdr strings;
    if (!object_file_section(object, &strings, table->sh_link))
        return false;
    for (size_t i = 0; i < count; i++) {
        Elf64_Sym symbol;
        if (!object_file_copy(object, &symbol, table->sh_offset + i * sizeof symbol, sizeof symbol))
            return false;
        const char *name = object_file_name(object, &strings, symbol.st_name);
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

static bool read_symbols(struct object_symbols *symbols, const struct object_file *object)
{
    Elf64_Shdr table, section;
    uint64_t number = 0;
    if (!object_file_symbols(object, &table, &number))
        return false;
    size_t count = table.sh_size / sizeof(Elf64_Sym);
    unsigned char *uses = memory_zeroed(count + 1, 1);
    symbols->list = memory_zeroed(count + 1, sizeof *symbols->list);
    for (uint64_t i = 0; object_file_section(object, &section, i); i++) {
        if (section.sh_type == SHT_RELA && section.sh_link == number)
            note_uses(object, &section, uses, count);
    }
    bool good = add_symbols(symbols, object, &table, uses, count);
    free(uses);
    return good;
}

bool object_symbols_read(struct object_symbols *symbols, const char *path)
{
    struct object_file object;
    *symbols = (struct object_symbols){0};
    bool good = object_file_read(&object, path);
    symbols->bytes = object.bytes;
    return good && read_symbols(symbols, &object);
}

void object_symbols_free(struct object_symbols *symbols)
{
    free(symbols->list);
    free(symbols->bytes);
    *symbols = (struct object_symbols){0};
}
