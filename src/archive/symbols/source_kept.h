/* source_kept.h: keeps the loops of source files in the user's cache (kept.h): headers of the C++
 * library are large, and the same for every program. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_KEPT_H
#define ARCHIVE_SYMBOLS_SOURCE_KEPT_H

#include "archive/symbols/source_loops.h"

#include <sys/stat.h>

struct source_kept;
struct source_kept *source_kept_new(void);
/* Writes what was added, and frees it. */
void source_kept_free(struct source_kept *kept);

/* Finds the loops of the file with these facts, read as this language. False if they are not in the
 * cache. */
bool source_kept_find(struct source_kept *kept, const struct stat *facts, uint32_t language,
                      struct archive_source_loops *loops);

/* Adds the loops of a file. `facts` are those from before the file was read. */
void source_kept_add(struct source_kept *kept, const struct stat *facts, uint32_t language,
                     const struct archive_source_loops *loops);

#endif
