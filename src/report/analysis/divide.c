/* divide.c: see divide.h */
#include "report/analysis/divide.h"

#include "analysis/divide.h"
#include "report/table/text.h"
#include "util/words.h"

#include <stdlib.h>

static const char *const layers[DIVIDE_LAYERS] = {"SIMD", "threads", "processes"};

/* Adds why the loop around was not chosen: "loop 1 of run: repeats the same work". */
static void add_around(const struct report_view *view, const struct analysis_divide_loop *loop,
                       struct buffer *to)
{
    static const char *const words[DIVIDE_OBSTACLES] = {
        [DIVIDE_NOTHING] = "chosen on another path",
        [DIVIDE_UNTIMED] = "not timed",
        [DIVIDE_SMALL] = "less than 1 % of the time",
        [DIVIDE_FEW] = "fewer than 4 trips",
        [DIVIDE_OPEN] = "trips not known on entry",
        [DIVIDE_REPEATS] = "repeats the same work",
        [DIVIDE_IO] = "I/O inside",
        [DIVIDE_SHORT] = "visits too short",
    };
    if (!loop->around)
        return;
    report_view_describe(view, loop->around, to);
    buffer_printf(to, ": %s", words[loop->around_has]);
}

static void add_row(const struct report_view *view, const struct analysis_divide_loop *loop,
                    struct report_sheet *sheet)
{
    const struct archive_regions *regions = &view->archive->regions;
    struct buffer name = {0}, around = {0};
    report_view_describe(view, loop->region, &name);
    add_around(view, loop, &around);
    report_sheet_text(sheet, "loop", name.text);
    report_sheet_real(sheet, "share_percent", 100 * loop->share);
    report_sheet_text(sheet, "layer", layers[loop->layer]);
    report_sheet_real(sheet, "alone", loop->alone);
    report_sheet_real(sheet, "combined", loop->combined);
    report_sheet_count(sheet, "visits", loop->visits);
    report_sheet_count(sheet, "trips", loop->trips);
    report_sheet_real(sheet, "trips_mean", (double)loop->trips / (double)loop->visits);
    report_sheet_flag(sheet, "determined", loop->determined);
    report_sheet_time(sheet, "time_ns", loop->time, false);
    report_sheet_real(sheet, "visit_us", (double)loop->time / (double)loop->visits / 1000);
    report_sheet_real(sheet, "trip_us", (double)loop->time / (double)loop->trips / 1000);
    report_sheet_text(sheet, "around", around.text ? around.text : "");
    report_sheet_line(sheet, "line", regions->line[loop->region]);
    report_sheet_text(sheet, "file", report_view_file(view, loop->region));
    buffer_free(&name);
    buffer_free(&around);
}

static struct report_sheet *make(const struct report_view *view,
                                 const struct analysis_divide *divide)
{
    static const struct report_sheet_column columns[] = {
        {"loop", "loop", SHEET_TEXT, 0, 20, false},
        {"share_percent", "%", SHEET_PERCENT, 0, 0, false},
        {"layer", "layer", SHEET_WORD, 0, 0, false},
        {"alone", "speed-up", SHEET_MEAN, 0, 0, false},
        {"combined", "together", SHEET_MEAN, 2, 0, false},
        {"visits", "visits", SHEET_COUNT, 7, 0, false},
        {"trips", NULL, SHEET_COUNT, 0, 0, false},
        {"trips_mean", "mean trips", SHEET_MEAN, 5, 0, false},
        {"determined", NULL, SHEET_FLAG, 0, 0, false},
        {"time_ns", NULL, SHEET_TIME, 0, 0, false},
        {"visit_us", "us/visit", SHEET_MEAN, 6, 0, false},
        {"trip_us", "us/trip", SHEET_MEAN, 8, 0, false},
        {"around", "loop around it", SHEET_TEXT, 1, 40, false},
        {"line", "line", SHEET_ID, 3, 0, false},
        {"file", "file", SHEET_TEXT, 4, 8, false},
    };
    struct report_sheet *sheet = report_sheet_new("divide", "Loops worth dividing");
    size_t top = view->options->top, shown = top && top < divide->count ? top : divide->count;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < shown; i++)
        add_row(view, &divide->loops[i], sheet);
    sheet->more = divide->count - shown;
    report_sheet_meaning(sheet, "speed-up",
                         "Amdahl's bound of the run if only this loop is divided");
    report_sheet_meaning(sheet, "together", "the bound with all loops above it, too");
    if (divide->count)
        report_sheet_note(sheet, "Whether trips depend on each other is not known from a run: look "
                                 "before you divide. From the outside in, the first loop of a nest "
                                 "is listed against which nothing speaks; its trips are known on "
                                 "entry.");
    return sheet;
}

struct report_sheet *report_divide(const struct report_view *view)
{
    struct analysis_divide divide = analysis_divide_find(view->cube);
    struct report_sheet *sheet = make(view, &divide);
    analysis_divide_free(&divide);
    return sheet;
}

void report_divide_text(const struct report_view *view, struct buffer *to)
{
    struct analysis_divide divide = analysis_divide_find(view->cube);
    struct buffer line = {0};
    if (divide.count) {
        struct report_sheet *sheet = make(view, &divide);
        report_text_sheet(to, view->options, sheet);
        report_sheet_free(sheet);
    } else if (divide.is_serial) {
        buffer_add(&line, divide.has_loops
                              ? "Loops worth dividing: none; no loop has 1 % of the time, enough "
                                "trips that are known on entry, and no I/O inside."
                              : "Loops worth dividing: unknown, as no loops were timed. Build the "
                                "program with `triptych cc` or `triptych fc`.");
        report_text_clean(to, view->options, TEXT_PLAIN, &line, "   ");
        buffer_add(to, "\n");
    }
    analysis_divide_free(&divide);
}
