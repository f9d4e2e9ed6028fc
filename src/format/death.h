/* death.h: the layout of deaths/BOOT in an archive: processes that have ended on the machine of
 * that boot id, as others saw it. Whatever process of the run waits for its children, a launcher of
 * MPI or a shell, appends a record for each that a signal ended. It may come to that much later,
 * and in any order; `triptych run` sees at once when a place has ended, but not of what. Launchers
 * that end the others when one process has died tell which signals they send. */
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
    int32_t status;     /* as waitpid() gives it; FORMAT_DEATH_SEEN: not known; less than that:
                           format_death_sent() of a signal that was sent to it */
    uint64_t monotonic; /* ns, CLOCK_MONOTONIC of the machine: when it was seen */
    uint64_t spare[2];
};

_Static_assert(sizeof(struct format_death) == 32, "death");

#endif
