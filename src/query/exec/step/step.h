/* step.h: a step executes one stage of a plan: it receives batches and passes its results to the
 * next step. */
#ifndef QUERY_EXEC_STEP_STEP_H
#define QUERY_EXEC_STEP_STEP_H

#include "query/exec/plan.h"
#include "query/exec/program.h"

#include <stdatomic.h>

/* Shared by all steps of a running query. */
struct work {
    pthread_mutex_t lock; /* protects `error` */
    struct error error;
    atomic_bool failed;         /* an error occurred: no more rows are wanted */
    atomic_uint_least64_t held; /* bytes that all steps hold */
};

/* The ways in which several threads can share a step. */
enum query_step_sharing {
    SHARED_NOT,    /* one step gets all rows, in order */
    SHARED_EACH,   /* rows are independent: each thread has its own copy */
    SHARED_FIRST,  /* each thread's copy drops rows early; one step gets what remains */
    SHARED_MERGED, /* each thread has its own copy; `merge` combines their results */
};

/* The common part of every step, at the beginning of its own struct. */
struct query_step {
    struct query_step *next;
    struct query_data *data;
    struct work *work;
    const struct query_stage *stage;
    const struct query_fields *shape; /* of its input rows */
    uint64_t rows;                    /* rough number of input rows */
    bool only_counts;                 /* the next step only needs the number of rows */
    uint64_t wanted;                  /* most rows that are wanted of it; UINT64_MAX: all */
    bool *needed;                     /* result fields that a later step reads; NULL: all */
    /* Processes a batch. False: it wants no more rows. */
    bool (*take)(struct query_step *step, const struct query_batch *batch);
    /* Called after the last batch: passes on what it held back. */
    void (*finish)(struct query_step *step);
    /* False if no row of a block of events can pass; NULL: any may. */
    bool (*may_have)(struct query_step *step, size_t block);
    void (*free)(struct query_step *step);
    enum query_step_sharing sharing;
    struct query_step *(*again)(void); /* creates another step of its kind, if it can be shared */
    /* Takes over the results of another thread's step; called before `finish`. */
    void (*merge)(struct query_step *step, struct query_step *other);
    uint64_t held; /* bytes reported by query_step_holds */
};

/* `finish` for steps that hold nothing back. */
void query_step_finish_plainly(struct query_step *step);
void query_step_free(struct query_step *first); /* frees the steps behind it, too */

/* Ends the query with an error; only the first error counts. */
void query_step_fail(struct query_step *step, const struct error *error);

/* Reports how many bytes a step holds now; `what` names the purpose for the message ("sorting
 * them"). False if all steps together exceed the limit: the query then ends with an error. */
bool query_step_holds(struct query_step *step, uint64_t bytes, const char *what);

/* Constructors, one per kind of stage. The caller then sets the common fields; a step sets up its
 * own on the first batch, or in `finish`. */
struct query_step *query_step_filter_new(void);
struct query_step *query_step_match_new(void); /* any, all, none */
struct query_step *query_step_path_new(void);
struct query_step *query_step_limit_new(void); /* and skip */
struct query_step *query_step_map_new(void);
struct query_step *query_step_sort_new(void);
struct query_step *query_step_distinct_new(void);
struct query_step *query_step_relatives_new(void); /* children, ancestors */
struct query_step *query_step_group_new(void);
struct query_step *query_step_join_new(void);
struct query_step *
query_step_fields_new(void); /* not for a stage: turns all fields of its rows into columns */

/* Compiles `count` expressions of the stage, from `first` on. */
struct program **query_step_programs(const struct query_step *step, size_t first, size_t count);
void query_step_programs_free(struct program **programs, size_t count);

#endif
