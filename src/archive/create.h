/* create.h: a new archive: its folder, its run.json, and what an earlier one says to leave out. */
#ifndef ARCHIVE_CREATE_H
#define ARCHIVE_CREATE_H

#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct archive;

/* Makes the folder. One that exists is an error, unless it is an archive and `force` allows to
 * replace it. */
bool archive_create(const char *path, bool force, struct error *error);

/* Takes a new archive away again: its command could not be started. */
void archive_discard(const char *path);

/* Writes run.json, in one step: a reader sees the old one or the new one. */
bool archive_write_run(const char *path, const json_t *run, struct error *error);

/* Writes the list of regions that were visited more than `limit` times in an earlier run, for the
 * library to switch off. *skipped gets their number. */
bool archive_write_skip(const char *path, const struct archive *earlier, uint64_t limit,
                        unsigned *skipped, struct error *error);

#endif
