/* job.c: see job.h */
#include "measure/mpi/job.h"

#include "measure/mpi/align.h"
#include "measure/mpi/gather.h"
#include "measure/mpi/real.h"
#include "measure/mpi/request.h"
#include "measure/place.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* True with TRIPTYCH_RANKS=apart: other ranks may not be measured, and would never answer. */
static bool are_apart(void)
{
    const char *setting = secure_getenv("TRIPTYCH_RANKS");
    return setting && !strcmp(setting, "apart");
}

/* The wrapper of another form of MPI_Init may have called it before. */
void job_begin(struct wrap_call *call)
{
    (void)call;
    static bool begun;
    int rank = 0, size = 1, level = MPI_THREAD_MULTIPLE;
    if (begun)
        return;
    begun = true;
    handles_start();
    WRAP_REAL(PMPI_Query_thread)(&level);
    request_start(level == MPI_THREAD_MULTIPLE);
    if (WRAP_REAL(PMPI_Comm_rank)(handles.world, &rank) != MPI_SUCCESS ||
        WRAP_REAL(PMPI_Comm_size)(handles.world, &size) != MPI_SUCCESS)
        return;
    bool apart = are_apart();
    comm_start(rank, size, apart);
    uint64_t job = apart ? (uint64_t)getppid() : align_begin(rank, size);
    struct format_place *page = measure_place_page();
    if (!page)
        return;
    page->job = job;
    page->rank = (uint32_t)rank;
    __atomic_store_n(&page->ranks, (uint32_t)size, __ATOMIC_RELEASE);
}

void job_end(struct wrap_call *call)
{
    (void)call;
    static bool ended;
    MPI_Comm comm;
    if (ended || !align_comm(&comm))
        return;
    ended = true;
    align_end();
    gather(comm);
    align_free();
}
