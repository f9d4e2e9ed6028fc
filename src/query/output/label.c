/* label.c: readable names for rows of other streams. */
#include "query/output/table.h"

#include <inttypes.h>
#include <string.h>

/* Reads a field of a row. False if it is absent. */
static bool load(struct query_data *data, const struct query_fields *shape, int64_t row,
                 const char *name, int64_t *value)
{
    const struct query_field *field = query_fields_get(shape, name, strlen(name));
    struct query_vector rows, out;
    query_vector_make(&rows, TYPE_INTEGER, 1);
    query_vector_make(&out, field->type.type, 1);
    rows.whole[0] = row;
    query_data_load(data, shape, field, &rows, 1, &out);
    bool there = !query_vector_is_absent(&out, 0);
    *value = out.whole[0];
    query_vector_free(&rows);
    query_vector_free(&out);
    return there;
}

static const char *text_of(struct query_data *data, const struct query_fields *shape, int64_t row,
                           const char *name)
{
    int64_t text;
    return load(data, shape, row, name, &text) ? query_data_text(data, text) : NULL;
}

/* Appends a name such as `MPI_Send halo.c:38`, or without a name `loop solver.c:54`. */
static void add_region(struct buffer *out, struct query_data *data,
                       const struct query_fields *shape, int64_t row)
{
    const char *name = text_of(data, shape, row, "name"), *file = text_of(data, shape, row, "file");
    int64_t line;
    name = name ? name : text_of(data, shape, row, "kind");
    buffer_add(out, name ? name : "");
    if (!file)
        return;
    buffer_printf(out, "%s%s", name ? " " : "", file);
    if (load(data, shape, row, "line", &line))
        buffer_printf(out, ":%" PRId64, line);
}

void output_add_label(struct buffer *out, struct query_data *data, const struct query_fields *shape,
                      int64_t row)
{
    const char *text = NULL;
    if (shape == query_fields_find("regions", 7))
        add_region(out, data, shape, row);
    else if (shape == query_fields_find("nodes", 5))
        text = text_of(data, shape, row, "path");
    else if (shape == query_fields_find("activities", 10))
        text = text_of(data, shape, row, "activityNumber");
    buffer_add(out, text ? text : "");
}
