/* read.h: reads an OTF2 trace and writes it into the folder of an archive: raw files of places, and
 * a store of what these cannot hold. */
#ifndef EXPORT_OTF2_READ_H
#define EXPORT_OTF2_READ_H

#include "util/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { FOREIGN_NOTES = 2048, FOREIGN_COMMAND = 1024 };

/* Progress and result of reading; may be in memory that is shared with another process. */
struct export_foreign_state {
    volatile uint64_t done, all; /* events read, and in total by the trace's definitions */
    volatile uint64_t steps;     /* changes whenever there is progress */
    uint64_t places, lanes, acts;
    uint64_t unmatched;  /* leaves without an enter */
    uint64_t truncated;  /* locations that could not be read completely */
    uint64_t real_start; /* ns since 1970; 0: not known */
    bool finished, good;
    bool definitions;              /* all definitions were read */
    char notes[FOREIGN_NOTES];     /* lines on what could not be read */
    char command[FOREIGN_COMMAND]; /* of the first place that has one; words separated by blanks */
    struct error error;
};

/* Reads a trace. False with state->error if nothing can be read, or the archive cannot be written.
 */
bool export_foreign_read(const char *anchor, const char *archive,
                         struct export_foreign_state *state);

#endif
