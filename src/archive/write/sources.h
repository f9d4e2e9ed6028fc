/* sources.h: copies of the source files that regions point to. */
#ifndef ARCHIVE_WRITE_SOURCES_H
#define ARCHIVE_WRITE_SOURCES_H

#include "archive/archive.h"

/* The absolute path of a region's file without "." and ".."; false when there is none. */
bool sources_path(const struct archive *archive, uint32_t region, char *path, size_t room);

/* The text of a region's file, as it was copied, or as it is now where it was not; NULL: neither is
 * there. To be freed. */
char *sources_read(const struct archive *archive, uint32_t region, size_t *size);

/* Copies them to ARCHIVE/source/ABSOLUTE/PATH, those that are there. What cannot be copied is left
 * out. */
void sources_copy(const struct archive *archive);

/* The same for a part of another archive: what that one has copies of, if it is sealed. */
void sources_copy_from(const struct archive *archive, const struct archive *from);

#endif
