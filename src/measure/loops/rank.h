/* rank.h: finds the MPI rank of this process from its launcher's environment. */
#ifndef MEASURE_LOOPS_RANK_H
#define MEASURE_LOOPS_RANK_H

/* Writes to the place's page that the program uses MPI, and its rank; of programs without MPI,
 * which have the same environment if an MPI program starts them, nothing. */
void rank_find(void);

#endif
