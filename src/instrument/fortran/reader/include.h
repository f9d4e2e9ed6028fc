/* include.h: INCLUDE files. They are read for what they declare, and for statements that keep the
 * program unit around the INCLUDE statement from being instrumented. */
#ifndef INSTRUMENT_FORTRAN_READER_INCLUDE_H
#define INSTRUMENT_FORTRAN_READER_INCLUDE_H

#include "instrument/fortran/reader/reading.h"

/* The contents of an INCLUDE file and of the files that it includes. */
struct included {
    bool missing;    /* one of the files cannot be read */
    bool units;      /* it has program units or procedures */
    bool declares;   /* it has specifications, which must come before executable statements */
    bool executes;   /* it has executable statements */
    bool leaves;     /* it has RETURN, ENTRY or a jump: the unit may be left or entered in it */
    bool unbalanced; /* a construct begins or ends outside, or a statement is not understood */
};

/* Reads the file that the INCLUDE statement names. The names that it declares are added to `unit`
 * (or NULL). */
struct included include_read(struct reading *reading, struct block *unit,
                             const struct statement *statement);

/* Frees the texts of all INCLUDE files. */
void include_free(struct source_memory *memory);

#endif
