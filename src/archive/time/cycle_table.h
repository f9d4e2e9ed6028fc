/* cycle_table.h: the table `cycles` of a sealed archive: sums over the acts of its lanes, in the
 * default cycles. */
#ifndef ARCHIVE_TIME_CYCLE_TABLE_H
#define ARCHIVE_TIME_CYCLE_TABLE_H

#include "archive/time/cycle_spread.h"

/* Checks that all columns are there. */
bool archive_cycle_table_check(const struct archive *archive, struct error *error);

/* Finds the cycles of the table. False if the archive has none. */
bool archive_cycle_table_slices(const struct archive *archive,
                                struct archive_spread_slices *slices);

/* Gives the cells of a lane to `take`. */
void archive_cycle_table_read(const struct archive *archive, uint32_t lane, spread_take *take,
                              void *to);

/* Writes the table below a folder, from acts that come as for archive_spread_act, lane by lane. */
struct cycle_writer;
bool archive_cycle_writer_open(
    const struct archive *archive, const char *folder, struct cycle_writer **writer,
    struct error *error); /* *writer is NULL if lanes have no common clock */
struct spread *archive_cycle_writer_spread(struct cycle_writer *writer);
bool archive_cycle_writer_close(struct cycle_writer *writer, struct error *error); /* frees it */

#endif
