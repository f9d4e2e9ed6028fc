/* read.h: reads an OTF2 trace, and writes what it holds below the folder of an archive: raw
 * files of places, and what these cannot hold. */
#ifndef EXPORT_OTF2_READ_H
#define EXPORT_OTF2_READ_H

#include "util/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { FOREIGN_NOTES = 2048, FOREIGN_COMMAND = 1024 };

/* How far it is, and what there was; may be shared with another process. */
struct export_foreign_state {
    volatile uint64_t done, all; /* events; all: as the trace says */
    volatile uint64_t steps;     /* whatever was done: it goes on */
    uint64_t places, lanes, acts;
    uint64_t unmatched; /* leaves without an enter */
    uint64_t cut;       /* locations whose events could not all be read */
    uint64_t real_start;
    bool finished, good;
    bool definitions;          /* all of them were read */
    char notes[FOREIGN_NOTES]; /* sentences on what could not be read, each with a line's end */
    char command[FOREIGN_COMMAND];
    struct error error;
};

/* False with state->error when nothing of it can be read, or the archive cannot be written. */
bool export_foreign_read(const char *anchor, const char *archive,
                         struct export_foreign_state *state);

#endif
