/* values.h: recording statements for the values of variables, and the places of communication, in a
 * source file. A metaprogram asks for them (model/profile): the p-th assignment to a variable in
 * the b-th loop of a function, or before or after that loop.
 *
 * A recorded assignment calls tri_profile_value(number, value), which the program must define. */
#ifndef INSTRUMENT_VALUES_H
#define INSTRUMENT_VALUES_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

enum instrument_value_at {
    VALUE_INSIDE, /* the loop; the function if no loop is asked for */
    VALUE_BEFORE,
    VALUE_AFTER
};

/* One call of MPI that communicates. */
struct instrument_value_call {
    unsigned line, end_line;
    const char *name; /* owned by the value */
};

/* One question, and what was found. Texts are the asker's. */
struct instrument_value {
    unsigned number;      /* for tri_profile_value() */
    const char *function; /* its name */
    const char *variable; /* as the source spells it, blanks apart; NULL: communication is asked for
                           */
    unsigned block;       /* position of the loop in the function, from 1; 0: the whole function */
    enum instrument_value_at at;
    unsigned position; /* 0: all of them */
    /* found: */
    bool has_function;
    char *routine;   /* the function's name as its region has it */
    unsigned blocks; /* loops of the function */
    unsigned found;  /* assignments or communications at that side of the loop */
    unsigned recorded;
    const char *obstacle; /* why the wanted assignment cannot be recorded; NULL: none */
    struct buffer there;  /* other variables that are assigned to: "x, y" */
    struct instrument_value_call *calls; /* those at the wanted position */
    size_t call_count, call_room;
    unsigned first_line, last_line; /* of the loop, or of the function */
};

/* Questions about one file. */
struct instrument_values {
    struct instrument_value *list;
    size_t count;
    struct buffer functions; /* those that the file defines: "main, step" */
};

/* Forgets what was found in a file. */
void instrument_values_clear(struct instrument_values *values);

/* True if a function of MPI sends or receives data: MPI_Send, mpi_bcast; not MPI_Wait. */
bool instrument_values_communicates(const char *name);

/* Adds a name to a list that is printed, once. */
void instrument_values_list(struct buffer *list, const char *name);

/* For readers of languages: tells of a call, or of an assignment, at offset `at` in the function;
 * the loop lies at [start, end). Returns true if it is one that is asked for. */
bool instrument_values_chosen(struct instrument_value *value, size_t at, size_t start, size_t end);

/* Adds a call. */
void instrument_values_add_call(struct instrument_value *value, const char *name, unsigned line,
                                unsigned end_line);

#endif
