/* plot.c: predicted and measured times over ranks, or over n, as a picture. */
#include "report/model/prediction.h"

#include "util/buffer.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 460, LEFT = 80, RIGHT = 170, TOP = 50, BOTTOM = 60 };

/* Both axes are logarithmic. */
struct axes {
    bool over_n; /* one number of ranks, several n: the horizontal axis is n */
    double x_least, x_most, y_least, y_most;
};

static double position(double value, double least, double most)
{
    return most > least ? (log(value) - log(least)) / (log(most) - log(least)) : 0.5;
}

static double x_value(const struct axes *axes, const struct report_prediction *row)
{
    return axes->over_n ? fmax(row->n, 1) : row->prediction.p;
}

static double x_of(const struct axes *axes, const struct report_prediction *row)
{
    return LEFT +
           position(x_value(axes, row), axes->x_least, axes->x_most) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct axes *axes, double seconds)
{
    double at = position(fmax(seconds, axes->y_least), axes->y_least, axes->y_most);
    return HEIGHT - BOTTOM - at * (HEIGHT - TOP - BOTTOM);
}

static void widen(double *least, double *most, double value)
{
    if (!(value > 0) || !isfinite(value))
        return;
    *least = fmin(*least, value);
    *most = fmax(*most, value);
}

static bool same_n(const struct report_prediction *a, const struct report_prediction *b)
{
    return a->n == b->n || (isnan(a->n) && isnan(b->n));
}

/* True if all rows have the same number of ranks, and their n differ. */
static bool differ_in_n(const struct report_predictions *of)
{
    bool differ = false;
    for (size_t i = 1; i < of->count; i++) {
        if (of->rows[i].prediction.p != of->rows[0].prediction.p)
            return false;
        differ |= !same_n(&of->rows[i], &of->rows[0]);
    }
    return differ;
}

static struct axes axes_of(const struct report_predictions *of)
{
    struct axes axes = {differ_in_n(of), INFINITY, 0, INFINITY, 0};
    for (size_t i = 0; i < of->count; i++) {
        const struct report_prediction *row = &of->rows[i];
        widen(&axes.x_least, &axes.x_most, x_value(&axes, row));
        widen(&axes.y_least, &axes.y_most, row->prediction.low);
        widen(&axes.y_least, &axes.y_most, row->prediction.high);
        widen(&axes.y_least, &axes.y_most, row->prediction.time);
        widen(&axes.y_least, &axes.y_most, row->measured);
    }
    if (!(axes.y_most > 0)) {
        axes.y_least = 1e-9;
        axes.y_most = 1;
    }
    axes.y_least = pow(10, floor(log10(axes.y_least) + 1e-9));
    axes.y_most = pow(10, ceil(log10(axes.y_most) - 1e-9));
    if (axes.y_most <= axes.y_least)
        axes.y_most = axes.y_least * 10;
    return axes;
}

static void add_seconds(struct buffer *out, double seconds)
{
    static const struct {
        double least;
        const char *unit;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "\xc2\xb5s"}, {0, "ns"}};
    size_t i = 0;
    while (i < 3 && seconds < units[i].least * (1 - 1e-9))
        i++;
    buffer_printf(out, "%.4g %s", seconds / (i < 3 ? units[i].least : 1e-9), units[i].unit);
}

static void add_escaped(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<' || *text == '>' || *text == '&')
            buffer_add(out, *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : "&amp;");
        else
            buffer_add_bytes(out, text, 1);
    }
}

static void draw_axes(struct buffer *out, const struct axes *axes,
                      const struct report_predictions *of)
{
    const int decades = (int)lround(log10(axes->y_most / axes->y_least));
    for (int decade = 0; decade <= decades; decade++) {
        const double y = axes->y_least * pow(10, decade);
        buffer_printf(out,
                      "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' class='grid'/>"
                      "<text x='%d' y='%.1f' text-anchor='end'>",
                      LEFT, WIDTH - RIGHT, y_of(axes, y), y_of(axes, y), LEFT - 8,
                      y_of(axes, y) + 4);
        add_seconds(out, y);
        buffer_add(out, "</text>\n");
    }
    double before = -1;
    for (size_t i = 0; i < of->count; i++) {
        double value = x_value(axes, &of->rows[i]), x = x_of(axes, &of->rows[i]);
        if (value == before)
            continue;
        before = value;
        buffer_printf(out,
                      "<line x1='%.1f' x2='%.1f' y1='%d' y2='%d' class='grid'/>"
                      "<text x='%.1f' y='%d' text-anchor='middle'>%.15g</text>\n",
                      x, x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 20, value);
    }
    buffer_printf(out, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n",
                  (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 15, axes->over_n ? "n" : "ranks");
}

/* Draws the rows [from, to), which have the same n, or, over n, all rows. */
static void draw_series(struct buffer *out, const struct axes *axes,
                        const struct report_predictions *of, size_t from, size_t to, int number)
{
    static const char *const colors[] = {"#2166ac", "#b2182b", "#1b7837",
                                         "#8e5a00", "#6a3d9a", "#00708a"};
    const char *color = colors[number % 6];
    buffer_printf(out, "<polygon fill='%s' fill-opacity='0.15' points='", color);
    for (size_t i = from; i < to; i++)
        buffer_printf(out, "%.1f,%.1f ", x_of(axes, &of->rows[i]),
                      y_of(axes, of->rows[i].prediction.high));
    for (size_t i = to; i-- > from;)
        buffer_printf(out, "%.1f,%.1f ", x_of(axes, &of->rows[i]),
                      y_of(axes, of->rows[i].prediction.low));
    buffer_printf(out, "'/>\n<polyline fill='none' stroke='%s' stroke-width='2' points='", color);
    for (size_t i = from; i < to; i++)
        buffer_printf(out, "%.1f,%.1f ", x_of(axes, &of->rows[i]),
                      y_of(axes, of->rows[i].prediction.time));
    buffer_add(out, "'/>\n");
    for (size_t i = from; i < to; i++) {
        const struct report_prediction *row = &of->rows[i];
        double x = x_of(axes, row), y = y_of(axes, row->prediction.time);
        buffer_printf(out, "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'><title>", x, y, color);
        if (axes->over_n)
            buffer_printf(out, "n = %.15g, ", row->n);
        buffer_printf(out, "%u rank%s: ", row->prediction.p, row->prediction.p == 1 ? "" : "s");
        add_seconds(out, row->prediction.time);
        buffer_add(out, "</title></circle>\n");
        if (row->measured > 0)
            buffer_printf(out,
                          "<path d='M%.1f %.1fl10 10m0 -10l-10 10' stroke='%s' "
                          "stroke-width='2'/>\n",
                          x - 5, y_of(axes, row->measured) - 5, color);
    }
    const struct report_prediction *first = &of->rows[from];
    if (axes->over_n)
        buffer_printf(out, "<text x='%d' y='%.1f' fill='%s'>%u rank%s</text>\n", WIDTH - RIGHT + 12,
                      y_of(axes, of->rows[to - 1].prediction.time) + 4, color, first->prediction.p,
                      first->prediction.p == 1 ? "" : "s");
    else if (!isnan(first->n))
        buffer_printf(out, "<text x='%d' y='%.1f' fill='%s'>n = %.15g</text>\n", WIDTH - RIGHT + 12,
                      y_of(axes, of->rows[to - 1].prediction.time) + 4, color, first->n);
}

static void draw_legend(struct buffer *out, const struct report_predictions *of)
{
    bool measured = false;
    for (size_t i = 0; i < of->count; i++)
        measured |= of->rows[i].measured > 0;
    int x = WIDTH - RIGHT + 12, y = 14;
    buffer_printf(
        out,
        "<line x1='%d' x2='%d' y1='%d' y2='%d' stroke='#555' stroke-width='2'/>"
        "<circle cx='%d' cy='%d' r='3' fill='#555'/><text x='%d' y='%d'>predicted</text>\n",
        x, x + 20, y, y, x + 10, y, x + 28, y + 4);
    if (measured)
        buffer_printf(out,
                      "<path d='M%d %dl10 10m0 -10l-10 10' stroke='#555' stroke-width='2'/>"
                      "<text x='%d' y='%d'>measured</text>\n",
                      x + 5, y + 13, x + 28, y + 22);
}

char *report_predictions_svg(const struct report_predictions *predictions)
{
    struct buffer out = {0};
    struct axes axes = axes_of(predictions);
    buffer_printf(
        &out,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d "
        "%d' font-family='sans-serif' font-size='13'>\n<style>.grid{stroke:#ddd}</style>\n"
        "<rect width='%d' height='%d' fill='white'/>\n<text x='%d' y='26' font-size='16'>",
        WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    add_escaped(&out, "Time of ");
    add_escaped(&out, predictions->task);
    buffer_add(&out, "</text>\n");
    draw_axes(&out, &axes, predictions);
    int series = 0;
    for (size_t from = 0; from < predictions->count; series++) {
        size_t to = from + 1;
        while (to < predictions->count &&
               (axes.over_n || same_n(&predictions->rows[from], &predictions->rows[to])))
            to++;
        draw_series(&out, &axes, predictions, from, to, series);
        from = to;
    }
    draw_legend(&out, predictions);
    buffer_add(&out, "</svg>\n");
    return buffer_take(&out);
}
