/* vocabularies.h: finds the vocabularies that apply to a command, and makes the library of their
 * functions that its programs preload. */
#ifndef LAUNCH_VOCABULARIES_H
#define LAUNCH_VOCABULARIES_H

#include "util/error.h"
#include "vocabulary/vocabulary.h"

/* Some vocabularies. */
struct launch_vocabularies {
    struct vocabulary **all;
    size_t count, room;
};

void launch_vocabularies_free(struct launch_vocabularies *vocabularies);

/* Reads all vocabularies that come with Triptych or are in a folder of TRIPTYCH_VOCABULARIES,
 * ordered by name; of two with one name, the one that was found first, the user's, counts. Files
 * with mistakes are left out: `wrong`, if it is not NULL, is called with the error of each. */
void launch_vocabularies_read(struct launch_vocabularies *to, void (*wrong)(const char *error));

/* Reads the vocabulary of that name, or the file if `name` has a slash or ends with .vocabulary.
 * NULL with an error. */
struct vocabulary *launch_vocabularies_load(const char *name, struct error *error);

/* Finds those of a command: the ones that `choice` lists, separated by commas; without a choice,
 * those with a library that a program of the command needs. False with an error. */
bool launch_vocabularies_of(struct launch_vocabularies *to, const char *choice, char **command,
                            struct error *error);

/* Returns the words of --collect without those that the vocabularies do without, to be freed; NULL:
 * they do without none. */
char *launch_vocabularies_collect(const struct launch_vocabularies *vocabularies);

/* Writes the library of their functions. Returns its path, to be freed; NULL with an error. It is
 * kept for later runs, or in the archive where nothing can be kept. */
char *launch_vocabularies_library(const struct launch_vocabularies *vocabularies,
                                  const char *archive, struct error *error);

/* Lets programs that the library of a vocabulary starts have the variables of the environment that
 * measuring needs. */
void launch_vocabularies_export(const struct launch_vocabularies *vocabularies);

#endif
