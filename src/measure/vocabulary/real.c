/* real.c: finds the functions that described ones stand for, in libraries that are loaded. */
#include "measure/listen.h"
#include "measure/vocabulary/machine.h"

#include <dlfcn.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <link.h>
#include <string.h>

struct search {
    const char *pattern;
    char path[PATH_MAX]; /* of the first loaded library that has such a name */
};

static int is_searched(struct dl_phdr_info *about, size_t size, void *data)
{
    struct search *search = data;
    const char *slash = strrchr(about->dlpi_name, '/');
    size_t length = strlen(about->dlpi_name);
    (void)size;
    if (fnmatch(search->pattern, slash ? slash + 1 : about->dlpi_name, 0) != 0 ||
        length >= sizeof search->path)
        return 0;
    memcpy(search->path, about->dlpi_name, length + 1);
    return 1;
}

/* Finds a function in a library that the program has loaded later, and privately (Python does). */
static void *find_loaded(const struct format_vocabulary_function *function, const char *symbol)
{
    const struct format_vocabulary_data *data =
        (const void *)((const char *)function - function->start);
    const struct format_vocabulary *vocabularies = format_vocabulary_at(data, data->vocabularies);
    struct search search = {
        .pattern = format_vocabulary_at(data, vocabularies[function->vocabulary].libraries)};
    void *found = NULL;
    for (; *search.pattern && !found; search.pattern += strlen(search.pattern) + 1) {
        void *library = dl_iterate_phdr(is_searched, &search)
                            ? dlopen(search.path, RTLD_LAZY | RTLD_NOLOAD)
                            : NULL;
        found = library ? dlsym(library, symbol) : NULL;
    }
    return found;
}

uint64_t measure_vocabulary_private(const struct format_vocabulary_function *function,
                                    const void *site)
{
    const struct format_vocabulary_data *data =
        (const void *)((const char *)function - function->start);
    Dl_info caller;
    int saved = errno;
    void *found = NULL;
    listen_busy++;
    if (dladdr(site, &caller) && caller.dli_fname) {
        void *library = dlopen(caller.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
        found = library ? dlsym(library, format_vocabulary_at(data, function->symbol)) : NULL;
        if (library)
            dlclose(library);
    }
    listen_busy--;
    errno = saved;
    return (uint64_t)(uintptr_t)found;
}

uint64_t measure_vocabulary_real(struct format_vocabulary_function *function)
{
    uint64_t real = __atomic_load_n(&function->real, __ATOMIC_RELAXED);
    if (__builtin_expect(real != 0, 1))
        return real;
    int saved = errno;
    const struct format_vocabulary_data *data = format_vocabulary_data(function);
    const char *symbol = format_vocabulary_at(data, function->symbol);
    listen_busy++;
    void *found = dlsym(RTLD_NEXT, symbol);
    if (!found)
        found = find_loaded(function, symbol);
    listen_busy--;
    errno = saved;
    real = (uint64_t)(uintptr_t)found;
    __atomic_store_n(&function->real, real, __ATOMIC_RELAXED);
    return real;
}
