/* type.c: see type.h */
#include "measure/mpi/type.h"

#include "measure/mpi/real.h"

uint64_t type_known[TYPE_SLOTS];

static bool is_named(MPI_Datatype type)
{
    int integers, addresses, types, combiner;
    return WRAP_REAL(PMPI_Type_get_envelope)(type, &integers, &addresses, &types, &combiner) ==
               MPI_SUCCESS &&
           combiner == MPI_COMBINER_NAMED;
}

uint64_t type_ask(MPI_Datatype type)
{
    MPI_Count size = 0;
    if (type == handles.no_type || WRAP_REAL(PMPI_Type_size_x)(type, &size) != MPI_SUCCESS ||
        size < 0)
        return 0;
    uint64_t key = HANDLE_BITS(type) << 16;
    if (size < TYPE_SIZES && key)
        __atomic_store_n(&type_known[type_slot(key)],
                         key | (is_named(type) ? TYPE_IS_NAMED : 0) | (uint64_t)size,
                         __ATOMIC_RELAXED);
    return (uint64_t)size;
}

void type_forget(const struct wrap_call *call, const MPI_Datatype *type)
{
    (void)call;
    if (!type) /* MPI_T passes NULL */
        return;
    uint64_t key = HANDLE_BITS(*type) << 16;
    __atomic_store_n(&type_known[type_slot(key)], 0, __ATOMIC_RELAXED);
}
