/* paths.h: reading and writing whole files. */
#ifndef INSTRUMENT_DRIVER_PATHS_H
#define INSTRUMENT_DRIVER_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The name below the folder: no root, no way up. The caller's to free. */
char *paths_below(const char *folder, const char *name);

/* Makes the folders above the file. False: errno says why. */
bool paths_write(char *path, const char *text, size_t size);

/* Whether the folder has no files, or cannot be read. */
bool paths_is_empty(const char *folder);

/* NULL: errno says why. The text is zero-terminated. */
char *paths_read(const char *path, size_t *size);
char *paths_read_stream(FILE *file, size_t *size);

#endif
