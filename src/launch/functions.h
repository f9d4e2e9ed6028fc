/* functions.h: the functions that the programs of a command have, for vocabularies that describe
 * functions by patterns. */
#ifndef LAUNCH_FUNCTIONS_H
#define LAUNCH_FUNCTIONS_H

#include "vocabulary/vocabulary.h"

/* Adds the symbols of the functions that each program of the command defines, once each. */
void launch_functions_of(struct vocabulary_program *to, char **command);
void launch_functions_free(struct vocabulary_program *program);

#endif
