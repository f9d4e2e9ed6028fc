/* owns.c: see owns.h. A range with an end other than 0 is complete. */
#include "measure/openmp/owns.h"

#include <link.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 16 };

/* Ranges of the runtime libraries; written by measure_openmp_find(), read by all threads. */
static struct range {
    uintptr_t start, end;
    bool gomp;
} ranges[MOST];

static struct range own; /* this library */

struct looking {
    unsigned count;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Also accepts the name that a package gave to its own copy: libgomp-a34b3233.so.1.0.0 */
bool measure_openmp_is_gnu_name(const char *path)
{
    const char *name = base_name(path);
    return !strncmp(name, "libgomp", 7) && (name[7] == '.' || name[7] == '-');
}

bool measure_openmp_is_runtime(const char *path)
{
    const char *name = base_name(path);
    return !strncmp(name, "libomp.so", 9) || !strncmp(name, "libiomp5.so", 11) ||
           measure_openmp_is_gnu_name(path);
}

static struct range range_of(const struct dl_phdr_info *module)
{
    struct range range = {UINTPTR_MAX, 0, false};
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &module->dlpi_phdr[i];
        uintptr_t start = module->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (segment->p_type != PT_LOAD)
            continue;
        range.start = start < range.start ? start : range.start;
        range.end = end > range.end ? end : range.end;
    }
    return range;
}

static void set(struct range *range, const struct range *to)
{
    __atomic_store_n(&range->start, to->start, __ATOMIC_RELAXED);
    __atomic_store_n(&range->gomp, to->gomp, __ATOMIC_RELAXED);
    __atomic_store_n(&range->end, to->end, __ATOMIC_RELEASE);
}

static bool has(const struct range *range, const void *address)
{
    uintptr_t at = (uintptr_t)address, end = __atomic_load_n(&range->end, __ATOMIC_ACQUIRE);
    return at < end && at >= __atomic_load_n(&range->start, __ATOMIC_RELAXED);
}

static int look_at(struct dl_phdr_info *module, size_t size, void *data)
{
    (void)size;
    struct looking *looking = data;
    const char *path = module->dlpi_name ? module->dlpi_name : "";
    struct range found = range_of(module);
    found.gomp = measure_openmp_is_gnu_name(path);
    if (has(&found, ranges))
        set(&own, &found);
    if (!measure_openmp_is_runtime(path))
        return 0;
    set(&ranges[looking->count], &found);
    return ++looking->count == MOST;
}

bool measure_openmp_find(void)
{
    struct looking looking = {0};
    dl_iterate_phdr(look_at, &looking);
    return looking.count > 0;
}

static const struct range *owner(const void *address)
{
    for (unsigned i = 0; i < MOST && __atomic_load_n(&ranges[i].end, __ATOMIC_ACQUIRE); i++) {
        if (has(&ranges[i], address))
            return &ranges[i];
    }
    return NULL;
}

bool measure_openmp_is_own(const void *address)
{
    return has(&own, address);
}

bool measure_openmp_calls_outlined(const void *address)
{
    return measure_openmp_is_own(address) || owner(address);
}

bool measure_openmp_owns(const void *address)
{
    return owner(address) != NULL;
}

bool measure_openmp_is_gomp(const void *address)
{
    const struct range *range = owner(address);
    return range && __atomic_load_n(&range->gomp, __ATOMIC_RELAXED);
}

static bool is_moved;

void measure_openmp_set_moved(bool is)
{
    is_moved = is;
}

bool measure_openmp_is_moved(void)
{
    return is_moved;
}
