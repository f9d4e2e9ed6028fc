/* json.c: see json.h */
#include "report/table/json.h"

#include "archive/archive.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>

json_t *report_json_text(const char *text)
{
    char *clean = words_clean(text);
    json_t *value = json_string(clean);
    free(clean);
    return value;
}

json_t *report_json_count(uint64_t number)
{
    return json_integer(number > INT64_MAX ? INT64_MAX : (json_int_t)number);
}

json_t *report_json_bytes(uint64_t bytes)
{
    return bytes == ARCHIVE_UNKNOWN ? json_null() : report_json_count(bytes);
}

json_t *report_json_real_number(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *json_cell(const struct report_sheet_column *column,
                         const struct report_sheet_cell *cell)
{
    if (!cell->known)
        return json_null();
    switch (column->kind) {
    case SHEET_TEXT:
    case SHEET_WORD:
        return report_json_text(cell->text);
    case SHEET_COUNT:
    case SHEET_TIME:
        return report_json_count(cell->number);
    case SHEET_ID:
        return json_integer((json_int_t)cell->number);
    case SHEET_PERCENT:
    case SHEET_MEAN:
        return report_json_real_number(cell->real);
    case SHEET_FLAG:
        return json_boolean(cell->number);
    }
    return json_null();
}

json_t *report_json_sheet(const struct report_sheet *sheet)
{
    json_t *rows = json_array();
    for (size_t row = 0; row < report_sheet_rows(sheet); row++) {
        json_t *object = json_object();
        for (size_t i = 0; i < sheet->column_count; i++) {
            const struct report_sheet_column *column = &sheet->columns[i];
            if (column->key)
                json_object_set_new(
                    object, column->key,
                    json_cell(column, &sheet->cells[row * sheet->column_count + i]));
        }
        json_array_append_new(rows, object);
    }
    return rows;
}
