/* calls.h: the functions of a runtime library that interposed ones stand in front of. */
#ifndef MEASURE_OPENMP_CALLS_H
#define MEASURE_OPENMP_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* A function of a runtime library. */
struct calls_real {
    void *function; /* NULL: there is none */
    bool is_gnu;    /* libgomp's own; false: of a library that tells of itself by OMPT */
};

/* What one interposed function stands in front of, kept for the next time. */
struct calls_kept {
    uintptr_t word;           /* the function, and a bit that no address has: libgomp's */
    unsigned generation;      /* of what is loaded, when `word` was found; 0: never */
    struct calls_local *some; /* of callers that have a runtime library of their own */
};
#define CALLS_GNU ((uintptr_t)1 << 63)

/* Counts from 1 how often a library was unloaded: another may come to stand where it was. */
extern __attribute__((visibility("hidden"))) unsigned calls_generation;
void calls_forget_unloaded(void);

/* The program's function that this thread runs from this library, for a runtime library; NULL:
 * none. Where it ends with a jump, the caller seems to be this library. */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *calls_from;

/* The function that the caller at `site` means. */
struct calls_real calls_look_up(struct calls_kept *kept, const char *name, const void *site);

static inline struct calls_real calls_find(struct calls_kept *kept, const char *name,
                                           const void *site)
{
    unsigned now = __atomic_load_n(&calls_generation, __ATOMIC_RELAXED);
    if (__builtin_expect(__atomic_load_n(&kept->generation, __ATOMIC_ACQUIRE) != now, 0))
        return calls_look_up(kept, name, site);
    uintptr_t word = __atomic_load_n(&kept->word, __ATOMIC_RELAXED);
    return (struct calls_real){(void *)(word & ~CALLS_GNU), (word & CALLS_GNU) != 0};
}

#endif
