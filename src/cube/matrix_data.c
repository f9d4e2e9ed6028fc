/* matrix_data.c: see matrix_data.h */
#include "cube/matrix_data.h"

#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>

enum { MOST_LISTED = 3 };

/* The value of one data in a cell, or in all cells. */
struct part {
    uint32_t cell, text;
    double value;
};

struct matrix_data {
    struct pairs rows; /* index in parts, by cell and text */
    struct part *parts;
    size_t count, room;
};

#define ALL_CELLS UINT32_MAX

struct matrix_data *matrix_data_new(void)
{
    return memory_zeroed(1, sizeof(struct matrix_data));
}

static void add(struct matrix_data *data, uint32_t cell, uint32_t text, double value)
{
    uint32_t row = pairs_add(&data->rows, cell, text, (uint32_t)data->count);
    if (row == data->count) {
        data->parts = memory_grow(data->parts, &data->room, data->count + 1, sizeof *data->parts);
        data->parts[data->count++] = (struct part){cell, text, 0};
    }
    data->parts[row].value += value;
}

void matrix_data_add(struct matrix_data *data, uint32_t cell, uint32_t text, double value)
{
    add(data, cell, text, value);
    add(data, ALL_CELLS, text, value);
}

/* Sorts by cell, then the largest value first. */
static int by_cell(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    if (a->cell != b->cell)
        return a->cell < b->cell ? -1 : 1;
    if (a->value < b->value || a->value > b->value)
        return a->value > b->value ? -1 : 1;
    return a->text < b->text ? -1 : a->text > b->text;
}

/* Lists the data of all cells with their shares: "grid 60 %, u 40 %". Nothing if none is known. */
static void list(const struct part *parts, size_t count, const struct archive *archive,
                 struct buffer *to)
{
    double total = 0;
    size_t listed = 0;
    bool is_known = false;
    for (size_t i = 0; i < count; i++) {
        total += parts[i].value;
        is_known |= parts[i].text != 0;
    }
    for (; is_known && total > 0 && listed < count && listed < MOST_LISTED; listed++)
        buffer_printf(to, "%s%s %.0f %%", listed ? ", " : "",
                      parts[listed].text ? archive_text(archive, parts[listed].text) : "not known",
                      100 * parts[listed].value / total);
    if (is_known && listed < count)
        buffer_add(to, ", others");
}

void matrix_data_end(struct matrix_data *data, const struct archive *archive,
                     struct cube_projection *matrix)
{
    size_t cells = matrix->rows * matrix->columns, i = 0;
    matrix->cell_data = memory_zeroed(cells + 1, sizeof *matrix->cell_data);
    if (data->count)
        qsort(data->parts, data->count, sizeof *data->parts, by_cell);
    for (; i < data->count && data->parts[i].cell != ALL_CELLS; i++) {
        const struct part *part = &data->parts[i];
        if ((!i || part[-1].cell != part->cell) && part->cell < cells && part->text)
            matrix->cell_data[part->cell] = archive_text(archive, part->text);
    }
    if (i < data->count)
        list(data->parts + i, data->count - i, archive, &matrix->data);
    pairs_free(&data->rows);
    free(data->parts);
    free(data);
}
