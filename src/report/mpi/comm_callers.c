/* comm_callers.c: the table of MPI call sites by their callers, from call stacks. */
#include "report/mpi/comm.h"

#include "archive/messages/mpi_calls.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static bool key_of(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                   uint32_t *b)
{
    (void)with;
    const struct archive *archive = cube->archive;
    *a = archive->nodes.region[node];
    *b = archive->nodes.callers[node];
    return *a != 0 && archive_mpi_is_call(archive, *a);
}

static bool any_callers(const struct archive *archive)
{
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->nodes.callers[i])
            return true;
    }
    return false;
}

/* Returns the site number of each region, 0 for those that are no site; to be freed. */
static size_t *number_sites(const struct report_view *view)
{
    struct report_comm comm = report_comm_new(view);
    size_t *numbers = memory_zeroed(view->archive->regions.rows + 1, sizeof *numbers);
    for (size_t i = 0; i < comm.count; i++)
        numbers[comm.sites[i].region] = i + 1;
    report_comm_free(&comm);
    return numbers;
}

/* Sorts by site, then by time, the most first. */
static int by_site_and_time(const void *left, const void *right, void *context)
{
    const struct cube_row *a = left, *b = right;
    const size_t *numbers = context;
    if (numbers[a->a] != numbers[b->a])
        return numbers[a->a] < numbers[b->a] ? -1 : 1;
    if (a->sums.time != b->sums.time)
        return a->sums.time > b->sums.time ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

static int by_time(const void *left, const void *right)
{
    const struct cube_row *a = left, *b = right;
    if (a->sums.time != b->sums.time)
        return a->sums.time > b->sums.time ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

/* Drops rows that were never called; --top keeps those with the most time. */
static void choose(const struct report_view *view, struct report_sheet *sheet,
                   const size_t *numbers, struct cube_rows *rows)
{
    size_t count = 0, top = view->options->top;
    for (size_t i = 0; i < rows->count; i++) {
        const struct cube_row *row = &rows->rows[i];
        if ((row->sums.count || row->sums.unfinished) && numbers[row->a])
            rows->rows[count++] = *row;
    }
    rows->count = count;
    if (top && count > top) {
        qsort(rows->rows, count, sizeof *rows->rows, by_time);
        sheet->more = count - top;
        rows->count = top;
    }
    if (rows->count)
        qsort_r(rows->rows, rows->count, sizeof *rows->rows, by_site_and_time, (void *)numbers);
}

/* Adds "main (a.c:41) -> solve (a.c:30)" as "main:41 -> solve:30". */
static void add_short(struct report_sheet *sheet, const char *callers)
{
    struct buffer text = {0};
    for (const char *next; *callers; callers = next) {
        const char *end = strstr(callers, " -> "), *open = NULL, *line = NULL;
        next = end ? end + strlen(" -> ") : callers + strlen(callers);
        end = end ? end : next;
        for (const char *at = callers; at < end; at++) {
            if (at[0] == ' ' && at[1] == '(')
                open = at;
            else if (*at == ':')
                line = at;
        }
        bool is_known = open && line && line > open && end[-1] == ')';
        buffer_add_bytes(&text, callers, (size_t)((is_known ? open : end) - callers));
        if (is_known)
            buffer_add_bytes(&text, line, (size_t)(end - 1 - line));
        buffer_add(&text, next > end ? " -> " : "");
    }
    report_sheet_text(sheet, "called by", text.text ? text.text : "");
    buffer_free(&text);
}

static void add_row(const struct report_view *view, struct report_sheet *sheet, size_t number,
                    const struct cube_row *row)
{
    const struct archive_regions *regions = &view->archive->regions;
    report_sheet_id(sheet, "site", (int64_t)number);
    report_sheet_text(sheet, "function", report_view_name(view, row->a));
    report_sheet_text(sheet, "routine", report_view_routine(view, row->a));
    report_sheet_line(sheet, "line", regions->line[row->a]);
    report_sheet_text(sheet, "file", report_view_file(view, row->a));
    report_sheet_text(sheet, "dir", report_view_text(view, regions->dir[row->a]));
    report_sheet_count(sheet, "visits", row->sums.count);
    report_sheet_count(sheet, "unfinished", row->sums.unfinished);
    if (archive_tells_bytes(view->archive, row->a, row->sums.bytes))
        report_sheet_count(sheet, "bytes", row->sums.bytes);
    else
        report_sheet_unknown(sheet, "bytes");
    report_view_time_cells(view, sheet, &report_view_time_only, &row->sums, row->sums.time);
    report_view_at_least_cell(sheet, &row->sums);
    report_sheet_text(sheet, "callers", report_view_text(view, row->b));
    add_short(sheet, report_view_text(view, row->b));
}

struct report_sheet *report_comm_callers(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"site", "site", SHEET_ID, 0, 0, false},
        {"function", "call", SHEET_TEXT, 2, 10, false},
        {"routine", "routine", SHEET_TEXT, 1, 8, false},
        {"line", "line", SHEET_ID, 3, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"unfinished", NULL, SHEET_COUNT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 5, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 4, 0, false},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"callers", NULL, SHEET_TEXT, 0, 0, false},
        {NULL, "called by", SHEET_TEXT, 0, 40, false},
    };
    struct report_sheet *sheet = report_sheet_new("comm_callers", "MPI: callers of the call sites");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    if (!any_callers(view->archive))
        return sheet;
    size_t *numbers = number_sites(view);
    struct cube_rows rows = cube_project(view->cube, key_of, NULL);
    choose(view, sheet, numbers, &rows);
    for (size_t i = 0; i < rows.count; i++)
        add_row(view, sheet, numbers[rows.rows[i].a], &rows.rows[i]);
    report_sheet_note(
        sheet, "site: number in the table of call sites. called by: the call stack above the "
               "routine, with the line of each call; a recursion is listed once, and "
               "routines that end in a tail call are not on the stack.");
    cube_rows_free(&rows);
    free(numbers);
    return sheet;
}
