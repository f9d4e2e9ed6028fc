/* unseen.c: see unseen.h */
#include "measure/unseen.h"

#include "measure/listen.h"
#include "measure/place.h"

#include <dlfcn.h>
#include <stdbool.h>

/* True if the function is that of a collector's own library. */
static bool is_own(const void *function)
{
    Dl_info its, own;
    return dladdr(function, &its) && dladdr((const void *)&unseen_note_mpi, &own) &&
           its.dli_fbase == own.dli_fbase;
}

/* True if the program has called MPI_Init. MPI answers at any time, also after MPI_Finalize. */
static bool mpi_began(void)
{
    int (*initialized)(int *flag);
    int began = 0;
    *(void **)&initialized = dlsym(RTLD_DEFAULT, "PMPI_Initialized");
    return initialized && !is_own((const void *)initialized) && initialized(&began) == 0 && began;
}

void unseen_note_mpi(void)
{
    if (!measure_place_is_measuring() || !listen_to || !mpi_began())
        return;
    struct format_place *page = measure_place_page();
    bool asked = listen_to & FORMAT_COLLECT_MPI;
    page->collects = (uint8_t)((page->collects & ~FORMAT_COLLECT_MPI) |
                               (asked ? FORMAT_COLLECT_NO_MPI : FORMAT_COLLECT_UNASKED_MPI));
}
