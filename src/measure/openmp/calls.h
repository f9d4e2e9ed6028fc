/* calls.h: the functions of a runtime library that interposed ones stand in front of. */
#ifndef MEASURE_OPENMP_CALLS_H
#define MEASURE_OPENMP_CALLS_H

#include <stdbool.h>

/* A function of a runtime library. */
struct calls_real {
    void *function; /* NULL: there is none */
    bool is_gnu;    /* libgomp's own; false: of a library that tells of itself by OMPT */
};

/* What one interposed function stands in front of, kept for the next time. */
struct calls_kept {
    struct calls_real real;
    bool is_known;            /* what `real` says is complete */
    struct calls_local *some; /* of callers that have a runtime library of their own */
};

/* The function that the caller at `site` means. */
struct calls_real calls_look_up(struct calls_kept *kept, const char *name, const void *site);

static inline struct calls_real calls_find(struct calls_kept *kept, const char *name,
                                           const void *site)
{
    if (__builtin_expect(__atomic_load_n(&kept->is_known, __ATOMIC_ACQUIRE), 1))
        return kept->real;
    return calls_look_up(kept, name, site);
}

/* A library was unloaded: another may come to stand where it was. */
void calls_forget_unloaded(void);

#endif
