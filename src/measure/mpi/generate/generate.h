/* generate.h: the generator of MPI wrappers: what it reads, and what it knows of MPI by itself. */
#ifndef GENERATE_H
#define GENERATE_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct parameter {
    char *type, *name;
    bool is_text; /* a Fortran caller passes its length behind all others */
};

/* A function of mpi.h. */
struct function {
    char *name;      /* MPI_Send_c */
    char *base;      /* MPI_Send: what it is another form of, or itself */
    char *result;    /* type; NULL: declared nowhere, only exported */
    bool is_special; /* a function that does not return an error code */
    struct parameter *parameters;
    size_t count, room;
};

struct functions {
    struct function *all;
    size_t count, room;
};

/* Reads the functions that mpi.h declares; `arguments` are the compiler's. */
bool header_read(struct functions *functions, const char *const *arguments, int count,
                 struct error *error);
void header_free(struct functions *functions);

struct symbols {
    char **names;
    size_t count, room;
};

/* Adds the functions that a shared library exports and whose names begin with mpi, in any case. */
bool symbols_read(struct symbols *symbols, const char *path, struct error *error);
void symbols_free(struct symbols *symbols);

/* What is known of the meaning of a function. */
struct meaning {
    const char *names;  /* without MPI_, separated by blanks */
    const char *kind;   /* enum tri_kind without TRI_KIND_ */
    const char *flags;  /* C expression */
    const char *before; /* a hook and the parameters that it is given; NULL: none */
    const char *after;  /* the same, after a call that went well */
};

/* The meaning of a function: by its base's name, or else by what it is given. */
struct meaning table_find(const struct function *function);

/* The parameter that a word of a hook stands for: by its name, one of several with | between them,
 * or by what it points to, after a *. NULL: there is none. */
const struct parameter *table_parameter(const struct function *function, const char *word,
                                        size_t size);

/* Writes the wrappers of functions called from C, and from Fortran. */
void write_c(FILE *out, const struct functions *functions, const struct symbols *symbols);
void write_fortran(FILE *out, const struct functions *functions, const struct symbols *symbols);

#endif
