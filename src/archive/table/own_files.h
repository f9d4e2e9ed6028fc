/* own_files.h: tells the files that a run made from all others in an archive, and removes only
 * those. */
#ifndef ARCHIVE_TABLE_OWN_FILES_H
#define ARCHIVE_TABLE_OWN_FILES_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The files found in an archive that no run made. */
struct archive_own_foreign {
    size_t count;
    char *
        first; /* path of the first one, relative to the archive; the caller frees it; NULL: none */
};

/* True if the folder has the marker that every run makes. */
bool archive_own_is_archive(const char *path);

/* Makes the marker in a new folder. */
bool archive_own_mark(const char *path, struct error *error);

/* Removes the files that a run made, and the folders that are empty then. `below` limits this to
 * one of the archive's folders; NULL: all of them. Files that no run made stay and are counted. */
bool archive_own_remove(const char *path, const char *below, struct archive_own_foreign *foreign,
                        struct error *error);

/* Moves the files that archive_own_remove() has left to the same names in another folder, where
 * these are free, and removes folders that are empty then. False if something could not be moved.
 */
bool archive_own_move_foreign(const char *path, const char *to);

#endif
