/* buffer.h: records where the buffers of MPI calls are in memory (format/buffer.h), so that their
 * variables can be named after the run. A buffer that was used by the last call of the same site
 * costs a comparison; one that the site has used before, a multiplication more. */
#ifndef MEASURE_MPI_BUFFER_H
#define MEASURE_MPI_BUFFER_H

#include "measure/mpi/quick.h"

enum {
    BUFFER_SEEN_BITS = 12,
    BUFFER_SEEN = 1 << BUFFER_SEEN_BITS,
    BUFFER_REGIONS = 8192, /* buffers of call sites with higher numbers are not recorded */
};

/* Pairs of call site and buffer that were recorded, each in the slot of its key. */
extern WRAP_HIDDEN uint64_t buffer_seen[BUFFER_SEEN];

/* Combines a call site and one of its buffers. Keys of different pairs differ: user addresses have
 * 48 bits. */
static inline uint64_t buffer_key(uint32_t region, unsigned which, const void *buffer)
{
    uint64_t site = (uint64_t)(region * 2 + which) << 48;
    return ((uint64_t)(uintptr_t)buffer ^ site) * UINT64_C(0x9e3779b97f4a7c15);
}

/* True if the call site has used the buffer before. */
static inline bool buffer_is_seen(uint32_t region, unsigned which, const void *buffer)
{
    uint64_t key = buffer_key(region, which, buffer);
    return __atomic_load_n(&buffer_seen[key >> (64 - BUFFER_SEEN_BITS)], __ATOMIC_RELAXED) == key;
}

/* The same for a call with known callers, for which the buffers of the last call are kept. */
static inline __attribute__((always_inline)) bool
buffer_is_usual(const struct wrap_quick *quick, unsigned which, const void *buffer)
{
    if (__builtin_expect(quick->known->buffers[which] == buffer, 1))
        return true;
    if (!buffer_is_seen(quick->node->region, which, buffer))
        return false;
    quick->known->buffers[which] = buffer;
    return true;
}

/* Records a buffer of a call. */
void buffer_record(const struct wrap_call *call, unsigned which, const void *buffer);

/* Hook of calls with a buffer; `which` counts the buffers among the arguments. */
static inline void buffer_used(const struct wrap_call *call, unsigned which, const void *buffer)
{
    if (call->node && __builtin_expect(!buffer_is_seen(call->visited->region, which, buffer), 0))
        buffer_record(call, which, buffer);
}

#endif
