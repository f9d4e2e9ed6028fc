/* drawing.c: see drawing.h */
#include "report/show/drawing.h"

#include "cube/matrix.h"
#include "report/table/library.h"
#include "util/number.h"

#include <stdlib.h>

const char *const report_show_measures[] = {"time",           "visits", "waits",    "bytes",
                                            "messages",       "sent",   "received", "bytes-sent",
                                            "bytes-received", NULL};
const char *const report_show_keys[] = {"kind", "site", "size", NULL};

enum {
    AROUND_TIMELINE = 130, /* pixels */
    TEXT_WAITS = 6,        /* messages listed below a timeline */
    TEXT_LANES = 40,       /* if the height of the terminal is not known */
};

bool report_show_is_running(const struct archive *archive)
{
    if (!archive->places.rows)
        return archive->run.known && archive->run.running;
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.state[i] == ARCHIVE_RUNNING && archive->places.alive[i])
            return true;
    }
    return false;
}

/* Sets the range of an excerpt, which covers a part of the run: by default no more is shown. */
static void take_part(const struct archive *archive, struct cube_cycles_range *range)
{
    uint64_t zero = archive_zero(archive);
    if (!archive->run.has_part_time || archive->run.part_to <= archive->run.part_from)
        return;
    range->from = archive->run.part_from > 0 ? zero + (uint64_t)archive->run.part_from : 0;
    if (archive->run.part_to > 0)
        range->to = number_add(zero, (uint64_t)archive->run.part_to);
}

bool report_show_find_range(const struct archive *archive,
                            const struct report_show_request *request,
                            struct cube_cycles_range *range, struct error *error)
{
    bool at_least;
    take_part(archive, range);
    uint64_t start = archive_start(archive);
    double length = (double)(archive_end(archive, &at_least) - start);
    const struct report_show_moment *moments[2] = {&request->from, &request->to};
    uint64_t *to[2] = {&range->from, &range->to};
    for (int i = 0; i < 2; i++) {
        if (moments[i]->given)
            *to[i] = start + (uint64_t)(moments[i]->percent ? length * moments[i]->value / 100
                                                            : moments[i]->value * 1e9 + 0.5);
    }
    return range->from < range->to ||
           error_set(error, "--from is not before --to: there is no time between them");
}

/* Sets how many rows and columns fit. */
static void set_limits(struct cube_projection_request *ask,
                       const struct report_show_request *request,
                       const struct report_show_look *look, enum report_show_display display,
                       size_t panels)
{
    bool pictures = request->medium != SHOW_NUMBERS;
    ask->most_whats = request->top >= 0 ? (size_t)request->top : pictures ? SHOW_WHATS : 0;
    if (!pictures)
        return;
    if (!ask->most_whats || ask->most_whats > SHOW_MOST_WHATS)
        ask->most_whats = SHOW_MOST_WHATS;
    size_t around = display == SHOW_WHAT_WHEN                  ? 30
                    : panels > 1 || display == SHOW_WHEN_WHERE ? 24
                                                               : 12;
    ask->most_cycles = request->medium == SHOW_PICTURE ? SHOW_SVG_COLUMNS : look->width - around;
    size_t lines = look->height ? look->height / panels : TEXT_LANES + 6;
    if (display == SHOW_MATRIX)
        ask->most_lanes =
            request->medium == SHOW_PICTURE || look->width >= SHOW_RANKS + 24 ? SHOW_RANKS : 32;
    else if (request->medium == SHOW_PICTURE)
        ask->most_lanes = SHOW_SVG_LANES;
    else if (display == SHOW_WHAT_WHERE)
        ask->most_lanes = look->width / 2;
    else
        ask->most_lanes = lines > 10 ? lines - (display == SHOW_WHEN_WHERE ? 4 : 6) : 4;
}

static void add_panel(struct report_show_drawing *drawing, int subject,
                      enum report_show_display display, bool chosen)
{
    drawing->panels[drawing->count++] = (struct report_show_panel){
        .display = display, .subject = (enum cube_projection_subject)subject, .chosen = chosen};
}

/* Plans the matrices: bytes and messages of point-to-point communication, unless one was chosen,
 * and bytes of collective operations. */
static void plan_matrix(struct report_show_drawing *drawing,
                        const struct report_show_request *request)
{
    static const enum cube_projection_measure measures[] = {PROJECTION_BYTES, PROJECTION_MESSAGES};
    for (size_t i = 0; i < 2; i++) {
        if (request->projection.measure == measures[1 - i])
            continue;
        add_panel(drawing, PROJECTION_COMMUNICATION, SHOW_MATRIX, false);
        drawing->panels[drawing->count - 1].measure = measures[i];
    }
    if (request->projection.measure == PROJECTION_MESSAGES)
        return;
    add_panel(drawing, PROJECTION_COMMUNICATION, SHOW_MATRIX, false);
    drawing->panels[drawing->count - 1].measure = PROJECTION_BYTES;
    drawing->panels[drawing->count - 1].collective = true;
}

void report_show_plan(struct report_show_drawing *drawing,
                      const struct report_show_request *request)
{
    bool chosen = request->projection.what_count > 0;
    if (request->displays & 1u << SHOW_TIMELINE) {
        add_panel(drawing, PROJECTION_UTILISATION, SHOW_TIMELINE, false);
        return;
    }
    if (request->displays & 1u << SHOW_MATRIX) {
        plan_matrix(drawing, request);
        return;
    }
    if (request->overview) {
        add_panel(drawing, PROJECTION_EXECUTION, SHOW_WHEN_WHERE, chosen);
        add_panel(drawing, PROJECTION_UTILISATION, SHOW_OVERALL_WHAT_WHEN, chosen);
        return;
    }
    for (int subject = 0; subject < SHOW_SUBJECTS; subject++) {
        if (!(request->subjects & 1u << subject))
            continue;
        if (!request->displays) {
            add_panel(drawing, subject, SHOW_WHEN_WHERE, chosen);
            add_panel(drawing, subject, SHOW_OVERALL_WHAT_WHEN, chosen);
        }
        for (int display = 0; display < SHOW_DISPLAYS; display++) {
            if (request->displays & 1u << display)
                add_panel(drawing, subject, (enum report_show_display)display, chosen);
        }
    }
}

static struct cube_projection *make_projection(const struct archive *archive,
                                               const struct report_show_panel *panel,
                                               const struct cube_projection_request *ask,
                                               struct progress *progress, struct error *error)
{
    struct cube_projection_request wanted = *ask;
    if (panel->display != SHOW_MATRIX)
        return cube_projection_new(archive, &wanted, progress, error);
    wanted.measure = panel->measure;
    wanted.collective = panel->collective;
    return cube_matrix_new(archive, &wanted, error);
}

static bool wants_messages(const struct report_show_request *request)
{
    unsigned displays = 1u << SHOW_MATRIX | 1u << SHOW_TIMELINE;
    return request->subjects & 1u << PROJECTION_COMMUNICATION || request->displays & displays;
}

static struct cube_timeline *make_timeline(const struct archive *archive,
                                           const struct report_show_request *request,
                                           const struct cube_projection_request *ask,
                                           const struct report_show_look *look,
                                           struct progress *progress, struct error *error)
{
    struct cube_timeline_request wanted = {.range = ask->range, .chosen = ask->chosen};
    if (request->medium == SHOW_PICTURE) {
        size_t width = look->width ? look->width : SHOW_SVG_WIDTH;
        wanted.columns =
            width > (size_t)2 * AROUND_TIMELINE ? width - AROUND_TIMELINE : AROUND_TIMELINE;
        wanted.most_lanes = SHOW_LANES;
        size_t lanes = archive->lanes.rows < SHOW_LANES ? archive->lanes.rows : SHOW_LANES;
        if (lanes && wanted.columns > SHOW_BARS / lanes)
            wanted.columns = SHOW_BARS / lanes;
        wanted.most_messages = SHOW_MESSAGES;
        wanted.most_operations = lanes ? SHOW_PARTS / lanes : 1;
    } else if (request->medium != SHOW_NUMBERS) {
        wanted.columns = look->width * 4;
        wanted.most_lanes = look->height > 20 ? look->height - 10 : TEXT_LANES;
        wanted.most_messages = TEXT_WAITS;
    } else {
        wanted.columns = request->width; /* 0: bars are not put together */
    }
    return cube_timeline_new(archive, &wanted, progress, error);
}

/* Names the classes of time after the library that the program communicates by. */
static void name_classes(struct cube_projection_item *items, size_t count, const char *library)
{
    for (size_t i = 0; items && i < count; i++) {
        if (items[i].class == CYCLES_CLASSES || !items[i].label)
            continue;
        char *label = report_library_words(library, items[i].label);
        free(items[i].label);
        items[i].label = label;
    }
}

/* Gives a panel its data. */
static void fill(struct report_show_panel *panel, struct cube_projection *projection,
                 struct cube_timeline *timeline, const char *library)
{
    if (library && projection) {
        name_classes(projection->row, projection->rows, library);
        name_classes(projection->column, projection->columns, library);
    }
    if (timeline)
        timeline->library = library;
    panel->library = library;
    panel->projection = projection;
    panel->timeline = timeline;
}

bool report_show_project(struct report_show_drawing *drawing, struct archive *archive,
                         const struct report_show_request *request,
                         const struct report_show_look *look, struct error *error)
{
    struct cube_projection_request ask = request->projection;
    struct progress progress;
    if (!report_show_find_range(archive, request, &ask.range, error) ||
        (wants_messages(request) && !archive_find_messages(archive, error)))
        return false;
    free(drawing->library);
    drawing->library = report_library_of(archive);
    progress_start(&progress, "reading what happened when");
    for (size_t i = 0; i < drawing->count; i++) {
        struct report_show_panel *panel = &drawing->panels[i];
        ask.subject = panel->subject;
        ask.axes = report_show_axes(panel->display);
        set_limits(&ask, request, look, panel->display, drawing->count);
        if (panel->display == SHOW_TIMELINE)
            drawing->timelines[i] =
                make_timeline(archive, request, &ask, look, &progress, &drawing->errors[i]);
        else
            drawing->projections[i] =
                make_projection(archive, panel, &ask, &progress, &drawing->errors[i]);
        fill(panel, drawing->projections[i], drawing->timelines[i], drawing->library);
        panel->trouble = drawing->errors[i].text;
        drawing->good += panel->projection || panel->timeline;
    }
    progress_end(&progress);
    /* The matrix of collective operations is not shown if there were none, since it was not
     * requested by name. */
    if (drawing->good && drawing->panels[drawing->count - 1].collective &&
        !drawing->projections[drawing->count - 1])
        drawing->count--;
    if (!drawing->good)
        *error = drawing->errors[0];
    return drawing->good;
}

void report_show_drop(struct report_show_drawing *drawing)
{
    for (size_t i = 0; i < SHOW_MOST_PANELS; i++) {
        cube_projection_free(drawing->projections[i]);
        cube_timeline_free(drawing->timelines[i]);
    }
    free(drawing->library);
}
