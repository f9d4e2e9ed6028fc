/* type.h: caches the sizes of datatypes. */
#ifndef MEASURE_MPI_TYPE_H
#define MEASURE_MPI_TYPE_H

#include "measure/mpi/handles.h"

enum { TYPE_SLOTS = 256 };

/* Each slot is a handle with its size in the lowest 16 bits; larger sizes are not cached. */
extern WRAP_HIDDEN uint64_t type_known[TYPE_SLOTS];

uint64_t type_ask(MPI_Datatype type);

static inline size_t type_slot(uint64_t key)
{
    return (key >> 20 ^ key >> 28) % TYPE_SLOTS;
}

/* Gets the size from the cache; false if MPI must be asked. No type has the handle 0 of an empty
 * slot. */
static inline bool type_is_known(MPI_Datatype type, uint64_t *size)
{
    uint64_t key = HANDLE_BITS(type) << 16;
    uint64_t known = __atomic_load_n(&type_known[type_slot(key)], __ATOMIC_RELAXED);
    *size = known & 0xffff;
    return __builtin_expect((known ^ key) < 0x10000, 1);
}

static inline uint64_t type_size(MPI_Datatype type)
{
    uint64_t size;
    return type_is_known(type, &size) ? size : type_ask(type);
}

/* Hook: forgets the size when a type is freed or made, since another type may have had its
 * handle. */
void type_forget(const struct wrap_call *call, const MPI_Datatype *type);

#endif
