/* roofline_svg.c: the roofs of a machine and the loops under them, as an SVG. */
#include "report/binary/roofline.h"

#include "cube/region_words.h"
#include "format/operations.h"
#include "model/machine/machine.h"
#include "report/show/label.h"
#include "report/show/svg.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>

enum {
    WIDTH = 860,
    HEIGHT = 620,
    LEFT = 70,
    RIGHT = 30,
    TOP = 62,
    BOTTOM = 64,
    LARGEST = 26, /* radius of the loop with most time */
    SMALLEST = 5,
    NAMED = 12,     /* loops with a label */
    LINE = 13,      /* height of a label */
    VECTORISED = 0, /* looks */
    SCALAR = 4,
};

static const struct report_svg_font tick_font = {"faint", 11, false},
                                    roof_font = {"faint", 11.5, true},
                                    mark_font = {"ink", 11, true};

/* The picture while it is drawn. */
struct picture {
    struct report_svg svg;
    const struct report_lcct_view *view;
    struct report_roofline roofline;
    struct report_roofline_range range;
};

static double x_of(const struct picture *picture, double intensity)
{
    return LEFT + report_roofline_across(&picture->range, intensity) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct picture *picture, double speed)
{
    const struct report_roofline_range *range = &picture->range;
    double part = (range->y_high - log10(speed)) / (range->y_high - range->y_low);
    return TOP + part * (HEIGHT - TOP - BOTTOM);
}

static void draw_axes(struct picture *picture)
{
    const struct report_roofline_range *range = &picture->range;
    double bottom = HEIGHT - BOTTOM, right = WIDTH - RIGHT;
    struct report_svg *svg = &picture->svg;
    char label[32];
    int steps = (int)(range->x_high - range->x_low);
    for (int i = 0; i <= steps; i++) {
        double x = range->x_low + i;
        double at = x_of(picture, exp2(x));
        if (x < 0)
            snprintf(label, sizeof label, "1/%.0f", exp2(-x));
        else
            snprintf(label, sizeof label, "%.0f", exp2(x));
        report_svg_line(svg, at, TOP, at, bottom, "grid");
        bool is_edge = range->has_edge && i == steps;
        report_svg_text(svg, at, bottom + 18, SVG_MIDDLE, &tick_font, 60,
                        is_edge ? REPORT_ROOFLINE_EDGE : label);
    }
    int first = (int)ceil(range->y_low), last = (int)floor(range->y_high);
    for (int y = first; y <= last; y++) {
        double at = y_of(picture, pow(10, y));
        snprintf(label, sizeof label, "%.4g", pow(10, y - 9));
        report_svg_line(svg, LEFT, at, right, at, "grid");
        report_svg_text(svg, LEFT - 8, at + 4, SVG_END, &tick_font, LEFT - 10, label);
    }
    report_svg_line(svg, LEFT, bottom, right, bottom, "axis");
    report_svg_line(svg, LEFT, TOP, LEFT, bottom, "axis");
    report_svg_text(svg, right, bottom + 38, SVG_END, &tick_font, 300,
                    "floating-point operations per byte loaded or stored");
    report_svg_text(svg, LEFT - 50, TOP - 8, SVG_START, &tick_font, 200, "GFLOP/s of a core");
}

/* Draws a bandwidth, up to the vector peak, with its label along it. */
static void draw_bandwidth(struct picture *picture, enum analysis_roof roof)
{
    const double *roofs = picture->roofline.roofs.roofs;
    double low = exp2(picture->range.x_low), floor_speed = pow(10, picture->range.y_low);
    double start = fmax(low, floor_speed / roofs[roof]), end = roofs[ROOF_VECTOR] / roofs[roof];
    if (roofs[roof] <= 0 || end <= start)
        return;
    double x1 = x_of(picture, start), y1 = y_of(picture, start * roofs[roof]);
    double x2 = x_of(picture, end), y2 = y_of(picture, roofs[ROOF_VECTOR]);
    buffer_printf(&picture->svg.out,
                  "<path class=\"axis\" d=\"M%.1f %.1fL%.1f %.1f\" style=\"stroke-width:1.6\"/>\n",
                  x1, y1, x2, y2);
    char label[64];
    snprintf(label, sizeof label, "%s %.3g GB/s", analysis_roofline_word(roof), roofs[roof] / 1e9);
    /* where labels of the other levels are not: at different heights */
    double part = 0.12 + 0.16 * (double)(ROOF_L1 - roof);
    double x = x1 + part * (x2 - x1), y = y1 + part * (y2 - y1);
    buffer_printf(&picture->svg.out, "<g transform=\"rotate(%.1f %.1f %.1f)\">",
                  atan2(y2 - y1, x2 - x1) * 180 / M_PI, x, y);
    report_svg_text(&picture->svg, x, y - 5, SVG_START, &roof_font, 200, label);
    buffer_add(&picture->svg.out, "</g>\n");
}

static void draw_peak(struct picture *picture, enum analysis_roof roof)
{
    const double *roofs = picture->roofline.roofs.roofs;
    double speed = roofs[roof], fastest = 0;
    if (speed <= 0)
        return;
    for (int i = 0; i < ROOF_SCALAR; i++)
        fastest = fmax(fastest, roofs[i]);
    double start = fmax(exp2(picture->range.x_low), fastest > 0 ? speed / fastest : 0);
    double y = y_of(picture, speed), right = WIDTH - RIGHT;
    buffer_printf(&picture->svg.out,
                  "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\" style=\"stroke-width:1.6%s\"/>\n",
                  x_of(picture, start), y, right,
                  roof == ROOF_SCALAR ? ";stroke-dasharray:5 4" : "");
    char label[64];
    snprintf(label, sizeof label, "%s %.3g GFLOP/s", analysis_roofline_word(roof), speed / 1e9);
    report_svg_text(&picture->svg, right - 4, y - 5, SVG_END, &roof_font, 260, label);
}

/* Returns the colour of a loop: vectorised or not. */
static int look_of(const struct report_roofline_point *point)
{
    return point->loop.vector_share >= 0.5 ? VECTORISED : SCALAR;
}

/* Draws what the colours mean. */
static void draw_legend(struct picture *picture)
{
    static const struct {
        int look;
        const char *word;
        double x;
    } all[] = {{VECTORISED, "vectorised", WIDTH - 210}, {SCALAR, "scalar", WIDTH - 100}};
    for (size_t i = 0; i < 2; i++) {
        buffer_printf(&picture->svg.out,
                      "<circle cx=\"%.1f\" cy=\"24\" r=\"6\" class=\"l%d s%d\" "
                      "style=\"fill-opacity:.45\"/>\n",
                      all[i].x, all[i].look, all[i].look);
        report_svg_text(&picture->svg, all[i].x + 12, 28, SVG_START, &tick_font, 90, all[i].word);
    }
}

/* Draws a loop: its area is its share of the time. */
static void draw_loop(struct picture *picture, size_t number)
{
    const struct report_roofline_point *point = &picture->roofline.points[number];
    double most = (double)picture->roofline.points[0].time;
    double radius = fmax(SMALLEST, LARGEST * sqrt((double)point->time / most));
    double x = x_of(picture, point->loop.intensity), y = y_of(picture, point->loop.speed);
    struct buffer *out = &picture->svg.out, label = {0}, tip = {0};
    report_lcct_where(picture->view, point->region, &label);
    report_lcct_label(picture->view, point->region, &tip);
    buffer_printf(&tip, " %s: %.3g GFLOP/s, ", label.text ? label.text : "",
                  point->loop.speed / 1e9);
    if (isfinite(point->loop.intensity))
        buffer_printf(&tip, "%.3g FLOP/byte", point->loop.intensity);
    else
        buffer_add(&tip, "no loads and stores");
    if (point->verdict.reach > 0)
        buffer_printf(&tip, ", %.0f %% of %s", 100 * point->verdict.share,
                      analysis_roofline_word(point->verdict.near));
    char *clean = words_clean(tip.text);
    buffer_printf(out,
                  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"l%d s%d\" "
                  "style=\"fill-opacity:.45\"><title>",
                  x, y, radius, look_of(point), look_of(point));
    report_svg_escape(out, clean);
    buffer_add(out, "</title></circle>\n");
    free(clean);
    buffer_free(&label);
    buffer_free(&tip);
}

/* True if one of the first labels is at the same place. */
static bool is_taken(double (*taken)[2], size_t count, double x, double y)
{
    enum { NEAR = 120 };
    for (size_t i = 0; i < count; i++) {
        if (fabs(taken[i][0] - x) < NEAR && fabs(taken[i][1] - y) < LINE - 1)
            return true;
    }
    return false;
}

/* Writes the labels of the loops with most time, without covering one another. */
static void draw_labels(struct picture *picture)
{
    double taken[NAMED][2];
    size_t count = picture->roofline.count < NAMED ? picture->roofline.count : NAMED;
    for (size_t i = 0; i < count; i++) {
        const struct report_roofline_point *point = &picture->roofline.points[i];
        struct buffer text = {0};
        buffer_printf(&text, "%s", cube_region_routine(picture->view->archive, point->region));
        uint32_t line = picture->view->archive->regions.line[point->region];
        if (line)
            buffer_printf(&text, ":%u", line);
        else
            buffer_printf(&text, " loop %u", picture->view->archive->regions.seq[point->region]);
        char *clean = words_clean(text.text);
        double most = (double)picture->roofline.points[0].time;
        double radius = fmax(SMALLEST, LARGEST * sqrt((double)point->time / most));
        double width = report_label_width(clean, mark_font.size, true);
        double x = x_of(picture, point->loop.intensity) + radius + 4,
               y = y_of(picture, point->loop.speed) + 4;
        bool left = x + width > WIDTH - RIGHT;
        if (left)
            x -= 2 * radius + 8;
        for (size_t tries = 0; tries < NAMED && is_taken(taken, i, x, y); tries++)
            y += LINE;
        taken[i][0] = x;
        taken[i][1] = y;
        report_svg_text(&picture->svg, x, y, left ? SVG_END : SVG_START, &mark_font, 260, clean);
        free(clean);
        buffer_free(&text);
    }
}

void report_roofline_svg(struct buffer *to, const struct report_lcct_view *view)
{
    static const struct report_svg_font title_font = {"ink", 15, true},
                                        caption_font = {"faint", 11.5, false};
    struct picture picture = {.view = view, .svg = {.theme = view->options->theme, .width = WIDTH}};
    struct buffer text = {0};
    report_roofline_init(&picture.roofline, view);
    picture.range = report_roofline_range(&picture.roofline);
    buffer_printf(&text, "Roofline of %s", view->archive->run.command);
    char *title = words_clean(text.text);
    buffer_free(&text);
    buffer_printf(&text, "%zu timed loop%s, area: time; %s precision, roofs of %s",
                  picture.roofline.count, picture.roofline.count == 1 ? "" : "s",
                  picture.roofline.precision == FORMAT_PRECISION_DOUBLE ? "double" : "single",
                  view->options->machine->name);
    char *caption = words_clean(text.text);
    buffer_free(&text);
    report_svg_text(&picture.svg, 20, 24, SVG_START, &title_font, WIDTH - 260, title);
    report_svg_text(&picture.svg, 20, HEIGHT - 12, SVG_START, &caption_font, WIDTH - 40, caption);
    draw_axes(&picture);
    for (int i = 0; i < ROOF_SCALAR; i++)
        draw_bandwidth(&picture, (enum analysis_roof)i);
    draw_peak(&picture, ROOF_SCALAR);
    draw_peak(&picture, ROOF_VECTOR);
    for (size_t i = 0; i < picture.roofline.count; i++)
        draw_loop(&picture, i);
    draw_labels(&picture);
    draw_legend(&picture);
    report_svg_finish(to, &picture.svg, HEIGHT, title, caption);
    free(title);
    free(caption);
    report_roofline_free(&picture.roofline);
    report_svg_free(&picture.svg);
}
