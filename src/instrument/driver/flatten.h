/* flatten.h: puts headers with `#pragma tri` directives into the text of a source, in place of the
 * #include lines that lead to them, so that they are translated with it. Other headers stay where
 * they are. */
#ifndef INSTRUMENT_DRIVER_FLATTEN_H
#define INSTRUMENT_DRIVER_FLATTEN_H

#include "instrument/driver/command.h"

/* The outcome. */
struct flat {
    char *text; /* NULL: no header has directives */
    size_t size;
    bool asks; /* the source or a header has directives, or includes a header of places */
};

/* A source. */
struct flatten_request {
    const struct command *command;
    const char *path, *shown; /* where it is, and its name */
    const char *text;         /* what it contains */
    const char *scratch;      /* a folder for files */
};

/* Reads the headers that a source includes: those beside it, those of -I and -iquote, and those
 * that -include names. The caller frees flat->text. */
void flatten_source(const struct flatten_request *request, struct flat *flat);

/* Finds out whether a header that the command names by -include has directives. If so, the words of
 * such headers have /dev/null `instead`: they become part of the flat text of each source. */
void flatten_command(struct command *command, const char *scratch);

#endif
