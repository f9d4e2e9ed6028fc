/* atomic_file.h: writes files and folders so that after a crash either the old or the new content
 * is there, never half of it. */
#ifndef ARCHIVE_TABLE_ATOMIC_FILE_H
#define ARCHIVE_TABLE_ATOMIC_FILE_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Makes a folder and the missing ones above it. An existing folder is no error. */
bool archive_file_make_folder(const char *path, struct error *error);

/* Writes a new file; one that has the name already is replaced, not overwritten. */
bool archive_file_write(const char *path, const void *data, size_t size, struct error *error);

/* Does the same as archive_file_write, and gives the file this mode whatever the umask is. */
bool archive_file_write_mode(const char *path, const void *data, size_t size, unsigned mode,
                             struct error *error);

/* Writes to a stream that no other thread uses. `failed`, 0 at first, becomes the errno of the
 * first failure and keeps it. */
void archive_file_put(FILE *file, const void *data, size_t size, int *failed);

/* Closes the streams that are not NULL; `failed` as in archive_file_put. */
void archive_file_close(FILE *const *files, size_t count, int *failed);

/* Flushes a folder with everything below it to the disk, in one pass: this costs less than flushing
 * file by file. */
bool archive_file_sync(const char *path, struct error *error);

/* Flushes the list of names of a folder to the disk, without its files. */
bool archive_file_sync_folder(const char *path, struct error *error);

/* Removes a file, or a folder with everything below it; links are not followed. A path that does
 * not exist is no error. */
bool archive_file_remove(const char *path, struct error *error);

#endif
