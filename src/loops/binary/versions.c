/* versions.c: see versions.h */
#include "loops/binary/versions.h"

#include <gelf.h>
#include <string.h>

enum { HIDDEN = 0x8000, MOST_FILES = 4096 };

static bool is_libc(const char *file)
{
    return file && (!strncmp(file, "libc.so.", 8) || !strncmp(file, "libm.so.", 8));
}

/* Notes the versions that a binary needs of one library. */
static void note(struct versions *versions, Elf_Data *data, size_t at, unsigned count)
{
    GElf_Vernaux one;
    for (unsigned i = 0; i < count && gelf_getvernaux(data, (int)at, &one); i++) {
        unsigned number = one.vna_other & ~(unsigned)HIDDEN;
        versions->libc[number / 8] |= (uint8_t)(1 << number % 8);
        if (!one.vna_next)
            return;
        at += one.vna_next;
    }
}

static void find_needed(struct versions *versions, Elf *elf, Elf_Scn *section,
                        const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Verneed need;
    size_t at = 0;
    for (uint32_t i = 0;
         data && i < header->sh_info && i < MOST_FILES && gelf_getverneed(data, (int)at, &need);
         i++) {
        if (is_libc(elf_strptr(elf, header->sh_link, need.vn_file)))
            note(versions, data, at + need.vn_aux, need.vn_cnt);
        if (!need.vn_next)
            return;
        at += need.vn_next;
    }
}

void versions_find(struct versions *versions, Elf *elf)
{
    *versions = (struct versions){0};
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header))
            continue;
        if (header.sh_type == SHT_GNU_versym)
            versions->of_symbols = elf_getdata(section, NULL);
        else if (header.sh_type == SHT_GNU_verneed)
            find_needed(versions, elf, section, &header);
    }
}

bool versions_is_libc(const struct versions *versions, uint64_t symbol)
{
    GElf_Versym version;
    if (!versions->of_symbols || symbol > INT32_MAX ||
        !gelf_getversym((Elf_Data *)(uintptr_t)versions->of_symbols, (int)symbol, &version))
        return false;
    unsigned number = version & ~(unsigned)HIDDEN;
    return versions->libc[number / 8] >> number % 8 & 1;
}
