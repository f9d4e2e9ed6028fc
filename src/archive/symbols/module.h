/* module.h: an executable or shared object, as far as addresses in it are to be understood. */
#ifndef ARCHIVE_SYMBOLS_MODULE_H
#define ARCHIVE_SYMBOLS_MODULE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

struct module_symbol {
    uint64_t start, size;
    const char *name;
};

struct module;

/* NULL: there is none, or it was changed after `newest` (ns since 1970). */
struct module *module_open(const char *path, uint64_t newest);
void module_close(struct module *module);

unsigned module_machine(const struct module *module);
bool module_is_code(const struct module *module, uint64_t at);

/* The function or variable that an address is in; NULL: none. */
const struct module_symbol *module_symbol(struct module *module, uint64_t at);

/* Its debugging information, or NULL; `bias` is to be added to addresses in it. */
Dwarf *module_dwarf(struct module *module, Dwarf_Addr *bias);

/* The name under which something is kept that was found out of this very file: by its build id and
 * size; without one, by its path, size and last change. The caller frees it. */
char *module_kept_name(const struct module *module, const char *what);

/* What the file has for an address of memory; NULL: not all of it. */
const uint8_t *module_bytes(const struct module *module, uint64_t at, size_t size);

#endif
