/* program.h: an expression as steps that are each done for a whole batch. */
#ifndef QUERY_EXEC_PROGRAM_H
#define QUERY_EXEC_PROGRAM_H

#include "query/data/data.h"
#include "query/parse/expression.h"

struct program;

/* Of rows of `shape`, of which there may be `rows`: what depends on an index alone is computed once
 * for each, if there are fewer of them. The expression must stay. */
struct program *program_make(struct query_data *data, const struct shape *shape,
                             const struct expression *expression, uint64_t rows);
void program_free(struct program *program);

/* One value for each row that is meant, the first for the first; valid until the next call. */
const struct vector *program_run(struct program *program, const struct batch *batch);

/* A condition that depends on one index alone: what it is for each row of that, and behind
 * the last for none. Only 1 is true. NULL: it is none. */
const uint8_t *program_truths(struct program *program, const struct field **index, size_t *rows);

/* What depends on one index alone, and is none: its value for each row of that, and behind the last
 * for none. NULL: it is none. */
const struct vector *program_table(const struct program *program, const struct field **index,
                                   size_t *rows);

#endif
