/* outlined.c: the function that gcc made of a parallel region or task, which identifies the source
 * position. A return address is less exact: the call may have no line of its own in the debugging
 * information, and a routine that ends with a parallel region has left the stack when the region
 * begins. */
#include "measure/address.h"
#include "measure/openmp/openmp.h"
#include "measure/openmp/owns.h"
#include "measure/unwind/code.h"

#include <stddef.h>

/* The construct that this thread is about to begin, or began last. */
static __thread __attribute__((tls_model("initial-exec"))) struct {
    const void *function;
    const void *call; /* return address */
} next;

/* True if the runtime library reports the call that this thread noted last: by the same return
 * address, by one of its own, or, if the wrapper did not jump, by the wrapper's. */
static bool is_noted(const void *site)
{
    return next.function && (next.call == site || measure_openmp_owns(site) ||
                             measure_address_module(site) ==
                                 measure_address_module((const void *)(uintptr_t)outlined_site));
}

const void *outlined_function(const void *site)
{
    return is_noted(site) ? next.function : NULL;
}

/* A function that only jumps to an identical one has no line. */
const void *outlined_site(const void *site)
{
    if (!is_noted(site))
        return site;
    return measure_code_only_jumps((uintptr_t)next.function) ? next.call : next.function;
}

void outlined_note(const void *function, const void *call)
{
    next.function = function;
    next.call = call;
}
