/* death.h: the layout of deaths/BOOT in an archive: ends of processes on the machine with that boot
 * id, as other processes noticed them. A process of the run that waits for its children, such as a
 * launcher of MPI or a shell, appends a record for each child that a signal ended, possibly much
 * later and in any order. `triptych run` notices at once that a place has ended, but not by which
 * signal. Launchers that end all processes when one has died record the signals that they send. */
#ifndef FORMAT_DEATH_H
#define FORMAT_DEATH_H

#include <stdint.h>

#define FORMAT_DEATHS_FOLDER "deaths"

#define FORMAT_DEATH_SEEN (-1)

static inline int32_t format_death_sent(int signal)
{
    return FORMAT_DEATH_SEEN - signal;
}

struct format_death {
    uint32_t pid;
    int32_t status;     /* as waitpid() gives it; FORMAT_DEATH_SEEN: not known; less:
                           format_death_sent() of a signal that was sent to it */
    uint64_t monotonic; /* ns, CLOCK_MONOTONIC of the machine: when it was noticed */
    uint64_t spare[2];
};

_Static_assert(sizeof(struct format_death) == 32, "death");

#endif
