/* sources.h: copies the source files of regions into the archive. */
#ifndef ARCHIVE_WRITE_SOURCES_H
#define ARCHIVE_WRITE_SOURCES_H

#include "archive/archive.h"

/* Finds the absolute path of a region's source file, without "." and "..". False if there is
 * none. */
bool archive_sources_path(const struct archive *archive, uint32_t region, char *path, size_t room);

/* Returns the text of a region's file, from the copy or else from the file as it is now, which the
 * caller frees. NULL if neither exists. */
char *archive_sources_read(const struct archive *archive, uint32_t region, size_t *size);

/* Copies the source files that exist to ARCHIVE/source/ABSOLUTE/PATH; files that cannot be copied
 * are skipped. */
void archive_sources_copy(const struct archive *archive);

/* Copies the source files of an excerpt: from the copies in `from`, if it is sealed. */
void archive_sources_copy_from(const struct archive *archive, const struct archive *from);

#endif
