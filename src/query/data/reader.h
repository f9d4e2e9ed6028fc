/* reader.h: how threads read the events of an archive, each with readers of its own. */
#ifndef QUERY_DATA_READER_H
#define QUERY_DATA_READER_H

#include "archive/events/blocks.h"
#include "query/data/data.h"

/* Once for all threads; and their end. */
void query_data_open_readers(struct query_data *data);
void query_data_close_readers(struct query_data *data);

/* Those of the thread that asks: of blocks one after the other, and of rows that are anywhere. A
 * block that one of them has given stays until another one is asked of the same. */
struct event_reader *query_data_scanner(struct query_data *data);
struct event_reader *query_data_finder(struct query_data *data);
struct event_reader *query_data_runner(struct query_data *data); /* see runs.h */

/* What a thread knows of one block: who does its events. */
struct query_seen {
    size_t block; /* SIZE_MAX: none */
    uint32_t runs[EVENT_BLOCK];
};
struct query_seen *query_data_seen(struct query_data *data);

#endif
