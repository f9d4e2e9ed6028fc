/* create.h: makes a new archive: its folder, its run.json, and the list of regions to skip. */
#ifndef ARCHIVE_WRITE_CREATE_H
#define ARCHIVE_WRITE_CREATE_H

#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct archive;

/* A new archive, until it is known whether it is kept. */
struct archive_new {
    char *path;
    char *replaced; /* where an archive of the same name was moved; NULL: there was none */
    dev_t
        device; /* identify the folder that was made: another one may have been put in its place */
    ino_t inode;
};

enum archive_created {
    ARCHIVE_CREATED,
    ARCHIVE_EXISTS, /* and must not be replaced */
    ARCHIVE_FAILED, /* cannot be written */
};

/* Makes the folder. An existing archive is moved aside if it has the marker, its run has ended, and
 * `force` is set. `made` is to be given to archive_keep or archive_discard, whatever is
 * returned. */
enum archive_created archive_create(struct archive_new *made, const char *path, bool force,
                                    struct error *error);

/* True if the folder at the path is still the one that was made. */
bool archive_is_there(const struct archive_new *made);

/* Keeps the new archive and removes the one that it replaced. Files in that one that no run made
 * are moved to the same names in the new archive, and a line on stderr says so. */
void archive_keep(struct archive_new *made);

/* Removes the new archive and restores the one that it replaced. */
void archive_discard(struct archive_new *made);

/* Writes run.json atomically: a reader sees the old one or the new one. */
bool archive_write_run(const char *path, const json_t *run, struct error *error);

/* Writes the list of regions that were visited more than `limit` times in an earlier run, which the
 * library then does not measure. *skipped is their number. */
bool archive_write_skip(const char *path, const struct archive *earlier, uint64_t limit,
                        unsigned *skipped, struct error *error);

#endif
