/* excerpt.h: writes some acts of an archive as an archive of their own. */
#ifndef ARCHIVE_WRITE_EXCERPT_H
#define ARCHIVE_WRITE_EXCERPT_H

#include "archive/archive.h"

/* A set of acts: a bit per row of the table events. */
struct part_rows {
    uint64_t *bits;
    uint64_t rows;  /* number of bits */
    uint64_t count; /* number of bits that are set */
};

void part_rows_begin(struct part_rows *rows, uint64_t count);
void part_rows_free(struct part_rows *rows);
void part_rows_add(struct part_rows *rows, uint64_t row);

static inline bool part_rows_has(const struct part_rows *rows, uint64_t row)
{
    return row < rows->rows && rows->bits[row / 64] >> row % 64 & 1;
}

/* The facts about the excerpt that run.json has. */
struct part_about {
    const char *query;
    bool has_window;  /* the query was limited to this time; otherwise it is that of the chosen acts
                       */
    int64_t from, to; /* ns since the start of the run */
};

/* Writes the excerpt into an existing, empty folder. Its nodes have the sums of the chosen acts;
 * nodes around them have only a name. Places, lanes, regions, sources and communicators are all
 * included, and messages and collective operations with at least one chosen call. run.json says
 * which archive, time and query it is from. `from` must have its events (archive_find_events).
 * Fails with an error if *stop becomes true meanwhile. */
bool part_write(struct archive *from, const struct part_rows *chosen, const char *path,
                const struct part_about *about, const atomic_bool *stop, struct progress *progress,
                struct error *error);

#endif
