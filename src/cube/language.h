/* language.h: what a source file's name tells of its language, and how that language calls things.
 */
#ifndef CUBE_LANGUAGE_H
#define CUBE_LANGUAGE_H

#include <stdbool.h>
#include <stdint.h>

bool language_is_fortran(const char *file);

/* The word a loop of that file begins with, by its enum tri_flag: for, while, do, do while; of a
 * binary's loop "": that is not known. */
const char *language_loop(const char *file, uint32_t flags);

#endif
