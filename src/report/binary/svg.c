/* svg.c: the hot tree as an SVG: loops are round, functions square. */
#include "report/binary/lcct.h"

#include "report/binary/layout.h"
#include "report/run/loop_words.h"
#include "report/show/label.h"
#include "report/show/svg.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

enum {
    MARGIN = 20,
    HEAD = 56,
    FOOT = 34,
    HEIGHT = 70, /* of a node */
    LEVEL = 108, /* distance between levels */
    WIDEST = 250,
    SIDE = 10, /* padding inside a node */
    LEAST = 84,
    LONGEST = 36, /* characters of a name */
};

static const struct report_svg_font name_font = {"ink", 12.5, true},
                                    share_font = {"ink", 11, false},
                                    small_font = {"faint", 10.5, false},
                                    hot_font = {"ink", 10.5, false};

/* The picture while it is drawn. */
struct picture {
    const struct report_lcct_view *view;
    struct report_svg svg;
    struct lcct_box *boxes;
};

/* The texts of a node, cleaned. */
struct texts {
    char *name, *share, *where, *counts;
};

static char *clean(struct buffer *text)
{
    char *result = words_clean(text->text ? text->text : "");
    buffer_free(text);
    return result;
}

static struct texts texts_of(const struct report_lcct_view *view, uint32_t number)
{
    const struct cube_lcct_row *row = &view->tree->rows[number];
    struct buffer name = {0}, where = {0}, counts = {0};
    report_lcct_brief(view, row->region, LONGEST, true, &name);
    report_lcct_where(view, row->region, &where);
    if (view->archive->regions.kind[row->region] == TRI_KIND_LOOP)
        report_lcct_add_mean(view, row, &counts);
    buffer_add(&counts, counts.used ? " ×" : "×");
    words_count(&counts, row->count, true);
    return (struct texts){.name = clean(&name),
                          .share = memory_printf("%.1f %% (%.1f %%)",
                                                 cube_lcct_percent(view->tree, row->own),
                                                 cube_lcct_percent(view->tree, row->all)),
                          .where = clean(&where),
                          .counts = clean(&counts)};
}

static void texts_free(struct texts *texts)
{
    free(texts->name);
    free(texts->share);
    free(texts->where);
    free(texts->counts);
}

static double widest(double a, double b)
{
    return a > b ? a : b;
}

static double width_of(const struct texts *texts, bool loop)
{
    double width = report_label_width(texts->name, name_font.size, true);
    width = widest(width, report_label_width(texts->share, share_font.size, false));
    width = widest(width, report_label_width(texts->where, small_font.size, false));
    width = widest(width, report_label_width(texts->counts, small_font.size, false));
    width = (width > WIDEST ? WIDEST : width) + 2 * SIDE;
    return widest(loop ? width * 1.25 : width, LEAST);
}

static void measure(struct picture *picture)
{
    const struct report_lcct_view *view = picture->view;
    for (uint32_t row = report_lcct_next_hot(view, 0); row != ARCHIVE_NONE;
         row = report_lcct_next_hot(view, row)) {
        bool loop = view->archive->regions.kind[view->tree->rows[row].region] == TRI_KIND_LOOP;
        struct texts texts = texts_of(view, row);
        picture->boxes[row].width = width_of(&texts, loop);
        texts_free(&texts);
    }
}

static double x_of(const struct picture *picture, uint32_t row)
{
    return MARGIN + picture->boxes[row].x;
}

static double y_of(const struct picture *picture, uint32_t row)
{
    return HEAD + LEVEL * (double)picture->boxes[row].level;
}

static void number_of(struct buffer *to, const char *name, double number)
{
    buffer_printf(to, " %s=\"", name);
    report_svg_number(to, number);
    buffer_add(to, "\"");
}

static void draw_edge(struct picture *picture, uint32_t row)
{
    uint32_t parent = picture->view->tree->rows[row].parent;
    if (!parent)
        return;
    double share = cube_lcct_percent(picture->view->tree, picture->view->tree->rows[row].all) / 100;
    double x1 = x_of(picture, parent), y1 = y_of(picture, parent) + HEIGHT;
    double x2 = x_of(picture, row), y2 = y_of(picture, row), middle = (y1 + y2) / 2;
    buffer_add(&picture->svg.out, "<path class=\"axis\" d=\"");
    buffer_printf(&picture->svg.out, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" style=\"", x1, y1,
                  x1, middle, x2, middle, x2, y2);
    buffer_printf(&picture->svg.out, "stroke-width:%.2f\"/>\n", 0.8 + 4 * share);
}

/* Draws the shape of a node. Its colour is stronger the more instructions it has itself, so that a
 * hot loop stands out from its callers. */
static void draw_shape(struct picture *picture, uint32_t row, bool loop)
{
    struct buffer *out = &picture->svg.out;
    double share = cube_lcct_percent(picture->view->tree, picture->view->tree->rows[row].own) / 100;
    double width = picture->boxes[row].width, x = x_of(picture, row), y = y_of(picture, row);
    buffer_add(out, loop ? "<ellipse" : "<rect");
    number_of(out, loop ? "cx" : "x", loop ? x : x - width / 2);
    number_of(out, loop ? "cy" : "y", loop ? y + HEIGHT / 2.0 : y);
    number_of(out, loop ? "rx" : "width", loop ? width / 2 : width);
    number_of(out, loop ? "ry" : "height", loop ? HEIGHT / 2.0 : HEIGHT);
    buffer_printf(out, " class=\"l4 s4\" style=\"fill-opacity:%.3f;stroke-opacity:.6\"/>\n",
                  0.03 + 0.6 * sqrt(share));
}

static void draw_node(struct picture *picture, uint32_t row)
{
    const struct report_lcct_view *view = picture->view;
    bool loop = view->archive->regions.kind[view->tree->rows[row].region] == TRI_KIND_LOOP;
    const struct report_svg_font *font =
        cube_lcct_percent(view->tree, view->tree->rows[row].own) >= 10 ? &hot_font : &small_font;
    struct texts texts = texts_of(view, row);
    double x = x_of(picture, row), y = y_of(picture, row);
    double down = *texts.where ? 0 : 7, last = *texts.where ? 60 : 55;
    report_svg_rect(&picture->svg, (struct report_svg_box){x - 20, y + 2, 40, HEIGHT - 4}, "paper",
                    NULL);
    draw_shape(picture, row, loop);
    report_svg_text(&picture->svg, x, y + 20 + down, SVG_MIDDLE, &name_font, WIDEST, texts.name);
    report_svg_text(&picture->svg, x, y + 34 + down, SVG_MIDDLE, &share_font, WIDEST, texts.share);
    if (*texts.where)
        report_svg_text(&picture->svg, x, y + 47, SVG_MIDDLE, font, WIDEST, texts.where);
    report_svg_text(&picture->svg, x, y + last, SVG_MIDDLE, font, WIDEST, texts.counts);
    texts_free(&texts);
}

static char *title_of(const struct report_lcct_view *view)
{
    struct buffer text = {0};
    buffer_printf(&text, "Loops and calls of %s", view->archive->run.command);
    return clean(&text);
}

static char *caption_of(const struct report_lcct_view *view)
{
    struct buffer text = {0};
    words_count(&text, view->tree->total, true);
    buffer_add(&text, " instructions");
    if (view->options->lane)
        buffer_printf(&text, " on lane %s", view->options->lane);
    else if (view->options->place)
        buffer_printf(&text, " on %s %s", view->archive->ranked ? "rank" : "place",
                      view->options->place);
    if (view->cold)
        buffer_printf(&text, "; %zu contexts below %g %% not shown", view->cold,
                      view->options->threshold);
    return clean(&text);
}

void report_lcct_svg(struct buffer *to, const struct report_lcct_view *view)
{
    static const struct report_svg_font title_font = {"ink", 15, true},
                                        caption_font = {"faint", 11.5, false};
    static const char legend[] =
        "round: loop, square: function; share of all instructions, exclusive "
        "(inclusive); mean trips ×visits";
    struct picture picture = {
        .view = view,
        .svg = {.theme = view->options->theme},
        .boxes = memory_zeroed(view->tree->count, sizeof *picture.boxes),
    };
    uint32_t levels;
    measure(&picture);
    double width = lcct_layout(view, picture.boxes, &levels) + 2 * MARGIN;
    char *title = title_of(view), *caption = caption_of(view);
    double least = report_label_width(legend, caption_font.size, false) + 2 * MARGIN;
    picture.svg.width = widest(width, least);
    double height = HEAD + LEVEL * (double)levels + FOOT, room = picture.svg.width - 2 * MARGIN;
    report_svg_text(&picture.svg, MARGIN, 24, SVG_START, &title_font, room, title);
    report_svg_text(&picture.svg, MARGIN, 42, SVG_START, &caption_font, room, caption);
    report_svg_text(&picture.svg, MARGIN, height - 14, SVG_START, &caption_font, room, legend);
    for (uint32_t row = report_lcct_next_hot(view, 0); row != ARCHIVE_NONE;
         row = report_lcct_next_hot(view, row))
        draw_edge(&picture, row);
    for (uint32_t row = report_lcct_next_hot(view, 0); row != ARCHIVE_NONE;
         row = report_lcct_next_hot(view, row))
        draw_node(&picture, row);
    report_svg_finish(to, &picture.svg, height, title, caption);
    free(title);
    free(caption);
    report_svg_free(&picture.svg);
    free(picture.boxes);
}
