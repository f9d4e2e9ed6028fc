/* libclang.c: see libclang.h */
#include "instrument/c/libclang.h"

#include <dlfcn.h>
#include <stddef.h>

struct libclang libclang;

/* Returns the library's handle, or NULL. */
static void *open_library(void)
{
    /* its name in Debian; elsewhere; its path when Triptych was built */
    static const char *const names[] = {"libclang-14.so.13", "libclang-14.so.1", LIBCLANG};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !library; i++)
        library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
    return library;
}

bool libclang_load(struct error *error)
{
#define NAME(name) #name,
    static const char *const names[] = {LIBCLANG_FUNCTIONS(NAME)};
#undef NAME
    static bool is_loaded;
    void **functions = (void **)&libclang, *library = is_loaded ? NULL : open_library();
    if (!is_loaded && !library)
        return error_set(error,
                         "libclang 14, which reads C, cannot be loaded: %s; install libclang1-14",
                         dlerror());
    for (size_t i = 0; !is_loaded && i < sizeof names / sizeof names[0]; i++) {
        functions[i] = dlsym(library, names[i]);
        if (!functions[i])
            return error_set(error, "libclang 14 has no %s", names[i]);
    }
    is_loaded = true;
    return true;
}
