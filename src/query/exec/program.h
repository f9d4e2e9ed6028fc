/* program.h: an expression compiled to operations that each process a whole batch. */
#ifndef QUERY_EXEC_PROGRAM_H
#define QUERY_EXEC_PROGRAM_H

#include "query/data/data.h"
#include "query/parse/expression.h"

struct program;

/* Compiles an expression on rows of `shape`, which must outlive the program. `rows` estimates how
 * many rows it will see: a part that depends on an index alone is computed once per row of the
 * index if that is less work. */
struct program *program_make(struct query_data *data, const struct query_fields *shape,
                             const struct query_expression *expression, uint64_t rows);
void program_free(struct program *program);

/* Evaluates the expression: value i belongs to row i of the batch. Valid until the next call. */
const struct query_vector *program_run(struct program *program, const struct query_batch *batch);

/* For a condition that depends on one index alone: returns its value for each row of the index,
 * followed by that for an absent row. 1 is true, anything else is not. NULL for other
 * conditions. */
const uint8_t *program_truths(struct program *program, const struct query_field **index,
                              size_t *rows);

/* For an expression that depends on one index alone and is not a condition: returns its value for
 * each row of the index, followed by that for an absent row. NULL for other expressions. */
const struct query_vector *program_table(const struct program *program,
                                         const struct query_field **index, size_t *rows);

#endif
