/* site.c: see site.h */
#include "measure/mpi/site.h"

#include "measure/listen.h"
#include "measure/visit.h"

VISIT_RARE struct tri_region *wrap_find_callers(struct wrap_call *call, struct tri_region *base,
                                                const void *frame, uintptr_t pointer,
                                                unsigned number, const void *address)
{
    struct tri_region *region = measure_callers_find(base, address, frame, pointer, number);
    call->last = call->expected = NULL; /* the search may have cleared the entries */
    call->callers = measure_callers_quick_ones();
    call->current = &measure_lane_current;
    call->busy = &listen_busy;
    return region;
}
