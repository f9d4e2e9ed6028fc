/* sources.c: the table of source files. */
#include "report/table/view.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* The sums of a source file. */
struct source {
    uint32_t region; /* the first region in it */
    uint64_t routines, loops, ios, self;
    bool timed;            /* a region in it is timed */
    bool excess, at_least; /* `self` includes too much, or too little */
};

/* Adds the time of a region. What that of a loop lacks is in the time of its routine, which is in
 * the same file; what it has too much is marked there, too. */
static void add_time(struct source *source, const struct cube_sums *sums, bool is_loop)
{
    source->self = number_add(source->self, sums->self);
    source->excess |= !is_loop && (sums->excess || sums->loops_excess);
    source->at_least |= !is_loop && sums->at_least;
}

static void add_region(const struct report_view *view, struct source *source, uint32_t region)
{
    uint32_t kind = view->archive->regions.kind[region], row = view->row_of_region[region];
    source->routines += kind == TRI_KIND_ROUTINE && !archive_is_only_named(view->archive, region);
    source->loops += kind == TRI_KIND_LOOP;
    source->ios += kind == TRI_KIND_IO;
    uint32_t mode = view->archive->regions.mode[region];
    source->timed |= mode == TRI_TIME || mode == TRI_TIME_SLOW;
    if (row != ARCHIVE_NONE)
        add_time(source, &view->regions.rows[row].sums, kind == TRI_KIND_LOOP);
}

static int by_self(const void *left, const void *right)
{
    const struct source *a = left, *b = right;
    if (a->self != b->self)
        return a->self > b->self ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Returns the source files, unsorted; to be freed. Adds their number to `count`. */
static struct source *find_sources(const struct report_view *view, size_t *count)
{
    const struct archive_regions *regions = &view->archive->regions;
    struct source *sources = NULL;
    size_t room = 0;
    struct interned *keys = interned_new();
    for (uint32_t i = 1; i < regions->rows; i++) {
        uint32_t key[2] = {regions->file[i], regions->dir[i]};
        if (!report_view_has_source(view, i))
            continue;
        uint32_t number = interned_add(keys, key, sizeof key);
        if (number == *count) {
            sources = memory_grow(sources, &room, *count + 1, sizeof *sources);
            sources[(*count)++] = (struct source){.region = i};
        }
        add_region(view, &sources[number], i);
    }
    interned_free(keys);
    return sources;
}

struct report_sheet *report_sources(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"file", "file", SHEET_TEXT, 0, 16, false},
        {"dir", "compiled in", SHEET_TEXT, 1, 12, false},
        {"routines", "routines", SHEET_COUNT, 1, 0, false},
        {"loops", "loops", SHEET_COUNT, 2, 0, false},
        {"io", "I/O", SHEET_COUNT, 3, 0, false},
        {"exclusive_ns", "exclusive", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
    };
    static const struct report_view_time_columns exclusive_share = {"exclusive_ns", "percent",
                                                                    "share"};
    size_t count = 0, top = view->options->top;
    struct source *sources = find_sources(view, &count);
    struct report_sheet *sheet = report_sheet_new("sources", "Source files");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    report_view_add_bound_columns(sheet);
    if (count)
        qsort(sources, count, sizeof *sources, by_self);
    sheet->more = top && count > top ? count - top : 0;
    for (size_t i = 0; i < count - sheet->more; i++) {
        struct cube_sums sums = {.untimed = !sources[i].timed && !sources[i].self,
                                 .excess = sources[i].excess,
                                 .at_least = sources[i].at_least};
        report_sheet_text(sheet, "file", report_view_file(view, sources[i].region));
        report_sheet_text(sheet, "dir",
                          report_view_text(view, view->archive->regions.dir[sources[i].region]));
        report_sheet_count(sheet, "routines", sources[i].routines);
        report_sheet_count(sheet, "loops", sources[i].loops);
        report_sheet_count(sheet, "io", sources[i].ios);
        report_view_exclusive_cells(view, sheet, &exclusive_share, &sums, sources[i].self);
        report_view_bound_cells(sheet, &sums);
    }
    report_sheet_note(
        sheet,
        "routines, loops, I/O: regions in the file, visited or not. exclusive: seconds in its own "
        "code, as far as that was timed.");
    free(sources);
    return sheet;
}
