/* canvas.c: see canvas.h */
#include "report/show/canvas.h"

#include "report/show/label.h"
#include "report/show/palette.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void canvas_make(struct canvas *canvas, size_t width, size_t height)
{
    *canvas = (struct canvas){width, height,
                              memory_zeroed(width * height + 1, sizeof(struct canvas_cell))};
    for (size_t i = 0; i < width * height; i++)
        canvas->cells[i].front = canvas->cells[i].back = CANVAS_PLAIN;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    *canvas = (struct canvas){0};
}

void canvas_put(struct canvas *canvas, size_t x, size_t y, const char *sign, uint32_t front,
                uint32_t back)
{
    if (x >= canvas->width || y >= canvas->height)
        return;
    struct canvas_cell *cell = &canvas->cells[y * canvas->width + x];
    *cell = (struct canvas_cell){.front = front, .back = back};
    snprintf(cell->sign, sizeof cell->sign, "%s", sign);
}

/* Returns the bytes of the first character, with combining characters after it. */
static size_t one_character(const char *text)
{
    size_t size = 1;
    while ((text[size] & 0xc0) == 0x80)
        size++;
    return size;
}

/* Returns the text, shortened to `room` columns as report_label_fit does; to be freed. */
static char *fit(const char *text, size_t room, bool utf8)
{
    struct buffer brief = {0}, fitting = {0};
    size_t whole = strlen(text);
    buffer_add_bytes(&brief, text, words_width(text) > room ? report_label_brief(text) : whole);
    words_shorten(&fitting, brief.text, room, utf8);
    buffer_free(&brief);
    return buffer_take(&fitting);
}

static size_t put_text(struct canvas *canvas, size_t x, size_t y, const char *text,
                       enum canvas_style style, bool utf8)
{
    size_t begin = x;
    while (*text) {
        char sign[8] = "";
        size_t size = one_character(text);
        memcpy(sign, text, size < sizeof sign ? size : sizeof sign - 1);
        size_t wide = words_width(sign);
        canvas_put(canvas, x, y, !utf8 && size > 1 ? "?" : sign, CANVAS_PLAIN, CANVAS_PLAIN);
        if (x < canvas->width)
            canvas->cells[y * canvas->width + x].style = style;
        if (wide == 2 && utf8 && x + 1 < canvas->width)
            canvas->cells[y * canvas->width + x + 1] =
                (struct canvas_cell){.covered = true, .front = CANVAS_PLAIN, .back = CANVAS_PLAIN};
        x += wide;
        text += size;
    }
    return x - begin;
}

size_t canvas_text(struct canvas *canvas, size_t x, size_t y, size_t room, const char *text,
                   enum canvas_style style, bool utf8)
{
    if (x >= canvas->width || y >= canvas->height)
        return 0;
    char *fitting = fit(text, room < canvas->width - x ? room : canvas->width - x, utf8);
    size_t columns = put_text(canvas, x, y, fitting, style, utf8);
    free(fitting);
    return columns;
}

void canvas_text_before(struct canvas *canvas, size_t end, size_t y, size_t room, const char *text,
                        enum canvas_style style, bool utf8)
{
    if (y >= canvas->height || end > canvas->width)
        return;
    char *fitting = fit(text, room < end ? room : end, utf8);
    put_text(canvas, end - words_width(fitting), y, fitting, style, utf8);
    free(fitting);
}

static void add_colour(struct buffer *to, uint32_t colour, bool back,
                       enum report_show_colours colours)
{
    if (colours == SHOW_TRUE)
        buffer_printf(to, ";%d;2;%u;%u;%u", back ? 48 : 38, colour >> 16, colour >> 8 & 0xff,
                      colour & 0xff);
    else if (colours == SHOW_256)
        buffer_printf(to, ";%d;5;%u", back ? 48 : 38, palette_256(colour));
    else {
        unsigned number = palette_16(colour);
        buffer_printf(to, ";%u", (back ? 40 : 30) + (number < 8 ? number : number + 52));
    }
}

static bool same_look(const struct canvas_cell *a, const struct canvas_cell *b)
{
    return a->style == b->style && a->front == b->front && a->back == b->back;
}

static void change_look(struct buffer *to, const struct canvas_cell *cell,
                        enum report_show_colours colours)
{
    static const char *const styles[] = {"", ";1", ";2"};
    buffer_printf(to, "\033[0%s", styles[cell->style]);
    if (cell->front != CANVAS_PLAIN)
        add_colour(to, cell->front, false, colours);
    if (cell->back != CANVAS_PLAIN)
        add_colour(to, cell->back, true, colours);
    buffer_add(to, "m");
}

void canvas_print(struct buffer *to, const struct canvas *canvas, enum report_show_colours colours)
{
    static const struct canvas_cell plain = {.front = CANVAS_PLAIN, .back = CANVAS_PLAIN};
    for (size_t y = 0; y < canvas->height; y++) {
        const struct canvas_cell *line = &canvas->cells[y * canvas->width], *last = &plain;
        size_t end = canvas->width;
        while (end > 0 && !line[end - 1].sign[0] && !line[end - 1].covered &&
               line[end - 1].back == CANVAS_PLAIN)
            end--;
        for (size_t x = 0; x < end; x++) {
            if (line[x].covered)
                continue;
            if (colours != SHOW_MONO && !same_look(&line[x], last))
                change_look(to, &line[x], colours);
            last = &line[x];
            buffer_add(to, line[x].sign[0] ? line[x].sign : " ");
        }
        if (colours != SHOW_MONO && !same_look(last, &plain))
            buffer_add(to, "\033[0m");
        buffer_add(to, "\n");
    }
}
