/* synchronization.c: the Synchronization Chart: activities over time, who waits in which finish,
 * and for whom. */
#include "report/show/place_chart.h"

#include "report/show/frame.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <triptych/probes.h>

#include <math.h>
#include <stdlib.h>

enum {
    PITCH = 24,
    LEAST_PITCH = 15,
    COMFORTABLE = 480, /* height; more activities make the rows lower */
    MOST_ROWS = 40,
    MOST_FINISHES = 400,
};

#define NO_ROW SIZE_MAX

struct drawing {
    struct place_chart *chart;
    size_t *row; /* by activity; NO_ROW: not drawn */
    size_t rows;
    double pitch;
};

/* An activity or a finish, and how important it is. */
struct item {
    uint64_t weight, start;
    uint32_t which;
};

static int by_weight(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return a->which < b->which ? -1 : a->which > b->which;
}

static int by_start(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->which < b->which ? -1 : a->which > b->which;
}

static bool is_drawn(const struct drawing *drawing, uint32_t activity)
{
    const struct archive_activities *all = &drawing->chart->archive->activities;
    return activity != ARCHIVE_NONE && all->start[activity] != ARCHIVE_UNKNOWN &&
           all->end[activity] != ARCHIVE_UNKNOWN &&
           place_chart_has(drawing->chart, all->start[activity], all->end[activity]);
}

static void weigh(struct drawing *drawing, uint64_t *weights, uint32_t activity, uint64_t weight)
{
    if (is_drawn(drawing, activity))
        weights[activity] = weight > weights[activity] ? weight : weights[activity];
}

/* Chooses the rows: who waited longest, who was late, then who ran longest. They are in the order
 * of their starts. */
static size_t choose_rows(struct drawing *drawing)
{
    const struct archive *archive = drawing->chart->archive;
    const struct archive_finishes *finishes = &archive->finishes;
    size_t activities = archive->activities.rows, count = 0;
    uint64_t *weights = memory_zeroed(activities + 1, sizeof *weights);
    struct item *items = memory_zeroed(activities + 1, sizeof *items);
    drawing->row = memory_zeroed(activities + 1, sizeof *drawing->row);
    for (size_t i = 0; i < archive->participants.rows; i++) {
        uint32_t activity = archive->participants.activity[i];
        weigh(drawing, weights, activity, number_add(1, archive->activities.ran[activity]));
    }
    for (size_t i = 0; i < finishes->rows; i++) {
        uint64_t wait = number_add(1, finishes->end[i] - finishes->wait[i]);
        weigh(drawing, weights, finishes->last[i], wait);
        weigh(drawing, weights, finishes->activity[i], number_add(wait, finishes->end[i]));
    }
    for (size_t i = 0; i < drawing->chart->waits.count; i++) {
        const struct place_wait *wait = &drawing->chart->waits.items[i];
        weigh(drawing, weights, wait->activity, number_add(1, wait->waited));
    }
    for (uint32_t i = 0; i < activities; i++) {
        drawing->row[i] = NO_ROW;
        if (weights[i])
            items[count++] = (struct item){weights[i], archive->activities.start[i], i};
    }
    if (count)
        qsort(items, count, sizeof *items, by_weight);
    drawing->rows = count < MOST_ROWS ? count : MOST_ROWS;
    if (drawing->rows)
        qsort(items, drawing->rows, sizeof *items, by_start);
    for (size_t i = 0; i < drawing->rows; i++)
        drawing->row[items[i].which] = i;
    free(weights);
    free(items);
    return count;
}

static double row_y(const struct drawing *drawing, size_t row)
{
    return drawing->chart->top + drawing->pitch * ((double)row + 0.5);
}

static void draw_bar(const struct drawing *drawing, size_t row, uint64_t start, uint64_t end,
                     double high, const char *fill, const char *tip)
{
    struct place_chart *chart = drawing->chart;
    double x = place_chart_x(chart, start);
    double wide = fmax(place_chart_x(chart, end) - x, 0.7);
    report_svg_rect(&chart->svg,
                    (struct report_svg_box){x, row_y(drawing, row) - high / 2, wide, high}, fill,
                    tip);
}

static void draw_activity(const struct drawing *drawing, uint32_t activity)
{
    struct place_chart *chart = drawing->chart;
    const struct archive_activities *all = &chart->archive->activities;
    struct buffer tip = {0};
    char name[ARCHIVE_NAME];
    archive_activity_name(chart->archive, all->place[activity], all->number[activity], name);
    report_svg_text(&chart->svg, chart->left - FRAME_GAP,
                    row_y(drawing, drawing->row[activity]) + 4, SVG_END, &frame_label, 64, name);
    place_chart_add_activity(&tip, chart->archive, activity);
    buffer_add(&tip, " ran ");
    words_time(&tip, all->ran[activity]);
    if (all->made_at[activity]) {
        buffer_add(&tip, "\ncreated by ");
        place_chart_add_region(&tip, chart->archive, all->made_at[activity]);
    }
    draw_bar(drawing, drawing->row[activity], all->start[activity], all->end[activity], 8, "l5",
             tip.text);
    buffer_free(&tip);
}

/* True if one activity of several was late enough to be seen. */
static bool is_late(const struct place_chart *chart, uint32_t finish)
{
    const struct archive_finishes *all = &chart->archive->finishes;
    double share = (double)all->late[finish] / (double)(chart->to - chart->from);
    return all->participant_count[finish] > 1 && share * (chart->right - chart->left) >= 1;
}

/* Draws the wait of a finish in the row of its activity, the part in which it waits for one
 * activity alone, and a line to that one. */
static void draw_wait(const struct drawing *drawing, uint32_t finish)
{
    struct place_chart *chart = drawing->chart;
    const struct archive_finishes *all = &chart->archive->finishes;
    uint32_t last = all->last[finish];
    struct buffer tip = {0};
    size_t row = drawing->row[all->activity[finish]];
    place_chart_add_finish(&tip, chart->archive, finish);
    draw_bar(drawing, row, all->wait[finish], all->end[finish], 12, "l3", tip.text);
    if (last != ARCHIVE_NONE && drawing->row[last] != NO_ROW) {
        uint64_t end = chart->archive->activities.end[last];
        bool late = is_late(chart, finish);
        double x = place_chart_x(chart, end);
        if (late)
            draw_bar(drawing, row, number_minus(end, all->late[finish]), end, 12, "lates",
                     tip.text);
        report_svg_line(&chart->svg, x, row_y(drawing, drawing->row[last]), x, row_y(drawing, row),
                        late ? "late" : "line");
    }
    buffer_free(&tip);
}

static void draw_mark(const struct drawing *drawing, uint32_t finish)
{
    const struct archive_finishes *all = &drawing->chart->archive->finishes;
    struct buffer tip = {0};
    if (!place_chart_has(drawing->chart, all->end[finish], all->end[finish]))
        return;
    place_chart_add_finish(&tip, drawing->chart->archive, finish);
    place_chart_mark(drawing->chart, place_chart_x(drawing->chart, all->end[finish]),
                     row_y(drawing, drawing->row[all->activity[finish]]), 'F', false, tip.text);
    buffer_free(&tip);
}

/* Draws the finishes with the longest waits. Returns how many there are. */
static size_t draw_finishes(const struct drawing *drawing)
{
    const struct archive_finishes *all = &drawing->chart->archive->finishes;
    struct item *items = memory_zeroed(all->rows + 1, sizeof *items);
    size_t count = 0;
    for (uint32_t i = 0; i < all->rows; i++) {
        uint32_t owner = all->activity[i];
        if (place_chart_has(drawing->chart, all->wait[i], all->end[i]) && owner != ARCHIVE_NONE &&
            drawing->row[owner] != NO_ROW)
            items[count++] = (struct item){all->end[i] - all->wait[i], all->wait[i], i};
    }
    if (count)
        qsort(items, count, sizeof *items, by_weight);
    size_t drawn = count < MOST_FINISHES ? count : MOST_FINISHES;
    if (drawn)
        qsort(items, drawn, sizeof *items, by_start);
    for (size_t i = 0; i < drawn; i++)
        draw_wait(drawing, items[i].which);
    for (size_t i = 0; i < drawn; i++)
        draw_mark(drawing, items[i].which);
    free(items);
    return count;
}

/* Draws the waits of atomic, when and next below the bars of their activities. */
static void draw_waits(const struct drawing *drawing)
{
    struct place_chart *chart = drawing->chart;
    for (size_t i = 0; i < chart->waits.count; i++) {
        const struct place_wait *wait = &chart->waits.items[i];
        bool is_clock = chart->archive->regions.kind[wait->region] == TRI_KIND_CLOCK;
        size_t row = drawing->row[wait->activity];
        struct buffer tip = {0};
        if (row == NO_ROW)
            continue;
        place_chart_add_region(&tip, chart->archive, wait->region);
        buffer_add(&tip, "\nactivity ");
        place_chart_add_activity(&tip, chart->archive, wait->activity);
        buffer_add(&tip, " waited ");
        words_time(&tip, wait->waited);
        if (wait->count > 1) {
            buffer_add(&tip, " in ");
            words_count(&tip, wait->count, true);
            buffer_add(&tip, " visits");
        }
        double x = place_chart_x(chart, wait->start), y = row_y(drawing, row) + 7;
        double wide = fmax(place_chart_x(chart, wait->end) - x, 0.7);
        report_svg_rect(&chart->svg, (struct report_svg_box){x, y, wide, 3}, is_clock ? "l1" : "l0",
                        tip.text);
        buffer_free(&tip);
    }
}

void place_chart_synchronization(struct place_chart *chart)
{
    struct drawing drawing = {.chart = chart};
    size_t all = choose_rows(&drawing);
    drawing.pitch = fmax(LEAST_PITCH, fmin(PITCH, COMFORTABLE / fmax(1, (double)drawing.rows)));
    chart->bottom = chart->top + drawing.pitch * (double)drawing.rows;
    for (uint32_t i = 0; i < chart->archive->activities.rows; i++) {
        if (drawing.row[i] != NO_ROW)
            draw_activity(&drawing, i);
    }
    draw_waits(&drawing);
    size_t finishes = draw_finishes(&drawing);
    words_count(&chart->note, finishes, true);
    buffer_add(&chart->note, finishes == 1 ? " finish" : " finishes");
    if (finishes > MOST_FINISHES)
        buffer_printf(&chart->note, " (the %d with the longest waits are drawn)", MOST_FINISHES);
    buffer_add(&chart->note, ", ");
    words_count(&chart->note, all, true);
    buffer_add(&chart->note, all == 1 ? " activity" : " activities");
    if (chart->waits.total) {
        buffer_add(&chart->note, ", ");
        words_count(&chart->note, chart->waits.total, true);
        buffer_add(&chart->note, chart->waits.total == 1 ? " visit" : " visits");
        buffer_add(&chart->note, " of atomic, when or next");
    }
    if (all > drawing.rows)
        buffer_printf(&chart->note,
                      " (%zu are drawn: those in a finish's wait, and who ran longest)",
                      drawing.rows);
    free(drawing.row);
}
