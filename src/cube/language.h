/* language.h: the language of a source file, by its name, and its keywords. */
#ifndef CUBE_LANGUAGE_H
#define CUBE_LANGUAGE_H

#include <stdbool.h>
#include <stdint.h>

bool cube_language_is_fortran(const char *file);

/* Returns the keyword of a loop in that file, by its enum tri_flag: for, while, do, do while; ""
 * for a loop of a binary, where it is unknown. */
const char *cube_language_loop(const char *file, uint32_t flags);

#endif
