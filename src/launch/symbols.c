/* symbols.c: see symbols.h */
#include "launch/symbols.h"

#include <limits.h>
#include <stddef.h>

void launch_symbols_each(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                         void (*see)(void *data, const char *name, const GElf_Sym *symbol),
                         void *data)
{
    Elf_Data *table = elf_getdata(section, NULL);
    size_t count = table && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count && i <= INT_MAX; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(table, (int)i, &symbol)
                               ? elf_strptr(elf, header->sh_link, symbol.st_name)
                               : NULL;
        if (name)
            see(data, name, &symbol);
    }
}
