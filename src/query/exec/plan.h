/* plan.h: a query that can be run: a source, and the stages that its rows pass through.
 *
 * The way of a query through src/query:
 *
 *   text --parse/--> tree --check/--> plan --exec/--> steps --output/--> table, CSV, JSON
 *                 (tree.h)          (this file)     (step.h)
 *
 * A plan holds the source stream and an array of stages, each with its checked expressions:
 *
 *   struct query_plan    source --> stages[0] --> stages[1] --> ... --> result of the shape `shape`
 *   struct query_stage   kind, expressions, and what its kind needs (keys, sums, count, path,
 * other) struct query_fields   the fields that rows have at a point of the plan (stream_fields.h)
 *
 * To run it, source.c makes one step per stage and links them. The source is read in units (blocks
 * of events, or ranges of rows) as batches of at most QUERY_BATCH rows (batch.h). A batch names
 * rows of a table by number, and rows of records by one vector of values per field (vector.h).
 * Expressions are compiled to programs that compute one vector per batch (program.h). Each step
 * takes a batch and passes its own result to the next; a step that needs all rows first holds
 * them back until `finish`. Several threads run copies of the steps (parallel.h). Values are read
 * from the archive through struct query_data (data.h).
 *
 * A plan is immutable once it is made; it owns its stages, their expressions and shapes. */
#ifndef QUERY_EXEC_PLAN_H
#define QUERY_EXEC_PLAN_H

#include "query/parse/expression.h"
#include "query/parse/tree.h"

/* A step of a plan that each row passes through. A condition holds if it is true: neither false nor
 * absent. */
enum query_stage_kind {
    STAGE_FILTER, /* keep rows where expressions[0] is true */
    STAGE_MAP,    /* the expressions become the fields of a new record */
    STAGE_SORT, /* by the expressions; `descending` has the direction of each; absent values last */
    STAGE_DISTINCT, /* of rows that are equal in all expressions, keep the first */
    STAGE_LIMIT,    /* keep the first `count` rows */
    STAGE_SKIP,     /* drop the first `count` rows */
    STAGE_GROUP, /* group by the first `keys` expressions, where absent is a key, too, and aggregate
                    the others. Without keys there is exactly one group, even for no rows */
    STAGE_ANY,   /* one row: is expressions[0] true for any row? */
    STAGE_ALL,   /* ... for all rows? */
    STAGE_NONE,  /* ... for no row? */
    STAGE_JOIN,  /* with `other`, where expressions[0] equals expressions[1] of the other row: one
                    row per pair, with this stream's fields first */
    STAGE_CHILDREN,  /* of nodes: the nodes directly below the rows */
    STAGE_ANCESTORS, /* of nodes: all nodes above the rows */
    STAGE_PATH, /* of nodes: those whose whole field `path` matches the pattern `path`: a step **
                   matches any number of steps, * within a step any characters */
};

/* Aggregates skip absent values. All but the count are absent if no value remains. */
enum query_aggregate {
    AGGREGATE_COUNT, /* of rows; has no expression */
    AGGREGATE_SUM,   /* has the type of the values; whole numbers saturate */
    AGGREGATE_MEAN,  /* a real */
    AGGREGATE_MIN,   /* has the type of the values, like max */
    AGGREGATE_MAX,
    AGGREGATE_STDDEV,     /* a real: standard deviation of the population (divided by n) */
    AGGREGATE_PERCENTILE, /* a real: the value at position parameter / 100 * (n - 1) of the sorted
                             values, counted from 0, interpolated between two */
};

/* One aggregate of a STAGE_GROUP. */
struct query_stage_sum {
    enum query_aggregate aggregate;
    size_t expression; /* its index among the stage's expressions */
    double parameter;
};

struct query_stage {
    enum query_stage_kind kind;
    size_t at, end; /* position of its name in the text */
    struct query_expression **expressions;
    size_t expression_count, expression_room;
    bool *descending; /* of STAGE_SORT */
    size_t keys; /* of STAGE_GROUP: number of leading expressions that are keys; 0: one group of all
                    rows */
    struct query_stage_sum *sums; /* of STAGE_GROUP */
    size_t sum_count, sum_room;
    uint64_t count;
    char *path;
    struct query_plan *other;
    struct query_fields *shape; /* of its result, if that differs from its input; owned */
};

struct query_plan {
    const struct query_fields *source;
    struct query_stage *stages;
    size_t stage_count, stage_room;
    const struct query_fields *shape; /* of the result */
    bool explain;                     /* show the plan, do not run it */
    bool has_window;  /* `within` or `overlaps` restricts the query to `from` .. `to` */
    int64_t from, to; /* ns since the start of the run */
};

/* Removes all stages. */
void query_plan_drop_stages(struct query_plan *plan);

void query_plan_free(struct query_plan *plan);

/* Writes what `explain` shows: one stage per line, with its inputs and its result. */
void query_plan_write(struct buffer *out, const struct query_plan *plan);

/* The streams that `let` has bound to names. */
struct plan_names;
struct plan_names *query_plan_names_new(void);
void query_plan_names_free(struct plan_names *names);
bool query_plan_names_has(const struct plan_names *names, const char *name);
const char *query_plan_names_at(const struct plan_names *names,
                                size_t i); /* NULL after the last one */

/* Makes the plan of a query. A `let` is stored in `names` (NULL: no names exist) and returns NULL
 * without trouble. Returns NULL with trouble if the query is wrong. */
struct query_plan *query_plan_make(const struct query_tree *tree, struct plan_names *names,
                                   struct diagnostic *trouble);

/* Checks a single condition on a row of a shape. Returns NULL with trouble. */
struct query_expression *query_plan_condition(const struct query_tree *lambda,
                                              const struct query_fields *shape,
                                              struct diagnostic *trouble);

#endif
