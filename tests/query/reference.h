/* reference.h: plans computed in the plainest way: row after row, one value after the other. */
#ifndef TESTS_QUERY_REFERENCE_H
#define TESTS_QUERY_REFERENCE_H

#include "archive/archive.h"
#include "query/exec/plan.h"

struct value {
    enum query_type type;
    bool absent;
    int64_t whole; /* of truths, acts and rows, too */
    double real;
    char text[200];
};

/* A row of a table is its number, that of a record its values. */
struct rows {
    const struct query_fields *shape;
    size_t count, room;
    int64_t *numbers;
    struct value **records;
};

/* The archive with all its acts. */
struct reference {
    struct archive *archive;
    struct archive_act *acts;
    size_t act_count, act_room;
    uint64_t start; /* of the run */
};

void reference_begin(struct reference *reference, struct archive *archive);
void reference_end(struct reference *reference);

struct rows reference_run(struct reference *reference, const struct query_plan *plan);
void reference_free(struct rows *rows);

struct value reference_value(struct reference *reference, const struct query_expression *expression,
                             const struct rows *rows, size_t row);

/* The field of a row of a stream that every archive has: reference_fields.c. */
struct value reference_field(struct reference *reference, const struct query_fields *shape,
                             const struct query_field *field, int64_t row);

/* Less than, equal to or greater than 0; absent ones are last. */
int reference_compare(const struct value *a, const struct value *b);

#endif
