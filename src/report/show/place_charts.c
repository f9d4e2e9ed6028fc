/* place_charts.c: see place_charts.h */
#include "report/show/place_charts.h"

#include "report/show/frame.h"
#include "report/show/place_chart.h"
#include "report/table/json.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>

enum {
    LABELS = 64, /* px: room for the names of places or activities */
    HEAD = 84,   /* px: title and subtitle */
    LEAST_WIDTH = 480,
    MOST_WIDTH = 4000,
};

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
                             : "F: finish; red: the finish waits for one last activity alone; "
                               "below the rows: atomic and when (blue), next (orange)");
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
static void fit_time(struct place_chart *chart, bool is_empty)
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
    for (size_t i = 0; is_empty && i < chart->archive->lanes.rows; i++) {
        const struct archive_lanes *lanes = &chart->archive->lanes;
        first = lanes->start[i] < first ? lanes->start[i] : first;
        last = lanes->end[i] > last ? lanes->end[i] : last;
    }
    if (!chart->from)
        chart->from = first;
    if (chart->to == UINT64_MAX)
        chart->to = last;
    if (chart->to <= chart->from)
        chart->to = chart->from + 1;
}

/* Finds what a chart shows. Waits with a gap of less than half a pixel between them are joined; of
 * a table, all of one activity at one directive. */
static bool prepare(struct place_chart *chart, struct archive *archive,
                    enum report_show_chart which, bool is_table, struct error *error)
{
    bool sync = which == SHOW_SYNCHRONIZATION;
    if (!archive_find_activities(archive, error) || !archive_find_moves(archive, error))
        return false;
    fit_time(chart, archive->moves.rows + archive->finishes.rows == 0);
    double px = 2 * (chart->right - chart->left);
    uint64_t gap = px > 1 ? (uint64_t)((double)(chart->to - chart->from) / px) : 0;
    if (sync && !place_waits_read(&chart->waits, archive, chart->from, chart->to,
                                  is_table ? UINT64_MAX : gap, error))
        return false;
    if (archive->finishes.rows || (sync ? chart->waits.count : archive->moves.rows))
        return true;
    return error_set(error,
                     "there are no %s in this archive: they are recorded for programs with "
                     "`#pragma tri` that `triptych cc` compiled, by `triptych run --events`",
                     sync ? "finishes" : "moves and finishes");
}

static void drop(struct place_chart *chart)
{
    report_svg_free(&chart->svg);
    buffer_free(&chart->note);
    place_waits_free(&chart->waits);
    free(chart->marks);
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
                                .right = (double)width - FRAME_MARGIN - PLACE_CHART_RADIUS,
                                .top = HEAD};
    bool good = prepare(&chart, archive, which, false, error);
    if (good) {
        if (which == SHOW_MOVEMENT)
            place_chart_movement(&chart);
        else
            place_chart_synchronization(&chart);
        double height = draw_around(&chart, origin, which == SHOW_MOVEMENT);
        report_svg_finish(to, &chart.svg, height,
                          which == SHOW_MOVEMENT ? "Movement Chart" : "Synchronization Chart",
                          "Moves and finishes of a program of places, drawn by triptych show.");
    }
    drop(&chart);
    return good;
}

bool report_show_place_numbers(struct buffer *to, struct archive *archive,
                               const struct report_show_origin *origin,
                               enum report_show_chart which, uint64_t from, uint64_t until,
                               const struct report_options *options, struct error *error)
{
    struct place_chart chart = {
        .archive = archive, .from = from, .to = until, .zero = archive_zero(archive)};
    bool good = prepare(&chart, archive, which, true, error);
    struct report_sheet *sheet =
        good ? place_chart_sheet(&chart, which == SHOW_MOVEMENT, options->format != REPORT_TEXT)
             : NULL;
    if (sheet && options->format == REPORT_JSON) {
        json_t *root = json_object();
        json_object_set_new(root, "archive", report_json_text(origin->archive));
        json_object_set_new(root, sheet->key, report_json_sheet(sheet));
        char *text = json_dumps(root, JSON_INDENT(1));
        buffer_printf(to, "%s\n", text ? text : "");
        free(text);
        json_decref(root);
    } else if (sheet && options->format == REPORT_CSV) {
        report_csv_sheet(to, sheet);
    } else if (sheet) {
        report_text_sheet(to, options, sheet);
    }
    report_sheet_free(sheet);
    drop(&chart);
    return good;
}
