/* roofline_text.c: the roofs of a machine and the loops under them, for the terminal. */
#include "report/binary/roofline.h"

#include "format/operations.h"
#include "model/machine/machine.h"
#include "report/table/text.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 9, ROWS = 18, MOST = 96, LEAST = 24 };

/* The picture: characters, row by row from the top. */
struct canvas {
    size_t width;
    char *cells;
    struct report_roofline_range range;
};

static char *cell(const struct canvas *canvas, size_t column, size_t row)
{
    return &canvas->cells[row * canvas->width + column];
}

/* Returns the intensity at the middle of a column. */
static double intensity_at(const struct canvas *canvas, size_t column)
{
    const struct report_roofline_range *range = &canvas->range;
    double part = ((double)column + 0.5) / (double)canvas->width;
    return exp2(range->x_low + part * (range->x_high - range->x_low));
}

/* Returns the row of a speed; ROWS if it is outside. */
static size_t row_of(const struct canvas *canvas, double speed)
{
    const struct report_roofline_range *range = &canvas->range;
    if (speed <= 0)
        return ROWS;
    double part = (range->y_high - log10(speed)) / (range->y_high - range->y_low);
    return part < 0 || part >= 1 ? ROWS : (size_t)(part * ROWS);
}

static void draw_roof(const struct canvas *canvas, const struct analysis_roofline *roofs,
                      enum analysis_roof roof)
{
    for (size_t i = 0; i < canvas->width; i++) {
        double speed = analysis_roofline_at(roofs, roof, intensity_at(canvas, i));
        bool is_flat = roof >= ROOF_SCALAR || speed >= roofs->roofs[ROOF_VECTOR];
        size_t row = row_of(canvas, speed);
        if (row < ROWS)
            *cell(canvas, i, row) = roof == ROOF_SCALAR ? '.' : is_flat ? '-' : '/';
    }
}

/* Writes the name of a roof on it: a bandwidth near its left end, each a bit further to the right;
 * a peak at its right end. */
static void label_roof(const struct canvas *canvas, const struct analysis_roofline *roofs,
                       enum analysis_roof roof)
{
    static const size_t APART = 8;
    const char *word = analysis_roofline_word(roof);
    size_t size = strlen(word);
    if (canvas->width < size + 1 + ROOFS * APART)
        return;
    size_t at = roof >= ROOF_SCALAR ? canvas->width - size - 1 : (size_t)(ROOF_L1 - roof) * APART;
    for (; at + size < canvas->width; at++) {
        size_t row = row_of(canvas, analysis_roofline_at(roofs, roof, intensity_at(canvas, at)));
        if (row == ROWS)
            continue;
        memcpy(cell(canvas, at, row), word, size);
        return;
    }
}

static void draw_points(const struct canvas *canvas, const struct report_roofline *roofline)
{
    for (size_t i = roofline->count; i-- > 0;) {
        const struct analysis_roofline_loop *loop = &roofline->points[i].loop;
        double part = report_roofline_across(&canvas->range, loop->intensity);
        size_t row = row_of(canvas, loop->speed), column = (size_t)(part * (double)canvas->width);
        if (column == canvas->width)
            column--; /* the right edge */
        if (row < ROWS && column < canvas->width)
            *cell(canvas, column, row) = report_roofline_mark(i);
    }
}

/* Adds the axis below: powers of 2, as far apart as their labels need. */
static void add_axis(const struct canvas *canvas, struct buffer *to)
{
    const struct report_roofline_range *range = &canvas->range;
    char *line = memory_zeroed(canvas->width + 16, 1);
    memset(line, ' ', canvas->width + 8);
    size_t free_from = 0, end = canvas->width;
    if (range->has_edge && end > strlen(REPORT_ROOFLINE_EDGE)) {
        end -= strlen(REPORT_ROOFLINE_EDGE) + 1;
        strcpy(line + end + 1, REPORT_ROOFLINE_EDGE);
    }
    int steps = (int)(range->x_high - range->x_low);
    for (int i = 0; i <= steps; i++) {
        double x = range->x_low + i;
        char label[32];
        double part = (x - range->x_low) / (range->x_high - range->x_low);
        size_t at = (size_t)(part * (double)canvas->width);
        int size = x < 0 ? snprintf(label, sizeof label, "1/%.0f", exp2(-x))
                         : snprintf(label, sizeof label, "%.0f", exp2(x));
        if (at < free_from || at + (size_t)size > end)
            continue;
        memcpy(line + at, label, (size_t)size);
        free_from = at + (size_t)size + 2;
    }
    line[canvas->width] = '\0';
    buffer_printf(to, "%*s %s FLOP/byte\n", LEFT - 1, "", line);
    free(line);
}

static void add_rows(const struct canvas *canvas, struct buffer *to)
{
    const struct report_roofline_range *range = &canvas->range;
    double step = (range->y_high - range->y_low) / ROWS;
    for (size_t i = 0; i < ROWS; i++) {
        double top = range->y_high - (double)i * step, bottom = top - step;
        double decade = floor(top); /* a power of ten in this row has a label */
        if (decade > bottom && decade <= top)
            buffer_printf(to, "%*.4g ", LEFT - 2, pow(10, decade - 9));
        else
            buffer_printf(to, "%*s ", LEFT - 2, "");
        size_t size = canvas->width;
        while (size && *cell(canvas, size - 1, i) == ' ')
            size--;
        buffer_printf(to, "|%.*s\n", (int)size, cell(canvas, 0, i));
    }
    buffer_printf(to, "%*s+", LEFT - 1, "");
    for (size_t i = 0; i < canvas->width; i++)
        buffer_add(to, "-");
    buffer_add(to, "\n");
}

void report_roofline_text(struct buffer *to, const struct report_lcct_view *view)
{
    static const enum analysis_roof order[] = {ROOF_SCALAR, ROOF_L1,     ROOF_L2,
                                               ROOF_L3,     ROOF_MEMORY, ROOF_VECTOR};
    struct report_roofline roofline;
    size_t width = view->options->report.width;
    report_roofline_init(&roofline, view);
    struct canvas canvas = {.range = report_roofline_range(&roofline)};
    canvas.width = width > MOST                ? MOST - LEFT
                   : width > LEFT + LEAST + 12 ? width - LEFT - 11
                                               : LEAST;
    canvas.cells = memory_zeroed(canvas.width * ROWS, 1);
    memset(canvas.cells, ' ', canvas.width * ROWS);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (roofline.roofs.roofs[order[i]] > 0)
            draw_roof(&canvas, &roofline.roofs, order[i]);
    }
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (roofline.roofs.roofs[order[i]] > 0)
            label_roof(&canvas, &roofline.roofs, order[i]);
    }
    draw_points(&canvas, &roofline);
    buffer_add(to, "\n");
    report_text_styled(to, &view->options->report, TEXT_TITLE, "Roofline");
    buffer_printf(to, ": GFLOP/s of a core, %s precision; roofs of %s\n",
                  roofline.precision == FORMAT_PRECISION_DOUBLE ? "double" : "single",
                  view->options->machine->name);
    add_rows(&canvas, to);
    add_axis(&canvas, to);
    free(canvas.cells);
    report_roofline_free(&roofline);
}
