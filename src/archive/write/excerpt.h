/* excerpt.h: writes some acts of an archive as an archive of their own. */
#ifndef ARCHIVE_WRITE_EXCERPT_H
#define ARCHIVE_WRITE_EXCERPT_H

#include "archive/archive.h"

/* A set of acts: a bit per row of the table events. */
struct archive_excerpt_rows {
    uint64_t *bits;
    uint64_t rows;  /* number of bits */
    uint64_t count; /* number of bits that are set */
};

void archive_excerpt_rows_begin(struct archive_excerpt_rows *rows, uint64_t count);
void archive_excerpt_rows_free(struct archive_excerpt_rows *rows);
void archive_excerpt_rows_add(struct archive_excerpt_rows *rows, uint64_t row);

/* The facts about the excerpt that run.json has. */
struct archive_excerpt_about {
    const char *query;
    bool has_window;  /* the query was limited to this time; otherwise it is that of the chosen acts
                       */
    int64_t from, to; /* ns since the start of the run */
    bool temporary;   /* it is soon deleted: it is not forced to the disk */
    uint32_t **nodes; /* not NULL: the acts themselves are not written, and *nodes gets, by row of
                         the source's nodes, the row in the excerpt, or ARCHIVE_NONE; to be freed */
};

/* Writes the excerpt into an existing, empty folder. Its nodes have the sums of the chosen acts;
 * nodes around them have only a name. Places, lanes, regions, sources and communicators are all
 * included, and messages and collective operations with at least one chosen call. run.json says
 * which archive, time and query it is from. `from` must have its events (archive_find_events).
 * Fails with an error if *stop becomes true meanwhile. */
bool archive_excerpt_write(struct archive *from, const struct archive_excerpt_rows *chosen,
                           const char *path, const struct archive_excerpt_about *about,
                           const atomic_bool *stop, struct progress *progress, struct error *error);

#endif
