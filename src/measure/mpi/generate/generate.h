/* generate.h: the generator of MPI wrappers: what it reads, and what it knows about MPI. */
#ifndef GENERATE_H
#define GENERATE_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct parameter {
    char *type, *name;
    bool is_text; /* a Fortran caller passes its length behind all other arguments */
};

/* A function of mpi.h. */
struct function {
    char *name;      /* MPI_Send_c */
    char *base;      /* MPI_Send: the function that it is a variant of, or itself */
    char *result;    /* type; NULL: not declared, only exported */
    bool is_special; /* it does not return an error code */
    struct parameter *parameters;
    size_t count, room;
};

struct functions {
    struct function *all;
    size_t count, room;
};

/* Reads the functions that mpi.h declares; `arguments` are the compiler's. False with an error. */
bool header_read(struct functions *functions, const char *const *arguments, int count,
                 struct error *error);
void header_free(struct functions *functions);

struct symbols {
    char **names;
    size_t count, room;
};

/* Adds the functions that a shared library exports and whose names begin with mpi, in upper or
 * lower case. */
bool symbols_read(struct symbols *symbols, const char *path, struct error *error);
void symbols_free(struct symbols *symbols);

/* The meaning of a function, or of several. */
struct meaning {
    const char *names;  /* without MPI_, separated by blanks */
    const char *kind;   /* enum tri_kind without TRI_KIND_ */
    const char *flags;  /* C expression */
    const char *before; /* a hook and the parameters that it gets; NULL: none */
    const char *after;  /* a hook after a successful call */
};

/* Returns the meaning of a function: by the name of its base, or by its parameters. */
struct meaning table_find(const struct function *function);

/* Returns the parameter that a word of a hook stands for: by its name, or one of several names with
 * | between them, or by the type that it points to, after a *. NULL if there is none. */
const struct parameter *table_parameter(const struct function *function, const char *word,
                                        size_t size);

/* Write the wrappers of functions called from C, and from Fortran. */
void write_c(FILE *out, const struct functions *functions, const struct symbols *symbols);
void write_fortran(FILE *out, const struct functions *functions, const struct symbols *symbols);

#endif
