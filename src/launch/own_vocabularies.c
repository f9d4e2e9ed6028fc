/* own_vocabularies.c: see own_vocabularies.h */
#include "launch/own_vocabularies.h"

#include "format/doors.h"
#include "format/vocabulary.h"
#include "launch/program.h"
#include "launch/symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

struct naming {
    void (*add)(const char *name, void *data);
    void *data;
};

/* The symbol of the table, if it was found. */
struct finding {
    GElf_Sym symbol;
    bool is_found;
};

static void see_symbol(void *data, const char *name, const GElf_Sym *symbol)
{
    struct finding *finding = data;
    if (finding->is_found || symbol->st_shndx == SHN_UNDEF || strcmp(name, FORMAT_DOORS_DATA) != 0)
        return;
    *finding = (struct finding){*symbol, true};
}

/* Finds the section of the table, and where the table is in it. False if the program has none. */
static bool find_table(Elf *elf, Elf_Scn *symbols, const GElf_Shdr *header, Elf_Scn **section,
                       uint64_t *offset)
{
    struct finding finding = {0};
    GElf_Shdr around;
    launch_symbols_each(elf, symbols, header, see_symbol, &finding);
    *section = finding.is_found ? elf_getscn(elf, finding.symbol.st_shndx) : NULL;
    if (!*section || !gelf_getshdr(*section, &around) || finding.symbol.st_value < around.sh_addr)
        return false;
    *offset = finding.symbol.st_value - around.sh_addr;
    return true;
}

/* Reads the names in a table of so many bytes, which may be damaged. */
static void read_names(const char *bytes, size_t size, const struct naming *naming)
{
    struct format_vocabulary_data data;
    if (size < sizeof data)
        return;
    memcpy(&data, bytes, sizeof data);
    if (data.magic != FORMAT_VOCABULARY_MAGIC || data.version != FORMAT_VOCABULARY_VERSION)
        return;
    for (uint32_t i = 0; i < data.vocabulary_count; i++) {
        struct format_vocabulary one;
        uint64_t at = data.vocabularies + (uint64_t)i * sizeof one;
        if (at + sizeof one > size)
            return;
        memcpy(&one, bytes + at, sizeof one);
        if (one.name < size && memchr(bytes + one.name, 0, size - one.name))
            naming->add(bytes + one.name, naming->data);
    }
}

static void see(const struct launch_program *program, void *data)
{
    int fd = program->kind == PROGRAM_STATIC
                 ? open(program->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
                 : -1;
    elf_version(EV_CURRENT);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        Elf_Scn *around;
        uint64_t offset;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB ||
            !find_table(elf, section, &header, &around, &offset))
            continue;
        Elf_Data *table = elf_getdata(around, NULL);
        if (table && table->d_buf && offset < table->d_size)
            read_names((const char *)table->d_buf + offset, table->d_size - offset, data);
        break;
    }
    if (elf)
        elf_end(elf);
    if (fd >= 0)
        close(fd);
}

void launch_own_vocabularies(char **command, void (*add)(const char *name, void *data), void *data)
{
    struct naming naming = {add, data};
    launch_program_each(command, see, &naming);
}
