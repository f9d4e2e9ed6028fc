/* holder.c: see holder.h. Memory is read by a system call: it cannot fail with a signal where the
 * program has protected a part of its data. */
#include "measure/mpi/holder.h"

#include "measure/own/peek.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum {
    WORDS = 4096, /* read at once */
    MOST_SEGMENTS = 64,
    LARGEST_FRAMES = 1 << 16, /* bytes of frames that are searched */
    CHUNK_HEAD = 16,          /* bytes in front of a block of malloc() */
    CHUNK_FLAGS = 7,
    CHUNK_IN_USE = 1, /* of the next chunk: this one is in use */
    CHUNK_MAPPED = 2,
};
#define MOST_AT_ONCE (UINT64_C(16) << 20) /* bytes of a segment */
#define MOST_OVERALL (UINT64_C(64) << 20) /* some 20 ms */
#define LARGEST_BLOCK (UINT64_C(1) << 40)

static uint64_t searched; /* bytes so far */

bool holder_read(uintptr_t at, uintptr_t *word)
{
    return measure_peek(at, word, sizeof *word) == sizeof *word;
}

/* Returns the size of the block that glibc's malloc() returned as `start`; 0 if there is none. The
 * size in front of a block is trusted only if what follows the block fits it. */
static uint64_t size_of_block(uintptr_t start)
{
    uintptr_t head[2], next[2];
    if (start % CHUNK_HEAD || measure_peek(start - CHUNK_HEAD, head, sizeof head) != sizeof head)
        return 0;
    uint64_t size = head[1] & ~(uint64_t)CHUNK_FLAGS;
    if (size < 2 * (uint64_t)CHUNK_HEAD || size % CHUNK_HEAD || size > LARGEST_BLOCK)
        return 0;
    if (head[1] & CHUNK_MAPPED) {
        uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
        return (start - CHUNK_HEAD - head[0]) % page == 0 && (size + head[0]) % page == 0
                   ? size - CHUNK_HEAD
                   : 0;
    }
    if (measure_peek(start - CHUNK_HEAD + size, next, sizeof next) != sizeof next ||
        !(next[1] & CHUNK_IN_USE) || (next[1] & ~(uint64_t)CHUNK_FLAGS) > LARGEST_BLOCK)
        return 0;
    return size - sizeof(uintptr_t);
}

/* The search for the greatest word that is not above the buffer. */
struct search {
    uintptr_t buffer;
    uintptr_t best; /* 0: none yet */
    uintptr_t at[HOLDER_MOST];
    unsigned count;
};

static void look_at(struct search *search, uintptr_t at, uintptr_t word)
{
    if (word > search->buffer || word < search->best || search->buffer - word > LARGEST_BLOCK ||
        !word)
        return;
    if (word > search->best)
        search->count = 0;
    search->best = word;
    if (search->count < HOLDER_MOST)
        search->at[search->count++] = at;
}

static void search_words(struct search *search, uintptr_t from, uintptr_t end)
{
    static uintptr_t words[WORDS]; /* callers take turns */
    from = (from + sizeof *words - 1) & ~(uintptr_t)(sizeof *words - 1);
    while (from + sizeof *words <= end) {
        size_t want = end - from < sizeof words ? end - from : sizeof words;
        size_t got = measure_peek(from, words, want) / sizeof *words;
        if (!got)
            return;
        for (size_t i = 0; i < got; i++) {
            if (__builtin_expect(words[i] - search->best <= search->buffer - search->best, 0))
                look_at(search, from + i * sizeof *words, words[i]);
        }
        from += got * sizeof *words;
        searched += got * sizeof *words;
    }
}

/* Searches the writable segments of a module. */
static void search_module(struct search *search, const struct measure_address_span *module)
{
    ElfW(Ehdr) header;
    ElfW(Phdr) part;
    if (measure_peek(module->start, &header, sizeof header) != sizeof header ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phnum > MOST_SEGMENTS)
        return;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        uintptr_t at = module->start + header.e_phoff + i * sizeof part;
        if (measure_peek(at, &part, sizeof part) != sizeof part)
            return;
        uintptr_t start = module->load + part.p_vaddr;
        if (part.p_type != PT_LOAD || !(part.p_flags & PF_W) || start < module->start ||
            part.p_memsz > module->end - start)
            continue;
        uint64_t size = part.p_memsz < MOST_AT_ONCE ? part.p_memsz : MOST_AT_ONCE;
        if (searched < MOST_OVERALL)
            search_words(search, start, start + size);
    }
}

/* Takes the pointers that were found, if they lead to the buffer, or to the allocated block around
 * it. */
static void take(const struct search *search, struct holder_found *found)
{
    uint64_t size = search->count ? size_of_block(search->best) : 0;
    found->count = 0;
    if (!search->count || (search->best != search->buffer && search->buffer - search->best >= size))
        return;
    found->start = search->best;
    found->end = search->best + (size ? size : 1);
    found->count = search->count;
    memcpy(found->at, search->at, sizeof found->at);
}

void holder_search_data(const struct measure_address_span *module, uintptr_t buffer,
                        struct holder_found *found)
{
    struct search search = {.buffer = buffer};
    search_module(&search, module);
    take(&search, found);
}

void holder_search_frames(const struct measure_walk_frame *frames, unsigned count, uintptr_t buffer,
                          struct holder_found *found)
{
    struct search search = {.buffer = buffer};
    for (unsigned i = 0; i < count && frames[i].high - frames[0].low <= LARGEST_FRAMES; i++) {
        const uintptr_t *at = (const uintptr_t *)frames[i].low;
        for (; (uintptr_t)at + sizeof *at <= frames[i].high; at++)
            look_at(&search, (uintptr_t)at, *at);
    }
    take(&search, found);
}
