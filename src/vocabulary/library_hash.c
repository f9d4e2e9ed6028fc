/* library_hash.c: see library_hash.h */
#include "vocabulary/library_hash.h"

#include "util/memory.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    BITS = 64,       /* of a word of the filter */
    PER_SYMBOL = 16, /* bits of the filter for each symbol: 1 of 60 other names passes */
    SHIFT = 20,      /* where the second bit of a name is in its hash */
};

static uint32_t hash_of(const char *name)
{
    uint32_t hash = 5381;
    for (; *name; name++)
        hash = hash * 33 + (unsigned char)*name;
    return hash;
}

static uint32_t buckets_of(size_t count)
{
    return (uint32_t)count / 2 + 1;
}

/* Returns the number of words of the filter, a power of two. */
static uint32_t words_of(size_t count)
{
    uint32_t words = 1;
    while ((size_t)words * BITS < count * PER_SYMBOL)
        words *= 2;
    return words;
}

size_t vocabulary_hash_size(size_t count)
{
    return 4 * sizeof(uint32_t) + words_of(count) * sizeof(uint64_t) +
           (buckets_of(count) + count) * sizeof(uint32_t);
}

static int by_bucket(const void *a, const void *b, void *data)
{
    const struct vocabulary_export *left = a, *right = b;
    const uint32_t *buckets = data;
    uint32_t first = left->hash % *buckets, second = right->hash % *buckets;
    if (first != second)
        return first < second ? -1 : 1;
    return left->value < right->value ? -1 : left->value > right->value;
}

void vocabulary_hash_sort(struct vocabulary_export *symbols, size_t count)
{
    uint32_t buckets = buckets_of(count);
    for (size_t i = 0; i < count; i++)
        symbols[i].hash = hash_of(symbols[i].name);
    qsort_r(symbols, count, sizeof *symbols, by_bucket, &buckets);
}

void vocabulary_hash_write(const struct vocabulary_export *symbols, size_t count, uint32_t first,
                           struct buffer *to)
{
    const uint32_t words = words_of(count), buckets = buckets_of(count);
    const uint32_t head[] = {buckets, first, words, SHIFT};
    uint64_t *filter = memory_zeroed(words, sizeof *filter);
    uint32_t *starts = memory_zeroed(buckets + count, sizeof *starts), *chain = starts + buckets;
    for (size_t i = 0; i < count; i++) {
        uint32_t hash = symbols[i].hash, bucket = hash % buckets;
        bool is_last = i + 1 == count || symbols[i + 1].hash % buckets != bucket;
        filter[hash / BITS % words] |= UINT64_C(1) << hash % BITS | UINT64_C(1)
                                                                        << (hash >> SHIFT) % BITS;
        if (!starts[bucket])
            starts[bucket] = first + (uint32_t)i;
        chain[i] = (hash & ~UINT32_C(1)) | is_last;
    }
    buffer_add_bytes(to, head, sizeof head);
    buffer_add_bytes(to, filter, words * sizeof *filter);
    buffer_add_bytes(to, starts, (buckets + count) * sizeof *starts);
    free(filter);
    free(starts);
}
