/* data.h: an archive as queries see it: fields of rows by their numbers, and all texts. */
#ifndef QUERY_DATA_DATA_H
#define QUERY_DATA_DATA_H

#include "archive/archive.h"
#include "query/data/texts.h"
#include "query/exec/batch.h"
#include "query/parse/stream_fields.h"

#include <pthread.h>
#include <stdatomic.h>

struct query_data {
    struct archive *archive;
    struct texts *texts; /* of the archive, of the query, and what was computed */
    uint64_t serial;     /* no other one has it: numbers of texts are different in each */
    uint32_t *strings;   /* row of the archive's strings -> text */
    uint64_t start;      /* ns: of the run */
    uint8_t *types;      /* enum archive_kind, by row of regions */
    unsigned threads; /* that a query is worked on by; 0: as many as may run, if it is worth it */
    uint64_t memory;  /* bytes that rows may take which are kept; 0: 100 MB */
    /* Made when somebody asks for them, by one thread: query_data_once */
    pthread_mutex_t lock;
    struct query_known {
        atomic_bool depth, inside, paths, activities, runs;
    } known;
    uint32_t *depth; /* by row of nodes */
    uint64_t *inside;
    uint64_t *loops;
    /* the part of it in own loops, and of these */ /* time of the nearest timed nodes below */
    int64_t *paths;                                 /* texts; -1: none */
    struct query_runs *runs; /* which activities do the events; NULL: those of the lanes */
    pthread_key_t readers;   /* of each thread: see reader.h */
    bool has_readers;
    /* Of a query that runs: */
    atomic_bool stop;          /* set by whoever wants it to end: a handler of signals, too */
    struct progress *progress; /* how far it is; NULL: nobody looks */
    const uint64_t *only;      /* bits by row of events: those that there are; NULL: all */
    struct live_memory *live;  /* what steps know of earlier runs of the plan; NULL: nothing */
};

struct query_data *query_data_new(struct archive *archive, struct error *error);
void query_data_free(struct query_data *data);

/* Whether the query was told to end: asked for each batch. */
static inline bool query_data_is_stopped(const struct query_data *data)
{
    return atomic_load_explicit(&data->stop, memory_order_relaxed);
}

const char *query_data_text(const struct query_data *data, int64_t text);
int64_t query_data_add_text(struct query_data *data, const char *text);

/* Calls `find` unless that was done before; others wait until it is. */
void query_data_once(struct query_data *data, atomic_bool *known,
                     void (*find)(struct query_data *data));

/* The activities are there afterwards, if they can be had, and are found by their numbers. */
void query_data_find_activities(struct query_data *data);

/* Rows of the table behind a stream. False: it cannot be had. */
bool query_data_rows(struct query_data *data, const struct shape *shape, uint64_t *rows,
                     struct error *error);

/* A field (never FIELD_VIA or FIELD_MADE) of rows of a table, whose numbers may be absent. */
void query_data_load(struct query_data *data, const struct shape *shape, const struct field *field,
                     const struct vector *rows, size_t count, struct vector *out);

/* FIELD_COMPUTED of one row of any stream but events; false: absent. */
bool query_data_compute(struct query_data *data, enum field_function function, uint64_t row,
                        int64_t *value);

/* A field of events in a batch. */
void query_data_load_events(struct query_data *data, const struct field *field,
                            const struct batch *batch, struct vector *out);
/* The same of rows that are anywhere. */
void query_data_load_event_rows(struct query_data *data, const struct field *field,
                                const struct vector *rows, size_t count, struct vector *out);

static inline bool query_data_is_events(const struct shape *shape)
{
    return shape->table && shape->fields[0].from == FIELD_COMPUTED &&
           shape->fields[0].number == FUNCTION_EVENT_ACTIVITY_NUMBER;
}

/* A moment of the archive's clock as queries count it. */
static inline int64_t query_data_moment(const struct query_data *data, uint64_t ns)
{
    return (int64_t)(ns - data->start);
}

#endif
