/* calls.h: finds the functions of a runtime library behind the interposed ones. */
#ifndef MEASURE_OPENMP_CALLS_H
#define MEASURE_OPENMP_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* A function of a runtime library. */
struct measure_calls_real {
    void *function; /* NULL: not found */
    bool is_gnu;    /* of libgomp; false: of a library that reports by OMPT */
};

/* The real function behind one interposed function, cached. */
struct measure_calls_kept {
    uintptr_t word;           /* the function, and a bit that no address has, for libgomp */
    unsigned generation;      /* value of calls_generation when `word` was found; 0: never */
    struct calls_local *some; /* list for callers that have a runtime library of their own */
};
#define CALLS_GNU ((uintptr_t)1 << 63)

/* Incremented whenever a library is unloaded, from 1 on: another one may be loaded at its
 * addresses. */
extern __attribute__((visibility("hidden"))) unsigned calls_generation;
void measure_calls_forget_unloaded(void);

/* The function of the program that this thread runs on behalf of a runtime library; NULL: none. If
 * it ends with a jump, the caller seems to be this library. */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *calls_from;

/* Returns the function that the caller at `site` means. The slow path of measure_calls_find(). */
struct measure_calls_real measure_calls_look_up(struct measure_calls_kept *kept, const char *name,
                                                const void *site);

static inline struct measure_calls_real measure_calls_find(struct measure_calls_kept *kept,
                                                           const char *name, const void *site)
{
    unsigned now = __atomic_load_n(&calls_generation, __ATOMIC_RELAXED);
    if (__builtin_expect(__atomic_load_n(&kept->generation, __ATOMIC_ACQUIRE) != now, 0))
        return measure_calls_look_up(kept, name, site);
    uintptr_t word = __atomic_load_n(&kept->word, __ATOMIC_RELAXED);
    return (struct measure_calls_real){(void *)(word & ~CALLS_GNU), (word & CALLS_GNU) != 0};
}

#endif
