/* owns.c: see owns.h */
#include "measure/openmp/owns.h"

#include <link.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 4 };

/* Written by who looks for them, read by all: an end that is not 0 has its start. */
static struct range {
    uintptr_t start, end;
    bool gomp;
} ranges[MOST];

struct looking {
    unsigned count;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_gomp(const char *path)
{
    return !strncmp(base_name(path), "libgomp.so", 10);
}

bool openmp_is_runtime(const char *path)
{
    const char *name = base_name(path);
    return !strncmp(name, "libomp.so", 9) || !strncmp(name, "libiomp5.so", 11) || is_gomp(path);
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

static int look_at(struct dl_phdr_info *module, size_t size, void *data)
{
    (void)size;
    struct looking *looking = data;
    const char *path = module->dlpi_name ? module->dlpi_name : "";
    if (!openmp_is_runtime(path))
        return 0;
    struct range found = range_of(module), *range = &ranges[looking->count];
    range->start = found.start;
    range->gomp = is_gomp(path);
    __atomic_store_n(&range->end, found.end, __ATOMIC_RELEASE);
    return ++looking->count == MOST;
}

bool openmp_find(void)
{
    struct looking looking = {0};
    dl_iterate_phdr(look_at, &looking);
    return looking.count > 0;
}

static const struct range *owner(const void *address)
{
    uintptr_t at = (uintptr_t)address;
    for (unsigned i = 0; i < MOST; i++) {
        uintptr_t end = __atomic_load_n(&ranges[i].end, __ATOMIC_ACQUIRE);
        if (!end)
            return NULL;
        if (at >= ranges[i].start && at < end)
            return &ranges[i];
    }
    return NULL;
}

bool openmp_owns(const void *address)
{
    return owner(address) != NULL;
}

bool openmp_is_gomp(const void *address)
{
    const struct range *range = owner(address);
    return range && range->gomp;
}

bool openmp_has_gomp(void)
{
    for (unsigned i = 0; i < MOST && ranges[i].end; i++) {
        if (ranges[i].gomp)
            return true;
    }
    return false;
}
