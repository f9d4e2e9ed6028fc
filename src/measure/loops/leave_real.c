/* leave_real.c: see leave_real.h */
#include "measure/loops/leave_real.h"

#include <dlfcn.h>
#include <stdlib.h>

static void *find_for(const char *name, const void *caller)
{
    Dl_info about;
    if (!dladdr(caller, &about) || !about.dli_fname)
        return NULL;
    void *library = dlopen(about.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        return NULL;
    void *found = dlsym(library, name);
    dlclose(library); /* the caller keeps it loaded */
    return found;
}

void *leave_real(void **known, const char *name, const void *caller)
{
    void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (found)
        return found;
    found = dlsym(RTLD_NEXT, name);
    if (!found)
        found = find_for(name, caller);
    if (!found)
        abort();
    __atomic_store_n(known, found, __ATOMIC_RELAXED);
    return found;
}
