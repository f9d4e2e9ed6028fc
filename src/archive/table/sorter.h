/* sorter.h: sorts records of one size, even more than fit into memory: sorted parts are then
 * written to a temporary file and merged while the result is read. */
#ifndef ARCHIVE_TABLE_SORTER_H
#define ARCHIVE_TABLE_SORTER_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int sorter_order(const void *left, const void *right);

/* Makes a sorter that holds at most `most` records in memory. Further ones go to an unnamed
 * temporary file in `folder`; if that is NULL, or the file cannot be made, all records stay in
 * memory. `folder` must outlive the sorter. */
struct sorter *archive_sorter_new(size_t size, size_t most, sorter_order *order,
                                  const char *folder);
void archive_sorter_free(struct sorter *sorter);

void archive_sorter_add(struct sorter *sorter, const void *record);
uint64_t archive_sorter_count(const struct sorter *sorter); /* number of records added */

/* Sorts; to be called once, after the last archive_sorter_add. False if the temporary file cannot
 * be written. */
bool archive_sorter_begin(struct sorter *sorter, struct error *error);

/* Returns the next record in order, equal ones in the order in which they were added; valid until
 * the next call. NULL at the end, or if the file cannot be read. */
const void *archive_sorter_next(struct sorter *sorter);

/* False with an error if the file could not be written or read: then records are missing. */
bool archive_sorter_end(const struct sorter *sorter, struct error *error);

#endif
