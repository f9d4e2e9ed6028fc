/* object_share.c: see object_share.h */
#include "instrument/driver/object_share.h"

#include "instrument/driver/object_file.h"
#include "instrument/driver/paths.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* An object, and what is in its sections. */
struct sharing {
    struct object_file file;
    Elf64_Shdr table, strings; /* of symbols, and of their names */
    uint64_t number;           /* of the table */
    size_t count, first;       /* of symbols; the first that may be shared */
    unsigned char *shared;     /* for each symbol: whether it is one of those that are shared */
    unsigned char *holds;      /* for each section: HOLDS_... */
};

enum { HOLDS_VARIABLES = 1, HOLDS_PROCEDURES = 2, HOLDS_OTHERS = 4 }; /* the first two: shared */

static bool copy_symbol(const struct sharing *sharing, Elf64_Sym *symbol, size_t number)
{
    return object_file_copy(&sharing->file, symbol,
                            sharing->table.sh_offset + number * sizeof *symbol, sizeof *symbol);
}

static bool is_among(const struct words *symbols, const char *name)
{
    for (size_t i = 0; i < symbols->count; i++) {
        if (!strcmp(symbols->list[i], name))
            return true;
    }
    return false;
}

/* True if the symbol is in a section with any of these flags. */
static bool is_in(const struct sharing *sharing, const Elf64_Sym *symbol, uint64_t flags)
{
    Elf64_Shdr section;
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE &&
           object_file_section(&sharing->file, &section, symbol->st_shndx) &&
           (section.sh_flags & flags);
}

/* True for a variable of a module that only this object sees. */
static bool is_hidden(const struct sharing *sharing, const Elf64_Sym *symbol, const char *name)
{
    return ELF64_ST_BIND(symbol->st_info) == STB_LOCAL &&
           ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && strstr(name, "_MOD_") &&
           is_in(sharing, symbol, SHF_WRITE);
}

/* Notes a symbol. False if it cannot be shared though it has to be. */
static bool note(struct sharing *sharing, size_t number, const struct words *symbols)
{
    Elf64_Sym symbol;
    const char *name = NULL;
    if (copy_symbol(sharing, &symbol, number))
        name = object_file_name(&sharing->file, &sharing->strings, symbol.st_name);
    if (!name || is_hidden(sharing, &symbol, name))
        return false;
    unsigned type = ELF64_ST_TYPE(symbol.st_info);
    bool placed = symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < sharing->file.head.e_shnum;
    if (!placed || type == STT_SECTION || name[0] == '$') /* $d: where data begins, on aarch64 */
        return true;
    bool shared = ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL && is_among(symbols, name);
    sharing->shared[number] = shared;
    sharing->holds[symbol.st_shndx] |= !shared              ? HOLDS_OTHERS
                                       : type == STT_OBJECT ? HOLDS_VARIABLES
                                                            : HOLDS_PROCEDURES;
    return !shared || type == STT_OBJECT || type == STT_FUNC;
}

/* Reads the object. False if it is none, or a symbol cannot be shared. Free with end() in both
 * cases. */
static bool begin(struct sharing *sharing, const char *path, const struct words *symbols)
{
    *sharing = (struct sharing){0};
    if (!object_file_read(&sharing->file, path) ||
        !object_file_symbols(&sharing->file, &sharing->table, &sharing->number) ||
        !object_file_section(&sharing->file, &sharing->strings, sharing->table.sh_link))
        return false;
    sharing->count = sharing->table.sh_size / sizeof(Elf64_Sym);
    sharing->first = sharing->table.sh_info; /* global symbols come last */
    sharing->shared = memory_zeroed(sharing->count + 1, 1);
    sharing->holds = memory_zeroed((size_t)sharing->file.head.e_shnum + 1, 1);
    size_t found = 0;
    for (size_t i = 0; i < sharing->count; i++) {
        if (!note(sharing, i, symbols))
            return false;
        found += sharing->shared[i];
    }
    return found == symbols->count;
}

static void end(struct sharing *sharing)
{
    free(sharing->file.bytes);
    free(sharing->shared);
    free(sharing->holds);
}

/* True if the place in a section is inside something shared. */
static bool is_in_shared(const struct sharing *sharing, uint64_t section, uint64_t at)
{
    if (!(sharing->holds[section] & (HOLDS_VARIABLES | HOLDS_PROCEDURES)))
        return false;
    for (size_t i = sharing->first; i < sharing->count; i++) {
        Elf64_Sym symbol;
        if (sharing->shared[i] && copy_symbol(sharing, &symbol, i) && symbol.st_shndx == section &&
            at >= symbol.st_value && at - symbol.st_value < symbol.st_size)
            return true;
    }
    return false;
}

/* True for a procedure of this object or another Fortran file. */
static bool is_procedure(const struct sharing *sharing, const Elf64_Sym *symbol)
{
    if (symbol->st_shndx != SHN_UNDEF)
        return is_in(sharing, symbol, SHF_EXECINSTR);
    const char *name = object_file_name(&sharing->file, &sharing->strings, symbol->st_name);
    size_t length = name ? strlen(name) : 0;
    return !name || strstr(name, "_MOD_") ||
           (length > 1 && name[0] != '_' && name[length - 1] == '_');
}

/* True if the relocation puts the address of a procedure that is not shared into a shared variable,
 * or is for a call of it in a shared procedure. */
static bool is_bound(const struct sharing *sharing, uint64_t section, const Elf64_Rela *one)
{
    size_t number = ELF64_R_SYM(one->r_info);
    Elf64_Sym symbol;
    return is_in_shared(sharing, section, one->r_offset) &&
           (number >= sharing->count || !copy_symbol(sharing, &symbol, number) ||
            (!sharing->shared[number] && is_procedure(sharing, &symbol)));
}

/* True if the relocation refers to a section with a shared variable, not to the variable. */
static bool is_anchored(const struct sharing *sharing, uint64_t section, const Elf64_Rela *one)
{
    (void)section;
    size_t number = ELF64_R_SYM(one->r_info);
    Elf64_Sym symbol;
    return number >= sharing->count || !copy_symbol(sharing, &symbol, number) ||
           (ELF64_ST_TYPE(symbol.st_info) == STT_SECTION &&
            symbol.st_shndx < sharing->file.head.e_shnum &&
            (sharing->holds[symbol.st_shndx] & HOLDS_VARIABLES));
}

/* Returns whether a relocation is an obstacle; section: the one that it is for. */
typedef bool obstacle(const struct sharing *sharing, uint64_t section, const Elf64_Rela *one);

/* True if a section of relocations has an obstacle. */
static bool has_obstacle(const struct sharing *sharing, const Elf64_Shdr *relocations,
                         obstacle *is_obstacle)
{
    Elf64_Shdr target;
    Elf64_Rela one;
    if (!object_file_section(&sharing->file, &target, relocations->sh_info))
        return true;
    if (!(target.sh_flags & SHF_ALLOC)) /* debugging information */
        return false;
    for (uint64_t i = 0; i < relocations->sh_size / sizeof one; i++) {
        if (!object_file_copy(&sharing->file, &one, relocations->sh_offset + i * sizeof one,
                              sizeof one) ||
            is_obstacle(sharing, relocations->sh_info, &one))
            return true;
    }
    return false;
}

/* True if the object has all these symbols and no obstacles. */
static bool can(const char *path, const struct words *symbols, obstacle *is_obstacle)
{
    struct sharing sharing;
    Elf64_Shdr section;
    bool good = begin(&sharing, path, symbols);
    for (uint64_t i = 0; good && object_file_section(&sharing.file, &section, i); i++) {
        if (section.sh_type == SHT_RELA && section.sh_link == sharing.number)
            good = !has_obstacle(&sharing, &section, is_obstacle);
    }
    end(&sharing);
    return good;
}

bool object_share_can_define(const char *path, const struct words *symbols)
{
    return can(path, symbols, is_bound);
}

bool object_share_can_refer(const char *path, const struct words *symbols)
{
    return can(path, symbols, is_anchored);
}

/* Makes the shared symbols undefined. */
static void undefine(struct sharing *sharing)
{
    for (size_t i = 0; i < sharing->count; i++) {
        Elf64_Sym symbol;
        if (!sharing->shared[i] || !copy_symbol(sharing, &symbol, i))
            continue;
        symbol.st_shndx = SHN_UNDEF;
        symbol.st_value = symbol.st_size = 0;
        memcpy(sharing->file.bytes + sharing->table.sh_offset + i * sizeof symbol, &symbol,
               sizeof symbol);
    }
}

/* Empties the sections that hold nothing but shared variables, and their relocations. */
static void empty_sections(struct sharing *sharing)
{
    Elf64_Shdr section;
    for (uint64_t i = 0; object_file_section(&sharing->file, &section, i); i++) {
        uint64_t about = section.sh_type == SHT_RELA ? section.sh_info : i;
        if (about >= sharing->file.head.e_shnum || sharing->holds[about] != HOLDS_VARIABLES)
            continue;
        section.sh_size = 0;
        memcpy(sharing->file.bytes + sharing->file.head.e_shoff + i * sizeof section, &section,
               sizeof section);
    }
}

bool object_share_refer(char *path, const struct words *symbols)
{
    struct sharing sharing;
    bool good = begin(&sharing, path, symbols);
    if (good) {
        undefine(&sharing);
        empty_sections(&sharing);
        good = paths_write(path, sharing.file.bytes, sharing.file.size);
    }
    end(&sharing);
    return good;
}
