/* paths.h: reads and writes whole files. */
#ifndef INSTRUMENT_DRIVER_PATHS_H
#define INSTRUMENT_DRIVER_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Returns the path of a name below a folder: without its root, and without leading out of the
 * folder. The caller frees it. */
char *paths_below(const char *folder, const char *name);

/* Writes a file, and creates the folders above it. False if it fails; errno says why. */
bool paths_write(char *path, const char *text, size_t size);

/* True if a folder has no files, or cannot be read. */
bool paths_is_empty(const char *folder);

/* Read a whole file, or the rest of a stream. NULL if it fails; errno says why. The text is
 * zero-terminated; the caller frees it. */
char *paths_read(const char *path, size_t *size);
char *paths_read_stream(FILE *file, size_t *size);

#endif
