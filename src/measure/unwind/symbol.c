/* symbol.c: see symbol.h */
#include "measure/unwind/symbol.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

static const struct link_map *module_of(uintptr_t code)
{
#if __GLIBC_PREREQ(2, 35)
    struct dl_find_object found;
    return _dl_find_object((void *)code, &found) == 0 ? found.dlfo_link_map : NULL;
#else
    Dl_info info;
    struct link_map *map = NULL;
    return dladdr1((const void *)code, &info, (void **)&map, RTLD_DL_LINKMAP) ? map : NULL;
#endif
}

/* Tables of the dynamic section. glibc has added the load address to the pointers. */
struct dynamic {
    const ElfW(Rela) * calls, *data;
    size_t calls_size, data_size;
    const ElfW(Sym) * symbols;
    const char *names;
    size_t names_size;
};

static struct dynamic dynamic_of(const struct link_map *map)
{
    struct dynamic dynamic = {0};
    for (const ElfW(Dyn) *entry = map->l_ld; entry && entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_JMPREL:
            dynamic.calls = (const ElfW(Rela) *)entry->d_un.d_ptr;
            break;
        case DT_PLTRELSZ:
            dynamic.calls_size = entry->d_un.d_val;
            break;
        case DT_RELA:
            dynamic.data = (const ElfW(Rela) *)entry->d_un.d_ptr;
            break;
        case DT_RELASZ:
            dynamic.data_size = entry->d_un.d_val;
            break;
        case DT_SYMTAB:
            dynamic.symbols = (const ElfW(Sym) *)entry->d_un.d_ptr;
            break;
        case DT_STRTAB:
            dynamic.names = (const char *)entry->d_un.d_ptr;
            break;
        case DT_STRSZ:
            dynamic.names_size = entry->d_un.d_val;
            break;
        default:
            break;
        }
    }
    return dynamic;
}

static const char *find(const struct dynamic *dynamic, const ElfW(Rela) * relocations, size_t size,
                        uintptr_t offset)
{
    for (size_t i = 0; relocations && i < size / sizeof *relocations; i++) {
        if (relocations[i].r_offset != offset)
            continue;
        size_t name = dynamic->symbols[ELF64_R_SYM(relocations[i].r_info)].st_name;
        return name && name < dynamic->names_size ? dynamic->names + name : NULL;
    }
    return NULL;
}

const char *symbol_of_slot(uintptr_t code, const uintptr_t *slot)
{
    const struct link_map *map = module_of(code);
    if (!map)
        return NULL;
    struct dynamic dynamic = dynamic_of(map);
    uintptr_t offset = (uintptr_t)slot - map->l_addr;
    if (!dynamic.symbols || !dynamic.names || (uintptr_t)dynamic.names < map->l_addr)
        return NULL;
    const char *name = find(&dynamic, dynamic.calls, dynamic.calls_size, offset);
    return name ? name : find(&dynamic, dynamic.data, dynamic.data_size, offset);
}

bool symbol_same_module(uintptr_t one, uintptr_t other)
{
    const struct link_map *map = module_of(one);
    return map && map == module_of(other);
}
