/* collective.c: how long a collective operation takes (Thakur, Rabenseifner, Gropp, "Optimization
 * of collective communication operations in MPICH", 2005). */
#include "model/machine/machine.h"

#include <math.h>
#include <string.h>

double model_machine_collective(const struct model_machine *machine, const char *name, double bytes,
                                uint32_t p)
{
    double latency = machine->latency, transfer = bytes / machine->bandwidth;
    double steps = p > 1 ? ceil(log2(p)) : 0, others = p - 1.0;
    if (p <= 1)
        return 0;
    if (!strcmp(name, "barrier"))
        return steps * latency;
    if (!strcmp(name, "bcast") || !strcmp(name, "reduce") || !strcmp(name, "scan") ||
        !strcmp(name, "exscan"))
        return fmin(steps * (latency + transfer),
                    (steps + others) * latency + 2 * transfer * others / p);
    if (!strncmp(name, "alltoall", 8))
        return others * (latency + transfer / p);
    if (!strncmp(name, "allgather", 9) || !strncmp(name, "gather", 6) ||
        !strncmp(name, "scatter", 7))
        return steps * latency + others * transfer;
    if (!strncmp(name, "reduce_scatter", 14))
        return steps * latency + transfer * others / p;
    return fmin(steps * (latency + transfer), 2 * steps * latency + 2 * transfer * others / p);
}
