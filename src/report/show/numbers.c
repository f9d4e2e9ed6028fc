/* numbers.c: the numbers of displays, as JSON and CSV. */
#include "report/show/numbers.h"

#include "report/show/chart.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *number_or_null(uint32_t number, bool known)
{
    return known ? json_integer(number) : json_null();
}

static json_t *items_json(const struct cube_projection_item *items, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct cube_projection_item *item = &items[i];
        bool is_class = item->class < CYCLES_CLASSES, where = item->lane != ARCHIVE_NONE;
        json_t *object = json_object();
        json_object_set_new(object, "label", report_json_text(item->label ? item->label : ""));
        json_object_set_new(object, "region",
                            number_or_null(item->region, item->region != ARCHIVE_NONE));
        json_object_set_new(
            object, "class",
            is_class ? json_string(archive_cycles_class_key((enum archive_cycles_class)item->class))
                     : json_null());
        json_object_set_new(object, "lane", number_or_null(item->lane, where));
        json_object_set_new(object, "lanes", number_or_null(item->lanes, where));
        json_object_set_new(object, "way", item->way ? json_string(item->way) : json_null());
        json_object_set_new(object, "total", report_json_real_number(item->total));
        json_array_append_new(array, object);
    }
    return array;
}

/* Returns for each row the ranges of columns, [first, end), in which it is unknown what its lanes
 * did. */
static json_t *unknown_json(const struct cube_projection *data)
{
    json_t *rows = json_array();
    for (size_t row = 0; row < data->rows; row++) {
        const bool *unknown = &data->unknown[row * data->columns];
        json_t *line = json_array();
        for (size_t i = 0, end; i < data->columns; i = end) {
            for (end = i + 1; end < data->columns && unknown[end] == unknown[i];)
                end++;
            if (unknown[i])
                json_array_append_new(line, json_pack("[I, I]", (json_int_t)i, (json_int_t)end));
        }
        json_array_append_new(rows, line);
    }
    return rows;
}

/* Returns for each cell of a matrix the data that most of it is of; null: not known. */
static json_t *data_json(const struct cube_projection *data)
{
    json_t *rows = json_array();
    for (size_t row = 0; row < data->rows; row++) {
        json_t *line = json_array();
        for (size_t i = 0; i < data->columns; i++) {
            const char *text = data->cell_data[row * data->columns + i];
            json_array_append_new(line, text ? report_json_text(text) : json_null());
        }
        json_array_append_new(rows, line);
    }
    return rows;
}

static void add_projection(json_t *object, const struct report_show_panel *panel)
{
    const struct cube_projection *data = panel->projection;
    json_t *values = json_array();
    struct buffer unsized = {0};
    json_object_set_new(object, "unit", report_json_text(data->unit ? data->unit : ""));
    json_object_set_new(object, "by", report_json_text(data->by ? data->by : ""));
    json_object_set_new(object, "source",
                        json_string(data->source == CYCLES_OF_EVENTS ? "events" : "samples"));
    if (data->missing.used)
        json_object_set_new(object, "missing", report_json_text(data->missing.text));
    chart_unsized(&unsized, panel);
    if (unsized.used)
        json_object_set_new(object, "unsized", report_json_text(unsized.text + strlen("; ")));
    buffer_free(&unsized);
    json_object_set_new(object, "zero_ns", report_json_count(data->zero));
    json_object_set_new(object, "start_ns", report_json_count(data->start));
    json_object_set_new(object, "length_ns", report_json_count(data->length));
    json_object_set_new(object, "merged_cycles", report_json_count(data->merged_cycles));
    json_object_set_new(object, "merged_lanes", report_json_count(data->merged_lanes));
    json_object_set_new(object, "hidden_rows", report_json_count(data->hidden_whats));
    json_object_set_new(object, "rows", items_json(data->row, data->rows));
    json_object_set_new(object, "columns",
                        data->column ? items_json(data->column, data->columns) : json_null());
    for (size_t row = 0; row < data->rows; row++) {
        json_t *line = json_array();
        for (size_t i = 0; i < data->columns; i++)
            json_array_append_new(line,
                                  report_json_real_number(data->value[row * data->columns + i]));
        json_array_append_new(values, line);
    }
    json_object_set_new(object, "values", values);
    if (data->unknown)
        json_object_set_new(object, "unknown", unknown_json(data));
    if (data->cell_data)
        json_object_set_new(object, "data", data_json(data));
}

void report_show_json(struct buffer *to, const struct report_show_origin *origin,
                      const struct report_show_panel *panels, size_t count)
{
    json_t *root = json_object(), *displays = json_array();
    json_object_set_new(root, "archive", report_json_text(origin->archive));
    json_object_set_new(root, "command", report_json_text(origin->command ? origin->command : ""));
    json_object_set_new(root, "running", json_boolean(origin->running));
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "subject",
                            json_string(report_show_subject_word(panels[i].subject)));
        json_object_set_new(object, "display",
                            json_string(report_show_display_word(panels[i].display)));
        if (panels[i].display == SHOW_MATRIX)
            json_object_set_new(object, "collective", json_boolean(panels[i].collective));
        if (panels[i].timeline)
            numbers_timeline(object, panels[i].timeline);
        else if (panels[i].projection)
            add_projection(object, &panels[i]);
        else
            json_object_set_new(object, "trouble",
                                report_json_text(panels[i].trouble ? panels[i].trouble : ""));
        json_array_append_new(displays, object);
    }
    json_object_set_new(root, "displays", displays);
    char *text = json_dumps(root, JSON_COMPACT);
    buffer_add(to, text ? text : "");
    buffer_add(to, "\n");
    free(text);
    json_decref(root);
}

/* Adds a CSV line: the names of its row and column, or the time of the column, and the value. */
static void add_line(struct buffer *to, const struct report_show_panel *panel, size_t row,
                     size_t column)
{
    const struct cube_projection *data = panel->projection;
    double value = data->value[row * data->columns + column];
    bool lanes = report_show_axes(panel->display) == PROJECTION_WHEN_WHERE;
    int64_t start = (int64_t)(data->start - data->zero + column * data->length);
    buffer_printf(to, "%s,%s,", report_show_subject_word(panel->subject),
                  report_show_display_word(panel->display));
    if (!lanes)
        words_csv(to, data->row[row].label);
    buffer_add(to, ",");
    if (lanes || data->column)
        words_csv(to, lanes ? data->row[row].label : data->column[column].label);
    if (data->column)
        buffer_add(to, ",,,");
    else
        buffer_printf(to, ",%lld,%llu,", (long long)start, (unsigned long long)data->length);
    if (isfinite(value))
        buffer_printf(to, "%.9g", value);
    buffer_printf(to, ",%s\n", data->unit ? data->unit : "");
}

void report_show_csv(struct buffer *to, const struct report_show_panel *panels, size_t count)
{
    if (count && panels[0].timeline) {
        numbers_timeline_csv(to, panels[0].timeline);
        return;
    }
    buffer_add(to, "subject,display,name,lane,start_ns,length_ns,value,unit\n");
    for (size_t i = 0; i < count; i++) {
        const struct cube_projection *data = panels[i].projection;
        for (size_t at = 0; data && at < data->rows * data->columns; at++)
            add_line(to, &panels[i], at / data->columns, at % data->columns);
    }
}
