/* chart.c: see chart.h */
#include "report/show/chart.h"

#include "report/show/label.h"
#include "report/show/palette.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_stacked(const struct chart *chart)
{
    return chart->panel->display == SHOW_OVERALL_WHAT_WHEN ||
           chart->panel->display == SHOW_OVERALL_WHAT_WHERE;
}

/* True for a value that can be drawn. Files may hold larger ones, but sums must stay finite. */
static bool is_number(double value)
{
    return value >= 0 && value < 1e20;
}

double chart_value(const struct chart *chart, size_t row, size_t column)
{
    double value = chart->data->value[chart->order[row] * chart->columns + column];
    return is_number(value) ? value : NAN;
}

bool chart_unknown(const struct chart *chart, size_t row, size_t column)
{
    const bool *unknown = chart->data->unknown;
    return unknown && unknown[chart->order[row] * chart->columns + column];
}

double chart_sum(const struct chart *chart, size_t column)
{
    double sum = 0;
    for (size_t row = 0; row < chart->rows; row++) {
        double value = chart_value(chart, row, column);
        sum += isnan(value) ? 0 : value;
    }
    return sum;
}

double chart_mean(const struct chart *chart, size_t row)
{
    double sum = 0;
    size_t count = 0;
    for (size_t column = 0; column < chart->columns; column++) {
        double value = chart_value(chart, row, column);
        if (!isnan(value)) {
            sum += value;
            count++;
        }
    }
    return count ? sum / (double)count : NAN;
}

double chart_peak(const struct chart *chart, size_t row)
{
    double peak = NAN;
    for (size_t column = 0; column < chart->columns; column++) {
        double value = chart_value(chart, row, column);
        if (!isnan(value) && !(value <= peak))
            peak = value;
    }
    return peak;
}

size_t chart_level(const struct chart *chart, double value)
{
    double level = floor(value / chart->top * PALETTE_LEVELS + 1e-9);
    return !(level > 0) ? 0 : level >= PALETTE_LEVELS ? PALETTE_LEVELS - 1 : (size_t)level;
}

double chart_cell(const struct chart *chart, size_t row, size_t cell, size_t cells)
{
    size_t first = cell * chart->columns / cells, last = (cell + 1) * chart->columns / cells;
    double sum = 0;
    size_t count = 0;
    for (size_t column = first; column < (last > first ? last : first + 1); column++) {
        double value = chart_value(chart, row, column);
        if (!isnan(value)) {
            sum += value;
            count++;
        }
    }
    return count ? sum / (double)count : NAN;
}

bool chart_cell_unknown(const struct chart *chart, size_t row, size_t cell, size_t cells)
{
    size_t first = cell * chart->columns / cells, last = (cell + 1) * chart->columns / cells;
    for (size_t column = first; column < (last > first ? last : first + 1); column++) {
        if (chart_unknown(chart, row, column))
            return true;
    }
    return false;
}

double chart_time(const struct chart *chart, double column)
{
    const struct cube_projection *data = chart->data;
    double start = data->start >= data->zero ? (double)(data->start - data->zero)
                                             : -(double)(data->zero - data->start);
    return (start + column * (double)data->length) / 1e9;
}

static enum scale_kind kind_of(const char *unit)
{
    return !strcmp(unit, "of the time") ? SCALE_SHARE
           : !strcmp(unit, "s")         ? SCALE_SECONDS
           : !strncmp(unit, "bytes", 5) ? SCALE_BYTES /* sent, received */
                                        : SCALE_COUNT;
}

static bool is_others(const struct cube_projection_item *item)
{
    return item->region == ARCHIVE_NONE && item->class >= CYCLES_CLASSES &&
           item->lane == ARCHIVE_NONE && !item->way;
}

static double row_sum(const struct cube_projection *data, size_t row)
{
    double sum = 0;
    for (size_t column = 0; column < data->columns; column++) {
        double value = data->value[row * data->columns + column];
        sum += is_number(value) ? value : 0;
    }
    return sum;
}

/* Sorts the rows by their sums, the largest first, "others" last; a stable sort. */
static void sort_rows(struct chart *chart)
{
    double *sum = memory_zeroed(chart->rows, sizeof *sum);
    for (size_t i = 0; i < chart->rows; i++)
        sum[i] = is_others(&chart->data->row[i]) ? -1 : row_sum(chart->data, i);
    for (size_t i = 1; i < chart->rows; i++) { /* an insertion sort: there are few rows */
        size_t row = chart->order[i], at = i;
        for (; at > 0 && sum[chart->order[at - 1]] < sum[row]; at--)
            chart->order[at] = chart->order[at - 1];
        chart->order[at] = row;
    }
    free(sum);
}

static char *clean_label(const char *label)
{
    char *clean = words_clean(label ? label : "?");
    if (*clean)
        return clean;
    free(clean);
    return memory_string("(no name)");
}

/* Makes the source position part of names that differ only by it, so that shortening keeps it:
 * "task (a.c:3)" and "task (a.c:9)" become "task, a.c:3" and "task, a.c:9". */
static void keep_places(struct chart *chart)
{
    bool *same = memory_zeroed(chart->rows, sizeof *same);
    for (size_t i = 0; i < chart->rows; i++) {
        size_t size = report_label_brief(chart->row[i]);
        for (size_t j = 0; j < i && chart->row[i][size]; j++) {
            if (report_label_brief(chart->row[j]) == size &&
                !strncmp(chart->row[i], chart->row[j], size))
                same[i] = same[j] = true;
        }
    }
    for (size_t i = 0; i < chart->rows; i++) {
        size_t size = report_label_brief(chart->row[i]);
        if (!same[i] || !chart->row[i][size])
            continue;
        char *place = chart->row[i] + size + 2; /* behind " (" */
        char *label =
            memory_printf("%.*s, %.*s", (int)size, chart->row[i], (int)strlen(place) - 1, place);
        free(chart->row[i]);
        chart->row[i] = label;
    }
    free(same);
}

static void make_labels(struct chart *chart)
{
    const struct cube_projection *data = chart->data;
    chart->row = memory_zeroed(chart->rows, sizeof *chart->row);
    chart->look = memory_zeroed(chart->rows, sizeof *chart->look);
    for (size_t i = 0; i < chart->rows; i++) {
        const struct cube_projection_item *item = &data->row[chart->order[i]];
        chart->row[i] = clean_label(item->label);
        chart->look[i] = item->class < CYCLES_CLASSES ? palette_class(item->class)
                         : is_others(item)            ? PALETTE_OTHERS
                                                      : palette_region(chart->order[i]);
    }
    keep_places(chart);
    if (!data->column)
        return;
    chart->column = memory_zeroed(chart->columns, sizeof *chart->column);
    for (size_t i = 0; i < chart->columns; i++)
        chart->column[i] = clean_label(data->column[i].label);
}

static void find_top(struct chart *chart)
{
    for (size_t column = 0; column < chart->columns; column++) {
        double sum = is_stacked(chart) ? chart_sum(chart, column) : 0;
        for (size_t row = 0; row < chart->rows; row++) {
            double value = chart_value(chart, row, column);
            chart->unknown |= chart_unknown(chart, row, column);
            chart->missing |= isnan(value) && !chart_unknown(chart, row, column);
            if (!is_stacked(chart) && value > sum)
                sum = value;
        }
        if (sum > chart->most)
            chart->most = sum;
    }
    bool whole = chart->kind == SCALE_SHARE &&
                 (chart->panel->subject == PROJECTION_UTILISATION || is_stacked(chart));
    chart->top = whole && chart->most <= 1.0001 ? 1 : scale_top(chart->kind, chart->most);
    if (chart->kind == SCALE_SHARE &&
        chart->most > 1.0001) /* not a share, but drawn all the same */
        chart->top = chart->most;
}

static bool any_number(const struct cube_projection *data)
{
    for (size_t i = 0; i < data->rows * data->columns; i++) {
        if (is_number(data->value[i]))
            return true;
    }
    return false;
}

bool chart_make(struct chart *chart, const struct report_show_panel *panel, struct error *error)
{
    const struct cube_projection *data = panel->projection;
    *chart = (struct chart){.panel = panel, .data = data};
    if (!data)
        return error_set(error, "%s",
                         panel->trouble && *panel->trouble ? panel->trouble : "there is no data");
    bool lanes = report_show_axes(panel->display) == PROJECTION_WHAT_WHERE;
    if (!data->rows || !data->columns || !data->row || !data->value || (lanes && !data->column))
        return error_set(error, "there is nothing to draw: nothing of this kind was measured");
    if (!any_number(data))
        return error_set(
            error, data->unknown
                       ? "there is nothing to draw: it is unknown what the lanes did at that time"
                       : "there is nothing to draw: no lane existed at that time");
    chart->rows = data->rows;
    chart->columns = data->columns;
    chart->unit = data->unit ? data->unit : "";
    chart->kind = kind_of(chart->unit);
    chart->order = memory_zeroed(chart->rows, sizeof *chart->order);
    for (size_t i = 0; i < chart->rows; i++)
        chart->order[i] = i;
    if (panel->display == SHOW_OVERALL_WHAT_WHERE)
        sort_rows(chart);
    make_labels(chart);
    find_top(chart);
    return true;
}

void chart_free(struct chart *chart)
{
    for (size_t i = 0; chart->row && i < chart->rows; i++)
        free(chart->row[i]);
    for (size_t i = 0; chart->column && i < chart->columns; i++)
        free(chart->column[i]);
    free(chart->row);
    free(chart->column);
    free(chart->order);
    free(chart->look);
    *chart = (struct chart){0};
}
