/* functions.c: the table of the functions of binaries whose visits were timed. */
#include "report/binary/lcct.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

static const struct report_sheet_column columns[] = {
    {"function", "function", SHEET_TEXT, 0, 8, false},
    {NULL, "where", SHEET_TEXT, 3, 12, false},
    {"line", NULL, SHEET_ID, 0, 0, false},
    {"file", NULL, SHEET_TEXT, 0, 0, false},
    {"visits", "visits", SHEET_COUNT, 0, 0, false},
    {"instructions", "instructions", SHEET_COUNT, 5, 0, false},
    {"exclusive_time_ns", "excl. s", SHEET_TIME, 0, 0, false},
    {"exclusive_time_percent", "% of time", SHEET_PERCENT, 0, 0, false},
    {NULL, "share", SHEET_PERCENT, 8, 0, true},
    {"time_ns", "incl. s", SHEET_TIME, 0, 0, false},
    {"mean_time_us", "us each", SHEET_MEAN, 2, 0, false},
    {"timing", "timing", SHEET_WORD, 1, 13, false},
};

/* A function in all contexts, with its own loops. */
struct timed_function {
    struct cube_lcct_sum sum;
    uint64_t own, own_time;
    bool own_sampled, own_untimed;
};

const char *report_lcct_timing(bool sampled, bool own_sampled)
{
    return sampled ? "sampled" : own_sampled ? "excl. sampled" : "exact";
}

void report_lcct_time_cell(struct report_sheet *sheet, const char *column, uint64_t ns,
                           bool is_known, bool is_sampled)
{
    if (!is_known)
        report_sheet_nothing(sheet, column);
    else if (is_sampled)
        report_sheet_time_estimated(sheet, column, ns);
    else
        report_sheet_time(sheet, column, ns, false);
}

const char report_lcct_share_words[] = "exclusive time, of that of the lanes";

void report_lcct_share_cell(const struct report_lcct_view *view, struct report_sheet *sheet,
                            uint64_t ns, bool is_known)
{
    if (is_known && view->tree->time)
        report_sheet_real(sheet, "exclusive_time_percent", cube_lcct_time_percent(view->tree, ns));
    else
        report_sheet_nothing(sheet, "exclusive_time_percent");
}

void report_lcct_inclusive_cells(struct report_sheet *sheet, const struct cube_lcct_sum *sum,
                                 bool own_sampled)
{
    bool known = (sum->count || sum->time) && !sum->untimed;
    report_lcct_time_cell(sheet, "time_ns", sum->time, known, sum->sampled);
    if (known && sum->count)
        report_sheet_real(sheet, "mean_time_us", (double)sum->time / (double)sum->count / 1000);
    else
        report_sheet_nothing(sheet, "mean_time_us");
    report_sheet_text(sheet, "timing", known ? report_lcct_timing(sum->sampled, own_sampled) : "");
}

/* Returns the row of the function that a row of the tree belongs to; 0: none. */
static size_t routine_of(const struct report_lcct_view *view, size_t row)
{
    const struct cube_lcct_row *rows = view->tree->rows;
    while (row && view->archive->regions.kind[rows[row].region] == TRI_KIND_LOOP)
        row = rows[row].parent;
    return row;
}

static int longest_first(const void *left, const void *right)
{
    const struct timed_function *a = left, *b = right;
    if (a->own_time != b->own_time)
        return a->own_time > b->own_time ? -1 : 1;
    if (a->own != b->own)
        return a->own > b->own ? -1 : 1;
    return a->sum.region < b->sum.region ? -1 : a->sum.region > b->sum.region;
}

/* Adds what a function executed and how long it took in one context. */
static void add_context(struct timed_function *function, const struct cube_lcct_row *row,
                        bool is_loop)
{
    function->own = number_add(function->own, row->own);
    if (is_loop)
        return;
    function->own_time = number_add(function->own_time, row->time);
    function->own_sampled |= row->sampled;
}

static void take_callee(struct timed_function *function, const struct cube_lcct_row *callee)
{
    function->own_time = number_minus(function->own_time, callee->time);
    function->own_sampled |= callee->sampled;
    function->own_untimed |= callee->untimed != 0;
}

/* Finds what functions did themselves: a loop's time is in its function's, timed or not. */
static void find_own(const struct report_lcct_view *view, struct timed_function *all,
                     const uint32_t *number)
{
    const struct cube_lcct_row *rows = view->tree->rows;
    for (size_t i = 1; i < view->tree->count; i++) {
        size_t routine = routine_of(view, i);
        uint32_t of = routine ? number[rows[routine].region] : 0;
        if (of)
            add_context(&all[of - 1], &rows[i], routine != i);
    }
    for (size_t i = 1; i < view->tree->count; i++) {
        size_t caller = routine_of(view, rows[i].parent);
        uint32_t of = caller && routine_of(view, i) == i ? number[rows[caller].region] : 0;
        if (of)
            take_callee(&all[of - 1], &rows[i]);
    }
}

static struct timed_function *find_functions(const struct report_lcct_view *view, size_t *count)
{
    struct cube_lcct_sum *sums = cube_lcct_sums(view->tree, TRI_KIND_ROUTINE, count);
    struct timed_function *all = memory_zeroed(*count + 1, sizeof *all);
    uint32_t *number = memory_zeroed(view->archive->regions.rows + 1, sizeof *number);
    for (size_t i = 0; i < *count; i++) {
        all[i].sum = sums[i];
        number[sums[i].region] = (uint32_t)i + 1;
    }
    find_own(view, all, number);
    qsort(all, *count, sizeof *all, longest_first);
    free(sums);
    free(number);
    return all;
}

/* True if the end of one of them is not known. */
static bool may_be_longer(const struct report_lcct_view *view)
{
    const struct archive_lanes *lanes = &view->archive->lanes;
    size_t i = 0;
    while (i < lanes->rows && !(view->chosen[i] && lanes->at_least[i]))
        i++;
    return i < lanes->rows;
}

static void add_row(const struct report_lcct_view *view, struct report_sheet *sheet,
                    const struct timed_function *function)
{
    const struct cube_lcct_sum *sum = &function->sum;
    bool known = (sum->count || sum->time) && !sum->untimed && !function->own_untimed;
    report_lcct_name_cell(view, sheet, sum->region);
    report_lcct_where_cells(view, sheet, sum->region);
    report_sheet_count(sheet, "visits", sum->count);
    report_sheet_count(sheet, "instructions", function->own);
    report_lcct_time_cell(sheet, "exclusive_time_ns", function->own_time, known,
                          function->own_sampled);
    report_lcct_share_cell(view, sheet, function->own_time, known);
    report_sheet_real(sheet, "share", cube_lcct_time_percent(view->tree, function->own_time));
    report_lcct_inclusive_cells(sheet, sum, function->own_sampled);
}

/* Says how much of the lanes' time is in no function of the table. */
static void note_rest(const struct report_lcct_view *view, struct report_sheet *sheet,
                      uint64_t counted)
{
    report_sheet_note(sheet,
                      "The %s took %s%.6f s. Exclusive times add up to %.6f s; the rest is before, "
                      "after and outside counted functions.",
                      view->lanes == 1 ? "lane" : "lanes", may_be_longer(view) ? "at least " : "",
                      (double)view->tree->time / 1e9, (double)counted / 1e9);
}

struct report_sheet *report_lcct_functions_sheet(const struct report_lcct_view *view)
{
    struct report_sheet *sheet = report_sheet_new("functions", "Functions");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    if (!cube_lcct_is_timed(view->tree))
        return sheet;
    size_t count, top = view->options->report.top;
    struct timed_function *all = find_functions(view, &count);
    uint64_t counted = 0;
    for (size_t i = 0; i < count; i++) {
        counted = number_add(counted, all[i].own_time);
        if (top && i >= top)
            sheet->more++;
        else
            add_row(view, sheet, &all[i]);
    }
    free(all);
    report_sheet_meaning(sheet, "excl. s", "exclusive seconds, own loops included");
    report_sheet_meaning(sheet, "% of time", report_lcct_share_words);
    report_sheet_meaning(sheet, "incl. s", "inclusive seconds");
    report_sheet_meaning(sheet, "us each", "mean inclusive microseconds per visit");
    report_sheet_meaning(
        sheet, "timing",
        "exact (every visit), sampled (visits are too short, marked ~; by instructions "
        "where there are few samples)");
    note_rest(view, sheet, counted);
    return sheet;
}
