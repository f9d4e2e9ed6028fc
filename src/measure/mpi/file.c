/* file.c: see file.h */
#include "measure/mpi/file.h"

#include "measure/files.h"
#include "measure/mpi/real.h"

enum { FILES = 256 }; /* open at the same time; further ones are not distinguished */

static struct known {
    uint64_t handle;
    uint32_t region;
} table[FILES];

static struct known *find(uint64_t handle)
{
    for (unsigned i = 0; i < FILES; i++) {
        if (__atomic_load_n(&table[i].handle, __ATOMIC_ACQUIRE) == handle)
            return &table[i];
    }
    return NULL;
}

void file_opened(struct wrap_call *call, const char *name, const MPI_File *file)
{
    call->file = measure_files_named(name, 0);
    for (unsigned i = 0; i < FILES && call->file; i++) {
        uint64_t empty = 0;
        if (__atomic_compare_exchange_n(&table[i].handle, &empty, 1, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
            table[i].region = call->file;
            __atomic_store_n(&table[i].handle, HANDLE_BITS(*file), __ATOMIC_RELEASE);
            return;
        }
    }
}

void file_used(struct wrap_call *call, MPI_File file)
{
    const struct known *known = find(HANDLE_BITS(file));
    call->file = known ? known->region : 0;
}

void file_closing(struct wrap_call *call, const MPI_File *file)
{
    struct known *known = find(HANDLE_BITS(*file));
    if (!known)
        return;
    call->file = known->region;
    __atomic_store_n(&known->handle, 0, __ATOMIC_RELEASE);
}

void file_asked(struct wrap_call *call, MPI_File file, MPI_Count count, MPI_Datatype type)
{
    file_used(call, file);
    call->bytes += count > 0 ? (uint64_t)count * type_size(type) : 0;
}

void file_moved(struct wrap_call *call, MPI_File file, const MPI_Status *status)
{
    MPI_Count moved = 0;
    file_used(call, file);
    if (WRAP_REAL(PMPI_Get_elements_x)(status, handles.byte, &moved) == MPI_SUCCESS && moved > 0)
        call->bytes += (uint64_t)moved;
}
