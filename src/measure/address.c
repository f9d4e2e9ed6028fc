/* address.c: see address.h */
#include "measure/address.h"

#include "format/region.h"
#include "measure/place.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>

bool address_of(const void *where, struct address *address)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (!where || !dladdr1(where, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return false;
    address->module = map->l_name && map->l_name[0] ? map->l_name : place_page()->program;
    snprintf(address->at, sizeof address->at, "%c%llx", FORMAT_AT,
             (unsigned long long)((uintptr_t)where - map->l_addr));
    return true;
}
