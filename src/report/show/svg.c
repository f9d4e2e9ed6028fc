/* svg.c: see svg.h */
#include "report/show/svg.h"

#include "report/show/label.h"
#include "report/show/palette.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void report_svg_free(struct report_svg *svg)
{
    buffer_free(&svg->out);
    free(svg->boxes);
    *svg = (struct report_svg){0};
}

void report_svg_escape(struct buffer *to, const char *text)
{
    for (; *text; text++) {
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        if (name)
            buffer_add(to, name);
        else
            buffer_add_bytes(to, text, 1);
    }
}

void report_svg_number(struct buffer *to, double number)
{
    char text[64];
    if (!isfinite(number) || fabs(number) > 1e9)
        number = 0;
    int size = snprintf(text, sizeof text, "%.2f", number);
    while (size > 1 && text[size - 1] == '0')
        size--;
    if (text[size - 1] == '.')
        size--;
    text[size] = '\0';
    buffer_add(to, !strcmp(text, "-0") ? "0" : text);
}

static void add_number(struct buffer *to, const char *name, double number)
{
    buffer_printf(to, " %s=\"", name);
    report_svg_number(to, number);
    buffer_add(to, "\"");
}

static void add_tip(struct buffer *to, const char *tip)
{
    buffer_add(to, "<title>");
    report_svg_escape(to, tip);
    buffer_add(to, "</title>");
}

void report_svg_text(struct report_svg *svg, double x, double y, enum report_svg_anchor anchor,
                     const struct report_svg_font *font, double room, const char *text)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    struct buffer fitting = {0};
    bool shorter = report_label_fit(&fitting, text, font->size, font->bold, room);
    if (!fitting.used) {
        buffer_free(&fitting);
        return;
    }
    double width = report_label_width(fitting.text, font->size, font->bold);
    svg->boxes = memory_grow(svg->boxes, &svg->box_room, svg->box_count + 1, sizeof *svg->boxes);
    svg->boxes[svg->box_count++] =
        (struct report_svg_box){x - width * anchor / 2, y - font->size * 0.76, width, font->size};
    buffer_add(&svg->out, "<text");
    add_number(&svg->out, "x", x);
    add_number(&svg->out, "y", y);
    buffer_printf(&svg->out, " class=\"%s%s\"", font->class, font->bold ? " bold" : "");
    add_number(&svg->out, "font-size", font->size);
    buffer_printf(&svg->out, "%s>", anchors[anchor]);
    if (shorter)
        add_tip(&svg->out, text);
    report_svg_escape(&svg->out, fitting.text);
    buffer_add(&svg->out, "</text>\n");
    buffer_free(&fitting);
}

void report_svg_line(struct report_svg *svg, double x1, double y1, double x2, double y2,
                     const char *class)
{
    buffer_printf(&svg->out, "<path class=\"%s\" d=\"M", class);
    report_svg_number(&svg->out, x1);
    buffer_add(&svg->out, " ");
    report_svg_number(&svg->out, y1);
    buffer_add(&svg->out, x1 == x2 ? "V" : "H");
    report_svg_number(&svg->out, x1 == x2 ? y2 : x2);
    buffer_add(&svg->out, "\"/>\n");
}

void report_svg_rect(struct report_svg *svg, struct report_svg_box box, const char *fill,
                     const char *tip)
{
    buffer_add(&svg->out, "<rect");
    add_number(&svg->out, "x", box.x);
    add_number(&svg->out, "y", box.y);
    add_number(&svg->out, "width", box.width);
    add_number(&svg->out, "height", box.height);
    buffer_printf(&svg->out, " %s=\"%s\"", strchr(fill, '(') ? "fill" : "class", fill);
    if (tip) {
        buffer_add(&svg->out, ">");
        add_tip(&svg->out, tip);
        buffer_add(&svg->out, "</rect>\n");
    } else {
        buffer_add(&svg->out, "/>\n");
    }
}

void report_svg_fill(struct report_svg *svg, size_t look, bool pattern, char *text, size_t room)
{
    static const char *const marks[PALETTE_PATTERNS] = {
        "",
        "M-2 2L2-2M0 8L8 0M6 10L10 6", /* rising lines */
        "M-2 6L2 10M0 0L8 8M6-2L10 2", /* falling ones */
        "M2 2h.01M6 6h.01",            /* dots */
        "M0 2H8M0 6H8",                /* lying lines */
        "M0 0L8 8M8 0L0 8",            /* a lattice */
        "M2 0V8M6 0V8",                /* standing lines */
        "M1 2h3M5 6h3",                /* dashes */
    };
    size_t shape = palette_pattern(look);
    bool unknown = look == PALETTE_UNKNOWN;
    if (!unknown && (!pattern || !shape)) {
        snprintf(text, room, "l%zu", look);
        return;
    }
    snprintf(text, room, "url(#t%zu)", look);
    if (svg->patterns & 1u << look)
        return;
    svg->patterns |= 1u << look;
    if (unknown) { /* hatched on the background, unlike any coloured area */
        buffer_printf(&svg->out,
                      "<defs><pattern id=\"t%zu\" width=\"8\" height=\"8\" "
                      "patternUnits=\"userSpaceOnUse\"><rect width=\"8\" height=\"8\" "
                      "class=\"paper\"/><path class=\"s%zu hatch\" d=\"%s\"/></pattern></defs>\n",
                      look, look, marks[shape]);
        return;
    }
    buffer_printf(&svg->out,
                  "<defs><pattern id=\"t%zu\" width=\"8\" height=\"8\" "
                  "patternUnits=\"userSpaceOnUse\"><rect width=\"8\" height=\"8\" "
                  "class=\"l%zu\"/><path class=\"%s\" d=\"%s\"/></pattern></defs>\n",
                  look, look, shape == 3 ? "dot" : "mark", marks[shape]);
}

void report_svg_paint(struct report_svg *svg, size_t look, const char *more, char *text,
                      size_t room)
{
    char fill[32];
    report_svg_fill(svg, look, false, fill, sizeof fill);
    if (look == PALETTE_UNKNOWN)
        snprintf(text, room, "fill=\"%s\" class=\"%s\"", fill, more);
    else
        snprintf(text, room, "class=\"%s%s%s\"", fill, *more ? " " : "", more);
}

/* Adds the colours of the page, of looks and of levels. */
static void add_colours(struct buffer *to, bool dark)
{
    buffer_printf(to,
                  ".paper{fill:%s}.ink{fill:%s}.faint{fill:%s}.track{fill:%s}\n"
                  ".grid{stroke:%s}.axis{stroke:%s}.mark,.dot,.edge{stroke:%s}\n",
                  dark ? "#14181f" : "#fff", dark ? "#e8ebf0" : "#1c2430",
                  dark ? "#9aa5b4" : "#5f6b7a", dark ? "#222a35" : "#eef0f3",
                  dark ? "#262e3a" : "#e7eaee", dark ? "#566172" : "#a3acb8",
                  dark ? "#14181f" : "#fff");
    for (size_t i = 0; i < PALETTE_LOOKS; i++)
        buffer_printf(to, ".l%zu{fill:#%06x}.s%zu{stroke:#%06x}", i, palette_look(i, dark), i,
                      palette_look(i, dark));
    buffer_add(to, "\n");
    for (size_t i = 0; i < PALETTE_CLASSES; i++)
        buffer_printf(to, ".on%zu{fill:%s}", i,
                      palette_is_dark(palette_look(i, dark)) ? "#fff" : "#10151d");
    buffer_printf(
        to, ".line,.together{stroke:%s}.late{stroke:#%06x}.lines{fill:%s}.lates{fill:#%06x}\n",
        dark ? "#e8ebf0" : "#1c2430", dark ? 0xff5d8f : 0xb8003f, dark ? "#e8ebf0" : "#1c2430",
        dark ? 0xff5d8f : 0xb8003f);
    for (size_t i = 0; i < PALETTE_LEVELS; i++)
        buffer_printf(to, ".h%zu{fill:#%06x}.g%zu{stroke:#%06x}", i, palette_level(i, dark), i,
                      palette_level(i, dark));
    buffer_add(to, "\n");
}

static void add_style(struct buffer *to, enum report_show_theme theme)
{
    buffer_add(to,
               "<style>\n"
               "text{font-family:\"Helvetica Neue\",Helvetica,Arial,\"DejaVu Sans\",sans-serif;"
               "white-space:pre}\n"
               ".bold{font-weight:bold}.grid,.axis{fill:none;stroke-width:1}\n"
               ".hatch{fill:none;stroke-width:1}.mark{fill:none;stroke-width:1.5;stroke-opacity:.7}"
               ".dot{fill:none;stroke-width:2.4;stroke-linecap:round;stroke-opacity:.8}\n"
               ".edge{stroke-width:.6}.wash{fill-opacity:.22}"
               ".line,.late,.together{fill:none;stroke-opacity:.75}.late{stroke-width:1.3;"
               "stroke-opacity:.9}.together{stroke-dasharray:4 2}\n"
               ".many .line,.many .late{stroke-width:.8;stroke-opacity:.5}\n"
               ".curve{fill:none;stroke-width:1.5;stroke-linejoin:round}.none{fill:none;"
               "pointer-events:all}\n");
    add_colours(to, theme == SHOW_DARK);
    if (theme == SHOW_AUTO) {
        buffer_add(to, "@media (prefers-color-scheme:dark){\n");
        add_colours(to, true);
        buffer_add(to, "}\n");
    }
    buffer_add(to, "</style>\n");
}

void report_svg_finish(struct buffer *to, const struct report_svg *svg, double height,
                       const char *title, const char *description)
{
    buffer_add(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                   "aria-labelledby=\"title desc\"");
    add_number(to, "width", svg->width);
    add_number(to, "height", height);
    buffer_add(to, " viewBox=\"0 0 ");
    report_svg_number(to, svg->width);
    buffer_add(to, " ");
    report_svg_number(to, height);
    buffer_add(to, "\">\n<title id=\"title\">");
    report_svg_escape(to, title);
    buffer_add(to, "</title>\n<desc id=\"desc\">");
    report_svg_escape(to, description);
    buffer_add(to, "</desc>\n");
    add_style(to, svg->theme);
    buffer_add(to, "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    if (svg->out.text)
        buffer_add(to, svg->out.text);
    buffer_add(to, "</svg>\n");
}
