/* same_program.h: tests if two archives are of runs of the same program. */
#ifndef CUBE_SAME_PROGRAM_H
#define CUBE_SAME_PROGRAM_H

#include "archive/archive.h"

/* Compares programs, arguments, processes, the kind of clock and the source files that both have.
 * False with an error that says what differs. */
bool same_program(const struct archive *archive, const struct archive *other, struct error *error);

#endif
