/* reader.h: event readers, a set of its own for each thread. */
#ifndef QUERY_DATA_READER_H
#define QUERY_DATA_READER_H

#include "archive/events/blocks.h"
#include "query/data/data.h"

/* Called once for all threads, before the first reader is used and after the last. */
void query_data_open_readers(struct query_data *data);
void query_data_close_readers(struct query_data *data);

/* Return the calling thread's readers: the scanner for consecutive blocks, the finder for arbitrary
 * rows, the runner for runs.c. A block stays valid until the same reader returns another one. */
struct event_reader *query_data_scanner(struct query_data *data);
struct event_reader *query_data_finder(struct query_data *data);
struct event_reader *query_data_runner(struct query_data *data); /* see runs.h */

/* A thread's cache of one block: the activity of each of its events. */
struct query_seen {
    size_t block; /* SIZE_MAX: none */
    uint32_t runs[EVENT_BLOCK];
};
struct query_seen *query_data_seen(struct query_data *data);

#endif
