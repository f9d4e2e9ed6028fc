/* cycle_table.h: the table `cycles` of a sealed archive: what the acts of its lanes add up to, at
 * the usual length of a cycle. */
#ifndef ARCHIVE_TIME_CYCLE_TABLE_H
#define ARCHIVE_TIME_CYCLE_TABLE_H

#include "archive/time/cycle_spread.h"

/* Whether all its columns are there. */
bool cycle_table_check(const struct archive *archive, struct error *error);

/* False: the archive has no such table. */
bool cycle_table_slices(const struct archive *archive, struct spread_slices *slices);

/* The cells of a lane. */
void cycle_table_read(const struct archive *archive, uint32_t lane, spread_take *take, void *to);

/* Writes it below a folder: acts as for spread_act, lane after lane. */
struct cycle_writer;
bool cycle_writer_open(const struct archive *archive, const char *folder,
                       struct cycle_writer **writer,
                       struct error *error); /* NULL is written when
                                                lanes share no clock */
struct spread *cycle_writer_spread(struct cycle_writer *writer);
bool cycle_writer_close(struct cycle_writer *writer, struct error *error); /* frees it */

#endif
