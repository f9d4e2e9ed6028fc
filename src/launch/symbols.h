/* symbols.h: the symbols of a table in an ELF file. */
#ifndef LAUNCH_SYMBOLS_H
#define LAUNCH_SYMBOLS_H

#include <gelf.h>

/* Calls `see` with each symbol of a section that has a name. */
void launch_symbols_each(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                         void (*see)(void *data, const char *name, const GElf_Sym *symbol),
                         void *data);

#endif
