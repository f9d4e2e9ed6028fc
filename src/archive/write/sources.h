/* sources.h: copies the source files of regions into the archive. */
#ifndef ARCHIVE_WRITE_SOURCES_H
#define ARCHIVE_WRITE_SOURCES_H

#include "archive/archive.h"

/* Finds the absolute path of a region's source file, without "." and "..". False if there is
 * none. */
bool archive_sources_path(const struct archive *archive, uint32_t region, char *path, size_t room);

/* The following return the text of a source file of at most 16 MB, which the caller frees, or NULL.
 * The tables of an archive may name any file: files that are no regular ones, or have no name of a
 * source file, also at the end of links, are not opened.
 *
 * The copy in the archive; not if it is a link that leads out of the archive: */
char *archive_sources_copied(const struct archive *archive, const char *path, size_t *size);
/* The file as it is now, if the archive is of this user: */
char *archive_sources_now(const struct archive *archive, const char *path, size_t *size);
/* The copy, or else the file as it is now if the archive is not sealed: */
char *archive_sources_text(const struct archive *archive, const char *path, size_t *size);
/* The same of a region's file: */
char *archive_sources_read(const struct archive *archive, uint32_t region, size_t *size);

/* Copies the source files that exist to ARCHIVE/source/ABSOLUTE/PATH; files that cannot be copied
 * are skipped. */
void archive_sources_copy(const struct archive *archive);

/* Copies the source files of an excerpt: from the copies in `from`, if it is sealed. */
void archive_sources_copy_from(const struct archive *archive, const struct archive *from);

#endif
