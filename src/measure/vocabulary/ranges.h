/* ranges.h: memory that is read without asking the kernel each time: the stack above the present
 * frame, and pages that the kernel was asked about once, of the program's own data and of the heap
 * below the program's break. The program keeps them as long as it runs; if it protects some of them
 * nevertheless (protect.c), the kernel is asked each time from then on. */
#ifndef MEASURE_VOCABULARY_RANGES_H
#define MEASURE_VOCABULARY_RANGES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MEMORY_PAGE = 4096, /* the smallest one */
    MEMORY_PAGES = 1024,
    MEMORY_OF_PROGRAM = 1, /* bit of a known page: it does not belong to the heap */
};

struct memory_range {
    uintptr_t start, end;
};

/* Known pages by their number; those of the heap may be gone again. */
extern __attribute__((visibility("hidden"))) uint64_t memory_pages[MEMORY_PAGES];

/* The program has made some of them unreadable. */
extern __attribute__((visibility("hidden"))) bool memory_is_protected;

/* That would be noticed. Otherwise there are no known pages. */
extern __attribute__((visibility("hidden"))) bool memory_is_watched;

/* The stack of this thread. */
extern __thread __attribute__((tls_model("initial-exec"),
                               visibility("hidden"))) struct memory_range memory_stack;

extern void *__curbrk __attribute__((weak)); /* the C library's: the program's break */

/* True if so many bytes are on the stack, not below `here`, which is on it. */
static inline bool measure_vocabulary_is_above(uintptr_t here, uint64_t address, uint64_t size)
{
    return address >= here && here >= memory_stack.start && address < memory_stack.end &&
           size <= memory_stack.end - address;
}

static inline bool measure_vocabulary_is_on_stack(uint64_t address, uint64_t size)
{
    return measure_vocabulary_is_above((uintptr_t)__builtin_frame_address(0), address, size);
}

/* True if so many bytes are on a known page. */
static inline bool measure_vocabulary_is_on_page(uint64_t address, uint64_t size)
{
    uint64_t page = address / MEMORY_PAGE,
             known = __atomic_load_n(&memory_pages[page % MEMORY_PAGES], __ATOMIC_RELAXED);
    return known / MEMORY_PAGE == page && page && address % MEMORY_PAGE + size <= MEMORY_PAGE &&
           (known & MEMORY_OF_PROGRAM ||
            address + size <= (uintptr_t)__atomic_load_n(&__curbrk, __ATOMIC_RELAXED));
}

/* True if so many bytes, at most a page, can be read there for sure; `here` is on the stack. */
static inline bool measure_vocabulary_is_near(uintptr_t here, uint64_t address, uint64_t size)
{
    return !__builtin_expect(__atomic_load_n(&memory_is_protected, __ATOMIC_RELAXED), 0) &&
           (measure_vocabulary_is_on_page(address, size) ||
            measure_vocabulary_is_above(here, address, size));
}

/* Does the same for this function. */
static inline bool measure_vocabulary_is_there(uint64_t address, uint64_t size)
{
    return measure_vocabulary_is_near((uintptr_t)__builtin_frame_address(0), address, size);
}

/* Learns from an address that the kernel could read. */
void measure_vocabulary_was_there(uint64_t address);

/* Notes that the program makes memory unreadable. */
void measure_vocabulary_was_protected(uintptr_t start, uint64_t size);

#endif
