/* sent_filters.h: the filters that were sent to a running program: files in a folder of the archive
 * (format/filter.h), each with its text and the time when it was sent. */
#ifndef ARCHIVE_LIVE_SENT_FILTERS_H
#define ARCHIVE_LIVE_SENT_FILTERS_H

#include "archive/archive.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct archive_sent_filter {
    uint64_t sent; /* ns, CLOCK_REALTIME */
    char *text;    /* the condition, such as `e -> e.bytes > 1kB` */
};

struct archive_sent_filters {
    struct archive_sent_filter *rows; /* in the order in which they were sent */
    size_t count;
};

/* Reads the filters of an archive; none if there are no such files. */
void archive_sent_filters_read(struct archive_sent_filters *filters, const char *archive);
void archive_sent_filters_free(struct archive_sent_filters *filters);

/* Copies the filters of one archive to another one, which has none. False with an error if they
 * cannot be written. */
bool archive_sent_filters_copy(const char *from, const char *to, struct error *error);

/* Returns what filtered the events of a run, for messages: "--filter", "`triptych filter`" or
 * both. */
const char *archive_sent_filters_by(const struct archive *archive);

/* Adds a filter, and sets its number, from 1. `bytes` is what processes read. False with an error
 * if the files cannot be written, or there are FORMAT_FILTERS already. */
bool archive_sent_filters_add(const char *archive, const char *text, const void *bytes, size_t size,
                              uint32_t *number, struct error *error);

/* Processes that were told of a filter. */
struct archive_filter_count {
    unsigned asked;   /* running processes that log events */
    unsigned waiting; /* those of them that have not read it yet */
    unsigned silent;  /* running processes that log no events at all */
    unsigned denied;  /* processes whose page this user may not write to */
    bool no_messages; /* some do not log MPI: the run began with a filter that excludes it */
};

/* Tells all running processes the number of the newest filter, and counts them; 0 only counts. */
bool archive_sent_filters_tell(const char *archive, uint32_t number,
                               struct archive_filter_count *count, struct error *error);

#endif
