/* store.c: see store.h */
#include "measure/store.h"

#include "measure/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LARGEST_STEP = 256 << 20 };

/* Opens the store's file; -1 with errno. The path is static: the guard is held, and a signal
 * handler's stack may be small. */
static int open_file(const struct measure_store *store, int flags)
{
    static char path[PATH_MAX];
    int size;
    if (store->number < 0)
        size = snprintf(path, sizeof path, "%s/%s", store->folder, store->name);
    else
        size = snprintf(path, sizeof path, "%s/%s-%d", store->folder, store->name, store->number);
    if (size < 0 || (size_t)size >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return measure_folder_open_of_place(path, O_RDWR | flags);
}

/* Writes zeros, for file systems without fallocate: a hole in the file would raise SIGBUS later if
 * the disk is full. */
static bool write_zeros(int fd, off_t offset, size_t bytes)
{
    static const char zeros[65536];
    while (bytes) {
        ssize_t wrote = pwrite(fd, zeros, bytes < sizeof zeros ? bytes : sizeof zeros, offset);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        offset += wrote;
        bytes -= (size_t)wrote;
    }
    return true;
}

/* Exceeding the file-size limit would raise SIGXFSZ. */
bool measure_store_may_grow(uint64_t size)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        size > limit.rlim_cur) {
        errno = EFBIG;
        return false;
    }
    return true;
}

/* Blocks are allocated on disk before memory is touched. */
bool measure_store_allocate(int fd, uint64_t offset, size_t bytes)
{
    if (!measure_store_may_grow(offset + bytes))
        return false;
    while (fallocate(fd, 0, (off_t)offset, (off_t)bytes) != 0) {
        if (errno == EOPNOTSUPP || errno == ENOSYS)
            return write_zeros(fd, (off_t)offset, bytes);
        if (errno != EINTR)
            return false;
    }
    return true;
}

static char *map_file(int fd, void *where, off_t offset, size_t bytes)
{
    int fixed = where ? MAP_FIXED : 0;
    char *base = mmap(where, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | fixed, fd, offset);
    return base == MAP_FAILED ? NULL : base;
}

static bool grow(struct measure_store *store, int flags, size_t bytes)
{
    if (store->extents == STORE_EXTENTS) {
        errno = EFBIG;
        return false;
    }
    int fd = open_file(store, flags);
    if (fd < 0)
        return false;
    off_t offset = (off_t)(store->capacity * store->record);
    char *base = measure_store_allocate(fd, (uint64_t)offset, bytes)
                     ? map_file(fd, NULL, offset, bytes)
                     : NULL;
    int error = errno;
    close(fd);
    errno = error;
    if (!base)
        return false;
    struct measure_store_extent *extent = &store->extent[store->extents];
    *extent = (struct measure_store_extent){base, store->capacity, bytes / store->record};
    __atomic_store_n(&store->extents, store->extents + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&store->capacity, store->capacity + extent->count, __ATOMIC_RELEASE);
    return true;
}

bool measure_store_create(struct measure_store *store, const char *folder, const char *name,
                          int number, size_t record, size_t bytes)
{
    store->folder = folder;
    store->record = record;
    store->capacity = 0;
    store->extents = 0;
    store->number = number;
    store->name = name;
    return grow(store, O_CREAT | O_EXCL, bytes);
}

/* Doubles the file until it contains the index, in steps up to a limit: few mappings, and about
 * half of the file in use. */
static bool grow_to(struct measure_store *store, uint64_t index)
{
    while (index >= store->capacity) {
        uint64_t bytes = store->capacity * store->record;
        if (!grow(store, 0, bytes < LARGEST_STEP ? bytes : LARGEST_STEP))
            return false;
    }
    return true;
}

void *measure_store_at(struct measure_store *store, uint64_t index)
{
    if (index >= __atomic_load_n(&store->capacity, __ATOMIC_ACQUIRE) && !grow_to(store, index))
        return NULL;
    for (uint32_t i = __atomic_load_n(&store->extents, __ATOMIC_ACQUIRE); i-- > 0;) {
        struct measure_store_extent *extent = &store->extent[i];
        if (index >= extent->first)
            return extent->base + (index - extent->first) * store->record;
    }
    return NULL;
}

static bool write_all(int fd, const char *from, size_t bytes, off_t offset)
{
    while (bytes) {
        ssize_t wrote = pwrite(fd, from, bytes, offset);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        from += wrote;
        offset += wrote;
        bytes -= (size_t)wrote;
    }
    return true;
}

static bool move_extents(struct measure_store *store, int fd, bool copy)
{
    for (uint32_t i = 0; i < store->extents; i++) {
        struct measure_store_extent *extent = &store->extent[i];
        off_t offset = (off_t)(extent->first * store->record);
        size_t bytes = extent->count * store->record;
        if (!measure_store_allocate(fd, (uint64_t)offset, bytes) ||
            (copy && !write_all(fd, extent->base, bytes, offset)) ||
            !map_file(fd, extent->base, offset, bytes))
            return false;
    }
    return true;
}

static void detach(struct measure_store *store)
{
    for (uint32_t i = 0; i < store->extents; i++)
        (void)mmap(store->extent[i].base, store->extent[i].count * store->record,
                   PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

bool measure_store_fork(struct measure_store *store, bool copy)
{
    int fd = open_file(store, O_CREAT | O_EXCL);
    bool moved = fd >= 0 && move_extents(store, fd, copy);
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (!moved)
        detach(store);
    errno = error;
    return moved;
}
