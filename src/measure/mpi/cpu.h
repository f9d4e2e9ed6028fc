/* cpu.h: the CPU time that a thread spends in MPI. */
#ifndef MEASURE_MPI_CPU_H
#define MEASURE_MPI_CPU_H

#include "measure/mpi/call.h"

/* Called when a place begins: chooses how often the CPU time is read. */
void wrap_cpu_start(void);

/* The CPU time of the thread is read at the end of each long call, in which the thread may have
 * slept, and otherwise now and then when a call begins, so that the part spent in MPI is known. */
extern WRAP_HIDDEN uint64_t wrap_cpu_long; /* ticks of a long call */
void wrap_cpu_entered(struct wrap_call *call);
uint64_t wrap_cpu_left(struct wrap_call *call, uint64_t now);

/* Counts a call of that many ticks that ends now. Returns its ticks, including those that the
 * system took from the thread while its CPU time was read. */
static inline __attribute__((always_inline)) uint64_t wrap_cpu(struct wrap_call *call,
                                                               uint64_t ticks, uint64_t now)
{
    call->cpu_inside += ticks;
    return __builtin_expect(ticks >= wrap_cpu_long, 0) ? ticks + wrap_cpu_left(call, now) : ticks;
}

#endif
