/* captures.h: reads the variables that a block of `#pragma tri` takes along from the note of its
 * region. */
#ifndef ARCHIVE_RAW_CAPTURES_H
#define ARCHIVE_RAW_CAPTURES_H

#include "archive/raw/raw.h"

/* Adds a row of `captures` for each variable of a note of format/variables.h; none for another
 * note. Lines that cannot be read are skipped. */
void archive_raw_captures(struct archive_raw_reader *reader, uint32_t region, const char *note);

#endif
