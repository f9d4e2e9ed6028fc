/* describe.h: statements and blocks in words. */
#ifndef TESTS_FORTRAN_DESCRIBE_H
#define TESTS_FORTRAN_DESCRIBE_H

#include "instrument/fortran/source.h"

const char *kind_name(enum statement_kind kind); /* as source.h spells them */
const char *io_name(enum io_keyword io);
const char *block_name(enum block_kind kind);

/* One line without its end: kind, label, name and parts. The caller's. */
char *describe_statement(const struct statement *statement);

/* A line for each block, inner ones indented. The caller's. */
char *describe_blocks(const struct source *source);

#endif
