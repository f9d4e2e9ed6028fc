/* keys.c: see keys.h */
#include "query/exec/step/keys.h"

#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void keys_make(struct keys *keys, const enum query_type *types, size_t width)
{
    *keys = (struct keys){.width = width};
    keys->columns = memory_zeroed(width + 1, sizeof *keys->columns);
    for (size_t i = 0; i < width; i++)
        keys->columns[i].type = types[i];
}

void keys_free(struct keys *keys)
{
    for (size_t i = 0; i < keys->width; i++)
        query_vector_free(&keys->columns[i]);
    free(keys->columns);
    free(keys->slots);
    free(keys->hashes);
}

/* Returns bits that are equal for equal values: both zeros are equal, and all NaNs. */
static uint64_t bits_of(const struct query_vector *vector, size_t i)
{
    uint64_t bits;
    if (vector->type == TYPE_BOOL)
        return vector->truth[i];
    if (vector->type != TYPE_REAL)
        return (uint64_t)vector->whole[i];
    double real = isnan(vector->real[i]) ? NAN : vector->real[i] + 0.0;
    memcpy(&bits, &real, sizeof bits);
    return isnan(real) ? 1 : bits;
}

static uint64_t hash_of(const struct keys *keys, const struct query_vector *const *values, size_t i)
{
    uint64_t hash = 0x9e3779b97f4a7c15;
    for (size_t k = 0; k < keys->width; k++) {
        bool absent = query_vector_is_absent(values[k], i);
        hash ^= absent ? 0x51ed270b : bits_of(values[k], i) * 0xff51afd7ed558ccd;
        hash = (hash ^ hash >> 32) * 0xc4ceb9fe1a85ec53;
        hash ^= hash >> 29;
    }
    return hash;
}

static bool is_same(const struct keys *keys, size_t number,
                    const struct query_vector *const *values, size_t i)
{
    for (size_t k = 0; k < keys->width; k++) {
        const struct query_vector *column = &keys->columns[k];
        bool absent = query_vector_is_absent(values[k], i);
        if (absent != query_vector_is_absent(column, number))
            return false;
        if (!absent && bits_of(values[k], i) != bits_of(column, number))
            return false;
    }
    return true;
}

/* Returns the slot where a row is, or belongs. A slot holds a number plus 1. */
static size_t slot_of(const struct keys *keys, const struct query_vector *const *values, size_t i,
                      uint64_t hash)
{
    size_t at = hash & (keys->slot_count - 1);
    while (keys->slots[at] && (keys->hashes[keys->slots[at] - 1] != hash ||
                               !is_same(keys, keys->slots[at] - 1, values, i)))
        at = (at + 1) & (keys->slot_count - 1);
    return at;
}

static void grow(struct keys *keys)
{
    if (keys->slot_count && keys->count * 2 < keys->slot_count)
        return;
    keys->slot_count = keys->slot_count ? keys->slot_count * 2 : 64;
    free(keys->slots);
    keys->slots = memory_zeroed(keys->slot_count, sizeof *keys->slots);
    uint64_t *hashes = memory_zeroed(keys->slot_count, sizeof *hashes);
    if (keys->count)
        memcpy(hashes, keys->hashes, keys->count * sizeof *hashes);
    free(keys->hashes);
    keys->hashes = hashes;
    for (size_t i = 0; i < keys->count; i++) {
        size_t at = keys->hashes[i] & (keys->slot_count - 1);
        while (keys->slots[at])
            at = (at + 1) & (keys->slot_count - 1);
        keys->slots[at] = i + 1;
    }
}

uint64_t keys_bytes(const struct keys *keys)
{
    uint64_t bytes = keys->slot_count * (sizeof *keys->slots + sizeof *keys->hashes);
    for (size_t i = 0; i < keys->width; i++)
        bytes += query_vector_bytes(&keys->columns[i]);
    return bytes;
}

size_t keys_find(const struct keys *keys, const struct query_vector *const *values, size_t i)
{
    if (!keys->slot_count)
        return KEYS_NONE;
    size_t number = keys->slots[slot_of(keys, values, i, hash_of(keys, values, i))];
    return number ? number - 1 : KEYS_NONE;
}

size_t keys_add(struct keys *keys, const struct query_vector *const *values, size_t i)
{
    uint64_t hash = hash_of(keys, values, i);
    grow(keys);
    size_t at = slot_of(keys, values, i, hash);
    if (keys->slots[at])
        return keys->slots[at] - 1;
    for (size_t k = 0; k < keys->width; k++) {
        struct query_vector one = query_vector_part(values[k], i);
        query_vector_append(&keys->columns[k], keys->count, &one, NULL, 1);
    }
    keys->hashes[keys->count] = hash;
    keys->slots[at] = ++keys->count;
    return keys->count - 1;
}
