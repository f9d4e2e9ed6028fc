/* own_files.h: which files of an archive a run made, and removing those and no others. */
#ifndef ARCHIVE_TABLE_OWN_FILES_H
#define ARCHIVE_TABLE_OWN_FILES_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>

/* What was found that no run made. */
struct own_foreign {
    size_t count;
    char *first; /* the path of the first one, relative to the archive; to be freed */
};

/* Whether the folder has the marker that every run makes. */
bool own_is_archive(const char *path);

/* Makes the marker, in a folder that is new. */
bool own_mark(const char *path, struct error *error);

/* Removes the files that a run made, and folders that are empty then. `below` limits it to one of
 * the archive's folders; NULL: all of it. Files that no run made stay and are counted. */
bool own_remove(const char *path, const char *below, struct own_foreign *foreign,
                struct error *error);

/* Moves what own_remove() has left to the same names in another folder, where these are free, and
 * removes folders that are empty then. False: something stays where it was. */
bool own_move_foreign(const char *path, const char *to);

#endif
