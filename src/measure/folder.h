/* folder.h: the archive's folders and files on disk, opened by descriptor and without following
 * links. */
#ifndef MEASURE_FOLDER_H
#define MEASURE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a new archive in the current folder, named after the program: its path goes to `archive`.
 */
bool folder_make_archive(char *archive, size_t size);

/* Makes an archive of that path. False with errno: EEXIST if there is something of that name. */
bool folder_make_new(const char *archive);

/* Makes a place's folder in the archive that nobody else has; its number goes to *number. */
bool folder_make_place(const char *archive, char *folder, size_t size, unsigned *number);

/* Makes a folder in the archive, if it is not there. */
bool folder_make(const char *archive, const char *name);

/* Removes the folder of a place that has nothing but its page. */
void folder_remove_place(const char *folder);

/* Opens a file by its path from the archive on: "places/0/regions". Flags are those of open(); new
 * files are the user's alone, unless the run is shared (TRIPTYCH_SHARED). -1 with errno: EPERM if
 * the archive is another user's, ELOOP or ENOTDIR if a part of the path is a symbolic link. */
int folder_open_file(const char *archive, const char *path, int flags);

/* The same by the whole path of a file of the process's own place. */
int folder_open_of_place(const char *path, int flags);

/* The reason, in words, for which an archive cannot be written. */
const char *folder_why(int error);

#endif
