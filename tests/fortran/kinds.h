/* kinds.h: the names of statements and blocks, as source.h spells them. */
#ifndef TESTS_FORTRAN_KINDS_H
#define TESTS_FORTRAN_KINDS_H

#include "instrument/fortran/source.h"

const char *kind_name(enum statement_kind kind);
const char *io_name(enum io_keyword io);
const char *block_name(enum block_kind kind);

#endif
