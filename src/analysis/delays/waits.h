/* waits.h: single waits of MPI calls for another rank. */
#ifndef ANALYSIS_DELAYS_WAITS_H
#define ANALYSIS_DELAYS_WAITS_H

#include "analysis/delays/delays.h"

/* One wait. */
struct analysis_delay_wait {
    uint64_t start; /* ns: of the call */
    uint64_t until; /* when the other rank arrived, or the call ended */
    uint32_t node;  /* row: the call */
    uint32_t late;  /* row of nodes: the late call */
    enum analysis_delay_kind kind;
    /* See struct analysis_delay_item; after and before are rows of nodes, or ARCHIVE_NONE. */
    uint32_t doing, after, before;
};

struct analysis_delay_waits {
    struct analysis_delay_wait *all;
    size_t count, room;
    uint64_t unknown, partial; /* see struct analysis_delays */
};

/* Returns when a wait in a call of that row of nodes began which started at `start`: earlier, if
 * calls before it had asked for the same in vain. */
typedef uint64_t analysis_delay_beginning(const void *of, uint32_t node, uint64_t start);

/* Finds the waits, at most one per call, in no particular order. The caller frees `all`. */
struct analysis_delay_waits analysis_delay_waits_find(const struct archive *archive);

/* The same, with waits that began before their calls. */
struct analysis_delay_waits analysis_delay_waits_since(const struct archive *archive,
                                                       analysis_delay_beginning *beginning,
                                                       const void *of);

/* True if the send of a message (a row) may have to wait for its receive: it is synchronous, or
 * large. */
bool analysis_delay_needs_receive(const struct archive *archive, size_t message);

/* Finds what the late ranks did meanwhile. Reorders the waits. */
void analysis_delay_causes_find(const struct archive *archive, struct analysis_delay_waits *waits);

#endif
