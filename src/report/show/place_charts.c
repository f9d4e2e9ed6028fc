/* place_charts.c: see place_charts.h */
#include "report/show/place_charts.h"

#include "report/show/frame.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LABELS = 64, /* px: room for the names of places or activities */
    RADIUS = 7,
    SHIFTS = 12, /* how often a mark is moved aside */
    HEAD = 84,   /* px: title and subtitle */
    LEAST_WIDTH = 480,
    MOST_WIDTH = 4000,
};

double place_chart_x(const struct place_chart *chart, uint64_t moment)
{
    double length = (double)(chart->to - chart->from);
    double at = moment <= chart->from ? 0 : fmin(1, (double)(moment - chart->from) / length);
    return chart->left + at * (chart->right - chart->left);
}

bool place_chart_has(const struct place_chart *chart, uint64_t start, uint64_t end)
{
    return start <= chart->to && end >= chart->from;
}

static bool is_taken(const struct place_chart *chart, double x, double y)
{
    for (size_t i = 0; i < chart->mark_count; i++) {
        const struct report_svg_box *mark = &chart->marks[i];
        if (fabs(mark->x - x) < 2 * RADIUS && fabs(mark->y - y) < 2 * RADIUS)
            return true;
    }
    return false;
}

static void add_coordinates(struct buffer *out, const char *x_name, double x, const char *y_name,
                            double y)
{
    buffer_printf(out, " %s=\"", x_name);
    report_svg_number(out, x);
    buffer_printf(out, "\" %s=\"", y_name);
    report_svg_number(out, y);
    buffer_add(out, "\"");
}

void place_chart_mark(struct place_chart *chart, double x, double y, char letter, bool warning,
                      const char *tip)
{
    struct buffer *out = &chart->svg.out;
    const char *look = warning ? "lates" : letter == 'F' ? "l3" : letter == 'D' ? "l0" : "l2";
    const char *ink = warning ? "paper" : letter == 'F' ? "on3" : letter == 'D' ? "on0" : "on2";
    double step = x + SHIFTS * RADIUS > chart->right ? -(2 * RADIUS + 1) : 2 * RADIUS + 1;
    for (int i = 0; i < SHIFTS && is_taken(chart, x, y); i++)
        x += step;
    chart->marks =
        memory_grow(chart->marks, &chart->mark_room, chart->mark_count + 1, sizeof *chart->marks);
    chart->marks[chart->mark_count++] = (struct report_svg_box){.x = x, .y = y};
    buffer_add(out, "<g><title>");
    report_svg_escape(out, tip);
    buffer_printf(out, "</title><circle class=\"%s\"", look);
    add_coordinates(out, "cx", x, "cy", y);
    buffer_printf(out, " r=\"%d\"/><text class=\"%s bold\" font-size=\"10\" text-anchor=\"middle\"",
                  RADIUS, ink);
    add_coordinates(out, "x", x, "y", y + 3.6);
    buffer_printf(out, ">%c</text></g>\n", letter);
}

static void add_clean(struct buffer *to, const struct archive *archive, uint32_t string)
{
    char *clean = words_clean(archive_text(archive, string));
    buffer_add(to, clean);
    free(clean);
}

void place_chart_add_region(struct buffer *to, const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    char *file = words_clean(archive_text(archive, regions->file[region]));
    const char *slash = strrchr(file, '/');
    add_clean(to, archive, regions->name[region]);
    if (regions->routine[region]) {
        buffer_add(to, " of ");
        add_clean(to, archive, regions->name[regions->routine[region]]);
    }
    buffer_printf(to, " (%s:%u)", slash ? slash + 1 : file, regions->line[region]);
    free(file);
}

void place_chart_add_activity(struct buffer *to, const struct archive *archive, uint32_t activity)
{
    char name[ARCHIVE_NAME], path[256];
    if (activity == ARCHIVE_NONE) {
        buffer_add(to, "unknown");
        return;
    }
    archive_activity_name(archive, archive->activities.place[activity],
                          archive->activities.number[activity], name);
    archive_activity_path(archive, activity, path, sizeof path);
    char *clean = words_clean(path);
    buffer_printf(to, "%s (%s)", name, clean);
    free(clean);
}

void place_chart_add_place(struct buffer *to, const struct archive *archive, uint32_t place)
{
    char name[ARCHIVE_NAME] = "?";
    if (place != ARCHIVE_NONE)
        archive_place_name(archive, place, name);
    buffer_add(to, name);
}

void place_chart_add_finish(struct buffer *to, const struct archive *archive, uint32_t finish)
{
    const struct archive_finishes *all = &archive->finishes;
    uint32_t count = all->participant_count[finish];
    place_chart_add_region(to, archive, archive->nodes.region[all->node[finish]]);
    buffer_add(to, "\nactivity ");
    place_chart_add_activity(to, archive, all->activity[finish]);
    buffer_add(to, " waited ");
    words_time(to, all->end[finish] - all->wait[finish]);
    buffer_add(to, " for ");
    words_count(to, count, true);
    buffer_add(to, count == 1 ? " activity" : " activities");
    if (all->last[finish] == ARCHIVE_NONE)
        return;
    buffer_add(to, "\nlast: ");
    place_chart_add_activity(to, archive, all->last[finish]);
    if (count > 1) {
        buffer_add(to, ", ");
        words_time(to, all->late[finish]);
        buffer_add(to, " after all others");
    }
}

/* Draws title, subtitle and axis around the chart; returns the height of the picture. */
static double draw_around(struct place_chart *chart, const struct report_show_origin *origin,
                          bool movement)
{
    struct report_svg *svg = &chart->svg;
    double room = svg->width - 2 * FRAME_MARGIN;
    char *clean = words_clean(origin->archive);
    char *note =
        memory_printf("%s%s%s%s", clean, origin->running ? " (running)" : "",
                      chart->note.used ? ": " : "", chart->note.used ? chart->note.text : "");
    report_svg_text(svg, FRAME_MARGIN, 34, SVG_START, &frame_title, room,
                    movement ? "Movement" : "Synchronization");
    report_svg_text(svg, FRAME_MARGIN, 55, SVG_START, &frame_subtitle, room,
                    movement ? "M: move; D: move with data; F: finish; red: to the same place"
                             : "F: finish; red: the finish waits for one last activity alone");
    report_svg_text(svg, chart->left - FRAME_GAP, chart->top - FRAME_GAP, SVG_END, &frame_tick,
                    LABELS, movement ? "place" : "activity");
    struct frame frame = {svg, NULL, chart->left, chart->right, chart->top, chart->bottom};
    double y = frame_times(&frame, ((double)chart->from - (double)chart->zero) / 1e9,
                           ((double)chart->to - (double)chart->zero) / 1e9);
    report_svg_text(svg, FRAME_MARGIN, y + 26, SVG_START, &frame_note, room, note);
    free(note);
    free(clean);
    return y + 44;
}

/* Narrows the time to that of the moves and finishes if no other was chosen: a program starts its
 * places first. */
static void fit_time(struct place_chart *chart)
{
    const struct archive_moves *moves = &chart->archive->moves;
    const struct archive_finishes *finishes = &chart->archive->finishes;
    uint64_t first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < moves->rows; i++) {
        first = moves->start[i] < first ? moves->start[i] : first;
        last = moves->end[i] > last ? moves->end[i] : last;
    }
    for (size_t i = 0; i < finishes->rows; i++) {
        first = finishes->start[i] < first ? finishes->start[i] : first;
        last = finishes->end[i] > last ? finishes->end[i] : last;
    }
    if (!chart->from)
        chart->from = first;
    if (chart->to == UINT64_MAX)
        chart->to = last;
    if (chart->to <= chart->from)
        chart->to = chart->from + 1;
}

bool report_show_place_chart(struct buffer *to, struct archive *archive,
                             const struct report_show_origin *origin, enum report_show_chart which,
                             uint64_t from, uint64_t until, const struct report_show_look *look,
                             struct error *error)
{
    size_t width = look->width ? look->width : (size_t)SHOW_SVG_WIDTH;
    width = width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
    struct place_chart chart = {.svg = {.theme = look->theme, .width = (double)width},
                                .archive = archive,
                                .from = from,
                                .to = until,
                                .zero = archive_zero(archive),
                                .left = FRAME_MARGIN + LABELS + FRAME_GAP,
                                .right = (double)width - FRAME_MARGIN - RADIUS,
                                .top = HEAD};
    if (!archive_find_moves(archive, error))
        return false;
    if (!archive->finishes.rows && (which == SHOW_SYNCHRONIZATION || !archive->moves.rows))
        return error_set(error,
                         "there are no %s in this archive: they are recorded for programs "
                         "with `#pragma tri` that `triptych cc` compiled, by `triptych run "
                         "--events`",
                         which == SHOW_MOVEMENT ? "moves and finishes" : "finishes");
    fit_time(&chart);
    if (which == SHOW_MOVEMENT)
        place_chart_movement(&chart);
    else
        place_chart_synchronization(&chart);
    double height = draw_around(&chart, origin, which == SHOW_MOVEMENT);
    report_svg_finish(to, &chart.svg, height,
                      which == SHOW_MOVEMENT ? "Movement Chart" : "Synchronization Chart",
                      "Moves and finishes of a program of places, drawn by triptych show.");
    report_svg_free(&chart.svg);
    buffer_free(&chart.note);
    free(chart.marks);
    return true;
}
