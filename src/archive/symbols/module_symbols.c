/* module_symbols.c: see module_symbols.h
 *
 * Most modules are asked for a few addresses only, and a C++ library may have 100,000 symbols: the
 * first addresses are searched for in the file's own table, and the symbols are sorted once there
 * are more. */
#include "archive/symbols/module_symbols.h"

#include "util/memory.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 32 }; /* searches of the file's own table; sorting it costs as much as about 100 */

/* The table of symbols of a 64-bit ELF file. */
struct table {
    const Elf64_Sym *symbols; /* NULL: it cannot be read directly */
    size_t count;
    const char *names; /* ends with a zero byte */
    size_t names_size;
};

struct module_symbols {
    Dwfl_Module *module;
    GElf_Addr bias;
    struct table table;
    unsigned searches; /* of that table */
    bool is_sorted;    /* the list is made */
    struct module_symbol *list;
    size_t count, room;
};

static bool open_section(struct table *table, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *symbols = elf_getdata(section, NULL);
    Elf_Scn *linked = elf_getscn(elf, header->sh_link);
    Elf_Data *names = linked ? elf_getdata(linked, NULL) : NULL;
    if (!symbols || !symbols->d_buf || symbols->d_type != ELF_T_SYM || !names || !names->d_buf ||
        !names->d_size || ((const char *)names->d_buf)[names->d_size - 1])
        return false;
    *table = (struct table){symbols->d_buf, symbols->d_size / sizeof(Elf64_Sym), names->d_buf,
                            names->d_size};
    return true;
}

/* Opens the table that libdwfl prefers. Files without one may have their symbols elsewhere. */
static void open_table(struct table *table, Elf *elf)
{
    GElf_Ehdr file;
    GElf_Shdr header;
    Elf_Scn *section = NULL;
    if (gelf_getclass(elf) != ELFCLASS64 || !gelf_getehdr(elf, &file) || file.e_type == ET_REL)
        return;
    while ((section = elf_nextscn(elf, section))) {
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB) {
            open_section(table, elf, section, &header);
            return;
        }
    }
}

struct module_symbols *module_symbols_new(Dwfl_Module *module, Elf *elf, GElf_Addr bias)
{
    struct module_symbols *made = memory_zeroed(1, sizeof *made);
    made->module = module;
    made->bias = bias;
    open_table(&made->table, elf);
    return made;
}

void module_symbols_free(struct module_symbols *symbols)
{
    if (!symbols)
        return;
    free(symbols->list);
    free(symbols);
}

static bool is_wanted(unsigned info, unsigned section)
{
    int type = GELF_ST_TYPE(info);
    return (type == STT_FUNC || type == STT_OBJECT || type == STT_GNU_IFUNC) &&
           section != SHN_UNDEF;
}

static bool contains(const struct module_symbol *symbol, uint64_t at)
{
    return at - symbol->start < symbol->size || at == symbol->start;
}

/* Finds the last symbol that begins at or before an address, in the order of the sorted list. */
static bool search_table(const struct table *table, uint64_t at, struct module_symbol *to)
{
    const Elf64_Sym *best = NULL;
    for (size_t i = 1; i < table->count; i++) {
        const Elf64_Sym *symbol = &table->symbols[i];
        if (symbol->st_value > at || (best && symbol->st_value < best->st_value) ||
            !is_wanted(symbol->st_info, symbol->st_shndx) || symbol->st_name >= table->names_size ||
            !table->names[symbol->st_name])
            continue;
        if (!best || symbol->st_value > best->st_value || symbol->st_size >= best->st_size)
            best = symbol;
    }
    if (!best)
        return false;
    *to = (struct module_symbol){best->st_value, best->st_size, table->names + best->st_name};
    return contains(to, at);
}

static int by_start(const void *a, const void *b)
{
    const struct module_symbol *left = a, *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->size < right->size ? -1 : left->size > right->size;
}

static void make_list(struct module_symbols *symbols)
{
    int count = dwfl_module_getsymtab(symbols->module);
    symbols->is_sorted = true;
    for (int i = 1; i < count; i++) {
        GElf_Sym symbol;
        GElf_Addr start;
        const char *name =
            dwfl_module_getsym_info(symbols->module, i, &symbol, &start, NULL, NULL, NULL);
        if (!name || !*name || !is_wanted(symbol.st_info, symbol.st_shndx))
            continue;
        symbols->list =
            memory_grow(symbols->list, &symbols->room, symbols->count + 1, sizeof *symbols->list);
        symbols->list[symbols->count++] =
            (struct module_symbol){start - symbols->bias, symbol.st_size, name};
    }
    if (symbols->count)
        qsort(symbols->list, symbols->count, sizeof *symbols->list, by_start);
}

bool module_symbols_find(struct module_symbols *symbols, uint64_t at, struct module_symbol *to)
{
    if (symbols->table.symbols && symbols->searches < FEW) {
        symbols->searches++;
        return search_table(&symbols->table, at, to);
    }
    if (!symbols->is_sorted)
        make_list(symbols);
    size_t low = 0, high = symbols->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbols->list[middle].start <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return false;
    *to = symbols->list[low - 1];
    return contains(to, at);
}
