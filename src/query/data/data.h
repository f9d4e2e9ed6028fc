/* data.h: an archive as queries see it: the fields of rows by row number, and an interned set of
 * all texts. */
#ifndef QUERY_DATA_DATA_H
#define QUERY_DATA_DATA_H

#include "archive/archive.h"
#include "query/data/texts.h"
#include "query/exec/batch.h"
#include "query/parse/stream_fields.h"

#include <pthread.h>
#include <stdatomic.h>

/* An archive opened for queries. Values that are costly to derive (depths, paths, exclusive times,
 * activities) are computed on first use, once for all threads. */
struct query_data {
    struct archive *archive;
    struct texts *texts; /* texts of the archive, of the query, and computed ones */
    uint64_t serial;     /* unique per query_data: text numbers of two are not comparable */
    uint32_t *strings;   /* row of the archive's strings -> number of the text */
    uint64_t start;      /* start of the run, in ns */
    uint8_t *types;      /* enum archive_kind, by row of regions */
    unsigned threads;    /* worker threads of a query; 0: all available cores, if it is worth it */
    uint64_t memory;     /* limit in bytes for rows that steps keep; 0: 100 MB */
    /* Computed on first use by one thread: see query_data_once. */
    pthread_mutex_t lock;
    struct query_known {
        atomic_bool depth, inside, paths, peeled, activities, runs, relays;
    } known;
    uint32_t *depth;  /* by row of nodes, like the next three */
    uint64_t *inside; /* time of the nearest timed nodes below */
    uint64_t *loops;  /* the part of `inside` that is the exclusive time of the node's own loops,
                         including loops nested in these */
    int64_t *paths;   /* numbers of texts; -1: none */
    uint8_t *peeled;  /* by row of regions: the compiler took passes out of the loop */
    uint32_t *relays; /* archive_relays_find, by row of moves */
    struct query_runs *runs; /* which activity executed each event; NULL: each lane's own */
    pthread_key_t readers;   /* one set of readers per thread: see reader.h */
    bool has_readers;
    /* State of the running query: */
    atomic_bool stop;          /* set by whoever wants the query to end, also by a signal handler */
    struct progress *progress; /* progress display; NULL: none */
    const uint64_t *only; /* bit set by row of events: the only rows that exist; NULL: all rows */
    struct live_memory *live; /* what steps remember from earlier runs of the plan; NULL: nothing */
};

struct query_data *query_data_new(struct archive *archive, struct error *error);
void query_data_free(struct query_data *data);

/* True if the query was asked to end. Checked once per batch. */
static inline bool query_data_is_stopped(const struct query_data *data)
{
    return atomic_load_explicit(&data->stop, memory_order_relaxed);
}

const char *query_data_text(const struct query_data *data, int64_t text);
int64_t query_data_add_text(struct query_data *data, const char *text);

/* Calls `find` unless that was done before; other threads wait until it is done. */
void query_data_once(struct query_data *data, atomic_bool *known,
                     void (*find)(struct query_data *data));

/* Makes the activities and their lookup by number available, if the archive has them. */
void query_data_find_activities(struct query_data *data);

/* Sets *rows to the number of rows of the stream's table. False with an error if the table is not
 * available. */
bool query_data_rows(struct query_data *data, const struct query_fields *shape, uint64_t *rows,
                     struct error *error);

/* Reads a field (not FIELD_VIA or FIELD_MADE) of the given rows of a table into `out`. Absent row
 * numbers give absent values. */
void query_data_load(struct query_data *data, const struct query_fields *shape,
                     const struct query_field *field, const struct query_vector *rows, size_t count,
                     struct query_vector *out);

/* Computes a FIELD_COMPUTED field of one row of any stream except events. False: the value is
 * absent. */
bool query_data_compute(struct query_data *data, enum query_field_function function, uint64_t row,
                        int64_t *value);

/* Reads a field of the events in a batch. */
void query_data_load_events(struct query_data *data, const struct query_field *field,
                            const struct query_batch *batch, struct query_vector *out);
/* Reads a field of events at arbitrary rows. */
void query_data_load_event_rows(struct query_data *data, const struct query_field *field,
                                const struct query_vector *rows, size_t count,
                                struct query_vector *out);

static inline bool query_data_is_events(const struct query_fields *shape)
{
    return shape->table && shape->fields[0].from == FIELD_COMPUTED &&
           shape->fields[0].number == FUNCTION_EVENT_ACTIVITY_NUMBER;
}

/* Converts ns of the archive's clock to ns since the start of the run, as queries count time. */
static inline int64_t query_data_moment(const struct query_data *data, uint64_t ns)
{
    return (int64_t)(ns - data->start);
}

#endif
