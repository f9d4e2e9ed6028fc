/* symbols.c: reads the functions that an MPI library exports. */
#include "generate.h"

#include "util/memory.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool is_known(const struct symbols *symbols, const char *name)
{
    for (size_t i = 0; i < symbols->count; i++) {
        if (!strcmp(symbols->names[i], name))
            return true;
    }
    return false;
}

static void add_symbols(struct symbols *symbols, Elf *elf, Elf_Scn *section,
                        const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol)
                               ? elf_strptr(elf, header->sh_link, symbol.st_name)
                               : NULL;
        if (!name || symbol.st_shndx == SHN_UNDEF || GELF_ST_TYPE(symbol.st_info) != STT_FUNC ||
            strncasecmp(name, "mpi", 3) != 0 || is_known(symbols, name))
            continue;
        symbols->names =
            memory_grow(symbols->names, &symbols->room, symbols->count + 1, sizeof *symbols->names);
        symbols->names[symbols->count++] = memory_string(name);
    }
}

bool symbols_read(struct symbols *symbols, const char *path, struct error *error)
{
    elf_version(EV_CURRENT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    bool found = false;
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNSYM) {
            add_symbols(symbols, elf, section, &header);
            found = true;
        }
    }
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return found || error_set(error, "%s is no shared library that can be read", path);
}

void symbols_free(struct symbols *symbols)
{
    for (size_t i = 0; i < symbols->count; i++)
        free(symbols->names[i]);
    free(symbols->names);
}
