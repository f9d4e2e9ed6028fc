/* near.c: see near.h */
#include "measure/mpi/near.h"

#include "measure/bridge.h"
#include "measure/copies.h"
#include "measure/listen.h"
#include "measure/mpi/cpu.h"
#include "measure/visit.h"

#include <string.h>

static void bring_near(struct measure_callers_entry *near,
                       const struct measure_callers_entry *entry, void *function,
                       uint32_t generation)
{
    struct measure_callers_entry fields = *entry;
    fields.generation = 0; /* until the copy is complete */
    fields.function = function;
    *near = fields;
    memcpy(near->checks, entry->checks, entry->count * sizeof entry->checks[0]);
    __asm__ volatile("" ::: "memory");
    near->generation = generation;
}

VISIT_RARE void wrap_remember(struct wrap_call *call, const void *frame, uintptr_t pointer,
                              unsigned number, const void *site, void *next)
{
    uint32_t generation = __atomic_load_n(&copies_generation, __ATOMIC_ACQUIRE);
    call->cpu_long = wrap_cpu_long;
    struct measure_callers_entry *known =
        callers_known(call->callers, site, frame, pointer, number);
    if (!known || !call->node)
        return;
    known->generation = 0;
    known->up = measure_visit_up(call->node);
    known->node = measure_visit_up(call->node)->recent;
    /* Where functions of the binary are counted, the parent depends on them, too, not only on the
     * stack and on the current node: no call is a quick one. */
    if (__atomic_load_n(&known->region->mode, __ATOMIC_RELAXED) != TRI_TIME ||
        !(__atomic_load_n(&listen_to, __ATOMIC_RELAXED) & FORMAT_COLLECT_MPI) ||
        measure_bridge_is_on)
        return;
    if (known->count <= WRAP_NEAR_CHECKS)
        bring_near(&wrap_near_of(call, number, site)->entry, known, next, generation);
    known->generation = generation;
    call->has_near = true;
}

VISIT_RARE void wrap_forget_near(struct wrap_call *call)
{
    for (unsigned i = 0; i < WRAP_NEAR; i++)
        call->near[i].entry.generation = 0;
    call->expected = NULL;
    call->has_near = false;
}
