/* text_timeline.c: a timeline in a terminal: the classes of each lane over time, and the longest
 * waits. */
#include "report/show/timeline.h"

#include "report/show/palette.h"
#include "util/memory.h"
#include "util/short_names.h"
#include "util/words.h"

#include <stdlib.h>

enum { MOST_WAITS = 6, AROUND = 2 /* axis and classes */ };

static size_t waits_of(const struct cube_timeline *timeline)
{
    size_t count = 0;
    while (count < timeline->message_count && count < MOST_WAITS &&
           timeline->messages[count].wait_end > timeline->messages[count].wait_start)
        count++;
    return count;
}

size_t text_timeline_lines(const struct cube_timeline *timeline)
{
    size_t waits = waits_of(timeline);
    return timeline->lane_count + AROUND + (waits ? waits + 1 : 0);
}

/* Adds up the time of each class in each cell. */
static void add_up(const struct cube_timeline *timeline, const struct cube_timeline_lane *lane,
                   double *sums, size_t width)
{
    double length = (double)(timeline->end - timeline->start) / (double)width;
    for (size_t i = lane->first; i < lane->first + lane->count; i++) {
        const struct cube_timeline_bar *bar = &timeline->bars[i];
        double from = (double)(bar->start - timeline->start) / length;
        double to = (double)(bar->end - timeline->start) / length, all = to - from;
        for (size_t x = (size_t)from; x < width && (double)x < to; x++) {
            double begin = (double)x > from ? (double)x : from;
            double end = (double)(x + 1) < to ? (double)(x + 1) : to;
            for (size_t class = 0; class < CYCLES_CLASSES && all > 0; class ++)
                sums[x * CYCLES_CLASSES + class] += (double)bar->time[class] * (end - begin) / all;
        }
    }
}

static void draw_class(struct canvas *canvas, size_t x, size_t y, size_t class,
                       const struct report_show_look *look)
{
    size_t as = palette_class(class);
    uint32_t colour =
        look->colours == SHOW_MONO ? CANVAS_PLAIN : palette_look(as, look->theme != SHOW_LIGHT);
    canvas_put(canvas, x, y, palette_glyph(as, look->utf8), colour, palette_back(as, colour));
}

static void draw_lane(struct canvas *canvas, const struct cube_timeline *timeline, size_t number,
                      size_t left, const struct report_show_look *look)
{
    size_t width = canvas->width - 3 - left, y = number + 1;
    double *sums = memory_zeroed(width * CYCLES_CLASSES, sizeof *sums);
    add_up(timeline, &timeline->lanes[number], sums, width);
    for (size_t x = 0; x < width; x++) {
        size_t most = 0;
        const double *sum = &sums[x * CYCLES_CLASSES];
        for (size_t class = 1; class < CYCLES_CLASSES; class ++)
            most = sum[class] > sum[most] ? class : most;
        if (!(sum[most] > 0))
            continue;
        draw_class(canvas, left + x, y, most, look);
    }
    free(sums);
}

static void draw_classes(struct canvas *canvas, const struct cube_timeline *timeline, size_t y,
                         const struct report_show_look *look)
{
    bool there[CYCLES_CLASSES] = {false};
    size_t x = 0;
    for (size_t i = 0; i < timeline->bar_count * CYCLES_CLASSES; i++)
        there[i % CYCLES_CLASSES] |=
            timeline->bars[i / CYCLES_CLASSES].time[i % CYCLES_CLASSES] > 0;
    for (size_t place = 0; place < CYCLES_CLASSES; place++) {
        size_t i = archive_cycles_class_shown(place);
        char *word = timeline_class_word(timeline, i);
        if (there[i] && x + 4 + words_width(word) <= canvas->width) {
            for (size_t at = 0; at < 2; at++)
                draw_class(canvas, x + at, y, i, look);
            x += 3;
            x += canvas_text(canvas, x, y, canvas->width, word, CANVAS_NORMAL, look->utf8) + 3;
        }
        free(word);
    }
}

/* Adds a part of a line if it fits into the room, and empties the part. Returns whether it fits. */
static bool add_part(struct buffer *to, struct buffer *part, size_t room)
{
    bool fits = words_width(to->text) + words_width(part->text) <= room;
    if (fits)
        buffer_add(to, part->text);
    buffer_free(part);
    *part = (struct buffer){0};
    return fits;
}

/* Draws "1.0 waited 12 ms for 0.0, until 0.01 s: MPI_Recv (ring.c:20), MPI_Send (ring.c:9)",
 * as far as it fits. */
static void draw_wait(struct canvas *canvas, const struct cube_timeline *timeline,
                      const struct cube_timeline_message *message, size_t y,
                      const struct report_show_look *look)
{
    struct buffer text = {0}, part = {0};
    size_t room = canvas->width - 2;
    char *from = words_clean(timeline->lanes[message->from].label);
    char *to = words_clean(timeline->lanes[message->to].label);
    buffer_printf(&text, "%s waited ", to);
    words_time(&text, message->wait_end - message->wait_start);
    buffer_printf(&text, " for %s", from);
    buffer_add(&part, ", until ");
    timeline_moment(&part, timeline, message->sent);
    bool fits = add_part(&text, &part, room);
    buffer_add(&part, ": ");
    timeline_name(&part, timeline, message->receive);
    fits = fits && add_part(&text, &part, room);
    buffer_add(&part, ", ");
    timeline_name(&part, timeline, message->send);
    if (fits)
        add_part(&text, &part, room);
    canvas_text(canvas, 2, y, canvas->width - 2, text.text, CANVAS_NORMAL, look->utf8);
    free(from);
    free(to);
    buffer_free(&text);
    buffer_free(&part);
}

void text_timeline(struct canvas *canvas, const struct cube_timeline *timeline,
                   const struct report_show_look *look)
{
    char **labels = timeline_labels(timeline);
    size_t lanes = timeline->lane_count, waits = waits_of(timeline);
    size_t left = page_labels_width(labels, lanes, canvas->width, false) + 1;
    char **names = page_short_labels(labels, lanes, left - 1, look->utf8);
    for (size_t i = 0; i < lanes; i++) {
        canvas_text_before(canvas, left - 1, i + 1, left - 1, names[i], CANVAS_NORMAL, look->utf8);
        draw_lane(canvas, timeline, i, left, look);
    }
    short_names_free(names, lanes);
    timeline_labels_free(timeline, labels);
    struct page page = {.canvas = canvas, .look = look, .left = left, .right = canvas->width - 3};
    page_times(&page, lanes + 1, timeline_seconds(timeline, timeline->start),
               timeline_seconds(timeline, timeline->end));
    draw_classes(canvas, timeline, lanes + 2, look);
    if (waits)
        canvas_text(canvas, 0, lanes + 3, canvas->width,
                    "longest waits for a message to be sent:", CANVAS_FAINT, look->utf8);
    for (size_t i = 0; i < waits; i++)
        draw_wait(canvas, timeline, &timeline->messages[i], lanes + 4 + i, look);
}
