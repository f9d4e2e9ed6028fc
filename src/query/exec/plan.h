/* plan.h: a query that can be run: a source, and what is done with its rows, stage after stage. */
#ifndef QUERY_EXEC_PLAN_H
#define QUERY_EXEC_PLAN_H

#include "query/parse/expression.h"
#include "query/parse/tree.h"

enum stage_kind {
    STAGE_FILTER, /* expressions[0] is true: neither false nor absent, here and below */
    STAGE_MAP,    /* the expressions become the fields */
    STAGE_SORT,   /* by the expressions; `descending` tells which way each goes; absent ones last */
    STAGE_DISTINCT, /* rows that are the same in all expressions: the first of them stays */
    STAGE_LIMIT,    /* the first `count` rows */
    STAGE_SKIP,     /* all but these */
    STAGE_GROUP,    /* by `keys` expressions, absent ones are a group, too; the others are what is
                       summed up. Of no keys there is one row, even of no rows */
    STAGE_ANY,      /* one row, whether expressions[0] is true for any */
    STAGE_ALL,      /* for all */
    STAGE_NONE,     /* for none */
    STAGE_JOIN, /* with `other`, where expressions[0] equals expressions[1] of the other's row: for
                   each such pair a row with the fields of both, those of this stream first */
    STAGE_CHILDREN,  /* of nodes: those directly below the rows */
    STAGE_ANCESTORS, /* of nodes: those above the rows */
    STAGE_PATH, /* of nodes: those of the rows whose field `path` fits the pattern `path`, from its
                   beginning to its end: a step ** stands for any number of steps, and * inside of a
                   step for any characters */
};

/* Absent values are left out; all but the count are absent where nothing is left. */
enum aggregate {
    AGGREGATE_COUNT, /* of rows; no expression */
    AGGREGATE_SUM,   /* of the type of the values; whole ones stay at the ends of their range */
    AGGREGATE_MEAN,  /* a real */
    AGGREGATE_MIN,   /* of the type of the values */
    AGGREGATE_MAX,
    AGGREGATE_STDDEV,     /* a real: of the values as a whole, divided by their number */
    AGGREGATE_PERCENTILE, /* a real: `parameter` of 100; between two values in proportion: the value
                             at parameter / 100 * (n - 1), counted from 0 in their order */
};

struct stage_sum {
    enum aggregate aggregate;
    size_t expression; /* which of the stage's */
    double parameter;
};

struct stage {
    enum stage_kind kind;
    size_t at, end; /* of its name in the text */
    struct expression **expressions;
    size_t expression_count, expression_room;
    bool *descending;       /* of STAGE_SORT */
    size_t keys;            /* of STAGE_GROUP: the first expressions; 0: all rows are one group */
    struct stage_sum *sums; /* of STAGE_GROUP */
    size_t sum_count, sum_room;
    uint64_t count;
    char *path;
    struct plan *other;
    struct shape *shape; /* of its result, if that is another than what it gets; owned */
};

struct plan {
    const struct shape *source;
    struct stage *stages;
    size_t stage_count, stage_room;
    const struct shape *shape; /* of the result */
    bool explain;              /* it is to be shown, not run */
    bool has_window;           /* `within` or `overlaps` ask for this time alone: */
    int64_t from, to;          /* ns since the start of the run */
};

void query_plan_free(struct plan *plan);

/* What `explain` shows: the stages, one below the other, with what they need and what they give. */
void plan_write(struct buffer *out, const struct plan *plan);

/* Names of streams that were kept by `let`. */
struct plan_names;
struct plan_names *plan_names_new(void);
void plan_names_free(struct plan_names *names);
bool plan_names_has(const struct plan_names *names, const char *name);
const char *plan_names_at(const struct plan_names *names, size_t i); /* NULL: there are no more */

/* The plan of a query; a `let` is kept in `names` (NULL: there are none) and gives NULL without
 * trouble. NULL with trouble: it means nothing. */
struct plan *plan_make(const struct tree *tree, struct plan_names *names, struct trouble *trouble);

/* A condition alone, of one row of a shape. NULL with trouble. */
struct expression *plan_condition(const struct tree *lambda, const struct shape *shape,
                                  struct trouble *trouble);

#endif
