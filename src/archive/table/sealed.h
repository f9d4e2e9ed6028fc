/* sealed.h: the tables of a sealed archive on disk: one file per column, tables/TABLE/COLUMN.TYPE,
 * or one file for a small table, tables/TABLE.npy. */
#ifndef ARCHIVE_TABLE_SEALED_H
#define ARCHIVE_TABLE_SEALED_H

#include "archive/archive.h"
#include "archive/table/folder.h"

#define SEALED_VERSION 5 /* those of earlier versions are refused */

/* Reads all tables. False with an error if one is damaged; the archive is to be closed then, too.
 */
bool archive_sealed_read(const struct archive_folder *folder, struct archive *archive,
                         struct error *error);

/* Reads only the tables that are made of acts. */
bool archive_sealed_read_events(const struct archive_folder *folder, struct archive *archive,
                                struct error *error);

/* Writes all tables below an existing, empty folder. The caller flushes them to the disk
 * (archive_file_sync). */
bool archive_sealed_write(const struct archive *archive, const char *folder,
                          struct progress *progress, struct error *error);

#endif
