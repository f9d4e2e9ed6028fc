/* outline.c: see outline.h */
#include "report/run/outline.h"

#include "format/loops.h"
#include "report/run/loop_words.h"
#include "report/table/json.h"
#include "report/table/sheet.h"
#include "report/table/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INDENTED = 10 }; /* deeper loops are not indented further */

/* Numbers for the first line. */
struct totals {
    size_t loops, counted, irreducible, vector, with_loops, left, startup;
};

/* True for start-up code that the linker adds around main: it is counted, not listed. */
static bool is_startup(const struct report_outline_shown *function)
{
    return strstr(function->why, "C runtime");
}

static struct totals add_up(const struct report_outline_binary *binary)
{
    struct totals totals = {0};
    for (size_t i = 0; i < binary->count; i++) {
        const struct report_outline_shown *function = &binary->functions[i];
        totals.loops += function->loop_count;
        totals.with_loops += function->loop_count != 0;
        totals.left += *function->why != '\0';
        totals.startup += is_startup(function);
        for (size_t k = 0; k < function->loop_count; k++) {
            const struct report_outline_shown_loop *loop = &function->loops[k];
            totals.counted += loop->flags & FORMAT_LOOP_COUNTED || loop->trips;
            totals.irreducible += (loop->flags & FORMAT_LOOP_IRREDUCIBLE) != 0;
            totals.vector += (loop->flags & FORMAT_LOOP_VECTOR) != 0;
        }
    }
    return totals;
}

static void add_columns(struct report_sheet *sheet)
{
    const struct report_sheet_column columns[] = {
        {NULL, "function, loop", SHEET_TEXT, 0, 24, false},
        {"kind", NULL, SHEET_TEXT, 0, 0, false},
        {"function", NULL, SHEET_TEXT, 0, 0, false},
        {"loop", NULL, SHEET_COUNT, 0, 0, false},
        {"parent", NULL, SHEET_COUNT, 0, 0, false},
        {"depth", "depth", SHEET_COUNT, 3, 0, false},
        {NULL, "where", SHEET_TEXT, 1, 12, false},
        {"line", NULL, SHEET_ID, 0, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {NULL, "loop line", SHEET_TEXT, 3, 12, false},
        REPORT_LOOP_ORIGIN_LINE_COLUMNS,
        REPORT_LOOP_ORIGIN_NAME_COLUMNS,
        {"form", "kind", SHEET_WORD, 1, 11, false},
        {"trips", NULL, SHEET_COUNT, 0, 0, false},
        {"factor", "factor", SHEET_COUNT, 2, 0, false},
        {"strides", "strides", SHEET_TEXT, 3, 16, false},
        {"blocks", "blocks", SHEET_COUNT, 5, 0, false},
        {"instructions", "instr.", SHEET_COUNT, 5, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 6, 0, false},
        {"address", "address", SHEET_WORD, 4, 8, false},
        {"why", NULL, SHEET_TEXT, 0, 0, false},
        {"why_address", NULL, SHEET_WORD, 0, 0, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
}

static void add_address(struct report_sheet *sheet, const char *column, uint64_t address)
{
    char text[32] = "";
    if (address)
        snprintf(text, sizeof text, "0x%" PRIx64, address);
    report_sheet_text(sheet, column, text);
}

static void add_where(struct report_sheet *sheet, const struct report_loop_origin *origin,
                      const char *file, uint32_t line)
{
    report_loop_origin_where_cells(sheet, origin, file, line);
    report_loop_origin_name_cells(sheet, origin);
}

static void add_function(struct report_sheet *sheet, const struct report_outline_shown *function)
{
    report_sheet_text(sheet, "function, loop", function->name);
    report_sheet_text(sheet, "kind", "function");
    report_sheet_text(sheet, "function", function->name);
    report_sheet_nothing_range(sheet, "loop", "depth");
    add_where(sheet, &(struct report_loop_origin){"", "", "", 0}, function->file, function->line);
    report_sheet_text(sheet, "form", "");
    report_sheet_nothing(sheet, "trips");
    report_sheet_nothing(sheet, "factor");
    report_sheet_text(sheet, "strides", "");
    report_sheet_count(sheet, "blocks", function->blocks);
    report_sheet_count(sheet, "instructions", function->instructions);
    report_sheet_count(sheet, "bytes", function->size);
    add_address(sheet, "address", function->address);
    report_sheet_text(sheet, "why", function->why);
    add_address(sheet, "why_address", function->why_at);
}

static void count_or_nothing(struct report_sheet *sheet, const char *column, uint32_t number)
{
    if (number)
        report_sheet_count(sheet, column, number);
    else
        report_sheet_nothing(sheet, column);
}

static void add_loop(struct report_sheet *sheet, const struct report_outline_shown *function,
                     const struct report_outline_shown_loop *loop)
{
    struct buffer text = {0}, kind = {0};
    for (uint32_t i = 0; i < loop->depth && i < INDENTED; i++)
        buffer_add(&text, "  ");
    buffer_printf(&text, "loop %u", loop->number);
    report_loop_kind(&kind, loop->flags, loop->trips);
    report_sheet_text(sheet, "function, loop", text.text);
    report_sheet_text(sheet, "kind", "loop");
    report_sheet_text(sheet, "function", function->name);
    report_sheet_count(sheet, "loop", loop->number);
    count_or_nothing(sheet, "parent",
                     loop->parent == OUTLINE_NONE ? 0 : function->loops[loop->parent].number);
    report_sheet_count(sheet, "depth", loop->depth);
    add_where(sheet, &loop->origin, loop->file, loop->line);
    report_sheet_text(sheet, "form", kind.text);
    count_or_nothing(sheet, "trips", loop->trips);
    count_or_nothing(sheet, "factor", loop->factor);
    report_sheet_text(sheet, "strides", loop->strides);
    report_sheet_count(sheet, "blocks", loop->blocks);
    report_sheet_count(sheet, "instructions", loop->instructions);
    report_sheet_nothing(sheet, "bytes");
    add_address(sheet, "address", loop->address);
    report_sheet_text(sheet, "why", "");
    report_sheet_text(sheet, "why_address", "");
    buffer_free(&text);
    buffer_free(&kind);
}

static struct report_sheet *sheet_outline(const struct report_outline_binary *binary, bool all)
{
    struct report_sheet *sheet = report_sheet_new("outline", "Functions and their loops");
    add_columns(sheet);
    for (size_t i = 0; i < binary->count; i++) {
        const struct report_outline_shown *function = &binary->functions[i];
        if (!all && !function->loop_count)
            continue;
        add_function(sheet, function);
        for (size_t k = 0; k < function->loop_count; k++)
            add_loop(sheet, function, &function->loops[k]);
    }
    report_loop_origin_meaning(sheet);
    report_loop_origin_line_meaning(sheet);
    report_sheet_meaning(
        sheet, "strides",
        "loads (l) and stores (s) of a trip, by how their addresses move; not known: "
        "by variables in memory, as in code that is not optimised");
    report_sheet_note(sheet, "%s", report_loop_kind_note);
    return sheet;
}

static struct report_sheet *sheet_left(const struct report_outline_binary *binary)
{
    const struct report_sheet_column columns[] = {
        {"function", "function", SHEET_TEXT, 0, 16, false},
        {"bytes", "bytes", SHEET_COUNT, 2, 0, false},
        {"address", "address", SHEET_WORD, 1, 8, false},
        {"why", "reason", SHEET_TEXT, 0, 20, false},
        {"why_address", "at", SHEET_WORD, 1, 8, false},
    };
    struct report_sheet *sheet = report_sheet_new("not_counted", "Not counted");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < binary->count; i++) {
        const struct report_outline_shown *function = &binary->functions[i];
        if (!*function->why || is_startup(function))
            continue;
        report_sheet_text(sheet, "function", function->name);
        report_sheet_count(sheet, "bytes", function->size);
        add_address(sheet, "address", function->address);
        report_sheet_text(sheet, "why", function->why);
        add_address(sheet, "why_address", function->why_at);
    }
    return sheet;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void write_head(const struct report_outline_binary *binary, const struct totals *totals,
                       const struct report_options *options, struct buffer *to)
{
    struct buffer line = {0};
    buffer_printf(&line, "%s: %s%s%s; %zu function%s", binary->path, binary->machine,
                  binary->moves ? ", position-independent" : "",
                  binary->is_static ? ", linked statically" : "", binary->count,
                  plural(binary->count));
    if (binary->filtered)
        buffer_printf(&line, " of %zu", binary->count + binary->filtered);
    buffer_printf(&line, ", %zu of them not counted", totals->left);
    if (totals->startup)
        buffer_printf(&line, " (%zu of the C runtime)", totals->startup);
    buffer_printf(&line, "; %zu loop%s", totals->loops, plural(totals->loops));
    if (totals->loops)
        buffer_printf(&line, " in %zu function%s: %zu counted by a register, %zu irreducible",
                      totals->with_loops, plural(totals->with_loops), totals->counted,
                      totals->irreducible);
    if (totals->vector)
        buffer_printf(&line, ", %zu vectorised", totals->vector);
    report_text_clean(to, options, TEXT_PLAIN, &line, "  ");
    buffer_add(to, "\n");
}

static void write_text(const struct report_outline_binary *binary,
                       const struct report_options *options, bool all, struct buffer *to)
{
    struct totals totals = add_up(binary);
    struct report_sheet *outline = sheet_outline(binary, all), *left = sheet_left(binary);
    write_head(binary, &totals, options, to);
    if (!all && totals.with_loops < binary->count)
        report_sheet_note(outline, "%zu functions without loops are not shown; --all shows them.",
                          binary->count - totals.with_loops);
    if (report_sheet_rows(outline))
        report_text_sheet(to, options, outline);
    if (report_sheet_rows(left))
        report_text_sheet(to, options, left);
    report_sheet_free(outline);
    report_sheet_free(left);
}

static void write_json(const struct report_outline_binary *binary, struct buffer *to)
{
    json_t *root = json_object();
    struct report_sheet *outline = sheet_outline(binary, true);
    json_object_set_new(root, "triptych_outline", json_integer(1));
    json_object_set_new(root, "binary", report_json_text(binary->path));
    json_object_set_new(root, "machine", report_json_text(binary->machine));
    json_object_set_new(root, "position_independent", json_boolean(binary->moves));
    json_object_set_new(root, "static", json_boolean(binary->is_static));
    json_object_set_new(root, "outline", report_json_sheet(outline));
    char *text = json_dumps(root, JSON_INDENT(1));
    buffer_add(to, text ? text : "");
    buffer_add(to, "\n");
    free(text);
    report_sheet_free(outline);
    json_decref(root);
}

bool report_outline_write(FILE *out, const struct report_outline_binary *binary,
                          const struct report_options *options, bool all, struct error *error)
{
    struct buffer text = {0};
    if (options->format == REPORT_JSON) {
        write_json(binary, &text);
    } else if (options->format == REPORT_CSV) {
        struct report_sheet *outline = sheet_outline(binary, true);
        report_csv_sheet(&text, outline);
        report_sheet_free(outline);
    } else {
        write_text(binary, options, all, &text);
    }
    bool written = fwrite(text.text, 1, text.used, out) == text.used && !fflush(out);
    buffer_free(&text);
    return written || error_errno(error, "the outline cannot be written");
}
