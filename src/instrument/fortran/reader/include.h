/* include.h: INCLUDE files are read for what they declare, and for what they might do. */
#ifndef INSTRUMENT_FORTRAN_READER_INCLUDE_H
#define INSTRUMENT_FORTRAN_READER_INCLUDE_H

#include "instrument/fortran/reader/reading.h"

/* What an INCLUDE file holds, with the files that it includes itself. */
struct included {
    bool missing;  /* it, or one of them, cannot be read */
    bool units;    /* program units or procedures */
    bool declares; /* specifications that must come before executable statements */
    bool executes;
    bool leaves;     /* RETURN, ENTRY, a jump: the unit may be left or entered in it */
    bool unbalanced; /* constructs that begin or end outside; statements not understood */
};

/* Reads the file that the statement names. `unit`, if not NULL, gets what it declares. */
struct included include_read(struct reading *reading, struct block *unit,
                             const struct statement *statement);

void include_free(struct source_memory *memory);

#endif
