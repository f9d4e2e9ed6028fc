/* output.c: see output.h */
#include "query/output/output.h"

#include "query/output/lines.h"
#include "query/output/table.h"
#include "util/memory.h"

#include <errno.h>
#include <stdlib.h>

struct output {
    FILE *to;
    uint64_t rows;
    struct output_table *table; /* either this or `lines` */
    struct lines *lines;
};

struct output *query_output_new(FILE *to, enum query_output_format format,
                                const struct query_fields *shape)
{
    struct output *output = memory_zeroed(1, sizeof *output);
    output->to = to;
    if (format == OUTPUT_TABLE)
        output->table = output_table_new(to, shape);
    else
        output->lines = lines_new(to, format, shape);
    return output;
}

void query_output_fit(struct output *output, size_t width, size_t *left_out)
{
    if (output->table)
        output_table_fit(output->table, width, left_out);
}

void query_output_name_dropped(struct output *output)
{
    if (output->table)
        output_table_name_dropped(output->table);
}

bool query_output_take(void *to, const struct query_rows *rows)
{
    struct output *output = to;
    output->rows += rows->count;
    if (output->table)
        output_table_take(output->table, rows);
    else
        lines_take(output->lines, rows);
    return !ferror(output->to);
}

void query_output_flush(struct output *output)
{
    if (output->table)
        output_table_flush(output->table);
    fflush(output->to);
}

uint64_t query_output_end(struct output *output)
{
    uint64_t rows = output->rows;
    if (output->table)
        output_table_end(output->table);
    else
        lines_end(output->lines);
    free(output);
    return rows;
}

/* Writing errors of earlier rows show only in ferror, as nothing is left to flush. */
bool query_output_is_written(FILE *to, struct error *error)
{
    errno = 0;
    if (!fflush(to) && !ferror(to))
        return true;
    return errno ? error_errno(error, "the result cannot be written")
                 : error_set(error, "the result cannot be written; is the disk full?");
}
