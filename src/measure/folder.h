/* folder.h: makes and opens the archive's folders and files, by descriptor and without following
 * links. */
#ifndef MEASURE_FOLDER_H
#define MEASURE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a new archive in the current folder, named after the program; stores its path in `archive`.
 * False with errno. */
bool measure_folder_make_archive(char *archive, size_t size);

/* Makes an archive of that path. False with errno; EEXIST if the name exists. */
bool measure_folder_make_new(const char *archive);

/* Makes a folder for a new place in the archive; stores its path in `folder` and its number in
 * *number. False with errno. */
bool measure_folder_make_place(const char *archive, char *folder, size_t size, unsigned *number);

/* Makes a folder in the archive unless it exists. False with errno. */
bool measure_folder_make(const char *archive, const char *name);

/* Removes the folder of a place that contains nothing but its page. */
void measure_folder_remove_place(const char *folder);

/* Opens a file by its path within the archive, such as "places/0/regions". Flags are those of
 * open(); a new file is accessible to the user only, unless the run is shared (TRIPTYCH_SHARED). -1
 * with errno: EPERM if the archive belongs to another user, ELOOP or ENOTDIR if a part of the path
 * is a symbolic link. */
int measure_folder_open_file(const char *archive, const char *path, int flags);

/* Opens a file of this process's place by its full path; otherwise as measure_folder_open_file().
 */
int measure_folder_open_of_place(const char *path, int flags);

/* Returns the reason why an archive cannot be written, as text. */
const char *measure_folder_why(int error);

#endif
