/* handles.c: see handles.h */
#include "measure/mpi/handles.h"

#include "measure/mpi/real.h"

#include <dlfcn.h>

struct handles handles;

#ifdef OPEN_MPI
/* Finds a predefined object. A program that refers to it may have a copy of it (R_X86_64_COPY),
 * which MPI then uses, too: the first definition is the right one, not that of MPI's own library,
 * unless the program has loaded MPI for itself. */
static void *find(const char *symbol)
{
    void *first = dlsym(RTLD_DEFAULT, symbol);
    return first ? first : wrap_next(symbol);
}
#define FIND(macro, symbol) find(symbol)
#else
#define FIND(macro, symbol) (macro)
#endif

void handles_start(void)
{
    handles = (struct handles){
        .world = FIND(MPI_COMM_WORLD, "ompi_mpi_comm_world"),
        .self = FIND(MPI_COMM_SELF, "ompi_mpi_comm_self"),
        .no_comm = FIND(MPI_COMM_NULL, "ompi_mpi_comm_null"),
        .no_request = FIND(MPI_REQUEST_NULL, "ompi_request_null"),
        .byte = FIND(MPI_BYTE, "ompi_mpi_byte"),
        .number = FIND(MPI_UINT64_T, "ompi_mpi_uint64_t"),
        .no_type = FIND(MPI_DATATYPE_NULL, "ompi_mpi_datatype_null"),
        .max = FIND(MPI_MAX, "ompi_mpi_op_max"),
        .any = FIND(MPI_BOR, "ompi_mpi_op_bor"),
        .nothing = FIND(MPI_NO_OP, "ompi_mpi_op_no_op"),
    };
}
