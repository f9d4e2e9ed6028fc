/* folder.h: the archive's folders on disk. */
#ifndef MEASURE_FOLDER_H
#define MEASURE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* A new archive in the current folder, named after the program: its path goes to `archive`. */
bool folder_make_archive(char *archive, size_t size);

/* A place's folder in the archive that nobody else has; its number goes to *number. */
bool folder_make_place(const char *archive, char *folder, size_t size, unsigned *number);

#endif
