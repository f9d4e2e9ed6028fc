/* waits.c: see waits.h */
#include "report/analysis/waits.h"

#include "analysis/waits.h"
#include "format/object.h"
#include "report/table/text.h"
#include "util/number.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LANES = 12 }; /* lanes that one sentence lists */

static void add_lane(const struct report_view *view, struct buffer *to, uint32_t lane)
{
    char name[ARCHIVE_NAME];
    archive_lane_name(view->archive, lane, name);
    buffer_add(to, name);
}

/* Adds " since 3.204 s", a moment of the run; nothing if it is unknown (0). */
static void add_since(const struct report_view *view, struct buffer *to, uint64_t moment)
{
    if (!moment)
        return;
    buffer_add(to, " since ");
    words_time(to, number_minus(moment, archive_zero(view->archive)));
}

/* Adds "eat (philosophers.c:31)". */
static void add_site(const struct report_view *view, struct buffer *to, uint32_t node)
{
    uint32_t region = view->archive->nodes.region[node];
    uint32_t line = view->archive->regions.line[region];
    const char *routine = report_view_routine(view, region), *file = report_view_file(view, region);
    buffer_add(to, *routine ? routine : report_view_name(view, region));
    if (*file && line)
        buffer_printf(to, " (%s:%u)", file, line);
    else if (*file)
        buffer_printf(to, " (%s)", file);
}

static const char *object_name(const struct report_view *view, uint32_t object)
{
    const struct archive_objects *objects = &view->archive->objects;
    if (object == ARCHIVE_NONE)
        return "something";
    const char *name = report_view_name(view, objects->region[object]);
    const char *kind = format_object_word(objects->kind[object]);
    return *name ? name : *kind ? kind : "something";
}

/* Adds which lanes have not come to a barrier yet. */
static void add_missing(const struct report_view *view, const struct analysis_waits *waits,
                        const struct analysis_waits_item *item, struct buffer *to)
{
    const struct archive *archive = view->archive;
    uint32_t missing = item->needed > item->there ? item->needed - item->there : 0;
    uint32_t listed = 0, candidates = 0;
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++)
        candidates += analysis_waits_is_missing(archive, waits, lane, item->object);
    if (!candidates) {
        buffer_printf(to, ": %u of %u have come, and there is no other lane", item->there,
                      item->needed);
        return;
    }
    buffer_printf(to, ": %u of %u have come; missing %s%s ", item->there, item->needed,
                  missing == 1 ? "is" : "are",
                  candidates == missing ? ""
                  : missing == 1        ? " one of"
                                        : " some of");
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        if (!analysis_waits_is_missing(archive, waits, lane, item->object))
            continue;
        if (listed++ == MOST_LANES) {
            buffer_add(to, " and others");
            return;
        }
        buffer_add(to, listed > 1 ? ", " : candidates == 1 ? "lane " : "lanes ");
        add_lane(view, to, lane);
    }
}

/* Adds which lane holds the object, and what that lane does. */
static void add_holder(const struct report_view *view, const struct analysis_waits *waits,
                       const struct analysis_waits_item *item, struct buffer *to)
{
    switch (item->what) {
    case WAITS_FOR_ITSELF:
        buffer_add(to, ", which it holds itself");
        break;
    case WAITS_FOR_ENDED:
        buffer_add(to, ", held by lane ");
        add_lane(view, to, item->holder_lane);
        buffer_add(to, ", which ended without releasing it");
        return;
    case WAITS_FOR_HOLDER:
        buffer_add(to, ", held by lane ");
        add_lane(view, to, item->holder_lane);
        break;
    case WAITS_FOR_OTHERS:
        add_missing(view, waits, item, to);
        return;
    case WAITS_FOR_END:
        break;
    case WAITS_FOR_ANYONE:
        if (item->holder != ARCHIVE_NONE) {
            char name[ARCHIVE_NAME];
            archive_activity_name(view->archive, view->archive->lanes.place[item->lane],
                                  item->holder, name);
            buffer_printf(to, ", held by activity %s", name);
        }
        return;
    }
    if (item->what != WAITS_FOR_END)
        add_since(view, to, view->archive->objects.since[item->object]);
    if (item->what == WAITS_FOR_ITSELF)
        return;
    if (item->next != ARCHIVE_NONE) {
        buffer_add(to, ", which also waits");
    } else if (item->holder_node != ARCHIVE_NONE) {
        buffer_add(to, ", which is in ");
        add_site(view, to, item->holder_node);
    }
}

static void add_sentence(const struct report_view *view, const struct analysis_waits *waits,
                         const struct analysis_waits_item *item, struct buffer *to)
{
    const char *name = report_view_text(view, view->archive->lanes.name[item->lane]);
    buffer_add(to, "lane ");
    add_lane(view, to, item->lane);
    if (*name)
        buffer_printf(to, " %s", name);
    buffer_add(to, item->since ? " has waited" : " waits");
    add_since(view, to, item->since);
    if (item->what == WAITS_FOR_END) {
        buffer_add(to, " for the end of lane ");
        add_lane(view, to, item->holder_lane);
    } else {
        buffer_printf(to, " for %s", object_name(view, item->object));
    }
    if (item->node != ARCHIVE_NONE) {
        buffer_add(to, " in ");
        add_site(view, to, item->node);
    }
    add_holder(view, waits, item, to);
}

/* Adds "lanes 0.1, 0.2 and 0.3 wait for each other in a circle". */
static void add_circle(const struct report_view *view, const struct analysis_waits *waits,
                       uint32_t circle, struct buffer *to)
{
    uint32_t count = 0, listed = 0;
    for (size_t i = 0; i < waits->count; i++)
        count += waits->items[i].circle == circle;
    buffer_add(to, count == 1 ? "lane " : "lanes ");
    for (size_t i = 0; i < waits->count; i++) {
        if (waits->items[i].circle != circle)
            continue;
        if (listed++ == MOST_LANES) {
            buffer_printf(to, " and %u more", count - MOST_LANES);
            break;
        }
        buffer_add(to, listed == 1 ? "" : listed == count ? " and " : ", ");
        add_lane(view, to, waits->items[i].lane);
    }
    buffer_add(to, count == 1   ? " waits for itself"
                   : count == 2 ? " wait for each other"
                                : " wait for each other in a circle");
}

static void add_items(const struct report_view *view, const struct analysis_waits *waits,
                      bool stuck, struct buffer *to)
{
    size_t top = view->options->top, shown = 0;
    for (size_t i = 0; i < waits->count; i++) {
        struct buffer line = {0};
        if (waits->items[i].stuck != stuck)
            continue;
        if (top && shown++ == top) {
            buffer_add(&line, "  and more; --top 0 lists all");
            report_text_clean(to, view->options, TEXT_FAINT, &line, "    ");
            return;
        }
        buffer_add(&line, "  ");
        add_sentence(view, waits, &waits->items[i], &line);
        report_text_clean(to, view->options, TEXT_PLAIN, &line, "    ");
    }
}

static void add_deadlock(const struct report_view *view, const struct analysis_waits *waits,
                         struct buffer *to)
{
    struct buffer line = {0};
    buffer_add(&line, waits->is_deadlock ? "Deadlock: " : "All lanes wait: ");
    for (uint32_t i = 1; i <= waits->circles && i <= MOST_LANES; i++) {
        buffer_add(&line, i == 1 ? "" : "; ");
        add_circle(view, waits, i, &line);
    }
    if (!waits->circles && waits->is_deadlock)
        buffer_printf(&line, "%zu lane%s for something that can never happen", waits->stuck,
                      waits->stuck == 1 ? " waits" : "s wait");
    if (!waits->is_deadlock)
        buffer_add(&line, "only a signal or another process could wake one");
    report_text_clean(to, view->options, TEXT_WARN, &line, "          ");
    add_items(view, waits, true, to);
    buffer_add(to, "\n");
}

/* True if the program runs or did not end normally: only then are waits worth a sentence. */
static bool was_interrupted(const struct archive *archive)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        uint32_t state = archive->places.state[i];
        if (state == ARCHIVE_RUNNING || state == ARCHIVE_UNFINISHED)
            return true;
    }
    return false;
}

static bool is_running(const struct archive *archive)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.alive[i])
            return true;
    }
    return false;
}

void report_waits_text(const struct report_view *view, struct buffer *to)
{
    struct analysis_waits waits = analysis_waits_find(view->archive);
    if (waits.stuck)
        add_deadlock(view, &waits, to);
    if (waits.count > waits.stuck && was_interrupted(view->archive)) {
        struct buffer line = {0};
        buffer_add(&line, is_running(view->archive) ? "Waiting now:" : "Waiting at the end:");
        report_text_clean(to, view->options, TEXT_TITLE, &line, "");
        add_items(view, &waits, false, to);
        buffer_add(to, "\n");
    }
    analysis_waits_free(&waits);
}

static void lane_cells(const struct report_view *view, struct report_sheet *sheet, uint32_t lane)
{
    if (lane == ARCHIVE_NONE)
        report_sheet_unknown(sheet, "holder_lane");
    else
        report_sheet_count(sheet, "holder_lane", view->archive->lanes.number[lane]);
}

/* Columns of a call site. */
struct site_columns {
    const char *call, *routine, *file, *line;
};

/* Adds the four cells of a node's call site; they are unknown for ARCHIVE_NONE. */
static void site_cells(const struct report_view *view, struct report_sheet *sheet,
                       const struct site_columns *columns, uint32_t node)
{
    const struct archive_regions *regions = &view->archive->regions;
    if (node == ARCHIVE_NONE) {
        report_sheet_unknown_range(sheet, columns->call, columns->line);
        return;
    }
    uint32_t region = view->archive->nodes.region[node];
    report_sheet_text(sheet, columns->call, report_view_name(view, region));
    report_sheet_text(sheet, columns->routine, report_view_routine(view, region));
    report_sheet_text(sheet, columns->file, report_view_file(view, region));
    report_sheet_line(sheet, columns->line, regions->line[region]);
}

static void add_row(const struct report_view *view, const struct analysis_waits *waits,
                    const struct analysis_waits_item *item, struct report_sheet *sheet)
{
    static const struct site_columns waiting_site = {"call", "routine", "file", "line"};
    static const struct site_columns holder_site = {"holder_call", "holder_routine", "holder_file",
                                                    "holder_line"};
    const struct archive *archive = view->archive;
    struct buffer sentence = {0};
    add_sentence(view, waits, item, &sentence);
    report_sheet_count(sheet, "place", archive->places.number[archive->lanes.place[item->lane]]);
    report_sheet_count(sheet, "lane", archive->lanes.number[item->lane]);
    report_sheet_flag(sheet, "stuck", item->stuck);
    report_sheet_count(sheet, "circle", item->circle);
    report_sheet_text(sheet, "object", object_name(view, item->object));
    report_sheet_text(sheet, "kind",
                      item->object == ARCHIVE_NONE
                          ? ""
                          : format_object_word(archive->objects.kind[item->object]));
    if (item->since) {
        report_sheet_time(sheet, "since_ns", number_minus(item->since, archive_zero(archive)),
                          false);
        report_sheet_time(sheet, "time_ns",
                          number_minus(archive->lanes.end[item->lane], item->since),
                          archive->lanes.at_least[item->lane]);
    } else {
        report_sheet_unknown(sheet, "since_ns");
        report_sheet_unknown(sheet, "time_ns");
    }
    report_sheet_flag(sheet, "time_at_least", item->since && archive->lanes.at_least[item->lane]);
    site_cells(view, sheet, &waiting_site, item->node);
    if (item->holder == ARCHIVE_NONE)
        report_sheet_unknown(sheet, "holder_activity");
    else
        report_sheet_count(sheet, "holder_activity", item->holder);
    lane_cells(view, sheet, item->holder_lane);
    site_cells(view, sheet, &holder_site, item->holder_node);
    report_sheet_count(sheet, "there", item->there);
    report_sheet_count(sheet, "needed", item->needed);
    report_sheet_text(sheet, "sentence", sentence.text);
    buffer_free(&sentence);
}

struct report_sheet *report_waits(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"place", "place", SHEET_ID, 0, 0, false},
        {"lane", "lane", SHEET_ID, 0, 0, false},
        {"stuck", NULL, SHEET_FLAG, 0, 0, false},
        {"circle", NULL, SHEET_COUNT, 0, 0, false},
        {"object", "object", SHEET_TEXT, 0, 8, false},
        {"kind", NULL, SHEET_TEXT, 0, 0, false},
        {"since_ns", NULL, SHEET_TIME, 0, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"call", NULL, SHEET_TEXT, 0, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"file", "file", SHEET_TEXT, 1, 8, false},
        {"line", "line", SHEET_ID, 1, 0, false},
        {"holder_activity", NULL, SHEET_COUNT, 0, 0, false},
        {"holder_lane", "held by", SHEET_ID, 0, 0, false},
        {"holder_call", NULL, SHEET_TEXT, 0, 0, false},
        {"holder_routine", NULL, SHEET_TEXT, 0, 0, false},
        {"holder_file", NULL, SHEET_TEXT, 0, 0, false},
        {"holder_line", NULL, SHEET_ID, 0, 0, false},
        {"there", NULL, SHEET_COUNT, 0, 0, false},
        {"needed", NULL, SHEET_COUNT, 0, 0, false},
        {"sentence", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("waits", "Who waits for what");
    struct analysis_waits waits = analysis_waits_find(view->archive);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < waits.count; i++)
        add_row(view, &waits, &waits.items[i], sheet);
    analysis_waits_free(&waits);
    return sheet;
}
