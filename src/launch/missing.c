/* missing.c: see missing.h */
#include "launch/missing.h"

#include "launch/loaded.h"
#include "launch/program.h"
#include "launch/symbols.h"
#include "util/interned.h"
#include "util/memory.h"

#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The search. */
struct search {
    const struct vocabulary *vocabulary;
    struct interned *names; /* symbols of its functions */
    bool *acts;             /* by name: the function does something */
    bool *has, *has_here;   /* by name: some program has it; the present one, or a library of it */
    bool is_used;           /* the present program uses the vocabulary */
    bool has_symbols;       /* the present file has some */
    bool has_acts;          /* one of them is of a function that does something */
    char **files;           /* programs, and libraries that the vocabulary is about */
    size_t file_count, file_room;
    enum launch_missing_answer answer;
};

/* A search for a function with a similar name. */
struct nearing {
    const struct search *search;
    const char *name;
    char *nearest;
    unsigned changes; /* that make it of the name */
};

static void each_symbol(const char *path,
                        void (*see)(void *data, const char *name, const GElf_Sym *symbol),
                        void *data)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) &&
            (header.sh_type == SHT_DYNSYM || header.sh_type == SHT_SYMTAB))
            launch_symbols_each(elf, section, &header, see, data);
    }
    elf_end(elf);
    if (fd >= 0)
        close(fd);
}

/* Notes a symbol that a file defines. Of a function, the compiler may have left only a variant,
 * f.constprop.0: it is there, even if it cannot be measured. */
static void see_symbol(void *data, const char *name, const GElf_Sym *symbol)
{
    struct search *search = data;
    if (symbol->st_shndx == SHN_UNDEF || !*name)
        return;
    search->has_symbols = true;
    uint32_t number = interned_find(search->names, name, strlen(name));
    if (number == UINT32_MAX)
        number = interned_find(search->names, name, strcspn(name, "."));
    if (number == UINT32_MAX)
        return;
    search->has_here[number] = true;
    search->has_acts |= search->acts[number];
}

/* Looks at a file. Programs are kept, and libraries that the vocabulary is about: it names them, or
 * they have one of the functions. */
static void see_file(struct search *search, const char *path, bool is_program, bool is_named)
{
    search->has_symbols = search->has_acts = false;
    each_symbol(path, see_symbol, search);
    search->is_used |= is_named || search->has_acts;
    if (!is_program && !is_named && !search->has_acts)
        return;
    search->files = memory_grow(search->files, &search->file_room, search->file_count + 1,
                                sizeof *search->files);
    search->files[search->file_count++] = memory_string(path);
}

static void see_library(const char *name, const char *path, void *data)
{
    struct search *search = data;
    see_file(search, path, false, vocabulary_has_library(search->vocabulary, name));
}

static void see_program(const struct launch_program *program, void *data)
{
    struct search *search = data;
    size_t count = interned_count(search->names);
    memset(search->has_here, 0, count * sizeof *search->has_here);
    search->is_used = vocabulary_is_open(search->vocabulary);
    see_file(search, program->path, true, false);
    bool known = (search->has_symbols || program->kind == PROGRAM_DYNAMIC) &&
                 launch_loaded_each(program, see_library, search);
    if (!known && search->answer == MISSING_UNUSED)
        search->answer = MISSING_UNKNOWN;
    if (known && search->is_used)
        search->answer = MISSING_KNOWN;
    for (size_t i = 0; known && search->is_used && i < count; i++)
        search->has[i] |= search->has_here[i];
}

/* Keeps a function whose name is nearer than those before; two changes at most, one in short names.
 */
static void see_similar(void *data, const char *name, const GElf_Sym *symbol)
{
    struct nearing *nearing = data;
    size_t size = strlen(name), wanted = strlen(nearing->name);
    unsigned most = wanted < 6 ? 1 : 2;
    int type = GELF_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC) ||
        size > wanted + most || wanted > size + most ||
        interned_find(nearing->search->names, name, size) != UINT32_MAX)
        return;
    unsigned changes = diagnostic_changes(nearing->name, name);
    if (changes > most || changes >= nearing->changes)
        return;
    free(nearing->nearest);
    nearing->nearest = memory_string(name);
    nearing->changes = changes;
}

static char *nearest(const struct search *search, const char *name)
{
    struct nearing nearing = {search, name, NULL, UINT_MAX};
    for (size_t i = 0; i < search->file_count; i++)
        each_symbol(search->files[i], see_similar, &nearing);
    return nearing.nearest;
}

/* Finds the functions that are missing; those of one family are together. */
static void list_missing(struct launch_missing *to, const struct search *search)
{
    const struct vocabulary_function *function = search->vocabulary->functions;
    while (function) {
        struct launch_missing_one one = {0};
        const char *pattern = function->pattern;
        do {
            const char *symbol = function->symbol;
            bool misses = !function->is_open &&
                          !search->has[interned_find(search->names, symbol, strlen(symbol))];
            one.function = misses && !one.function ? function : one.function;
            one.count += misses;
            one.members++;
            function = function->next;
        } while (pattern && function && function->pattern == pattern);
        if (!one.count)
            continue;
        one.nearest = nearest(search, one.function->symbol);
        to->all = memory_grow(to->all, &to->room, to->count + 1, sizeof *to->all);
        to->all[to->count++] = one;
    }
}

enum launch_missing_answer launch_missing_find(struct launch_missing *to,
                                               const struct vocabulary *vocabulary, char **command)
{
    struct search search = {
        .vocabulary = vocabulary, .names = interned_new(), .answer = MISSING_UNUSED};
    for (const struct vocabulary_function *each = vocabulary->functions; each; each = each->next)
        interned_add_text(search.names, each->symbol);
    size_t count = interned_count(search.names);
    search.acts = memory_zeroed(count + 1, sizeof *search.acts);
    for (const struct vocabulary_function *each = vocabulary->functions; each; each = each->next)
        search.acts[interned_add_text(search.names, each->symbol)] |= each->statements != NULL;
    search.has = memory_zeroed(count + 1, sizeof *search.has);
    search.has_here = memory_zeroed(count + 1, sizeof *search.has_here);
    launch_program_each(command, see_program, &search);
    if (search.answer != MISSING_UNKNOWN)
        list_missing(to, &search);
    for (size_t i = 0; i < search.file_count; i++)
        free(search.files[i]);
    free(search.files);
    free(search.acts);
    free(search.has);
    free(search.has_here);
    interned_free(search.names);
    return search.answer;
}

void launch_missing_free(struct launch_missing *missing)
{
    for (size_t i = 0; i < missing->count; i++)
        free(missing->all[i].nearest);
    free(missing->all);
    *missing = (struct launch_missing){0};
}
