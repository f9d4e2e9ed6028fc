/* progress.h: waits for the other rank's next MPI call. MPI libraries move data and complete sends
 * only while the program is inside of MPI calls: a call can wait for a rank that computes, although
 * its message was sent, or its receive was posted, long before.
 *
 *     rank 0   Isend ── computes ─────────────────▶ Waitall
 *                    ╲ ................ ended by ╱
 *     rank 1          Waitall ... waits ........│ */
#ifndef ANALYSIS_WHATIF_PROGRESS_H
#define ANALYSIS_WHATIF_PROGRESS_H

#include "analysis/replay/steps.h"

/* Finds such waits in the run, and adds them to the steps (`needs`), which have been read with
 * `sends_wait`. */
void whatif_progress_find(const struct archive *archive, struct analysis_replay_steps *steps);

#endif
