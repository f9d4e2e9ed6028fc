/* excerpt.h: some acts of an archive as an archive of their own. */
#ifndef ARCHIVE_WRITE_EXCERPT_H
#define ARCHIVE_WRITE_EXCERPT_H

#include "archive/archive.h"

/* Which acts: a bit for each row of the table events. */
struct part_rows {
    uint64_t *bits;
    uint64_t rows;  /* that there are bits for */
    uint64_t count; /* of those that are set */
};

void part_rows_begin(struct part_rows *rows, uint64_t count);
void part_rows_free(struct part_rows *rows);
void part_rows_add(struct part_rows *rows, uint64_t row);

static inline bool part_rows_has(const struct part_rows *rows, uint64_t row)
{
    return row < rows->rows && rows->bits[row / 64] >> row % 64 & 1;
}

/* What run.json says of a part. */
struct part_about {
    const char *query;
    bool has_window;  /* only this time was asked for; else it is that of the chosen acts: */
    int64_t from, to; /* ns since the start of the run */
};

/* Writes an archive into a folder that exists and is empty. Its nodes have the sums of the chosen
 * acts; those around them are known by name only. Places, lanes, regions, sources and communicators
 * are all there, and messages and collective operations with one call at least that was chosen.
 * run.json says what it is a part of, of which time, and by which query. The archive `from` has its
 * events as archive_find_events leaves them. It ends early, with an error, when *stop is set
 * meanwhile. */
bool part_write(struct archive *from, const struct part_rows *chosen, const char *path,
                const struct part_about *about, const atomic_bool *stop, struct progress *progress,
                struct error *error);

#endif
