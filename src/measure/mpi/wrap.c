/* wrap.c: see wrap.h */
#include "measure/mpi/wrap.h"

#include "measure/place.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

__thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct wrap_call *wrap_outer;

bool wrap_start(void)
{
    if (listen_busy)
        return false;
    if (!listen_to)
        listen_begin();
    return listen_hears(FORMAT_COLLECT_MPI);
}

/* Where a program loads MPI later and for itself alone (Python does), it is not among the libraries
 * that come next. */
void *wrap_next(const char *name)
{
    int saved = errno;
    listen_busy++;
    void *next = dlsym(RTLD_NEXT, name);
    void *library = next ? NULL : dlopen(MPI_LIBRARY, RTLD_LAZY | RTLD_NOLOAD);
    if (library)
        next = dlsym(library, name);
    listen_busy--;
    errno = saved;
    if (!next) {
        fprintf(stderr, "triptych: %s is called, but no library of MPI that has it is loaded\n",
                name);
        abort();
    }
    return next;
}

void wrap_finish(const struct wrap_call *call)
{
    struct act_end end = {.bytes = call->bytes};
    act_end(call->node, &end);
}

struct wrap_call *wrap_begin_far(struct wrap_call *own, unsigned number, enum tri_kind kind,
                                 unsigned flags, const char *name, const void *site)
{
    return wrap_begin(own, number, kind, flags, name, site);
}

void wrap_end_far(struct wrap_call *call, const struct wrap_call *own)
{
    if (call)
        wrap_end(call, own);
}
