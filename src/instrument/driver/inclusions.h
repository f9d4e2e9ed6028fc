/* inclusions.h: which files a source includes by macros (#include CONFIG), as the compiler's
 * preprocessor finds them. */
#ifndef INSTRUMENT_DRIVER_INCLUSIONS_H
#define INSTRUMENT_DRIVER_INCLUSIONS_H

#include "instrument/driver/command.h"

/* A file that includes another one. */
struct inclusion {
    char *by;      /* absolute path */
    char *file;    /* as the preprocessor names it */
    unsigned line; /* the last one of the directive */
    bool is_system;
};

/* The inclusions of a source. The preprocessor runs when the first one is asked for. */
struct inclusions {
    const struct command *command;
    const char *source;  /* path */
    const char *scratch; /* a folder for the preprocessed text */
    struct inclusion *list;
    size_t count, room;
    bool is_read;
};

/* Returns the path of the file that the directive of a file includes, which ends in that line. NULL
 * if it is not known, not always the same one, or one of the system. The caller frees it. */
char *inclusions_find(struct inclusions *inclusions, const char *by, unsigned line);

void inclusions_free(struct inclusions *inclusions);

#endif
