/* unit_names.h: finds the names of functions, qualified by classes, namespaces and modules. */
#ifndef ARCHIVE_SYMBOLS_UNIT_NAMES_H
#define ARCHIVE_SYMBOLS_UNIT_NAMES_H

#include "archive/symbols/unit_walk.h"
#include "util/buffer.h"

/* The units of one module that were walked: a function may be declared in another unit than its
 * code is in. */
struct symbols_names;
struct symbols_names *symbols_names_new(void);
void symbols_names_free(struct symbols_names *names);

/* Takes over the holders of a unit from its walk. */
void symbols_names_take(struct symbols_names *names, Dwarf_Die *unit, struct walk *walk);

/* Finds the function from part of which gcc made another one, for a parallel region or a task.
 * False if it is no such function. */
bool symbols_names_host(struct symbols_names *names, Dwarf_Die *function, Dwarf_Die *host);

/* Appends the name of a function as it is declared: "Grid::step"; "main::{lambda}::operator()" for
 * one inside a function. Fortran names include all program units around it, as `triptych fc` does:
 * "grid::step::inner". */
void symbols_names_full(struct symbols_names *names, Dwarf_Die *function, bool fortran,
                        struct buffer *to);

/* Converts gfortran's name of a main program that has no name, or is called MAIN, to that of
 * `triptych fc`; returns any other name unchanged. */
const char *symbols_names_program(const char *name);

/* Returns the name of the Fortran module that contains a function, or NULL. */
const char *symbols_names_module(struct symbols_names *names, Dwarf_Die *function);

#endif
