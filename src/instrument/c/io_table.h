/* io_table.h: the standard functions whose calls are I/O statements. */
#ifndef INSTRUMENT_C_IO_TABLE_H
#define INSTRUMENT_C_IO_TABLE_H

/* The effect of a call on a stream or descriptor. */
enum io_act {
    IO_USE,   /* uses it */
    IO_OPEN,  /* opens it */
    IO_CLOSE, /* closes it */
};

/* The way in which a call names its file. */
enum io_handle {
    IO_NOWHERE, /* not at all */
    IO_STREAM,  /* argument `handle` is a FILE * */
    IO_FD,      /* argument `handle` is a descriptor */
    IO_FIXED    /* `handle` is the descriptor itself */
};

/* The number of bytes that a call moves. */
enum io_bytes {
    IO_NONE,        /* none, or only bytes that were counted when they were buffered */
    IO_UNKNOWN,     /* the call does not report it */
    IO_RESULT,      /* the result, if it is positive */
    IO_ITEMS,       /* the result times argument `size` */
    IO_CHARACTER,   /* one, unless the result is EOF */
    IO_TEXT,        /* the length of the string in argument `size`, unless the result is EOF */
    IO_LINE,        /* the same, plus one for the end of the line */
    IO_RESULT_TEXT, /* the length of the string that is the result */
};

/* One standard function. Arguments are numbered from 0. */
struct io_function {
    const char *name;
    enum io_act act;
    enum io_handle where;
    int handle; /* see enum io_handle */
    enum io_bytes bytes;
    int size; /* argument: see enum io_bytes; IO_OPEN: the path, or negative if there is none */
    unsigned flags; /* TRI_READS, TRI_WRITES */
    int is_void;    /* it returns nothing */
};

/* Returns the function of this name; NULL if it is no I/O function. */
const struct io_function *io_function(const char *name);

#endif
