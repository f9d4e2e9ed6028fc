/* calls.c: see calls.h */
#include "measure/openmp/calls.h"

#include "measure/listen.h"
#include "measure/openmp/owns.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOCALS = 256
}; /* call sites of callers with a runtime library of their own, for all functions */

/* The function that a call site means. It is complete when it is in a list, and never removed. */
struct calls_local {
    struct calls_local *next;
    const void *site;
    struct measure_calls_real real;
    unsigned generation;
};

static struct calls_local locals[LOCALS];
static unsigned local_count;

unsigned calls_generation = 1;
__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) const void *calls_from;

void measure_calls_forget_unloaded(void)
{
    __atomic_fetch_add(&calls_generation, 1, __ATOMIC_RELAXED);
}

/* Returns the function that a library that was loaded privately (RTLD_LOCAL) would have found
 * without this one, among the libraries that it needs. NULL if there is none. */
static void *find_for(const char *name, const void *site)
{
    Dl_info info;
    struct link_map *map = NULL;
    void *real = NULL;
    if (dladdr1(site, &info, (void **)&map, RTLD_DL_LINKMAP) && map) {
        void *library = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
        real = library ? dlsym(library, name) : NULL;
        if (library)
            dlclose(library);
    }
    return real;
}

/* True if the function is libgomp's: the library must not have clang's functions, too. */
static bool is_gnu(const void *function)
{
    Dl_info info;
    if (!function || !dladdr(function, &info) || !info.dli_fname ||
        !measure_openmp_is_gnu_name(info.dli_fname))
        return false;
    void *library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    bool is = library && !dlsym(library, "__kmpc_fork_call");
    if (library)
        dlclose(library);
    return is;
}

static struct calls_local *find_local(const struct measure_calls_kept *kept, const void *site)
{
    struct calls_local *local = __atomic_load_n(&kept->some, __ATOMIC_ACQUIRE);
    unsigned now = __atomic_load_n(&calls_generation, __ATOMIC_RELAXED);
    while (local && (local->site != site || local->generation != now))
        local = local->next;
    return local;
}

static void keep_local(struct measure_calls_kept *kept, const void *site,
                       struct measure_calls_real real)
{
    unsigned number = __atomic_fetch_add(&local_count, 1, __ATOMIC_RELAXED);
    if (number >= LOCALS) {
        __atomic_store_n(&local_count, LOCALS, __ATOMIC_RELAXED);
        return;
    }
    struct calls_local *local = &locals[number];
    local->site = site;
    local->real = real;
    local->generation = __atomic_load_n(&calls_generation, __ATOMIC_RELAXED);
    local->next = __atomic_load_n(&kept->some, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&kept->some, &local->next, local, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        continue;
}

static void keep(struct measure_calls_kept *kept, struct measure_calls_real real, unsigned found_in)
{
    uintptr_t word = (uintptr_t)real.function | (real.is_gnu ? CALLS_GNU : 0);
    __atomic_store_n(&kept->word, word, __ATOMIC_RELAXED);
    __atomic_store_n(&kept->generation, found_in, __ATOMIC_RELEASE);
}

struct measure_calls_real measure_calls_look_up(struct measure_calls_kept *kept, const char *name,
                                                const void *site)
{
    if (calls_from && measure_openmp_is_own(site))
        site = calls_from;
    const struct calls_local *local = find_local(kept, site);
    if (local)
        return local->real;
    unsigned now = __atomic_load_n(&calls_generation, __ATOMIC_RELAXED);
    listen_busy++;
    measure_openmp_find();
    struct measure_calls_real real = {.function = dlsym(RTLD_NEXT, name)};
    bool is_global = real.function != NULL;
    if (!is_global)
        real.function = find_for(name, site);
    real.is_gnu = is_gnu(real.function);
    if (is_global)
        keep(kept, real, now);
    else if (real.function)
        keep_local(kept, site, real);
    listen_busy--;
    return real;
}
