/* texts.c: see texts.h. A hash table with open addressing, at most half full, finds numbers.
 * Pointers to the texts are in pieces that never move, each twice as long as the one before. */
#include "query/data/texts.h"

#include "format/hash.h"
#include "util/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES = 23, FIRST = 10 }; /* the first piece has 1 << FIRST texts */
enum { ROOM = 1 << 16 };          /* bytes per chunk of text */

/* A chunk of memory that holds texts. */
struct bytes {
    struct bytes *before;
    char text[];
};

struct texts {
    pthread_mutex_t lock; /* protects all but the `pieces` of numbers that were returned */
    const char **pieces[PIECES];
    uint32_t count;
    uint32_t *slots; /* number + 1; 0: empty */
    uint64_t *hashes;
    size_t slot_count;
    struct bytes *last;
    size_t used, room; /* of the last chunk */
};

struct texts *texts_new(void)
{
    struct texts *texts = memory_zeroed(1, sizeof *texts);
    pthread_mutex_init(&texts->lock, NULL);
    return texts;
}

void texts_free(struct texts *texts)
{
    if (!texts)
        return;
    while (texts->last) {
        struct bytes *before = texts->last->before;
        free(texts->last);
        texts->last = before;
    }
    for (int i = 0; i < PIECES; i++)
        free(texts->pieces[i]);
    free(texts->slots);
    free(texts->hashes);
    pthread_mutex_destroy(&texts->lock);
    free(texts);
}

/* Finds the piece of a number, and the index in it. */
static int piece_of(uint32_t number, size_t *at)
{
    uint64_t shifted = (uint64_t)number + (UINT64_C(1) << FIRST);
    int piece = 63 - __builtin_clzll(shifted) - FIRST;
    *at = (size_t)(shifted - (UINT64_C(1) << (piece + FIRST)));
    return piece;
}

const char *texts_at(const struct texts *texts, uint32_t number)
{
    size_t at;
    int piece = piece_of(number, &at);
    return texts->pieces[piece][at];
}

static uint64_t hash_of(const char *text, size_t size)
{
    uint64_t hash = format_hash(FORMAT_HASH_START, text, size);
    return hash ^ hash >> 32;
}

static void grow(struct texts *texts)
{
    size_t before = texts->slot_count;
    uint32_t *slots = texts->slots;
    uint64_t *hashes = texts->hashes;
    if (before && (size_t)texts->count * 2 < before)
        return;
    texts->slot_count = before ? before * 2 : 1024;
    texts->slots = memory_zeroed(texts->slot_count, sizeof *texts->slots);
    texts->hashes = memory_zeroed(texts->slot_count, sizeof *texts->hashes);
    for (size_t i = 0; i < before; i++) {
        if (!slots[i])
            continue;
        size_t at = hashes[i] & (texts->slot_count - 1);
        while (texts->slots[at])
            at = (at + 1) & (texts->slot_count - 1);
        texts->slots[at] = slots[i];
        texts->hashes[at] = hashes[i];
    }
    free(slots);
    free(hashes);
}

static const char *copy(struct texts *texts, const char *text, size_t size)
{
    if (texts->room - texts->used < size + 1) {
        size_t room = size + 1 > ROOM ? size + 1 : ROOM;
        struct bytes *bytes = memory_zeroed(1, sizeof *bytes + room);
        bytes->before = texts->last;
        texts->last = bytes;
        texts->used = 0;
        texts->room = room;
    }
    char *to = texts->last->text + texts->used;
    memcpy(to, text, size + 1);
    texts->used += size + 1;
    return to;
}

static uint32_t add_new(struct texts *texts, const char *text, size_t size)
{
    size_t at;
    int piece = piece_of(texts->count, &at);
    if (!texts->pieces[piece])
        texts->pieces[piece] = memory_zeroed((size_t)1 << (piece + FIRST), sizeof(char *));
    texts->pieces[piece][at] = copy(texts, text, size);
    return texts->count++;
}

uint32_t texts_add(struct texts *texts, const char *text)
{
    size_t size = strlen(text);
    uint64_t hash = hash_of(text, size);
    pthread_mutex_lock(&texts->lock);
    grow(texts);
    size_t at = hash & (texts->slot_count - 1);
    while (texts->slots[at] &&
           (texts->hashes[at] != hash || strcmp(texts_at(texts, texts->slots[at] - 1), text) != 0))
        at = (at + 1) & (texts->slot_count - 1);
    if (!texts->slots[at]) {
        texts->hashes[at] = hash;
        texts->slots[at] = add_new(texts, text, size) + 1;
    }
    uint32_t number = texts->slots[at] - 1;
    pthread_mutex_unlock(&texts->lock);
    return number;
}
