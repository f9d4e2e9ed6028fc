/* loop_origin.c: see loop_origin.h */
#include "report/run/loop_origin.h"

#include "archive/symbols/call_line.h"
#include "report/run/loop_words.h"

#include <string.h>

/* Returns the length of the first function's name in "a<b>::c<d> <- e", without the last
 * template arguments: that of "a<b>::c". Names of operators may contain such signs, and stay
 * whole. */
static size_t innermost_size(const char *inlined)
{
    static const char word[] = "operator";
    const char *end = strstr(inlined, " <- ");
    size_t size = end ? (size_t)(end - inlined) : strlen(inlined), at = size;
    int depth = 0;
    while (at > 0 && (inlined[at - 1] == '>' || depth)) {
        at--;
        depth += inlined[at] == '>' ? 1 : inlined[at] == '<' ? -1 : 0;
        if (!depth)
            break;
    }
    size_t sign = at; /* of an operator, such as << */
    while (sign > 0 && strchr("<>=-", inlined[sign - 1]))
        sign--;
    bool is_operator = sign >= sizeof word - 1 &&
                       !strncmp(inlined + sign - (sizeof word - 1), word, sizeof word - 1);
    return depth || !at || is_operator ? size : at;
}

struct report_loop_origin report_loop_origin_of(const struct archive *archive, uint32_t row)
{
    const struct archive_loops *loops = &archive->loops;
    if (row == ARCHIVE_NONE)
        return (struct report_loop_origin){"", "", "", 0};
    return (struct report_loop_origin){
        .inlined = archive_text(archive, loops->inlined[row]),
        .called = archive_text(archive, loops->called[row]),
        .from_file = archive_text(archive, loops->from_file[row]),
        .from_line = loops->from_line[row],
    };
}

bool report_loop_origin_name(struct buffer *to, const struct report_loop_origin *origin)
{
    const char *called = *origin->called ? origin->called : origin->inlined;
    buffer_add_bytes(to, called, innermost_size(called));
    return *called;
}

bool report_loop_origin_where(struct buffer *to, const struct report_loop_origin *origin)
{
    if (!origin->from_line)
        return false;
    report_loop_where(to, origin->from_file, origin->from_line);
    return true;
}

void report_loop_origin_line_cells(struct report_sheet *sheet,
                                   const struct report_loop_origin *origin)
{
    report_sheet_line(sheet, "from_line", origin->from_line);
    report_sheet_text(sheet, "from_file", origin->from_file);
}

void report_loop_origin_name_cells(struct report_sheet *sheet,
                                   const struct report_loop_origin *origin)
{
    struct buffer name = {0};
    report_loop_origin_name(&name, origin);
    report_sheet_text(sheet, "inlined from", name.text ? name.text : "");
    report_sheet_text(sheet, "called", origin->called);
    report_sheet_text(sheet, "inlined", origin->inlined);
    buffer_free(&name);
}

void report_loop_origin_where_cells(struct report_sheet *sheet,
                                    const struct report_loop_origin *origin, const char *file,
                                    uint32_t line)
{
    struct buffer own = {0}, from = {0};
    report_loop_where(&own, file, line);
    bool known = archive_is_library_file(file) && report_loop_origin_where(&from, origin);
    const char *at = own.text ? own.text : "";
    report_sheet_text(sheet, "where", known ? from.text : at);
    report_sheet_line(sheet, "line", line);
    report_sheet_text(sheet, "file", file);
    report_sheet_text(sheet, "loop line", known ? at : "");
    report_loop_origin_line_cells(sheet, origin);
    buffer_free(&own);
    buffer_free(&from);
}

void report_loop_origin_meaning(struct report_sheet *sheet)
{
    report_sheet_meaning(sheet, "inlined from",
                         "the inlined function that the user's own line calls, or else the one "
                         "with the loop");
}

void report_loop_origin_line_meaning(struct report_sheet *sheet)
{
    report_sheet_meaning(
        sheet, "loop line",
        "of a library's loop that was inlined; where is the user's own line that it came from");
}
