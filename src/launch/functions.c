/* functions.c: see functions.h */
#include "launch/functions.h"

#include "archive/symbols/demangle.h"
#include "launch/class_fields.h"
#include "launch/program.h"
#include "launch/symbols.h"
#include "util/memory.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void see_symbol(void *data, const char *name, const GElf_Sym *symbol)
{
    struct vocabulary_program *to = data;
    if (!*name || symbol->st_shndx == SHN_UNDEF || GELF_ST_TYPE(symbol->st_info) != STT_FUNC)
        return;
    to->functions = memory_grow(to->functions, &to->room, to->count + 1, sizeof *to->functions);
    to->functions[to->count++] = memory_string(name);
}

/* Reads a name such as 3x104lang4RailIfE: names of namespaces and of the class, with lengths. */
static char *class(const char *mangled)
{
    char *symbol = memory_printf("_ZN%sE", mangled);
    char *name = archive_symbols_demangle(symbol);
    free(symbol);
    return name ? name : memory_string(mangled + strspn(mangled, "0123456789"));
}

/* The classes of each file are read when the first one is asked for. */
static char *fields(struct vocabulary_program *program, const char *class)
{
    struct launch_classes **all = program->classes;
    char *found = NULL;
    if (!all) {
        program->classes = all = memory_zeroed(program->path_count + 1, sizeof *all);
        for (size_t i = 0; i < program->path_count; i++)
            all[i] = launch_classes_open(program->paths[i]);
    }
    for (; !found && *all; all++)
        found = launch_classes_fields(*all, class);
    return found;
}

static void add_path(struct vocabulary_program *to, const char *path)
{
    to->paths = memory_grow(to->paths, &to->path_room, to->path_count + 1, sizeof *to->paths);
    to->paths[to->path_count++] = memory_string(path);
}

static void see(const struct launch_program *program, void *data)
{
    bool is_binary = program->kind == PROGRAM_DYNAMIC || program->kind == PROGRAM_STATIC;
    if (is_binary)
        add_path(data, program->path);
    int fd = is_binary ? open(program->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
    elf_version(EV_CURRENT);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
            launch_symbols_each(elf, section, &header, see_symbol, data);
    }
    if (elf)
        elf_end(elf);
    if (fd >= 0)
        close(fd);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void launch_functions_of(struct vocabulary_program *to, char **command)
{
    size_t kept = 0;
    to->class = class;
    to->fields = fields;
    launch_program_each(command, see, to);
    if (to->count)
        qsort(to->functions, to->count, sizeof *to->functions, by_name);
    for (size_t i = 0; i < to->count; i++) {
        if (kept && !strcmp(to->functions[i], to->functions[kept - 1]))
            free(to->functions[i]);
        else
            to->functions[kept++] = to->functions[i];
    }
    to->count = kept;
}

void launch_functions_free(struct vocabulary_program *program)
{
    for (size_t i = 0; i < program->count; i++)
        free(program->functions[i]);
    free(program->functions);
    struct launch_classes **all = program->classes;
    for (size_t i = 0; i < program->path_count; i++) {
        if (all)
            launch_classes_close(all[i]);
        free(program->paths[i]);
    }
    free(all);
    free(program->paths);
    *program = (struct vocabulary_program){0};
}
