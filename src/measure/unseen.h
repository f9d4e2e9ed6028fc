/* unseen.h: what the process does that nobody listens to. */
#ifndef MEASURE_UNSEEN_H
#define MEASURE_UNSEEN_H

/* At the end of the process: notes in its page whether it used MPI without a collector. */
void unseen_note_mpi(void);

#endif
