/* doors.h: leads calls of described functions that the program itself contains to the collector:
 * format/doors.h. */
#ifndef MEASURE_VOCABULARY_DOORS_H
#define MEASURE_VOCABULARY_DOORS_H

/* Patches the program, before its own code runs, if `triptych run` has chosen vocabularies. What
 * cannot be patched is said on stderr. `archive` is the path of the run's archive. Without the
 * guard. */
void measure_vocabulary_open_doors(const char *archive);

#endif
