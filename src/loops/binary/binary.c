/* binary.c: see binary.h */
#include "loops/binary/binary.h"

#include "format/go.h"
#include "loops/binary/binary_file.h"
#include "util/memory.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Adds a loaded segment. */
static void add_part(struct loops_binary *binary, size_t *room, const GElf_Phdr *header,
                     const uint8_t *bytes)
{
    binary->parts = memory_grow(binary->parts, room, binary->part_count + 1, sizeof *binary->parts);
    binary->parts[binary->part_count++] =
        (struct loops_binary_part){header->p_vaddr, header->p_filesz, bytes + header->p_offset,
                                   header->p_flags & PF_X, header->p_flags & PF_W};
}

static int by_start(const void *a, const void *b)
{
    const struct loops_binary_part *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

/* Finds the loaded segments; an error if the file is truncated or damaged, or has none. */
static bool find_parts(struct loops_binary *binary, struct error *error)
{
    size_t count, size, room = 0;
    Elf *elf = binary->file->elf;
    const uint8_t *bytes = (const uint8_t *)elf_rawfile(elf, &size);
    bool has_loader = false, is_dynamic = false;
    if (!bytes || elf_getphdrnum(elf, &count))
        return error_set(error, "%s: %s", binary->path, elf_errmsg(-1));
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header))
            continue;
        has_loader |= header.p_type == PT_INTERP;
        is_dynamic |= header.p_type == PT_DYNAMIC;
        if (header.p_type != PT_LOAD || !header.p_filesz)
            continue;
        if (header.p_offset > size || header.p_filesz > size - header.p_offset)
            return error_set(error, "%s is truncated: it is shorter than its headers say",
                             binary->path);
        if (header.p_vaddr > INT64_MAX || header.p_filesz > INT64_MAX)
            return error_set(error, "%s is damaged: a segment has an impossible address",
                             binary->path);
        add_part(binary, &room, &header, bytes);
    }
    if (!binary->part_count)
        return error_set(error, "%s has no code: is it an object file? Link it first",
                         binary->path);
    qsort(binary->parts, binary->part_count, sizeof *binary->parts, by_start);
    for (size_t i = 1; i < binary->part_count; i++) {
        if (binary->parts[i].start - binary->parts[i - 1].start < binary->parts[i - 1].size)
            return error_set(error, "%s is damaged: its segments overlap", binary->path);
    }
    binary->is_static = !has_loader && (!is_dynamic || !binary->moves || binary->entry);
    return true;
}

/* Returns the architecture of an ELF machine number; NULL if Triptych does not support it. */
static const struct loops_architecture *architecture_of(unsigned machine)
{
    static const struct loops_architecture *const known[] = {&aarch64_architecture,
                                                             &loops_x86_64_architecture};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i]->machine == machine)
            return known[i];
    }
    return NULL;
}

/* Checks that the file is an ELF file for a supported machine. */
static bool read_header(struct loops_binary *binary, struct error *error)
{
    GElf_Ehdr header;
    Elf *elf = binary->file->elf;
    if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
        return error_set(error, "%s is not a program: it is not an ELF file", binary->path);
    binary->architecture = architecture_of(header.e_machine);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        !binary->architecture)
        return error_set(error,
                         "%s is for another machine: Triptych finds loops in binaries for aarch64 "
                         "and x86-64",
                         binary->path);
    binary->moves = header.e_type == ET_DYN;
    binary->entry = header.e_entry;
    return true;
}

/* Adds the functions of a symbol table. */
static void add_symbols(const struct loops_binary *binary, Elf_Scn *section,
                        const GElf_Shdr *header, struct found *found)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; data && i < count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol))
            break;
        int type = GELF_ST_TYPE(symbol.st_info);
        const struct loops_binary_part *part = loops_binary_part_at(binary, symbol.st_value);
        if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF || !part ||
            !part->is_code)
            continue;
        const char *name = elf_strptr(binary->file->elf, header->sh_link, symbol.st_name);
        bool is_global = GELF_ST_BIND(symbol.st_info) != STB_LOCAL && !binary->is_go;
        found_add(found, symbol.st_value, symbol.st_value + symbol.st_size, name,
                  BINARY_SYMBOL | (is_global ? BINARY_GLOBAL : 0));
    }
}

static bool is_go(const struct loops_binary *binary)
{
    size_t names;
    if (elf_getshdrstrndx(binary->file->elf, &names))
        return false;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(binary->file->elf, section));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(section, &header)
                               ? elf_strptr(binary->file->elf, names, header.sh_name)
                               : NULL;
        if (name && format_is_section_of_go(name))
            return true;
    }
    return false;
}

/* True if the compilers that a binary names are clang, and others, but not rustc. */
static bool is_by_clang(const struct loops_binary *binary)
{
    static const char clang[] = "clang version", rust[] = "rustc version";
    uint64_t address;
    const uint8_t *bytes;
    size_t size;
    return loops_binary_section(binary, ".comment", &address, &bytes, &size) &&
           memmem(bytes, size, clang, sizeof clang - 1) &&
           !memmem(bytes, size, rust, sizeof rust - 1);
}

/* True if each of the texts of .comment is one of GCC, clang or their linkers. */
static bool is_by_c_compilers(const struct loops_binary *binary)
{
    uint64_t address;
    const uint8_t *bytes;
    size_t size, known = 0;
    if (!loops_binary_section(binary, ".comment", &address, &bytes, &size))
        return false;
    for (size_t at = 0; at < size; at += strnlen((const char *)bytes + at, size - at) + 1) {
        const char *text = (const char *)bytes + at;
        size_t length = strnlen(text, size - at);
        if (!length || memmem(text, length, "Linker: ", 8))
            continue;
        if (!memmem(text, length, "GCC: (", 6) && !memmem(text, length, "clang version ", 14))
            return false;
        known++;
    }
    return known;
}

static void find_symbols(const struct loops_binary *binary, struct found *found)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(binary->file->elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) &&
            (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
            add_symbols(binary, section, &header, found);
    }
    if (binary->entry)
        found_add(found, binary->entry, 0, NULL, BINARY_ENTRY);
}

static bool open_file(struct loops_binary *binary, struct error *error)
{
    struct stat status;
    binary->file = memory_zeroed(1, sizeof *binary->file);
    binary->file->fd = open(binary->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (binary->file->fd < 0)
        return error_errno(error, "%s cannot be read", binary->path);
    if (fstat(binary->file->fd, &status) || !S_ISREG(status.st_mode))
        return error_set(error, "%s is not a program: it is not a regular file", binary->path);
    elf_version(EV_CURRENT);
    binary->file->elf = elf_begin(binary->file->fd, ELF_C_READ_MMAP, NULL);
    if (!binary->file->elf)
        return error_set(error, "%s: %s", binary->path, elf_errmsg(-1));
    return true;
}

struct loops_binary *loops_binary_open_bare(const char *path, struct error *error)
{
    struct loops_binary *binary = memory_zeroed(1, sizeof *binary);
    binary->path = memory_string(path);
    if (open_file(binary, error) && read_header(binary, error) && find_parts(binary, error))
        return binary;
    loops_binary_close(binary);
    return NULL;
}

struct loops_binary *loops_binary_open(const char *path, struct error *error)
{
    struct found found = {0};
    struct loops_binary *binary = loops_binary_open_bare(path, error);
    if (!binary)
        return NULL;
    binary->is_go = is_go(binary);
    binary->is_by_clang = is_by_clang(binary);
    binary->is_by_c_compilers = is_by_c_compilers(binary);
    find_symbols(binary, &found);
    frames_find(binary, &found);
    functions_settle(binary, &found);
    relocations_find(binary);
    moved_find(binary);
    got_find(binary);
    noreturn_find(binary);
    straight_find(binary);
    labels_find(binary);
    return binary;
}

void loops_binary_close(struct loops_binary *binary)
{
    if (binary->file) {
        elf_end(binary->file->elf);
        if (binary->file->fd >= 0)
            close(binary->file->fd);
        free(binary->file->relocations);
        free(binary->file);
    }
    free(binary->parts);
    free(binary->functions);
    free(binary->index.first);
    free(binary->pads);
    free(binary->stubs);
    free(binary->labels);
    free(binary->sure_labels);
    free(binary->frames);
    free(binary->path);
    free(binary);
}
