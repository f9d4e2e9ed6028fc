/* pulse.h: the layout of the file `pulse` of an archive: the last time at which `triptych run` was
 * running. It is written every second, and removed when the run has ended. */
#ifndef FORMAT_PULSE_H
#define FORMAT_PULSE_H

#include <stdint.h>

#define FORMAT_PULSE_FILE "pulse"
#define FORMAT_PULSE_MAGIC UINT64_C(0x31534c5550495254) /* "TRIPULS1" */

struct format_pulse {
    uint64_t magic;
    uint64_t monotonic; /* ns, as in run.json */
};

#endif
