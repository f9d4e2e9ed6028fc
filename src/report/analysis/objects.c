/* objects.c: the table of objects that threads wait for: locks, barriers and others. */
#include "report/table/view.h"

#include "format/object.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* The sums of all objects of a region. */
struct object_sums {
    uint32_t region, kind;
    uint64_t objects, got, waited; /* objects; how often one was acquired, and after a wait */
    uint64_t waits, wait_time;     /* calls to acquire it, and their time */
    uint64_t holds, hold_time;
    bool at_least, is_waited_for; /* a lane waits for it at the end, or now */
};

static void add_counts(const struct report_view *view, struct object_sums *sums)
{
    const struct archive_objects *objects = &view->archive->objects;
    for (size_t i = 0; i < objects->rows; i++) {
        struct object_sums *to = &sums[objects->region[i]];
        to->objects++;
        if (objects->kind[i])
            to->kind = objects->kind[i];
        to->got = number_add(to->got, objects->got[i]);
        to->waited = number_add(to->waited, objects->waited[i]);
    }
}

static void add_times(const struct report_view *view, struct object_sums *sums)
{
    const uint32_t *kind = view->archive->regions.kind;
    for (size_t i = 0; i < view->within.count; i++) {
        const struct cube_row *row = &view->within.rows[i];
        if (kind[row->b] != TRI_KIND_OBJECT)
            continue;
        struct object_sums *to = &sums[row->b];
        if (kind[row->a] == TRI_KIND_RELEASE) {
            to->holds = number_add(to->holds, row->sums.count);
            to->hold_time = number_add(to->hold_time, row->sums.time);
        } else {
            to->waits = number_add(to->waits, row->sums.count);
            to->wait_time = number_add(to->wait_time, row->sums.time);
        }
    }
}

/* Adds the time of waits that have not ended: they are in no visit. */
static void add_open_waits(const struct report_view *view, struct object_sums *sums)
{
    const struct archive *archive = view->archive;
    for (size_t i = 0; i < archive->waits.rows; i++) {
        uint32_t object = archive->waits.object[i], lane = archive->waits.lane[i];
        if (object == ARCHIVE_NONE)
            continue;
        struct object_sums *to = &sums[archive->objects.region[object]];
        to->is_waited_for = true;
        if (!archive->waits.since[i])
            continue;
        uint64_t time = number_minus(archive->lanes.end[lane], archive->waits.since[i]);
        to->wait_time = number_add(to->wait_time, time);
        to->at_least |= archive->lanes.at_least[lane];
    }
}

/* Sorts by the time waited, the longest first. */
static int by_wait(const void *left, const void *right)
{
    const struct object_sums *a = left, *b = right;
    if (a->wait_time != b->wait_time)
        return a->wait_time > b->wait_time ? -1 : 1;
    if (a->waited != b->waited)
        return a->waited > b->waited ? -1 : 1;
    if (a->hold_time != b->hold_time)
        return a->hold_time > b->hold_time ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

static void add_columns(struct report_sheet *sheet)
{
    const struct report_sheet_column columns[] = {
        {"name", "object", SHEET_TEXT, 0, 12, false},
        {"kind", NULL, SHEET_TEXT, 0, 0, false},
        {"objects", NULL, SHEET_COUNT, 0, 0, false},
        {"got", "acquired", SHEET_COUNT, 1, 0, false},
        {"waited", "waited", SHEET_COUNT, 1, 0, false},
        {"waited_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"waits", NULL, SHEET_COUNT, 0, 0, false},
        {"wait_ns", "waited s", SHEET_TIME, 0, 0, false},
        {"wait_percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"wait_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"held_ns", "held s", SHEET_TIME, 0, 0, false},
        {"held_mean_ns", "mean held s", SHEET_TIME, 4, 0, false},
        {"line", "line", SHEET_ID, 3, 0, false},
        {"file", "file", SHEET_TEXT, 3, 8, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
}

/* True if another process may have held it, which nobody has noticed. */
static bool may_be_elsewhere(const struct report_view *view, const struct object_sums *sums)
{
    return sums->kind == FORMAT_OBJECT_DESCRIBED && view->archive->places.rows > 1;
}

static bool can_be_held(uint32_t kind)
{
    return kind == FORMAT_OBJECT_MUTEX || kind == FORMAT_OBJECT_RWLOCK ||
           kind == FORMAT_OBJECT_SPIN || kind == FORMAT_OBJECT_CRITICAL ||
           kind == FORMAT_OBJECT_LOCK || kind == FORMAT_OBJECT_DESCRIBED ||
           kind == FORMAT_OBJECT_GONE; /* it was something once */
}

static void add_row(const struct report_view *view, struct report_sheet *sheet,
                    const struct object_sums *sums)
{
    report_sheet_text(sheet, "name",
                      sums->region ? report_view_name(view, sums->region) : "(others)");
    report_sheet_text(sheet, "kind", format_object_word(sums->kind));
    report_sheet_count(sheet, "objects", sums->objects);
    report_sheet_count(sheet, "got", sums->got);
    if (sums->waited || !may_be_elsewhere(view, sums))
        report_sheet_count_known(sheet, "waited", sums->waited, may_be_elsewhere(view, sums));
    else
        report_sheet_unknown(sheet, "waited");
    report_sheet_flag(sheet, "waited_at_least", sums->waited && may_be_elsewhere(view, sums));
    report_sheet_count(sheet, "waits", sums->waits);
    bool is_timed = sums->waits || sums->wait_time || !sums->waited;
    if (is_timed) {
        report_sheet_time(sheet, "wait_ns", sums->wait_time, sums->at_least);
        report_sheet_real(sheet, "wait_percent", report_view_percent(view, sums->wait_time));
        report_sheet_real(sheet, "share", report_view_percent(view, sums->wait_time));
    } else { /* barriers and tasks of OpenMP: the time is not known */
        report_sheet_unknown_range(sheet, "wait_ns", "share");
    }
    report_sheet_flag(sheet, "wait_at_least", is_timed && sums->at_least);
    if (sums->holds && can_be_held(sums->kind)) {
        report_sheet_time(sheet, "held_ns", sums->hold_time, false);
        report_sheet_time(sheet, "held_mean_ns", sums->hold_time / sums->holds, false);
    } else {
        report_sheet_unknown(sheet, "held_ns");
        report_sheet_unknown(sheet, "held_mean_ns");
    }
    report_sheet_line(sheet, "line", view->archive->regions.line[sums->region]);
    report_sheet_text(sheet, "file", report_view_file(view, sums->region));
    report_sheet_text(sheet, "dir",
                      report_view_text(view, view->archive->regions.dir[sums->region]));
}

static bool has_too_many(const struct archive *archive)
{
    const struct archive_objects *objects = &archive->objects;
    size_t *count = memory_zeroed(archive->places.rows, sizeof *count);
    bool full = false;
    for (size_t i = 0; i < objects->rows; i++)
        full |= ++count[objects->place[i]] == FORMAT_OBJECTS - 1;
    free(count);
    return full;
}

struct report_sheet *report_objects(const struct report_view *view)
{
    size_t rows = view->archive->regions.rows, count = 0, idle = 0, top = view->options->top;
    struct object_sums *sums = memory_zeroed(rows, sizeof *sums);
    struct report_sheet *sheet = report_sheet_new("objects", "Objects that threads waited for");
    add_columns(sheet);
    add_counts(view, sums);
    add_times(view, sums);
    add_open_waits(view, sums);
    for (uint32_t i = 0; i < rows; i++) {
        sums[i].region = i;
        bool used = sums[i].got || sums[i].waited || sums[i].waits || sums[i].holds;
        bool waited = sums[i].waited || sums[i].wait_time || sums[i].is_waited_for;
        if (used && view->options->brief && !waited)
            idle++;
        else if (used)
            sums[count++] = sums[i];
    }
    qsort(sums, count, sizeof *sums, by_wait);
    sheet->more = top && count > top ? count - top : 0;
    for (size_t i = 0; i < count - sheet->more; i++)
        add_row(view, sheet, &sums[i]);
    free(sums);
    if (idle)
        report_sheet_note(
            sheet, "%zu object%s that no thread waited for %s not listed; --objects lists %s.",
            idle, idle == 1 ? "" : "s", idle == 1 ? "is" : "are", idle == 1 ? "it" : "them");
    report_sheet_note(
        sheet, "acquired: how often a thread acquired it; waited: how often after a wait; - of "
               "waited s: known only for each call; of waited: whether another process had it is "
               "not known. held: time from acquiring to releasing; -: it was "
               "never released, or cannot be held.");
    if (has_too_many(view->archive))
        report_sheet_note(
            sheet,
            "A process had more objects than Triptych distinguishes: those after the first %u are "
            "missing here, but not in the table of calls.",
            (unsigned)FORMAT_OBJECTS - 1);
    return sheet;
}
