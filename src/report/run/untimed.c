/* untimed.c: the table of regions that were not timed, or whose time is estimated, and why. */
#include "report/table/view.h"

#include "format/region.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* A region, and the anchor (the enclosing region with a probe) that counts most of its visits. */
struct untimed {
    uint32_t region, anchor; /* anchor 0: none */
    uint64_t visits;         /* visits that this anchor counted */
    bool others;             /* other anchors counted some, too */
};

/* Returns the nearest region above a node that has a probe of its own. */
static uint32_t anchor_of(const struct archive *archive, uint32_t node)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t above = nodes->parent[node];
    while (nodes->parent[above] != ARCHIVE_NONE && nodes->how[above] & ARCHIVE_LIGHT)
        above = nodes->parent[above];
    return nodes->region[above];
}

/* Returns for each region the anchor that counts most of its visits; to be freed. */
static struct untimed *find_anchors(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    struct untimed *found = memory_zeroed(archive->regions.rows, sizeof *found);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] == ARCHIVE_NONE || !(nodes->how[i] & ARCHIVE_LIGHT))
            continue;
        struct untimed *one = &found[nodes->region[i]];
        uint32_t anchor = anchor_of(archive, i);
        one->others |= one->anchor && one->anchor != anchor;
        if (one->anchor && nodes->visits[i] <= one->visits)
            continue;
        one->anchor = anchor;
        one->visits = nodes->visits[i];
    }
    return found;
}

/* True for a routine that the compiler's driver chose to count, not to time. */
static bool is_small(const struct report_view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    return regions->kind[region] == TRI_KIND_ROUTINE && regions->flags[region] & TRI_UNTIMED;
}

static bool is_untimed(const struct report_view *view, uint32_t region,
                       const struct cube_sums *sums)
{
    bool throttled = view->archive->regions.reason[region] == FORMAT_THROTTLED;
    return throttled || sums->estimated || sums->how & ARCHIVE_LIGHT || is_small(view, region);
}

/* "loop 1 of step" */
static void add_anchor(const struct report_view *view, struct buffer *to, const struct untimed *one)
{
    if (one->anchor)
        report_view_describe(view, one->anchor, to);
    else
        buffer_add(to, "the enclosing region");
    if (one->others)
        buffer_add(to, " and others");
}

static void add_reason(const struct report_view *view, struct buffer *to, uint32_t region,
                       const struct untimed *one, const struct cube_sums *sums)
{
    if (sums->how & ARCHIVE_UNLIKE) {
        buffer_add(to,
                   "the visits that were not timed had more or fewer trips than the timed ones");
    } else if (is_small(view, region)) {
        buffer_add(to, "small: counted, not timed; its callers include its time");
    } else if (sums->estimated && !sums->untimed) {
        uint64_t timed = number_minus(sums->count, sums->unseen);
        buffer_add(to, "estimated from ");
        words_count(to, timed, true);
        buffer_add(to, timed == 1 ? " timed visit" : " timed visits");
        if (sums->unknown) {
            buffer_add(to, "; ");
            words_count(to, sums->unknown, true);
            buffer_add(to, sums->unknown == 1
                               ? " not included: it is on a call path where none was timed"
                               : " not included: they are on call paths where none was timed");
        }
    } else if (sums->how & ARCHIVE_TOO_SHORT) {
        buffer_add(to, "many visits, too short for the clock");
    } else if (sums->how & (ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS)) {
        buffer_add(to, "derived: its time is in ");
        add_anchor(view, to, one);
    } else if (sums->how & ARCHIVE_LIGHT) {
        buffer_add(to, "counted, not timed: its time is in ");
        add_anchor(view, to, one);
    } else {
        buffer_add(to, "many short visits, none of which was timed later");
    }
}

static int by_visits(const void *left, const void *right)
{
    const struct cube_row *a = *(struct cube_row *const *)left;
    const struct cube_row *b = *(struct cube_row *const *)right;
    if (a->sums.count != b->sums.count)
        return a->sums.count > b->sums.count ? -1 : 1;
    return a->a < b->a ? -1 : a->a > b->a;
}

static void add_row(const struct report_view *view, struct report_sheet *sheet,
                    const struct cube_row *row, const struct untimed *one)
{
    const struct archive_regions *regions = &view->archive->regions;
    struct buffer text = {0};
    uint32_t region = row->a;
    report_view_describe(view, region, &text);
    report_sheet_text(sheet, "region", text.text ? text.text : "");
    buffer_free(&text);
    report_sheet_text(sheet, "kind", report_view_kind(view, region));
    report_view_visits_cells(sheet, &row->sums);
    report_view_time_cells(view, sheet, &report_view_time_only, &row->sums, row->sums.time);
    report_sheet_text(sheet, "name", report_view_name(view, region));
    report_sheet_text(sheet, "routine", report_view_routine(view, region));
    report_sheet_count(sheet, "seq", regions->seq[region]);
    report_sheet_line(sheet, "line", regions->line[region]);
    report_sheet_text(sheet, "file", report_view_file(view, region));
    add_reason(view, &text, region, one, &row->sums);
    report_sheet_text(sheet, "reason", text.text);
    buffer_free(&text);
    report_view_how_cells(sheet, &row->sums);
}

struct report_sheet *report_untimed(const struct report_view *view)
{
    static const struct report_sheet_column columns[] = {
        {NULL, "region", SHEET_TEXT, 0, 12, false},
        {"kind", "kind", SHEET_WORD, 5, 4, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"visits_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"time_ns", "inclusive", SHEET_TIME, 0, 0, false},
        {"percent", NULL, SHEET_PERCENT, 0, 0, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"seq", NULL, SHEET_COUNT, 0, 0, false},
        {"line", "line", SHEET_ID, 4, 0, false},
        {"file", "file", SHEET_TEXT, 4, 8, false},
        {"reason", "reason", SHEET_TEXT, 0, 64, false},
    };
    struct report_sheet *sheet = report_sheet_new("untimed", "Not timed, or estimated");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    report_view_add_how_columns(sheet);
    struct untimed *found = find_anchors(view->archive);
    struct cube_row **rows = memory_zeroed(view->regions.count + 1, sizeof *rows);
    size_t count = 0, top = view->options->top;
    bool throttled = false;
    for (size_t i = 0; i < view->regions.count; i++) {
        struct cube_row *row = &view->regions.rows[i];
        if (!is_untimed(view, row->a, &row->sums))
            continue;
        throttled |= view->archive->regions.reason[row->a] == FORMAT_THROTTLED;
        rows[count++] = row;
    }
    qsort(rows, count, sizeof *rows, by_visits);
    sheet->more = top && count > top ? count - top : 0;
    for (size_t i = 0; i < count - sheet->more; i++)
        add_row(view, sheet, rows[i], &found[rows[i]->a]);
    if (throttled)
        report_sheet_note(sheet, "Only some visits of regions with many short visits are timed; "
                                 "`triptych run --throttle off` times all.");
    report_sheet_note(sheet, "All visits are counted.");
    free(rows);
    free(found);
    return sheet;
}
