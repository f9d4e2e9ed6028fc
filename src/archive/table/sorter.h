/* sorter.h: records of one size put in order, also more of them than there should be in memory at a
 * time: sorted parts go to a temporary file then, and are merged when they are asked for. */
#ifndef ARCHIVE_TABLE_SORTER_H
#define ARCHIVE_TABLE_SORTER_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int sorter_order(const void *left, const void *right);

/* folder: where a temporary file is made for what is more than `most` records; it has no name, or
 * not for long. NULL, or where none can be made: everything stays in memory. */
struct sorter *sorter_new(size_t size, size_t most, sorter_order *order, const char *folder);
void sorter_free(struct sorter *sorter);

void sorter_add(struct sorter *sorter, const void *record);
uint64_t sorter_count(const struct sorter *sorter); /* that were added */

/* When all were added. False: the temporary file cannot be written. */
bool sorter_begin(struct sorter *sorter, struct error *error);

/* The next one in order, those that are equal in the order in which they were added; good until the
 * call after. NULL: there are no more, or they cannot be read. */
const void *sorter_next(struct sorter *sorter);

/* Whether all of them were there. */
bool sorter_end(const struct sorter *sorter, struct error *error);

#endif
