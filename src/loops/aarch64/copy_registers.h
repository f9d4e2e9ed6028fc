/* copy_registers.h: the registers that the probes of an edge use: free ones; those that can be
 * computed again afterwards, as in front of a loop, where the last instructions set its registers
 * from others; and those that are pushed. */
#ifndef LOOPS_AARCH64_COPY_REGISTERS_H
#define LOOPS_AARCH64_COPY_REGISTERS_H

#include "loops/aarch64/copy.h"

enum { COPY_REGISTERS = 4 };

struct copy_registers {
    uint32_t all[COPY_REGISTERS];
    uint32_t spilled[COPY_REGISTERS], spills; /* ZERO behind the last one */
    uint32_t again[COPY_REGISTERS], agains;   /* instructions that compute registers again */
};

/* Chooses `wanted` registers for the probes of an edge, which read those in `used`; those in
 * `needed` have to be preserved. Those in `early` are read before the first two chosen ones, the
 * last one excepted, are written. */
void copy_registers_choose(const struct copy *copy, uint32_t edge, uint32_t needed, uint32_t used,
                           uint32_t early, uint32_t wanted, struct copy_registers *registers);

#endif
