/* loop_origin.c: see loop_origin.h */
#include "report/run/loop_origin.h"

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

bool report_loop_origin(struct buffer *to, const struct archive *archive, uint32_t row)
{
    const struct archive_loops *loops = &archive->loops;
    const char *called = row == ARCHIVE_NONE ? "" : archive_text(archive, loops->called[row]);
    if (!*called && row != ARCHIVE_NONE)
        called = archive_text(archive, loops->inlined[row]);
    buffer_add_bytes(to, called, innermost_size(called));
    return *called;
}

bool report_loop_origin_where(struct buffer *to, const struct archive *archive, uint32_t row)
{
    const struct archive_loops *loops = &archive->loops;
    if (row == ARCHIVE_NONE || !loops->from_line[row])
        return false;
    report_loop_where(to, archive_text(archive, loops->from_file[row]), loops->from_line[row]);
    return true;
}

void report_loop_origin_line_cells(struct report_sheet *sheet, const struct archive *archive,
                                   uint32_t row)
{
    const struct archive_loops *loops = &archive->loops;
    bool known = row != ARCHIVE_NONE;
    report_sheet_line(sheet, "from_line", known ? loops->from_line[row] : 0);
    report_sheet_text(sheet, "from_file",
                      known ? archive_text(archive, loops->from_file[row]) : "");
}

void report_loop_origin_name_cells(struct report_sheet *sheet, const struct archive *archive,
                                   uint32_t row)
{
    const struct archive_loops *loops = &archive->loops;
    bool known = row != ARCHIVE_NONE;
    struct buffer name = {0};
    report_loop_origin(&name, archive, row);
    report_sheet_text(sheet, "inlined from", name.text ? name.text : "");
    report_sheet_text(sheet, "called", known ? archive_text(archive, loops->called[row]) : "");
    report_sheet_text(sheet, "inlined", known ? archive_text(archive, loops->inlined[row]) : "");
    buffer_free(&name);
}

void report_loop_origin_meaning(struct report_sheet *sheet)
{
    report_sheet_meaning(sheet, "inlined from",
                         "the inlined function that the user's own line calls, or else the one "
                         "with the loop");
}
