/* real.c: finds the functions that described ones stand for, in libraries that are loaded. */
#include "measure/listen.h"
#include "measure/vocabulary/machine.h"

#include <dlfcn.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <link.h>
#include <string.h>

static unsigned first_libraries; /* how many the program began with: these are never unloaded */

static int count_one(struct dl_phdr_info *about, size_t size, void *data)
{
    (void)about;
    (void)size;
    ++*(unsigned *)data;
    return 0;
}

static __attribute__((constructor)) void count_libraries(void)
{
    dl_iterate_phdr(count_one, &first_libraries);
}

struct finding {
    uint64_t address;
    unsigned before; /* libraries before the one that has it */
};

static int has_address(struct dl_phdr_info *about, size_t size, void *data)
{
    struct finding *finding = data;
    (void)size;
    for (unsigned i = 0; i < about->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &about->dlpi_phdr[i];
        if (part->p_type == PT_LOAD &&
            finding->address - about->dlpi_addr - part->p_vaddr < part->p_memsz)
            return 1;
    }
    finding->before++;
    return 0;
}

/* True if a function is in a library that the program has loaded later, and may unload. */
static bool may_go(const void *function)
{
    struct finding finding = {.address = (uint64_t)(uintptr_t)function};
    return dl_iterate_phdr(has_address, &finding) && finding.before >= first_libraries;
}

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

struct listed {
    unsigned left; /* libraries before the one that is meant */
    char path[PATH_MAX];
};

static int is_listed(struct dl_phdr_info *about, size_t size, void *data)
{
    struct listed *listed = data;
    size_t length = strlen(about->dlpi_name);
    (void)size;
    if (listed->left--)
        return 0;
    if (length >= sizeof listed->path)
        length = 0;
    memcpy(listed->path, about->dlpi_name, length);
    listed->path[length] = '\0';
    return 1;
}

/* Finds the only function of that name in all loaded libraries; NULL if there are several. */
static void *find_only(const struct format_vocabulary_function *function, const char *symbol)
{
    struct listed listed;
    Dl_info own, about;
    void *found = NULL;
    bool knows_own = dladdr(function, &own);
    for (unsigned i = 0; knows_own; i++) {
        listed.left = i;
        if (!dl_iterate_phdr(is_listed, &listed))
            break;
        void *library = listed.path[0] ? dlopen(listed.path, RTLD_LAZY | RTLD_NOLOAD) : NULL,
             *one = library ? dlsym(library, symbol) : NULL;
        if (library)
            dlclose(library);
        if (!one || one == found || !dladdr(one, &about) || about.dli_fbase == own.dli_fbase)
            continue;
        if (found)
            return NULL;
        found = one;
    }
    return found;
}

uint64_t measure_vocabulary_private(const struct format_vocabulary_function *function,
                                    const void *site)
{
    const struct format_vocabulary_data *data =
        (const void *)((const char *)function - function->start);
    const char *symbol = format_vocabulary_at(data, function->symbol);
    Dl_info caller;
    int saved = errno;
    void *found = NULL;
    listen_busy++;
    if (dladdr(site, &caller) && caller.dli_fname) {
        void *library = dlopen(caller.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
        found = library ? dlsym(library, symbol) : NULL;
        if (library)
            dlclose(library);
    }
    if (!found) /* a tail call: it returns to its caller's caller */
        found = find_only(function, symbol);
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
    void *found = dlsym(RTLD_NEXT, symbol), *kept = found;
    if (!found || may_go(found))
        kept = find_loaded(function, symbol); /* it stays loaded */
    if (!found)
        found = kept;
    listen_busy--;
    errno = saved;
    real = (uint64_t)(uintptr_t)found;
    if (found == kept)
        __atomic_store_n(&function->real, real, __ATOMIC_RELAXED);
    return real;
}
