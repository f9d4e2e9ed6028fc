/* step.h: stages at work: each gets batches and hands on what it makes of them. */
#ifndef QUERY_EXEC_STEP_STEP_H
#define QUERY_EXEC_STEP_STEP_H

#include "query/exec/plan.h"
#include "query/exec/program.h"

#include <stdatomic.h>

/* What all steps of a running query share. */
struct work {
    pthread_mutex_t lock; /* for the error */
    struct error error;
    atomic_bool failed;         /* there is an error: no more rows are wanted */
    atomic_uint_least64_t held; /* bytes that steps keep */
};

/* How threads share the work of a step. */
enum step_sharing {
    SHARED_NOT,    /* it gets all rows, in their order */
    SHARED_EACH,   /* rows by themselves: each thread has such a step */
    SHARED_FIRST,  /* each thread has one that leaves out rows; of what is left, one gets all */
    SHARED_MERGED, /* each thread has one, and what they found is put together by `merge` */
};

/* A step begins with these; others of its own follow. */
struct step {
    struct step *next;
    struct query_data *data;
    struct work *work;
    const struct stage *stage;
    const struct shape *shape; /* of the rows that it gets */
    uint64_t rows;             /* how many they may be, roughly */
    bool only_counts;          /* how many rows it hands on is all that is asked for */
    uint64_t wanted;           /* rows that are asked of it, at most; UINT64_MAX: all */
    bool *needed;              /* fields of its result that anybody asks for; NULL: all */
    /* False: it wants no more rows. */
    bool (*take)(struct step *step, const struct batch *batch);
    /* There are no more: what it held back goes to the next one. */
    void (*finish)(struct step *step);
    /* Whether any row of a block of events could go on; NULL: it could. */
    bool (*may_have)(struct step *step, size_t block);
    void (*free)(struct step *step);
    enum step_sharing sharing;
    struct step *(*again)(void); /* another one of its kind, if it is shared */
    /* Takes over what another thread's step has found, before it is finished. */
    void (*merge)(struct step *step, struct step *other);
    uint64_t held; /* bytes, as far as step_holds was told */
};

/* For stages that hold nothing back. */
void step_finish_plainly(struct step *step);
void step_free(struct step *first); /* and those behind it */

/* The query ends with an error; the first one counts. */
void step_fail(struct step *step, const struct error *error);

/* Tells how many bytes a step keeps now, of rows that `what` says what is done with ("sorting
 * them"). False: all together are too many, and the query ends with an error. */
bool step_holds(struct step *step, uint64_t bytes, const char *what);

/* One for each kind of stage; they are given the fields above afterwards and are then begun. */
struct step *step_filter_new(void);
struct step *step_match_new(void); /* any, all, none */
struct step *step_path_new(void);
struct step *step_limit_new(void); /* and skip */
struct step *step_map_new(void);
struct step *step_sort_new(void);
struct step *step_distinct_new(void);
struct step *step_relatives_new(void); /* children, ancestors */
struct step *step_group_new(void);
struct step *step_join_new(void);
struct step *step_fields_new(void); /* of no stage: all fields of its rows as columns */

/* What `begin` of a step does is done by the first batch, or at the end; programs of all the
 * stage's expressions: */
struct program **step_programs(const struct step *step, size_t first, size_t count);
void step_programs_free(struct program **programs, size_t count);

#endif
