/* dependences.c: the table of dependences between the trips of loops, and what follows from them.
 */
#include "report/binary/dependences.h"

#include "analysis/carried.h"
#include "format/carried.h"
#include "report/table/text.h"
#include "util/words.h"

#include <inttypes.h>
#include <string.h>

enum { OF_LOOP = 3 }; /* columns that name the loop in text */

static const struct report_sheet_column columns[] = {
    {"function", "function", SHEET_TEXT, 0, 8, false},
    {"loop", "loop", SHEET_ID, 0, 0, false},
    {NULL, "where", SHEET_TEXT, 6, 12, false},
    {"line", NULL, SHEET_ID, 0, 0, false},
    {"file", NULL, SHEET_TEXT, 0, 0, false},
    {"visits", NULL, SHEET_COUNT, 0, 0, false},
    {"trips", NULL, SHEET_COUNT, 0, 0, false},
    {"kind", "kind", SHEET_WORD, 0, 0, false},
    {"role", "role", SHEET_WORD, 0, 0, false},
    {"operation", NULL, SHEET_WORD, 0, 0, false},
    {"variable", "variable", SHEET_TEXT, 0, 8, false},
    {"storage", NULL, SHEET_WORD, 0, 0, false},
    {NULL, "from", SHEET_TEXT, 0, 4, false},
    {"from_file", NULL, SHEET_TEXT, 0, 0, false},
    {"from_line", NULL, SHEET_ID, 0, 0, false},
    {"from_function", NULL, SHEET_TEXT, 0, 0, false},
    {NULL, "to", SHEET_TEXT, 0, 4, false},
    {"to_file", NULL, SHEET_TEXT, 0, 0, false},
    {"to_line", NULL, SHEET_ID, 0, 0, false},
    {"to_function", NULL, SHEET_TEXT, 0, 0, false},
    {"occurrences", "occurrences", SHEET_COUNT, 1, 0, false},
    {"distance_min", NULL, SHEET_COUNT, 0, 0, false},
    {"distance_max", NULL, SHEET_COUNT, 0, 0, false},
    {NULL, "trips apart", SHEET_WORD, 0, 0, false},
    {"distances", "per distance", SHEET_WORD, 7, 0, false},
    {"verdict", NULL, SHEET_TEXT, 0, 0, false},
};

/* Adds "heat.c:30", "30 in memcpy", or the line alone if the file is the loop's own. */
static void position(const struct report_lcct_view *view, uint32_t region, uint32_t file,
                     uint32_t line, uint32_t routine, struct buffer *to)
{
    const struct archive *archive = view->archive;
    const char *path = archive_text(archive, file), *slash = strrchr(path, '/'),
               *name = archive_text(archive, routine);
    if (line && file != archive->regions.file[region])
        buffer_printf(to, "%s:", slash ? slash + 1 : path);
    if (line)
        buffer_printf(to, "%" PRIu32, line);
    else if (!*name)
        buffer_add(to, "-");
    if (*name)
        buffer_printf(to, "%s%s", line ? " in " : "in ", name);
}

static void position_cells(const struct report_lcct_view *view, struct report_sheet *sheet,
                           uint32_t row, bool is_to)
{
    const struct archive_carried *all = &view->archive->carried;
    uint32_t file = is_to ? all->to_file[row] : all->from_file[row],
             line = is_to ? all->to_line[row] : all->from_line[row],
             routine = is_to ? all->to_routine[row] : all->from_routine[row];
    struct buffer text = {0};
    position(view, all->region[row], file, line, routine, &text);
    report_sheet_text(sheet, is_to ? "to" : "from", text.text ? text.text : "");
    report_sheet_text(sheet, is_to ? "to_file" : "from_file", archive_text(view->archive, file));
    report_sheet_line(sheet, is_to ? "to_line" : "from_line", line);
    report_sheet_text(sheet, is_to ? "to_function" : "from_function",
                      archive_text(view->archive, routine));
    buffer_free(&text);
}

/* Adds "reduction (+)". */
static void role_cells(const struct report_lcct_view *view, struct report_sheet *sheet,
                       uint32_t row)
{
    const struct archive_carried *all = &view->archive->carried;
    struct buffer text = {0};
    buffer_add(&text, format_carried_role_word(all->role[row]));
    if (all->operation[row] && view->options->report.format == REPORT_TEXT)
        buffer_printf(&text, " (%s)", format_carried_operation_word(all->operation[row]));
    report_sheet_text(sheet, "role", text.text);
    report_sheet_text(sheet, "operation",
                      all->operation[row] ? format_carried_operation_word(all->operation[row])
                                          : "");
    buffer_free(&text);
}

static void distance_cells(struct report_sheet *sheet, const struct analysis_carried_row *row)
{
    struct buffer range = {0}, each = {0};
    buffer_printf(&range, "%" PRIu64, row->min);
    if (row->max != row->min)
        buffer_printf(&range, "-%" PRIu64, row->max);
    uint64_t listed = 0;
    for (int i = 0; i < CARRIED_DISTANCES && row->distances[i]; i++) {
        buffer_printf(&each, "%s%" PRIu64 ":%" PRIu64, i ? " " : "", row->distances[i],
                      row->counts[i]);
        listed += row->counts[i];
    }
    if (listed < row->count)
        buffer_printf(&each, " others:%" PRIu64, row->count - listed);
    report_sheet_count(sheet, "occurrences", row->count);
    report_sheet_count(sheet, "distance_min", row->min);
    report_sheet_count(sheet, "distance_max", row->max);
    report_sheet_text(sheet, "trips apart", range.text);
    report_sheet_text(sheet, "distances", each.text ? each.text : "");
    buffer_free(&range);
    buffer_free(&each);
}

/* Adds the cells of the loop, the first ones of each row. */
static void loop_cells(const struct report_lcct_view *view, struct report_sheet *sheet,
                       const struct analysis_carried_loop *loop)
{
    report_lcct_name_cell(view, sheet, loop->region);
    report_sheet_line(sheet, "loop", view->archive->regions.seq[loop->region]);
    report_lcct_where_cells(view, sheet, loop->region);
    report_sheet_count(sheet, "visits", loop->visits);
    report_sheet_count(sheet, "trips", loop->trips);
}

static void add_row(const struct report_lcct_view *view, struct report_sheet *sheet,
                    const struct analysis_carried_loop *loop,
                    const struct analysis_carried_row *row, const char *verdict)
{
    const struct archive_carried *all = &view->archive->carried;
    struct buffer name = {0};
    loop_cells(view, sheet, loop);
    report_sheet_text(sheet, "kind", format_carried_kind_word(all->kind[row->row]));
    role_cells(view, sheet, row->row);
    const char *variable = archive_text(view->archive, all->variable[row->row]);
    if (*variable || view->options->report.format != REPORT_TEXT)
        buffer_add(&name, variable);
    else
        buffer_printf(&name, "(%s)", format_carried_storage_word(all->storage[row->row]));
    report_sheet_text(sheet, "variable", name.text ? name.text : "");
    buffer_free(&name);
    report_sheet_text(sheet, "storage", format_carried_storage_word(all->storage[row->row]));
    position_cells(view, sheet, row->row, false);
    position_cells(view, sheet, row->row, true);
    distance_cells(sheet, row);
    report_sheet_text(sheet, "verdict", verdict);
}

/* Adds the row of a loop without dependences, which machines read for its verdict. */
static void add_empty(const struct report_lcct_view *view, struct report_sheet *sheet,
                      const struct analysis_carried_loop *loop, const char *verdict)
{
    loop_cells(view, sheet, loop);
    report_sheet_text(sheet, "kind", "none");
    report_sheet_text(sheet, "role", "");
    report_sheet_text(sheet, "operation", "");
    report_sheet_text(sheet, "variable", "");
    report_sheet_text(sheet, "storage", "");
    report_sheet_text(sheet, "from", "");
    report_sheet_text(sheet, "from_file", "");
    report_sheet_line(sheet, "from_line", 0);
    report_sheet_text(sheet, "from_function", "");
    report_sheet_text(sheet, "to", "");
    report_sheet_text(sheet, "to_file", "");
    report_sheet_line(sheet, "to_line", 0);
    report_sheet_text(sheet, "to_function", "");
    report_sheet_count(sheet, "occurrences", 0);
    report_sheet_nothing_range(sheet, "distance_min", "distance_max");
    report_sheet_text(sheet, "trips apart", "");
    report_sheet_text(sheet, "distances", "");
    report_sheet_text(sheet, "verdict", verdict);
}

/* True if a variable in a register changes by the same amount in each trip. */
static bool has_counter_in_register(const struct report_lcct_view *view,
                                    const struct analysis_carried_loop *loop)
{
    const struct archive_carried *all = &view->archive->carried;
    for (size_t i = 0; i < loop->count; i++) {
        uint32_t row = loop->rows[i].row;
        if (all->role[row] == FORMAT_CARRIED_INDUCTION &&
            all->storage[row] == FORMAT_CARRIED_REGISTER)
            return true;
    }
    return false;
}

/* Explains what the table leaves out. */
static void add_notes(const struct report_lcct_view *view, struct report_sheet *sheet,
                      const struct analysis_carried_loop *loop)
{
    uint32_t row = view->loop_rows[loop->region];
    uint32_t factor = row == ARCHIVE_NONE ? 0 : view->archive->loops.factor[row];
    if (factor > 1)
        report_sheet_note(sheet,
                          "A trip of loop %" PRIu32 " does %" PRIu32
                          " source iterations: dependences inside it are not seen.",
                          view->archive->regions.seq[loop->region], factor);
    if (has_counter_in_register(view, loop))
        report_sheet_note(sheet,
                          "Loop %" PRIu32
                          " was optimised: a register that counts trips may stand for another "
                          "counter, too, which must be computed from the trip's number. Compile "
                          "with -O0 to see it.",
                          view->archive->regions.seq[loop->region]);
    if (loop->nested)
        report_sheet_note(sheet, "%" PRIu64 " visits inside visits, by recursion, are left out.",
                          loop->nested);
    if (loop->allocations)
        report_sheet_note(sheet,
                          "%" PRIu64 " calls of malloc and its like: their own data is left out.",
                          loop->allocations);
}

static void add_loop(const struct report_lcct_view *view, struct report_sheet *sheet,
                     const struct analysis_carried *carried,
                     const struct analysis_carried_loop *loop)
{
    struct buffer verdict = {0};
    size_t top = view->options->report.top;
    analysis_carried_sentence(carried, loop, &verdict);
    for (size_t i = 0; i < loop->count; i++) {
        if (top && report_sheet_rows(sheet) >= top)
            sheet->more++;
        else
            add_row(view, sheet, loop, &loop->rows[i], verdict.text);
    }
    if (!loop->count && view->options->report.format != REPORT_TEXT)
        add_empty(view, sheet, loop, verdict.text);
    add_notes(view, sheet, loop);
    buffer_free(&verdict);
}

struct report_sheet *report_lcct_dependences_sheet(const struct report_lcct_view *view)
{
    struct report_sheet *sheet =
        report_sheet_new("dependences", "Dependences between trips of a visit");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    struct analysis_carried *carried = analysis_carried_new(view->archive);
    for (size_t i = 0; i < carried->count; i++)
        add_loop(view, sheet, carried, &carried->loops[i]);
    for (size_t i = 0; carried->count == 1 && i < OF_LOOP; i++)
        sheet->hidden[i] = true; /* the sentence above names it */
    report_sheet_meaning(sheet, "kind",
                         "a later trip reads (true) or overwrites (output) what an earlier one "
                         "wrote, or overwrites what it read (anti)");
    report_sheet_meaning(sheet, "from", "line in the earlier trip");
    report_sheet_meaning(sheet, "to", "line in the later trip");
    analysis_carried_free(carried);
    return sheet;
}

/* Adds "Loop 1 of solve (heat.c:30), 3 visits, 300 trips in this run, ..." */
static void add_verdict(const struct report_lcct_view *view, const struct analysis_carried *carried,
                        const struct analysis_carried_loop *loop, struct buffer *to)
{
    struct buffer line = {0}, where = {0};
    const struct archive_regions *regions = &view->archive->regions;
    report_lcct_where(view, loop->region, &where);
    buffer_printf(&line, "Loop %" PRIu32 " of %s", regions->seq[loop->region],
                  archive_text(view->archive, regions->name[regions->routine[loop->region]]));
    if (where.used)
        buffer_printf(&line, " (%s)", where.text);
    if (loop->verdict != CARRIED_NEVER) {
        buffer_add(&line, ", which made ");
        words_count(&line, loop->trips, true);
        buffer_printf(&line, " trip%s in ", loop->trips == 1 ? "" : "s");
        words_count(&line, loop->visits, true);
        buffer_printf(&line, " visit%s of this run,", loop->visits == 1 ? "" : "s");
    }
    buffer_add(&line, " ");
    analysis_carried_sentence(carried, loop, &line);
    report_text_clean(to, &view->options->report, TEXT_STRONG, &line, "  ");
    buffer_add(to, "\n");
    buffer_free(&where);
}

void report_dependences_verdicts(struct buffer *to, const struct report_lcct_view *view)
{
    struct analysis_carried *carried = analysis_carried_new(view->archive);
    for (size_t i = 0; i < carried->count; i++)
        add_verdict(view, carried, &carried->loops[i], to);
    analysis_carried_free(carried);
}
