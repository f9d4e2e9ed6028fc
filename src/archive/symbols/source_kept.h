/* source_kept.h: the loops of source files, kept from one run to the next (kept.h): headers of the
 * C++ library are large, and the same for every program. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_KEPT_H
#define ARCHIVE_SYMBOLS_SOURCE_KEPT_H

#include "archive/symbols/source_loops.h"

#include <sys/stat.h>

struct source_kept;
struct source_kept *source_kept_new(void);
/* Writes what was added. */
void source_kept_free(struct source_kept *kept);

/* The loops of the file that these facts are of, read as that language. False: they are not kept.
 */
bool source_kept_find(struct source_kept *kept, const struct stat *facts, uint32_t language,
                      struct source_loops *loops);

/* Keeps them. `facts` are those from before the file was read. */
void source_kept_add(struct source_kept *kept, const struct stat *facts, uint32_t language,
                     const struct source_loops *loops);

#endif
