/* movement.c: the Movement Chart: places over time, what was moved between them, and finishes. */
#include "report/show/place_chart.h"

#include "archive/moves/relays.h"
#include "report/show/frame.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>

enum {
    PITCH = 58,
    LEAST_PITCH = 34,
    COMFORTABLE = 480, /* height; more places make the rows lower */
    BAR = 6,
    MOST_PLACES = 256,
    MOST_MARKS = 800,
    TOGETHER = 16,  /* px: moves of one directive between the same places share a mark */
    VARIABLES = 12, /* named in a tooltip */
};

/* Moves or finishes that share a mark. */
struct mark {
    uint64_t start, end;
    uint32_t source, target, region;
    uint32_t row; /* of moves or finishes: the first one */
    uint64_t count, bytes;
    bool is_finish;
};

struct drawing {
    struct place_chart *chart;
    struct mark *marks;
    size_t count;
    uint32_t *before; /* archive_relays_find */
    double pitch;
    uint32_t places;
};

static double row_y(const struct drawing *drawing, uint32_t place)
{
    return drawing->chart->top + drawing->pitch * (place + 0.5);
}

static int by_kind_and_time(const void *left, const void *right)
{
    const struct mark *a = left, *b = right;
    if (a->is_finish != b->is_finish)
        return a->is_finish ? 1 : -1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    if (a->target != b->target)
        return a->target < b->target ? -1 : 1;
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

static int by_time(const void *left, const void *right)
{
    const struct mark *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return by_kind_and_time(left, right);
}

static void list_marks(struct drawing *drawing)
{
    const struct archive *archive = drawing->chart->archive;
    const struct archive_moves *moves = &archive->moves;
    const struct archive_finishes *finishes = &archive->finishes;
    drawing->marks = memory_zeroed(moves->rows + finishes->rows + 1, sizeof *drawing->marks);
    for (uint32_t i = 0; i < moves->rows; i++) {
        if (moves->source[i] == moves->target[i] && archive_move_is_access(archive, i))
            continue; /* nothing moves */
        if (moves->source[i] < drawing->places && moves->target[i] < drawing->places &&
            place_chart_has(drawing->chart, moves->start[i], moves->end[i]))
            drawing->marks[drawing->count++] = (struct mark){moves->start[i],
                                                             moves->end[i],
                                                             moves->source[i],
                                                             moves->target[i],
                                                             archive->nodes.region[moves->node[i]],
                                                             i,
                                                             1,
                                                             moves->bytes[i],
                                                             false};
    }
    for (uint32_t i = 0; i < finishes->rows; i++) {
        if (finishes->place[i] < drawing->places &&
            place_chart_has(drawing->chart, finishes->end[i], finishes->end[i]))
            drawing->marks[drawing->count++] =
                (struct mark){finishes->end[i],
                              finishes->end[i],
                              finishes->place[i],
                              finishes->place[i],
                              archive->nodes.region[finishes->node[i]],
                              i,
                              1,
                              0,
                              true};
    }
}

static bool belong_together(const struct drawing *drawing, const struct mark *a,
                            const struct mark *b)
{
    return a->is_finish == b->is_finish && a->source == b->source && a->target == b->target &&
           a->region == b->region &&
           place_chart_x(drawing->chart, b->start) - place_chart_x(drawing->chart, a->start) <
               TOGETHER;
}

/* Merges marks that would cover each other. */
static void merge(struct drawing *drawing)
{
    size_t kept = 0;
    if (!drawing->count)
        return;
    qsort(drawing->marks, drawing->count, sizeof *drawing->marks, by_kind_and_time);
    for (size_t i = 1; i < drawing->count; i++) {
        struct mark *to = &drawing->marks[kept], *from = &drawing->marks[i];
        if (belong_together(drawing, to, from)) {
            to->count++;
            to->bytes = number_add(to->bytes, from->bytes);
            to->end = from->end > to->end ? from->end : to->end;
        } else {
            drawing->marks[++kept] = *from;
        }
    }
    drawing->count = kept + 1;
    qsort(drawing->marks, drawing->count, sizeof *drawing->marks, by_time);
}

static void add_variables(struct buffer *to, const struct drawing *drawing, uint32_t move)
{
    static const char *const hows[] = {"", "copied", "copied back", "shared"};
    const struct archive *archive = drawing->chart->archive;
    uint64_t first = archive->moves.first_variable[move];
    uint32_t count = archive->moves.variable_count[move];
    for (uint32_t i = 0; i < count && i < VARIABLES && first + i < archive->variables.rows; i++) {
        uint32_t row = (uint32_t)(first + i), places[RELAY_PLACES];
        uint32_t capture = archive->variables.capture[row], how = archive->variables.how[row];
        char *name = words_clean(archive_text(archive, archive->captures.name[capture]));
        char *type = words_clean(archive_text(archive, archive->captures.type[capture]));
        buffer_printf(to, "\n%s: %s, ", name, type);
        words_bytes(to, archive->variables.bytes[row]);
        buffer_printf(to, ", %s, path ", hows[how <= ARCHIVE_SHARED ? how : 0]);
        size_t length = archive_relay_path(archive, drawing->before, row, places);
        for (size_t place = 0; place < length; place++) {
            buffer_add(to, place ? " -> " : "");
            place_chart_add_place(to, archive, places[place]);
        }
        free(name);
        free(type);
    }
    if (count > VARIABLES)
        buffer_printf(to, "\nand %u more", count - VARIABLES);
}

static char *tip_of(const struct drawing *drawing, const struct mark *mark)
{
    const struct archive *archive = drawing->chart->archive;
    struct buffer tip = {0};
    if (mark->count > 1) {
        words_count(&tip, mark->count, true);
        buffer_add(&tip, mark->is_finish ? " finishes; the first: " : " moves with ");
        if (!mark->is_finish) {
            words_bytes(&tip, mark->bytes);
            buffer_add(&tip, "; the first: ");
        }
    }
    if (mark->is_finish) {
        place_chart_add_finish(&tip, archive, mark->row);
        return buffer_take(&tip);
    }
    place_chart_add_region(&tip, archive, mark->region);
    buffer_add(&tip, "\nactivity ");
    place_chart_add_activity(&tip, archive, archive->moves.activity[mark->row]);
    buffer_add(&tip, ", place ");
    place_chart_add_place(&tip, archive, mark->source);
    buffer_add(&tip, " -> ");
    place_chart_add_place(&tip, archive, mark->target);
    buffer_add(&tip, mark->source == mark->target ? " (the same place), " : ", ");
    words_bytes(&tip, archive->moves.bytes[mark->row]);
    buffer_add(&tip, ", ");
    words_time(&tip, archive->moves.end[mark->row] - archive->moves.start[mark->row]);
    add_variables(&tip, drawing, mark->row);
    return buffer_take(&tip);
}

/* The part of a row that was not drawn yet. */
struct stretch {
    double from, to;
};

static void draw_stretch(const struct drawing *drawing, uint32_t place,
                         const struct stretch *stretch)
{
    struct report_svg_box box = {stretch->from, row_y(drawing, place) - BAR / 2.0,
                                 fmax(stretch->to - stretch->from, 0.7), BAR};
    if (stretch->to > 0)
        report_svg_rect(&drawing->chart->svg, box, "l5", NULL);
}

/* Adds a time to the stretch of its row, which is drawn first if there is a gap between them. */
static void add_stay(const struct drawing *drawing, uint32_t place, uint64_t start, uint64_t end,
                     struct stretch *stretches)
{
    if (place >= drawing->places || start == ARCHIVE_UNKNOWN || end == ARCHIVE_UNKNOWN ||
        !place_chart_has(drawing->chart, start, end))
        return;
    double from = place_chart_x(drawing->chart, start), to = place_chart_x(drawing->chart, end);
    struct stretch *stretch = &stretches[place];
    if (from > stretch->to + 0.7) {
        draw_stretch(drawing, place, stretch);
        *stretch = (struct stretch){from, to};
    } else {
        stretch->to = fmax(stretch->to, to);
    }
}

/* A time in which an activity was at a place. */
struct stay {
    uint64_t start, end;
    uint32_t place;
};

static int by_start(const void *left, const void *right)
{
    const struct stay *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->end > b->end ? -1 : a->end < b->end;
}

/* Draws when activities were at each place: those that started there, and moves that led there. */
static void draw_stays(const struct drawing *drawing)
{
    const struct archive *archive = drawing->chart->archive;
    const struct archive_activities *all = &archive->activities;
    const struct archive_moves *moves = &archive->moves;
    struct stay *stays = memory_zeroed(all->rows + moves->rows + 1, sizeof *stays);
    struct stretch *stretches = memory_zeroed((size_t)drawing->places + 1, sizeof *stretches);
    size_t count = 0;
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t lane = all->first_lane[i];
        bool is_main = all->place[i] == 0 && all->number[i] == 0;
        if (lane < archive->lanes.rows && (all->parent[i] != ARCHIVE_NONE || is_main))
            stays[count++] = (struct stay){all->start[i], all->end[i], archive->lanes.place[lane]};
    }
    for (size_t i = 0; i < moves->rows; i++)
        stays[count++] = (struct stay){moves->start[i], moves->end[i], moves->target[i]};
    if (count)
        qsort(stays, count, sizeof *stays, by_start);
    for (size_t i = 0; i < count; i++)
        add_stay(drawing, stays[i].place, stays[i].start, stays[i].end, stretches);
    for (uint32_t i = 0; i < drawing->places; i++)
        draw_stretch(drawing, i, &stretches[i]);
    free(stays);
    free(stretches);
}

static void draw_rows(const struct drawing *drawing)
{
    struct place_chart *chart = drawing->chart;
    for (uint32_t i = 0; i < drawing->places; i++) {
        char name[ARCHIVE_NAME];
        archive_place_name(chart->archive, i, name);
        report_svg_text(&chart->svg, chart->left - FRAME_GAP, row_y(drawing, i) + 4, SVG_END,
                        &frame_label, 60, name);
        report_svg_line(&chart->svg, chart->left, row_y(drawing, i), chart->right,
                        row_y(drawing, i), "grid");
    }
}

static void draw_mark(const struct drawing *drawing, const struct mark *mark)
{
    struct place_chart *chart = drawing->chart;
    double x = place_chart_x(chart, mark->start), from = row_y(drawing, mark->source);
    double to = row_y(drawing, mark->target);
    bool same = mark->source == mark->target;
    char *tip = tip_of(drawing, mark);
    if (!same) {
        report_svg_line(&chart->svg, x, from, x, to, "line");
        to += from < to ? -11 : 11;
    } else {
        to += mark->is_finish ? 11 : -11;
    }
    place_chart_mark(chart, x, to,
                     mark->is_finish ? 'F'
                     : mark->bytes   ? 'D'
                                     : 'M',
                     same && !mark->is_finish, tip);
    free(tip);
}

void place_chart_movement(struct place_chart *chart)
{
    size_t places = chart->archive->places.rows;
    struct drawing drawing = {.chart = chart,
                              .places = (uint32_t)(places < MOST_PLACES ? places : MOST_PLACES)};
    uint64_t moves = 0, finishes = 0, hidden = 0;
    drawing.pitch = fmax(LEAST_PITCH, fmin(PITCH, COMFORTABLE / fmax(1, drawing.places)));
    drawing.before = archive_relays_find(chart->archive);
    chart->bottom = chart->top + drawing.pitch * drawing.places;
    list_marks(&drawing);
    merge(&drawing);
    draw_rows(&drawing);
    draw_stays(&drawing);
    for (size_t i = 0; i < drawing.count; i++) {
        *(drawing.marks[i].is_finish ? &finishes : &moves) += drawing.marks[i].count;
        if (i < MOST_MARKS)
            draw_mark(&drawing, &drawing.marks[i]);
        else
            hidden += drawing.marks[i].count;
    }
    words_count(&chart->note, moves, true);
    buffer_add(&chart->note, moves == 1 ? " move, " : " moves, ");
    words_count(&chart->note, finishes, true);
    buffer_add(&chart->note, finishes == 1 ? " finish" : " finishes");
    if (hidden)
        buffer_printf(&chart->note, "; %llu are not drawn: choose a shorter time (--from, --to)",
                      (unsigned long long)hidden);
    free(drawing.marks);
    free(drawing.before);
}
