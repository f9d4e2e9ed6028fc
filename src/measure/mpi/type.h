/* type.h: how large a datatype is. */
#ifndef MEASURE_MPI_TYPE_H
#define MEASURE_MPI_TYPE_H

#include "measure/mpi/handles.h"

enum { TYPE_SLOTS = 256 };

/* Each a handle and its size in the lowest 16 bits; larger ones are asked for each time. */
extern WRAP_HIDDEN uint64_t type_known[TYPE_SLOTS];

uint64_t type_ask(MPI_Datatype type);

static inline size_t type_slot(uint64_t key)
{
    return (key >> 20 ^ key >> 28) % TYPE_SLOTS;
}

/* False: it has to be asked for. No type has the handle 0, which an empty slot would stand for. */
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

/* It is freed, or made: another may have had its handle. */
void type_forget(const struct wrap_call *call, const MPI_Datatype *type);

#endif
