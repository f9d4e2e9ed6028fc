/* pairs.c: see pairs.h. Open addressing, at most half full. */
#include "util/pairs.h"

#include "util/memory.h"

#include <stdlib.h>

struct pairs_slot {
    uint64_t key;
    uint32_t value; /* plus 1; 0: empty */
};

void pairs_free(struct pairs *pairs)
{
    free(pairs->slots);
    *pairs = (struct pairs){0};
}

static size_t slot_of(const struct pairs *pairs, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15); /* Fibonacci hashing, Knuth 6.4 */
    hash ^= hash >> 29;
    size_t slot = hash & (pairs->slot_count - 1);
    while (pairs->slots[slot].value && pairs->slots[slot].key != key)
        slot = (slot + 1) & (pairs->slot_count - 1);
    return slot;
}

static void make_room(struct pairs *pairs)
{
    if ((pairs->used + 1) * 2 <= pairs->slot_count)
        return;
    struct pairs old = *pairs;
    pairs->slot_count = old.slot_count ? old.slot_count * 2 : 64;
    pairs->slots = memory_zeroed(pairs->slot_count, sizeof *pairs->slots);
    for (size_t i = 0; i < old.slot_count; i++) {
        if (old.slots[i].value)
            pairs->slots[slot_of(pairs, old.slots[i].key)] = old.slots[i];
    }
    free(old.slots);
}

uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b, uint32_t otherwise)
{
    make_room(pairs);
    uint64_t key = (uint64_t)a << 32 | b;
    struct pairs_slot *slot = &pairs->slots[slot_of(pairs, key)];
    if (!slot->value) {
        *slot = (struct pairs_slot){key, otherwise + 1};
        pairs->used++;
    }
    return slot->value - 1;
}

uint32_t pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    if (!pairs->slot_count)
        return PAIRS_NONE;
    return pairs->slots[slot_of(pairs, (uint64_t)a << 32 | b)].value - 1; /* 0 - 1 is PAIRS_NONE */
}
