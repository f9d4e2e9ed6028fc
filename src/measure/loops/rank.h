/* rank.h: finds the MPI rank of this process from its launcher's environment. */
#ifndef MEASURE_LOOPS_RANK_H
#define MEASURE_LOOPS_RANK_H

/* Writes the rank to the place's page, if the program uses MPI: programs that it starts have the
 * same environment. */
void rank_find(void);

#endif
