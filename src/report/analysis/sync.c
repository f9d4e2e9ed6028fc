/* sync.c: the tables of synchronisation, and of threads, tasks and parallel regions. */
#include "report/table/view.h"

#include "archive/messages/mpi_calls.h"
#include "format/event.h"
#include "report/mpi/comm.h"
#include "report/run/footnotes.h"
#include "util/number.h"

#include <triptych/probes.h>

#define BIT(kind) (UINT32_C(1) << (kind))

static void add_columns(const struct report_view *view, struct report_sheet *sheet,
                        const char *seconds)
{
    const struct report_sheet_column columns[] = {
        {"kind", "kind", SHEET_WORD, 0, 6, false},
        {NULL, "region", SHEET_TEXT, 0, 12, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},
        {"routine", "routine", SHEET_TEXT, 3, 8, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {NULL, "unfin.", SHEET_WORD, 1, 4, false},
        {"unfinished", NULL, SHEET_COUNT, 0, 0, false},
        {"time_ns", seconds, SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 6, 0, true},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"mean_ns", "mean s", SHEET_TIME, 4, 0, false},
        {"max_ns", "max s", SHEET_TIME, 5, 0, false},
        {"line", "line", SHEET_ID, 1, 0, false},
        {"file", "file", SHEET_TEXT, 2, 8, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
        {"note", NULL, SHEET_TEXT, 0, 0, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    report_view_add_lane_columns(view, sheet);
}

static void add_mean_and_max(struct report_sheet *sheet, const struct cube_sums *sums)
{
    if (sums->untimed || !sums->count) {
        report_sheet_unknown(sheet, "mean_ns");
        report_sheet_unknown(sheet, "max_ns");
        return;
    }
    report_sheet_time(sheet, "mean_ns", sums->time / sums->count, sums->at_least);
    if (sums->min == ARCHIVE_UNKNOWN) /* none has ended */
        report_sheet_unknown(sheet, "max_ns");
    else
        report_sheet_time(sheet, "max_ns", sums->max, sums->at_least);
}

static void add_row(const struct report_view *view, struct report_sheet *sheet,
                    const struct report_view_item *item)
{
    const struct cube_sums *sums = &item->sums;
    report_sheet_text(sheet, "kind", report_view_kind(view, item->region));
    report_view_name_cell(view, sheet, "region", "name", item,
                          report_view_name(view, item->region));
    report_sheet_text(sheet, "routine", report_view_routine(view, item->region));
    report_sheet_count(sheet, "visits", sums->count);
    report_view_unfinished_cell(sheet, sums);
    report_view_time_cells(view, sheet, &report_view_time_share, sums, sums->time);
    report_view_at_least_cell(sheet, sums);
    add_mean_and_max(sheet, sums);
    report_sheet_line(sheet, "line", view->archive->regions.line[item->region]);
    report_sheet_text(sheet, "file", report_view_file(view, item->region));
    report_sheet_text(sheet, "dir",
                      report_view_text(view, view->archive->regions.dir[item->region]));
    report_view_note_cell(view, sheet, item->region);
    report_view_lane_cells(view, sheet, item);
}

/* True for a lock that was always free: libraries have many of these, and few users want to see
 * them. */
static bool never_waited(const struct report_view *view, const struct report_view_item *item)
{
    const struct cube_sums *sums = &item->sums;
    return view->archive->regions.kind[item->region] == TRI_KIND_ATOMIC && !sums->time &&
           !sums->unfinished && !sums->untimed;
}

static struct report_sheet *sheet_of(const struct report_view *view, uint32_t kinds,
                                     const char *key, const char *title, const char *seconds)
{
    struct report_options all =
        *view->options; /* rows that are not listed do not count for --top */
    struct report_view whole = *view;
    all.top = view->options->brief ? 0 : all.top;
    whole.options = &all;
    struct report_view_items items = report_view_items_of_kinds(&whole, kinds);
    struct report_sheet *sheet = report_sheet_new(key, title);
    size_t sites = 0, idle = 0, top = view->options->brief ? view->options->top : 0;
    bool unfinished = false, left_out = false;
    add_columns(view, sheet, seconds);
    for (size_t i = 0; i < items.count; i++) {
        const struct report_view_item *item = &items.items[i];
        if (item->lane == ARCHIVE_NONE) { /* lanes follow their sum */
            bool in_vain = view->options->brief && never_waited(view, item);
            left_out = in_vain || (top && sites == top);
            idle += in_vain;
            items.more += left_out && !in_vain;
            sites += !left_out;
        }
        if (left_out)
            continue;
        add_row(view, sheet, item);
        unfinished |= item->sums.unfinished != 0;
    }
    sheet->more = items.more;
    if (idle)
        report_sheet_note(
            sheet, "%zu call site%s of locks that were always free %s not listed; --sync lists %s.",
            idle, idle == 1 ? "" : "s", idle == 1 ? "is" : "are", idle == 1 ? "it" : "them");
    if (unfinished)
        report_sheet_note(sheet, "unfin.: unfinished visits; their time so far is included.");
    report_footnotes_note(view, sheet, &items, NULL);
    report_view_items_free(&items);
    return sheet;
}

struct report_sheet *report_sync(const struct report_view *view)
{
    struct report_sheet *sheet =
        sheet_of(view, BIT(TRI_KIND_FINISH) | BIT(TRI_KIND_CLOCK) | BIT(TRI_KIND_ATOMIC), "sync",
                 "Synchronisation: calls that wait for other threads", "waited s");
    report_sheet_note(
        sheet,
        "finish: waits until others end (join, taskwait); clock: until others come (barrier); "
        "atomic: until others release (lock). waited s: without tasks that ran meanwhile; the "
        "max is then unknown. %%: of the time of all lanes.");
    return sheet;
}

uint64_t report_sync_calls_in_vain(const struct report_view *view)
{
    const struct archive *archive = view->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t calls = 0;
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t kind = archive->regions.kind[nodes->region[i]];
        if (!format_may_wait(kind) || archive_mpi_is_call(archive, nodes->region[i]))
            continue;
        if (nodes->inclusive_time[i] || nodes->unfinished[i] ||
            (!archive->ranked && kind != TRI_KIND_ATOMIC))
            return 0;
        calls = number_add(calls, nodes->visits[i]);
    }
    return calls;
}

struct report_sheet *report_tasks(const struct report_view *view)
{
    struct report_sheet *sheet = sheet_of(
        view,
        BIT(TRI_KIND_TASK) | BIT(TRI_KIND_SPAWN) | BIT(TRI_KIND_PARALLEL) | BIT(TRI_KIND_WORK),
        "tasks", "Threads, tasks and parallel regions", "seconds");
    report_sheet_note(
        sheet,
        "spawn: the call that creates a thread or task; work: a worksharing construct, such as a "
        "loop that threads share. seconds: inclusive.");
    return sheet;
}
