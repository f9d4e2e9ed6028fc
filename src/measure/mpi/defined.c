/* defined.c: see defined.h */
#include "measure/mpi/defined.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_SLOTS = 1024,
    MOST_BYTES = 1 << 28, /* limit; a program that invents names is not gathered beyond it */
};

void defined_free(struct defined *set)
{
    free(set->bytes);
    free(set->at);
    free(set->table);
    *set = (struct defined){0};
}

static size_t padded(size_t size)
{
    return (size + 3) & ~(size_t)3;
}

/* Returns the array with room for that many elements, doubled if it has to grow; NULL if there is
 * no memory, and the old array stays. */
static void *grow(void *array, size_t *room, size_t count, size_t size)
{
    if (count <= *room)
        return array;
    size_t more = count > 2 * *room ? count : 2 * *room;
    void *grown = realloc(array, more * size);
    if (grown)
        *room = more;
    return grown;
}

static bool make_room(struct defined *set, size_t bytes)
{
    char *all = grow(set->bytes, &set->room, set->used + bytes, 1);
    if (!all)
        return false;
    set->bytes = all;
    size_t *at = grow(set->at, &set->at_room, (size_t)set->count + 2, sizeof *at);
    if (!at)
        return false;
    set->at = at;
    return true;
}

static uint64_t hash_of(const char *bytes, size_t size)
{
    uint64_t hash =
        UINT64_C(14695981039346656037); /* FNV-1a, by words: all sizes are multiples of 4 */
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(1099511628211);
        hash ^= hash >> 29;
    }
    return hash;
}

static size_t size_at(const struct defined *set, uint32_t number)
{
    struct format_definition head;
    memcpy(&head, set->bytes + set->at[number], sizeof head);
    return sizeof head + head.references * sizeof(uint32_t) + padded(head.size);
}

/* Returns the slot of a definition, or the empty slot where it belongs. */
static uint32_t *find(const struct defined *set, const char *bytes, size_t size)
{
    for (size_t slot = hash_of(bytes, size);; slot++) {
        uint32_t *at = &set->table[slot & (set->slots - 1)];
        if (!*at || (size_at(set, *at) == size && !memcmp(set->bytes + set->at[*at], bytes, size)))
            return at;
    }
}

static bool more_slots(struct defined *set)
{
    size_t slots = set->slots ? 2 * set->slots : FIRST_SLOTS;
    uint32_t *table = calloc(slots, sizeof *table);
    if (!table)
        return false;
    free(set->table);
    set->table = table;
    set->slots = slots;
    for (uint32_t i = 1; i <= set->count; i++)
        *find(set, set->bytes + set->at[i], size_at(set, i)) = i;
    return true;
}

uint32_t defined_add(struct defined *set, enum format_definition_kind kind,
                     const uint32_t *references, uint16_t count, const void *content, uint32_t size)
{
    assert(count <= FORMAT_REFERENCES);
    struct format_definition head = {(uint16_t)kind, count, size};
    size_t whole = sizeof head + count * sizeof *references + padded(size), at = set->used;
    if (set->failed || whole > MOST_BYTES - set->used || !make_room(set, whole) ||
        (set->count >= set->slots / 2 && !more_slots(set))) {
        set->failed = true;
        return 0;
    }
    char *to = set->bytes + at; /* appended provisionally, in case it is new */
    memset(to, 0, whole);
    memcpy(to, &head, sizeof head);
    if (count)
        memcpy(to + sizeof head, references, count * sizeof *references);
    if (size)
        memcpy(to + sizeof head + count * sizeof *references, content, size);
    uint32_t *slot = find(set, to, whole);
    if (!*slot) {
        *slot = ++set->count;
        set->at[*slot] = at;
        set->used += whole;
    }
    return *slot;
}

void defined_merge(struct defined *set, const char *bytes, size_t size)
{
    uint32_t *numbers = malloc((size / sizeof(struct format_definition) + 1) * sizeof *numbers);
    uint32_t count = 0;
    if (!numbers) {
        set->failed = true;
        return;
    }
    numbers[0] = 0;
    while (size >= sizeof(struct format_definition)) {
        struct format_definition head;
        uint32_t references[FORMAT_REFERENCES];
        memcpy(&head, bytes, sizeof head);
        size_t skip = sizeof head + head.references * sizeof *references;
        if (head.references > FORMAT_REFERENCES || skip + padded(head.size) > size)
            break;
        memcpy(references, bytes + sizeof head, head.references * sizeof *references);
        for (int i = 0; i < head.references; i++)
            references[i] = references[i] <= count ? numbers[references[i]] : 0;
        numbers[++count] =
            defined_add(set, head.kind, references, head.references, bytes + skip, head.size);
        bytes += skip + padded(head.size);
        size -= skip + padded(head.size);
    }
    free(numbers);
}
