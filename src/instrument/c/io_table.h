/* io_table.h: the standard functions that are I/O statements. */
#ifndef INSTRUMENT_C_IO_TABLE_H
#define INSTRUMENT_C_IO_TABLE_H

enum io_act {
    IO_USE,   /* works on a stream or descriptor */
    IO_OPEN,  /* makes one */
    IO_CLOSE, /* ends one */
};

enum io_handle {
    IO_NOWHERE, /* not known */
    IO_STREAM,  /* argument `handle` is a FILE * */
    IO_FD,      /* argument `handle` is a descriptor */
    IO_FIXED    /* `handle` is the descriptor itself */
};

enum io_bytes {
    IO_NONE,        /* moves nothing, or what was counted when the program handed it over */
    IO_UNKNOWN,     /* moves what nobody tells */
    IO_RESULT,      /* the result, when it is positive */
    IO_ITEMS,       /* the result times argument `size` */
    IO_CHARACTER,   /* one, unless the result is EOF */
    IO_TEXT,        /* the length of the text in argument `size`, unless the result is EOF */
    IO_LINE,        /* that and the end of the line */
    IO_RESULT_TEXT, /* the length of the text that is the result */
};

struct io_function {
    const char *name;
    enum io_act act;
    enum io_handle where;
    int handle;
    enum io_bytes bytes;
    int size;       /* argument; for IO_OPEN: that of the path, or less than 0 */
    unsigned flags; /* TRI_READS, TRI_WRITES */
    int is_void;
};

/* NULL: not one of them. */
const struct io_function *io_function(const char *name);

#endif
