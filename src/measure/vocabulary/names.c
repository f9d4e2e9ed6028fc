/* names.c: see names.h */
#include "measure/vocabulary/names.h"

#include "format/hash.h"
#include "measure/guard.h"
#include "measure/vocabulary/memory.h"

#include <string.h>
#include <sys/mman.h>

enum { SLOTS = 4096, CHUNK = 65536, MOST_CHUNKS = 32 };

static const char *names[SLOTS];
static const char *chunks[MOST_CHUNKS]; /* memory of the texts; NULL: no more */

/* Returns the slot of a text, or a free one; NULL if all are used. */
static const char **find(const char *text)
{
    uint64_t hash = format_hash_text(text);
    for (size_t i = 0; i < SLOTS; i++) {
        const char **slot = &names[(hash + i) % SLOTS];
        const char *found = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        if (!found || !strcmp(found, text))
            return slot;
    }
    return NULL;
}

/* Copies a text. The guard must be held. */
static char *copy(const char *text)
{
    static char *chunk;
    static size_t left, count;
    size_t size = strlen(text) + 1;
    if (left < size) {
        char *made = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (made == MAP_FAILED)
            return NULL;
        if (count < MOST_CHUNKS)
            __atomic_store_n(&chunks[count++], made, __ATOMIC_RELEASE);
        chunk = made;
        left = CHUNK;
    }
    char *made = chunk;
    memcpy(made, text, size);
    chunk += size;
    left -= size;
    return made;
}

/* True if an address is that of a copy. */
static bool is_kept(uint64_t address)
{
    const char *chunk;
    for (size_t i = 0; i < MOST_CHUNKS && (chunk = __atomic_load_n(&chunks[i], __ATOMIC_ACQUIRE));
         i++) {
        if (address - (uint64_t)(uintptr_t)chunk < CHUNK)
            return true;
    }
    return false;
}

const char *measure_vocabulary_name(const struct format_vocabulary_data *data, uint64_t address)
{
    char text[MEMORY_TEXT];
    if (address - (uint64_t)(uintptr_t)data < data->size || is_kept(address))
        return (const char *)(uintptr_t)address;
    return measure_vocabulary_read_text(address, text) ? measure_vocabulary_keep_name(text) : NULL;
}

const char *measure_vocabulary_keep_name(const char *text)
{
    const char **slot = find(text);
    if (!slot || *slot)
        return slot ? *slot : NULL;
    sigset_t before;
    measure_guard_enter(&before);
    slot = find(text);
    if (slot && !*slot)
        __atomic_store_n(slot, copy(text), __ATOMIC_RELEASE);
    measure_guard_leave(&before);
    return slot ? *slot : NULL;
}
