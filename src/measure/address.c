/* address.c: see address.h */
#include "measure/address.h"

#include "format/region.h"
#include "measure/place.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Returns the module without taking a lock, if libc can: a signal handler may call this. */
static const struct link_map *module_of(const void *where)
{
#if __GLIBC_PREREQ(2, 35)
    struct dl_find_object found;
    return _dl_find_object((void *)where, &found) == 0 ? found.dlfo_link_map : NULL;
#else
    Dl_info info;
    struct link_map *map = NULL;
    return dladdr1(where, &info, (void **)&map, RTLD_DL_LINKMAP) ? map : NULL;
#endif
}

/* Returns the module's path. The loader's list has no name for the program itself. */
static const char *path_of(const struct link_map *map)
{
    if (map->l_name && map->l_name[0])
        return map->l_name;
    return measure_place_page() ? measure_place_page()->program : "";
}

const char *measure_address_module(const void *where)
{
    const struct link_map *map = where ? module_of(where) : NULL;
    return map ? path_of(map) : NULL;
}

bool measure_address_of(const void *where, struct measure_address *address)
{
    const struct link_map *map = where ? module_of(where) : NULL;
    if (!map)
        return false;
    address->module = path_of(map);
    snprintf(address->at, sizeof address->at, "%c%llx", FORMAT_AT,
             (unsigned long long)((uintptr_t)where - map->l_addr));
    return true;
}

bool measure_address_span(const void *where, struct measure_address_span *span)
{
#if __GLIBC_PREREQ(2, 35)
    struct dl_find_object found;
    if (!where || _dl_find_object((void *)where, &found) != 0)
        return false;
    *span = (struct measure_address_span){
        .module = path_of(found.dlfo_link_map),
        .start = (uintptr_t)found.dlfo_map_start,
        .end = (uintptr_t)found.dlfo_map_end,
        .load = (uintptr_t)found.dlfo_link_map->l_addr,
    };
    return true;
#else
    (void)where;
    (void)span;
    return false;
#endif
}

void measure_address_add(const void *where, struct measure_address *address)
{
    const struct link_map *map = module_of(where);
    size_t used = strlen(address->at);
    if (map && path_of(map) == address->module && used + 20 < sizeof address->at)
        snprintf(address->at + used, sizeof address->at - used, "%c%llx", FORMAT_OR,
                 (unsigned long long)((uintptr_t)where - map->l_addr));
}
