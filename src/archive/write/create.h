/* create.h: a new archive: its folder, its run.json, and what an earlier one says to leave out. */
#ifndef ARCHIVE_WRITE_CREATE_H
#define ARCHIVE_WRITE_CREATE_H

#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct archive;

/* A new archive, until it is known whether it is worth keeping. */
struct archive_new {
    char *path;
    char *replaced; /* where the one of the same name was put aside; NULL: there was none */
    dev_t device;   /* of the folder that was made: somebody may have put another in its place */
    ino_t inode;
};

enum archive_created {
    ARCHIVE_CREATED,
    ARCHIVE_EXISTS, /* and may not be replaced */
    ARCHIVE_FAILED, /* nothing can be written there */
};

/* Makes the folder. One that exists is put aside if it has the marker of an archive, its run has
 * ended, and `force` allows to replace it. */
enum archive_created archive_create(struct archive_new *made, const char *path, bool force,
                                    struct error *error);

/* Whether the folder at its path is still the one that was made. */
bool archive_is_there(const struct archive_new *made);

/* The new one stays. Of what it replaced, the files that a run made are removed; others go to the
 * same names in the new one, and a line on stderr says so. */
void archive_keep(struct archive_new *made);

/* The new one is removed, what it replaced comes back. */
void archive_discard(struct archive_new *made);

/* Writes run.json, in one step: a reader sees the old one or the new one. */
bool archive_write_run(const char *path, const json_t *run, struct error *error);

/* Writes the list of regions that were visited more than `limit` times in an earlier run, for the
 * library to switch off. *skipped gets their number. */
bool archive_write_skip(const char *path, const struct archive *earlier, uint64_t limit,
                        unsigned *skipped, struct error *error);

#endif
