/* sources.h: copies of the source files that regions point to. */
#ifndef ARCHIVE_SOURCES_H
#define ARCHIVE_SOURCES_H

#include "archive/archive.h"

/* The absolute path of a region's file without "." and ".."; false when there is none. */
bool sources_path(const struct archive *archive, uint32_t region, char *path, size_t room);

/* Copies them to ARCHIVE/source/ABSOLUTE/PATH, those that are there. What cannot be copied is left
 * out. */
void sources_copy(const struct archive *archive);

/* The same for a part of another archive: what that one has copies of, if it is sealed. */
void sources_copy_from(const struct archive *archive, const struct archive *from);

#endif
