/* callers.h: names the callers of a call site, which a process read from its stack. */
#ifndef ARCHIVE_RAW_CALLERS_H
#define ARCHIVE_RAW_CALLERS_H

#include "archive/raw/raw.h"

#include <stdbool.h>
#include <stdint.h>

/* True if the note of a region lists callers (format/region.h). */
bool raw_tells_callers(const char *note);

/* Returns a string with the callers, the outermost first: "main (a.c:41) -> solve (a.c:30)"; "..."
 * stands for unknown ones. `module` is that of the site itself. */
uint32_t raw_callers(struct archive_raw_reader *reader, const struct archive_raw_place *place,
                     const char *note, const char *module);

void raw_callers_free(struct archive_raw_reader *reader);

#endif
