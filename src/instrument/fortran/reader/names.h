/* names.h: how the reader builds what names_class and the like answer from. */
#ifndef INSTRUMENT_FORTRAN_READER_NAMES_H
#define INSTRUMENT_FORTRAN_READER_NAMES_H

#include "instrument/fortran/reader/reading.h"

struct names;

struct names *names_new(struct reading *reading);

/* A statement of `block`, which is part of a unit, was read: what it declares is noted. */
void names_add(struct reading *reading, struct block *block, const struct statement *statement);

/* A procedure that begins with `statement` stands in `block`. */
void names_add_procedure(struct reading *reading, struct block *block,
                         const struct statement *statement);

/* Whether nothing said so far of `name` in the unit around `block` speaks against it. */
bool names_may_be_statement_function(const struct block *block, const char *name);

#endif
