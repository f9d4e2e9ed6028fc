/* real.c: see real.h */
#include "measure/mpi/real.h"

#include "measure/listen.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Finds the MPI library if the program loads it later and privately (Python does): then it is not
 * among the libraries behind this one. It may be a relative of the one that the collector was built
 * with: Intel MPI, MVAPICH, Cray MPI. NULL if there is none. */
static void *find_loaded(void)
{
    static const char *const names[] = {
        MPI_LIBRARY,           "libmpi.so.12",     "libmpich.so.12",
        "libmpi_cray.so.12",   "libmpi_gnu.so.12", "libmpi_intel.so.12",
        "libmpi_nvidia.so.12", "libmpi_amd.so.12", "libmpi.so.40"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !library; i++)
        library = dlopen(names[i], RTLD_LAZY | RTLD_NOLOAD);
    return library;
}

void *wrap_next(const char *name)
{
    int saved = errno;
    listen_busy++;
    void *next = dlsym(RTLD_NEXT, name);
    void *library = next ? NULL : find_loaded();
    if (library)
        next = dlsym(library, name);
    listen_busy--;
    errno = saved;
    if (!next) {
        fprintf(stderr, "triptych: %s was called, but no loaded MPI library defines it\n", name);
        abort();
    }
    return next;
}
