/* random_query.h: queries that make sense, but nobody would ask. */
#ifndef TESTS_QUERY_RANDOM_QUERY_H
#define TESTS_QUERY_RANDOM_QUERY_H

#include "query/exec/plan.h"
#include "util/buffer.h"

/* The plan, and its text in `text`. */
struct query_plan *random_query(uint64_t *random, struct buffer *text);

/* The plan of a text; NULL: it means nothing. */
struct query_plan *random_query_plan(const char *text);

#endif
