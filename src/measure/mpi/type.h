/* type.h: caches the sizes of datatypes. */
#ifndef MEASURE_MPI_TYPE_H
#define MEASURE_MPI_TYPE_H

#include "measure/mpi/handles.h"

enum { TYPE_SLOTS = 256 };

/* Each slot is a handle, with TYPE_IS_NAMED if the type belongs to MPI and has the same size
 * forever, and the size in the lowest 15 bits; larger sizes are not cached. */
enum { TYPE_SIZES = 1 << 15, TYPE_IS_NAMED = TYPE_SIZES };
extern WRAP_HIDDEN uint64_t type_known[TYPE_SLOTS];

uint64_t type_ask(MPI_Datatype type);

static inline size_t type_slot(uint64_t key)
{
    return (key >> 20 ^ key >> 28) % TYPE_SLOTS;
}

/* Gets the type's slot from the cache; false if MPI must be asked. No type has the handle 0 of an
 * empty slot. */
static inline bool type_is_known(MPI_Datatype type, uint64_t *known)
{
    uint64_t key = HANDLE_BITS(type) << 16;
    *known = __atomic_load_n(&type_known[type_slot(key)], __ATOMIC_RELAXED);
    return __builtin_expect((*known ^ key) >> 16 == 0, 1);
}

/* Gets the size for a call with known callers, whose entry keeps the last type of MPI's own. */
static inline __attribute__((always_inline)) bool type_is_usual(struct measure_callers_entry *entry,
                                                                MPI_Datatype type, uint64_t *size)
{
    uint64_t known;
    *size = entry->type_size;
    if (__builtin_expect(entry->type == HANDLE_BITS(type), 1))
        return true;
    if (!type_is_known(type, &known))
        return false;
    *size = known & (TYPE_SIZES - 1);
    if (known & TYPE_IS_NAMED) {
        entry->type = HANDLE_BITS(type);
        entry->type_size = (uint32_t)*size;
    }
    return true;
}

static inline uint64_t type_size(MPI_Datatype type)
{
    uint64_t known;
    return type_is_known(type, &known) ? known & (TYPE_SIZES - 1) : type_ask(type);
}

/* Hook: forgets the size when a type is freed or made, since another type may have had its
 * handle. */
void type_forget(const struct wrap_call *call, const MPI_Datatype *type);

#endif
