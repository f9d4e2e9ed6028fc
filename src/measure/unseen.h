/* unseen.h: notes activities of the process that no collector observed. */
#ifndef MEASURE_UNSEEN_H
#define MEASURE_UNSEEN_H

/* At the end of the process: notes in its page if it used MPI without a collector. */
void unseen_note_mpi(void);

#endif
