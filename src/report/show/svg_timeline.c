/* svg_timeline.c: a timeline as SVG: bars in the colours of their classes, and lines for messages.
 */
#include "report/show/frame.h"
#include "report/show/timeline.h"

#include "report/show/label.h"
#include "report/show/palette.h"
#include "util/memory.h"
#include "util/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_LABEL = 110,
    PITCH = 46,
    LEAST_PITCH = 12,
    COMFORTABLE = 640, /* height; more lanes make the rows lower */
    READABLE = 13,
    EDGED = 8,     /* px: wider bars have a border */
    NAMED = 14,    /* px: higher bars can have a name in them */
    TIPPED = 3000, /* the longest bars that have a tooltip each */
    SWATCH = 14,
    SIGN = 24, /* length of a line in the legend */
};

static const struct report_svg_font in_bar = {"ink", 10.5, false};

static double width_of(const struct timeline_plan *plan, const struct cube_timeline_bar *bar)
{
    return timeline_x(plan, bar->end) - timeline_x(plan, bar->start);
}

static int descending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a > b ? -1 : a < b;
}

/* Returns the width from which on bars have tooltips, so that at most TIPPED have. */
static double least_width(const struct timeline_plan *plan)
{
    const struct cube_timeline *timeline = plan->timeline;
    if (timeline->bar_count <= TIPPED)
        return 0;
    double *widths = malloc(timeline->bar_count * sizeof *widths);
    if (!widths)
        return plan->right;
    for (size_t i = 0; i < timeline->bar_count; i++)
        widths[i] = width_of(plan, &timeline->bars[i]);
    qsort(widths, timeline->bar_count, sizeof *widths, descending);
    double least = widths[TIPPED];
    free(widths);
    return least;
}

static bool has_tip(const struct timeline_plan *plan, const struct cube_timeline_bar *bar)
{
    return width_of(plan, bar) > plan->least;
}

/* Returns the class of text on a bar, dark or light as the colour of the bar requires. */
static const char *letters_on(size_t class)
{
    static const char *const classes[CYCLES_CLASSES] = {
        "on0", "on1", "on2", "on3", "on4", "on5", "on6", "on7", [CYCLES_UNKNOWN] = "ink"};
    return classes[class];
}

/* Writes a region's name, without its source position, if there is room. */
static void write_name(const struct timeline_plan *plan, uint32_t region, size_t class, double x,
                       double y, double wide)
{
    struct buffer name = {0};
    struct report_svg_font font = in_bar;
    timeline_name(&name, plan->timeline, region);
    name.text[report_label_brief(name.text)] = '\0';
    font.class = letters_on(class);
    if (wide >= 24 && plan->high >= NAMED &&
        report_label_width(name.text, font.size, false) + 8 <= wide)
        report_svg_text(plan->svg, x + 4, y + plan->high / 2 + 3.7, SVG_START, &font, wide - 8,
                        name.text);
    buffer_free(&name);
}

/* Draws a bar: plain if it has one class, else with a share of the height for each. */
static void draw_bar(const struct timeline_plan *plan, size_t lane,
                     const struct cube_timeline_bar *bar)
{
    double x = timeline_x(plan, bar->start), wide = width_of(plan, bar), y = timeline_y(plan, lane);
    struct buffer tip = {0};
    char class[32];
    timeline_bar_tip(&tip, plan->timeline, lane, bar);
    if (timeline_is_mixed(bar)) {
        report_svg_rect(plan->svg, (struct report_svg_box){x, y, wide, plan->high}, "none",
                        tip.text);
    } else {
        report_svg_fill(plan->svg, palette_class(timeline_class(bar)), false, class, sizeof class);
        report_svg_rect(plan->svg, (struct report_svg_box){x, y, wide, plan->high}, class,
                        tip.text);
    }
    buffer_free(&tip);
}

/* Returns the share of a mixed bar that is above a class, and the class's own share. */
static void share_of(const struct cube_timeline_bar *bar, size_t class, double *before, double *own)
{
    double all = (double)(bar->end - bar->start), sum = 0;
    for (size_t i = 0; i < class; i++)
        sum += (double)bar->time[i];
    *before = all > 0 ? sum / all : 0;
    *own = all > 0 ? (double)bar->time[class] / all : 0;
}

static bool has_class(const struct cube_timeline *timeline, size_t class)
{
    for (size_t i = 0; i < timeline->bar_count; i++) {
        if (timeline->bars[i].time[class])
            return true;
    }
    return false;
}

/* Draws the bars without a rectangle of their own, as one path per class. */
static void draw_small(const struct timeline_plan *plan, size_t class)
{
    const struct cube_timeline *timeline = plan->timeline;
    struct buffer *out = &plan->svg->out;
    char paint[64];
    if (!has_class(timeline, class))
        return;
    report_svg_paint(plan->svg, palette_class(class), "", paint, sizeof paint);
    size_t before = out->used;
    for (size_t lane = 0; lane < timeline->lane_count; lane++) {
        const struct cube_timeline_lane *of = &timeline->lanes[lane];
        for (size_t i = of->first; i < of->first + of->count; i++) {
            const struct cube_timeline_bar *bar = &timeline->bars[i];
            double above, own, wide = width_of(plan, bar);
            if (!bar->time[class] || !(wide > 0) || (has_tip(plan, bar) && !timeline_is_mixed(bar)))
                continue;
            share_of(bar, class, &above, &own);
            if (out->used == before)
                buffer_printf(out, "<path %s d=\"", paint);
            timeline_box(out, timeline_x(plan, bar->start),
                         timeline_y(plan, lane) + plan->high * above, wide, plan->high * own);
        }
    }
    if (out->used != before)
        buffer_add(out, "\"/>\n");
}

static void draw_lane(const struct timeline_plan *plan, size_t lane)
{
    const struct cube_timeline_lane *of = &plan->timeline->lanes[lane];
    for (size_t i = of->first; i < of->first + of->count; i++) {
        if (has_tip(plan, &plan->timeline->bars[i]))
            draw_bar(plan, lane, &plan->timeline->bars[i]);
    }
}

/* Writes the name of a long visit where it can be read: where nearly all bars behind it have one
 * class. */
static void name_span(const struct timeline_plan *plan, size_t lane, size_t bar,
                      const struct cube_timeline_span *span)
{
    enum { LETTERS = 120 }; /* px */
    const struct cube_timeline_lane *of = &plan->timeline->lanes[lane];
    const struct cube_timeline_bar *bars = plan->timeline->bars;
    struct cube_timeline_bar behind = {0};
    double x = timeline_x(plan, span->start), wide = timeline_x(plan, span->end) - x, all = 0;
    for (; bar < of->first + of->count && bars[bar].start < span->end &&
           timeline_x(plan, bars[bar].start) < x + LETTERS;
         bar++) {
        for (size_t i = 0; i < CYCLES_CLASSES; i++) {
            behind.time[i] = number_add(behind.time[i], bars[bar].time[i]);
            all += (double)bars[bar].time[i];
        }
    }
    size_t class = timeline_class(&behind);
    if ((double)behind.time[class] >= 0.95 * all)
        write_name(plan, span->region, class, x, timeline_y(plan, lane), wide);
}

/* Writes the names of long visits, and draws borders and names of the bars between them. */
static void draw_names(const struct timeline_plan *plan, size_t lane)
{
    const struct cube_timeline *timeline = plan->timeline;
    const struct cube_timeline_lane *of = &timeline->lanes[lane];
    size_t span = of->first_span, last = of->first_span + of->span_count;
    double y = timeline_y(plan, lane);
    struct buffer edges = {0};
    for (size_t i = of->first; i < of->first + of->count; i++) {
        const struct cube_timeline_bar *bar = &timeline->bars[i];
        double wide = width_of(plan, bar), x = timeline_x(plan, bar->start);
        while (span < last && timeline->spans[span].end <= bar->start)
            span++;
        bool inside = span < last && timeline->spans[span].start <= bar->start;
        bool begins = inside && (i == of->first || bar[-1].start < timeline->spans[span].start);
        if (begins)
            name_span(plan, lane, i, &timeline->spans[span]);
        if ((inside && !begins) || wide < EDGED)
            continue;
        if (i > of->first && bar->start > timeline->start) {
            buffer_add(&edges, "M");
            timeline_point(&edges, x, y);
            buffer_add(&edges, "v");
            timeline_number(&edges, plan->high);
        }
        if (!inside && bar->stretches == 1 && timeline_class(bar) != CYCLES_UNKNOWN)
            write_name(plan, bar->region, timeline_class(bar), x, y, wide);
    }
    if (edges.used)
        buffer_printf(&plan->svg->out, "<path class=\"edge\" d=\"%s\"/>\n", edges.text);
    buffer_free(&edges);
}

/* The signs of the legend: the classes, then these. */
enum { SIGN_WAIT = CYCLES_CLASSES, SIGN_LINE, SIGN_LATE, SIGN_TOGETHER, SIGNS };

static void find_signs(const struct cube_timeline *timeline, bool waits, bool there[SIGNS])
{
    for (size_t i = 0; i < timeline->bar_count * CYCLES_CLASSES; i++)
        there[i % CYCLES_CLASSES] |=
            timeline->bars[i / CYCLES_CLASSES].time[i % CYCLES_CLASSES] > 0;
    for (size_t i = 0; i < timeline->message_count; i++)
        there[timeline->messages[i].wait_end > timeline->messages[i].wait_start ? SIGN_LATE
                                                                                : SIGN_LINE] = true;
    there[SIGN_TOGETHER] = timeline->operation_count > 0;
    there[SIGN_WAIT] = waits;
}

static void draw_sign(struct report_svg *svg, size_t sign, double x, double y)
{
    char class[32];
    if (sign < CYCLES_CLASSES) {
        report_svg_fill(svg, palette_class(sign), false, class, sizeof class);
        report_svg_rect(svg, (struct report_svg_box){x, y - 11, SWATCH, SWATCH}, class, NULL);
    } else if (sign == SIGN_WAIT) {
        report_svg_rect(svg, (struct report_svg_box){x, y - 11, SIGN, SWATCH}, "track", NULL);
        snprintf(class, sizeof class, "l%d", CYCLES_SYNC);
        report_svg_rect(svg, (struct report_svg_box){x, y - 1, SIGN, 4}, class, NULL);
    } else {
        report_svg_line(svg, x, y - 4, x + SIGN, y - 4,
                        sign == SIGN_LINE   ? "line"
                        : sign == SIGN_LATE ? "late"
                                            : "together");
    }
}

static double draw_legend(const struct timeline_plan *plan, double y, bool waits)
{
    static const char *const names[SIGNS] = {
        [SIGN_WAIT] = "wait for another rank",
        [SIGN_LINE] = "message",
        [SIGN_LATE] = "message that a rank waited for",
        [SIGN_TOGETHER] = "start of a collective operation",
    };
    bool there[SIGNS] = {false};
    double x = plan->left;
    find_signs(plan->timeline, waits, there);
    for (size_t place = 0; place < SIGNS; place++) {
        size_t i = place < CYCLES_CLASSES ? archive_cycles_class_shown(place) : place;
        if (!there[i])
            continue;
        char *name = names[i] ? memory_string(names[i]) : timeline_class_word(plan->timeline, i);
        double wide = report_label_width(name, frame_label.size, false);
        double sign = i < CYCLES_CLASSES ? SWATCH : SIGN;
        if (x > plan->left && x + sign + 8 + wide > plan->right) {
            x = plan->left;
            y += 22;
        }
        draw_sign(plan->svg, i, x, y);
        report_svg_text(plan->svg, x + sign + 8, y, SVG_START, &frame_label, wide + 0.5, name);
        free(name);
        x += sign + 8 + wide + 22;
    }
    return y + 8;
}

double svg_timeline(struct report_svg *svg, const struct cube_timeline *timeline, double y)
{
    size_t lanes = timeline->lane_count;
    char **labels = timeline_labels(timeline);
    double room = fmax(FRAME_LEAST, frame_labels_width(labels, lanes, MOST_LABEL) + 1);
    struct timeline_plan plan = {.svg = svg, .timeline = timeline, .top = y};
    plan.left = FRAME_MARGIN + room + FRAME_GAP;
    plan.right = svg->width - FRAME_MARGIN;
    plan.pitch = fmax(LEAST_PITCH, fmin(PITCH, COMFORTABLE / (double)(lanes ? lanes : 1)));
    plan.high = plan.pitch * (timeline->message_count ? 0.55 : 0.75);
    plan.least = least_width(&plan);
    report_svg_text(svg, plan.left - FRAME_GAP, y - FRAME_GAP, SVG_END, &frame_tick, room, "lane");
    buffer_add(&svg->out, "<g shape-rendering=\"crispEdges\">\n");
    for (size_t i = 0; i < CYCLES_CLASSES; i++)
        draw_small(&plan, i);
    for (size_t i = 0; i < lanes; i++)
        draw_lane(&plan, i);
    buffer_add(&svg->out, "</g>\n");
    bool waits = timeline_draw_waits(&plan);
    for (size_t i = 0; i < lanes; i++)
        draw_names(&plan, i);
    timeline_draw_lines(&plan);
    size_t every = frame_every(lanes, plan.pitch, READABLE);
    for (size_t i = 0; i < lanes; i += every)
        report_svg_text(svg, plan.left - FRAME_GAP, plan.top + plan.pitch * ((double)i + 0.5) + 4,
                        SVG_END, &frame_label, room, labels[i]);
    timeline_labels_free(timeline, labels);
    struct frame frame = {svg, NULL, plan.left, plan.right, y, y + plan.pitch * (double)lanes + 4};
    double bottom = frame_times(&frame, timeline_seconds(timeline, timeline->start),
                                timeline_seconds(timeline, timeline->end));
    return draw_legend(&plan, bottom + 24, waits);
}
