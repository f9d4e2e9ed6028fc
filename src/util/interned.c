/* interned.c: see interned.h. A hash table with open addressing, at most half full; all strings are
 * in one array of bytes. */
#include "util/interned.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct interned {
    uint32_t *slots; /* number + 1; 0: empty */
    size_t slot_count;
    size_t *starts; /* of each string in bytes; one more than there are strings */
    size_t starts_room;
    char *bytes;
    size_t bytes_used, bytes_room;
    uint32_t count;
};

struct interned *interned_new(void)
{
    struct interned *set = memory_zeroed(1, sizeof *set);
    set->slot_count = 64;
    set->slots = memory_zeroed(set->slot_count, sizeof *set->slots);
    set->starts = memory_grow(NULL, &set->starts_room, 1, sizeof *set->starts);
    set->starts[0] = 0;
    return set;
}

void interned_free(struct interned *set)
{
    if (!set)
        return;
    free(set->slots);
    free(set->starts);
    free(set->bytes);
    free(set);
}

/* Mixes eight bytes at a time: the names of inlined C++ functions are long. */
static uint64_t hash_of(const void *bytes, size_t size)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    const char *at = bytes;
    uint64_t hash = size * odd, word;
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * odd;
        hash ^= hash >> 32;
    }
    word = 0;
    if (size)
        memcpy(&word, at, size);
    hash = (hash ^ word) * odd;
    return hash ^ hash >> 32;
}

const char *interned_text(const struct interned *set, uint32_t number)
{
    return set->bytes + set->starts[number];
}

size_t interned_size(const struct interned *set, uint32_t number)
{
    return set->starts[number + 1] - set->starts[number] - 1;
}

/* Returns the slot that these bytes have, or would have. */
static size_t slot_of(const struct interned *set, const void *bytes, size_t size)
{
    size_t slot = hash_of(bytes, size) & (set->slot_count - 1);
    for (; set->slots[slot]; slot = (slot + 1) & (set->slot_count - 1)) {
        uint32_t number = set->slots[slot] - 1;
        if (interned_size(set, number) == size && !memcmp(interned_text(set, number), bytes, size))
            break;
    }
    return slot;
}

uint32_t interned_find(const struct interned *set, const void *bytes, size_t size)
{
    return set->slots[slot_of(set, bytes, size)] - 1; /* 0 - 1 is UINT32_MAX */
}

static void double_slots(struct interned *set)
{
    free(set->slots);
    set->slot_count *= 2;
    set->slots = memory_zeroed(set->slot_count, sizeof *set->slots);
    for (uint32_t i = 0; i < set->count; i++)
        set->slots[slot_of(set, interned_text(set, i), interned_size(set, i))] = i + 1;
}

uint32_t interned_add(struct interned *set, const void *bytes, size_t size)
{
    size_t slot = slot_of(set, bytes, size);
    if (set->slots[slot])
        return set->slots[slot] - 1;
    set->bytes = memory_grow(set->bytes, &set->bytes_room, set->bytes_used + size + 1, 1);
    memcpy(set->bytes + set->bytes_used, bytes, size);
    set->bytes[set->bytes_used + size] = '\0';
    set->bytes_used += size + 1;
    set->starts =
        memory_grow(set->starts, &set->starts_room, (size_t)set->count + 2, sizeof *set->starts);
    set->starts[set->count + 1] = set->bytes_used;
    set->slots[slot] = ++set->count;
    uint32_t number = set->count - 1;
    if ((size_t)set->count * 2 > set->slot_count)
        double_slots(set);
    return number;
}

uint32_t interned_add_text(struct interned *set, const char *text)
{
    return interned_add(set, text, strlen(text));
}

uint32_t interned_count(const struct interned *set)
{
    return set->count;
}
