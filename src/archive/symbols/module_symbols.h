/* module_symbols.h: finds the symbols of a module by their addresses. */
#ifndef ARCHIVE_SYMBOLS_MODULE_SYMBOLS_H
#define ARCHIVE_SYMBOLS_MODULE_SYMBOLS_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

struct module_symbol {
    uint64_t start, size;
    const char *name;
};

struct module_symbols;

/* The module and its ELF file must live as long as the symbols. */
struct module_symbols *module_symbols_new(Dwfl_Module *module, Elf *elf, GElf_Addr bias);
void module_symbols_free(struct module_symbols *symbols);

/* Finds the function or variable that contains an address. Of those that begin at one address, the
 * largest counts, and of equal ones, the last of the table. */
bool module_symbols_find(struct module_symbols *symbols, uint64_t at, struct module_symbol *to);

#endif
