/* atomic_file.h: writing files and folders so that a crash leaves the old or the new, never half of
 * it.
 */
#ifndef ARCHIVE_TABLE_ATOMIC_FILE_H
#define ARCHIVE_TABLE_ATOMIC_FILE_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Makes the folder and those above it that are missing. */
bool files_make_folder(const char *path, struct error *error);

/* Writes a new file, which takes the place of one that has the name. */
bool files_write(const char *path, const void *data, size_t size, struct error *error);

/* The same for a file with that mode, whatever the umask is. */
bool files_write_mode(const char *path, const void *data, size_t size, unsigned mode,
                      struct error *error);

/* Writes to a file that one thread has. `failed` becomes the errno of the first failure, and stays
 * so: 0 before. */
void files_put(FILE *file, const void *data, size_t size, int *failed);

/* Closes those that are not NULL; `failed` as above. */
void files_close(FILE *const *files, size_t count, int *failed);

/* Makes sure that a folder with all in it is on the disk: in one go, which costs less than file by
 * file. */
bool files_sync(const char *path, struct error *error);

/* The folder's list of names alone. */
bool files_sync_folder(const char *path, struct error *error);

/* A file or folder with all in it; links are not followed. It is no error when there is none. */
bool files_remove(const char *path, struct error *error);

#endif
