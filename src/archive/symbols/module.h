/* module.h: an executable or shared object, opened to resolve addresses in it. */
#ifndef ARCHIVE_SYMBOLS_MODULE_H
#define ARCHIVE_SYMBOLS_MODULE_H

#include "archive/symbols/module_symbols.h"

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

struct module;

/* Opens a module. NULL if it does not exist, or was changed after `newest` (ns since 1970). */
struct module *module_open(const char *path, uint64_t newest);
void module_close(struct module *module);

unsigned module_machine(const struct module *module);
bool module_is_code(const struct module *module, uint64_t at);

/* Finds the function or variable that contains an address. Its name lives as long as the module. */
bool module_symbol(struct module *module, uint64_t at, struct module_symbol *to);

/* Returns its debugging information, or NULL; `bias` is to be added to addresses in it. */
Dwarf *module_dwarf(struct module *module, Dwarf_Addr *bias);

/* Returns a name in the cache for what was derived from this very file: made of its build id and
 * size, or without an id, of its path, size and last change. The caller frees it. */
char *module_kept_name(const struct module *module, const char *what);

/* Returns the bytes at an address, from the file; NULL if it does not have all of them. */
const uint8_t *module_bytes(const struct module *module, uint64_t at, size_t size);

#endif
