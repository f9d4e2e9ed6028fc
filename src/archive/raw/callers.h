/* callers.h: the callers of a call site, which a process has read from its stack. */
#ifndef ARCHIVE_RAW_CALLERS_H
#define ARCHIVE_RAW_CALLERS_H

#include "archive/raw/raw.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether the note of a region tells callers (format/region.h). */
bool raw_tells_callers(const char *note);

/* The string that names them as the source does: "main (a.c:41) -> solve (a.c:30)", the outermost
 * first; "..." stands for callers that are not known. `module` is that of the site itself. */
uint32_t raw_callers(struct raw_reader *reader, const struct raw_place *place, const char *note,
                     const char *module);

void raw_callers_free(struct raw_reader *reader);

#endif
