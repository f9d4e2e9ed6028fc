/* vdso.c: see vdso.h. The kernel maps a small ELF library, the vDSO, into every process. */
#include "measure/own/vdso.h"

#include "measure/own/own.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>

#if defined __aarch64__
static const char wanted[] = "__kernel_clock_gettime";
#else
static const char wanted[] = "__vdso_clock_gettime";
#endif

struct tables {
    const ElfW(Sym) * symbols;
    const char *names;
    const Elf32_Word *hash, *gnu_hash;
};

/* Returns the number of symbols from the older hash table, which has a chain entry for each. */
static size_t count_by_hash(const Elf32_Word *hash)
{
    return hash[1];
}

/* Returns the number of symbols from the GNU hash table: the last symbol ends the chain that begins
 * last. */
static size_t count_by_gnu_hash(const Elf32_Word *hash)
{
    Elf32_Word buckets = hash[0], first = hash[1], words = hash[2], last = 0;
    const Elf32_Word *bucket = hash + 4 + words * (sizeof(ElfW(Addr)) / sizeof(Elf32_Word));
    for (Elf32_Word i = 0; i < buckets; i++) {
        if (bucket[i] > last)
            last = bucket[i];
    }
    if (last < first)
        return 0;
    for (const Elf32_Word *chain = bucket + buckets; !(chain[last - first] & 1); last++)
        continue;
    return last + 1;
}

static bool find_tables(uintptr_t base, const ElfW(Dyn) * dynamic, struct tables *tables)
{
    *tables = (struct tables){0};
    for (; dynamic->d_tag != DT_NULL; dynamic++) {
        const void *at = (const void *)(base + dynamic->d_un.d_ptr);
        if (dynamic->d_tag == DT_SYMTAB)
            tables->symbols = at;
        else if (dynamic->d_tag == DT_STRTAB)
            tables->names = at;
        else if (dynamic->d_tag == DT_HASH)
            tables->hash = at;
        else if (dynamic->d_tag == DT_GNU_HASH)
            tables->gnu_hash = at;
    }
    return tables->symbols && tables->names && (tables->hash || tables->gnu_hash);
}

static vdso_clock *find_in(uintptr_t base, const struct tables *tables)
{
    size_t count = tables->hash ? count_by_hash(tables->hash) : count_by_gnu_hash(tables->gnu_hash);
    for (size_t i = 0; i < count; i++) {
        const ElfW(Sym) *symbol = &tables->symbols[i];
        if (symbol->st_shndx != SHN_UNDEF && !strcmp(tables->names + symbol->st_name, wanted))
            return (vdso_clock *)(base + symbol->st_value);
    }
    return NULL;
}

static vdso_clock *find(void)
{
    const ElfW(Ehdr) *file = (const ElfW(Ehdr) *)__getauxval(AT_SYSINFO_EHDR);
    if (!file || memcmp(file->e_ident, ELFMAG, SELFMAG) != 0)
        return NULL;
    const ElfW(Phdr) *segments = (const ElfW(Phdr) *)((const char *)file + file->e_phoff);
    const ElfW(Phdr) *dynamic = NULL, *load = NULL;
    for (unsigned i = 0; i < file->e_phnum; i++) {
        if (segments[i].p_type == PT_DYNAMIC)
            dynamic = &segments[i];
        else if (segments[i].p_type == PT_LOAD && !load)
            load = &segments[i];
    }
    if (!dynamic || !load)
        return NULL;
    uintptr_t base = (uintptr_t)file + load->p_offset - load->p_vaddr;
    struct tables tables;
    bool found = find_tables(base, (const ElfW(Dyn) *)(base + dynamic->p_vaddr), &tables);
    return found ? find_in(base, &tables) : NULL;
}

vdso_clock *vdso_find_clock(void)
{
    static vdso_clock *clock;
    static bool looked;
    if (!__atomic_load_n(&looked, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&clock, find(), __ATOMIC_RELAXED);
        __atomic_store_n(&looked, true, __ATOMIC_RELEASE);
    }
    return __atomic_load_n(&clock, __ATOMIC_RELAXED);
}
