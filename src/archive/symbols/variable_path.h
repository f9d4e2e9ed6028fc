/* variable_path.h: names a part of a variable by its type in the debugging information. */
#ifndef ARCHIVE_SYMBOLS_VARIABLE_PATH_H
#define ARCHIVE_SYMBOLS_VARIABLE_PATH_H

#include "util/buffer.h"

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* What is sought at an offset in a variable: data that begins there, or a pointer that leads to the
 * data (of C, or inside the descriptor of an array of Fortran). */
enum variable_part { VARIABLE_DATA, VARIABLE_POINTER };

/* Returns the size of a variable in bytes; 0 if it is not known. An array of Fortran that is
 * described by a descriptor counts as a pointer. */
uint64_t variable_path_size(Dwarf_Die *variable);

/* Appends the name of the part of a variable: "halo.right", "cells[].flux", "edge%left". The whole
 * variable is meant where its first part is data, too. False if there is no such part. */
bool variable_path(Dwarf_Die *variable, uint64_t offset, enum variable_part part,
                   struct buffer *name);

#endif
