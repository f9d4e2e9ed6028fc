/* unit_names.h: names of functions, with those of classes, namespaces and modules that they are
 * in. */
#ifndef ARCHIVE_SYMBOLS_UNIT_NAMES_H
#define ARCHIVE_SYMBOLS_UNIT_NAMES_H

#include "archive/symbols/unit_walk.h"
#include "util/buffer.h"

/* Units that were walked, of one module: what a function is declared in may be in another unit than
 * its code. */
struct symbols_names;
struct symbols_names *symbols_names_new(void);
void symbols_names_free(struct symbols_names *names);

/* Takes the holders of a unit out of its walk. */
void symbols_names_take(struct symbols_names *names, Dwarf_Die *unit, struct walk *walk);

/* The function that another one was made of a part of: gcc makes functions of parallel regions and
 * tasks, inside of the function that has them. False: it is none of these. */
bool symbols_names_host(struct symbols_names *names, Dwarf_Die *function, Dwarf_Die *host);

/* The name of a function as it is declared: "Grid::step"; "main::{lambda}::operator()" of what is
 * in a function. Of Fortran, with all units around it, as `triptych fc` names it:
 * "grid::step::inner". */
void symbols_names_full(struct symbols_names *names, Dwarf_Die *function, bool fortran,
                        struct buffer *to);

/* gfortran's name for a main program without one, or called MAIN, as `triptych fc` has it; any
 * other name stays. */
const char *symbols_names_program(const char *name);

/* The name of the Fortran module that a function is in, or NULL. */
const char *symbols_names_module(struct symbols_names *names, Dwarf_Die *function);

#endif
