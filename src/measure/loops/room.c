/* room.c: see room.h */
#include "measure/loops/room.h"

#include <errno.h>
#include <sys/mman.h>

#define MEGABYTE (UINT64_C(1) << 20)
#define UNIT UINT64_C(65536)  /* the largest page */
#define BESIDE (4 * MEGABYTE) /* code begins so close to the beginning of most modules */
#ifdef __aarch64__
#define REACH (127 * MEGABYTE)
#define APART MEGABYTE /* distance between two attempts */
#else
#define REACH (2046 * MEGABYTE)
#define APART (16 * MEGABYTE)
#endif

static char *map_at(uint64_t address, size_t bytes)
{
    void *wanted = (void *)(uintptr_t)address;
    void *found = mmap(wanted, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (found == MAP_FAILED)
        return NULL;
    if (found == wanted)
        return found;
    munmap(found, bytes); /* the kernel ignores the flag */
    return NULL;
}

/* Maps memory that ends where the module begins, if the code is near its beginning: a gap between
 * them is one more entry in the kernel's tree of mappings, where neighbours that are in two nodes
 * make each mprotect() of a growing heap twice as expensive. */
static char *map_beside(uint64_t low, uint64_t high, uint64_t size)
{
    for (uint64_t at = low; low - at < BESIDE && at > size + MEGABYTE; at -= UNIT) {
        uint64_t room = at - size;
        char *found = high - room > REACH ? NULL : map_at(room, size);
        if (found)
            return found;
    }
    return NULL;
}

static char *map_below(uint64_t low, uint64_t high, uint64_t size)
{
    for (uint64_t at = low; at > size + MEGABYTE; at -= APART) {
        uint64_t room = at - size - MEGABYTE;
        if (high - room > REACH)
            return NULL;
        char *found = map_at(room, size);
        if (found || at <= APART)
            return found;
    }
    return NULL;
}

/* Tries the farthest address first: the heap grows into the nearest. */
static char *map_above(uint64_t low, uint64_t high, uint64_t size)
{
    for (uint64_t end = low + REACH; end >= high + MEGABYTE + size; end -= APART) {
        char *found = map_at((end - size) & ~(UNIT - 1), size);
        if (found)
            return found;
    }
    return NULL;
}

char *room_near(uint64_t low, uint64_t high, size_t bytes)
{
    low &= ~(UNIT - 1);
    high = (high + UNIT - 1) & ~(UNIT - 1);
    uint64_t size = (bytes + UNIT - 1) & ~(UNIT - 1);
    char *room = map_beside(low, high, size);
    if (!room)
        room = map_below(low, high, size);
    if (!room)
        room = map_above(low, high, size);
    if (!room)
        errno = ENOMEM;
    return room;
}
