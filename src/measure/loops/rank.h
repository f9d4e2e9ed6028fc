/* rank.h: which rank of an MPI program this process is, as far as its launcher says so. */
#ifndef MEASURE_LOOPS_RANK_H
#define MEASURE_LOOPS_RANK_H

/* Writes it to the place's page. Only of a program that has MPI: those that it starts have the same
 * environment. */
void rank_find(void);

#endif
