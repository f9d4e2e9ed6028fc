/* sealed.h: the tables of a sealed archive on disk: tables/TABLE/COLUMN.TYPE, or
 * tables/TABLE.npy of a small table. */
#ifndef ARCHIVE_TABLE_SEALED_H
#define ARCHIVE_TABLE_SEALED_H

#include "archive/archive.h"
#include "archive/table/folder.h"

#define SEALED_VERSION 3 /* 1: events were plain arrays; 2: no table was one file */

bool sealed_read(const struct folder *folder, struct archive *archive, struct error *error);

/* Those tables alone that are made of acts. */
bool sealed_read_events(const struct folder *folder, struct archive *archive, struct error *error);

/* Writes all tables below a folder that exists and is empty. Whether they are on the disk is seen
 * to by the caller (files_sync). */
bool sealed_write(const struct archive *archive, const char *folder, struct progress *progress,
                  struct error *error);

#endif
