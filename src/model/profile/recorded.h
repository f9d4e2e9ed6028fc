/* recorded.h: the values of variables that a program recorded while it ran. */
#ifndef MODEL_PROFILE_RECORDED_H
#define MODEL_PROFILE_RECORDED_H

#include "model/profile/ask.h"
#include "util/buffer.h"

/* Writes the C file that defines tri_profile_value(), for C and for Fortran. The program keeps the
 * tallies in files of the folder that TRIPTYCH_VALUES names, one per process, mapped into memory,
 * so that they are there even if the program is killed. */
void profile_recorder_write(const struct model_profile_asks *asks, struct buffer *out);

/* Reads the tally of one value over all processes of a folder. False with an error if a file is
 * damaged. */
bool profile_recorded_read(const char *folder, size_t number, size_t count,
                           struct profile_tally *tally, struct error *error);

#endif
