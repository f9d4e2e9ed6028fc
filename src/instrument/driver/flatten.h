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

/* Reads the headers that a source includes: those beside it, and those of -I and -iquote. `shown`
 * is the name of the source, `text` what it contains. The caller frees flat->text. */
void flatten_source(const struct command *command, const char *shown, const char *text,
                    struct flat *flat);

#endif
