/* source_files.h: finds the loops of source files, each of which is read once. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_FILES_H
#define ARCHIVE_SYMBOLS_SOURCE_FILES_H

#include "archive/symbols/source_loops.h"

struct source_files;
struct source_files *archive_source_files_new(void);
void archive_source_files_free(struct source_files *files);

/* Returns the loops of a file, whose path may be relative to `dir`. NULL if it does not exist, was
 * changed after `newest` (ns since 1970), or is in a language that is not read. Both texts must
 * outlive `files`, unchanged. */
const struct archive_source_loops *archive_source_files_loops(struct source_files *files,
                                                              const char *dir, const char *file,
                                                              uint64_t newest);

#endif
