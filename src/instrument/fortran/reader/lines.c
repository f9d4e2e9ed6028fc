/* lines.c: see lines.h. The rules are those of gfortran (its scanner.cc). */
#include "instrument/fortran/reader/lines.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { LABEL_COLUMNS = 5, FIELD = 6 };

/* Columns 1 to 6 of a fixed-form line, tabs expanded. */
struct field {
    char column[FIELD];
    size_t at[FIELD]; /* the offset of each */
    size_t behind;    /* the offset of column 7 */
};

/* Reads columns 1 to 6. A tab fills them; a digit behind it is a continuation mark. */
static void read_field(struct field *field, const char *text, size_t start, size_t end)
{
    unsigned column = 0;
    size_t at = start;
    for (; at < end && column < FIELD; at++) {
        if (line_is_unseen(text[at]))
            continue;
        if (text[at] != '\t') {
            field->column[column] = text[at];
            field->at[column++] = at;
            continue;
        }
        for (; column < FIELD; column++) {
            field->column[column] = ' ';
            field->at[column] = at;
        }
        size_t behind = at + 1;
        while (behind < end && line_is_unseen(text[behind]))
            behind++;
        if (behind < end && text[behind] >= '1' && text[behind] <= '9') {
            field->column[FIELD - 1] = text[behind];
            at = behind;
        }
    }
    field->behind = at;
    for (; column < FIELD; column++) {
        field->column[column] = ' ';
        field->at[column] = at;
    }
}

/* Returns where the text of a line [start, end) ends: behind `width` columns, of which `column`
 * come before start. padding: the number of columns that are missing. */
static size_t cut(const char *text, size_t start, size_t end, unsigned width, unsigned column,
                  unsigned *padding)
{
    *padding = 0;
    if (!width)
        return end;
    for (size_t at = start; at < end; at++) {
        if (line_is_unseen(text[at]))
            continue;
        if (column == width)
            return at;
        column++;
    }
    *padding = width > column ? width - column : 0;
    return end;
}

/* True if the word is at `at`, in upper or lower case. */
static bool is_word(const char *text, size_t at, size_t end, const char *word)
{
    size_t length = strlen(word);
    return end - at >= length && !strncasecmp(text + at, word, length);
}

/* Returns the length of a sentinel, `$omp`, `gcc$` or the like, which is at `at`, behind the !, and
 * sets line->sentinel; 0: there is none. */
static size_t directive_length(struct line *line, const char *text, size_t at, size_t end)
{
    static const char *const sentinels[] = {"$omp", "$acc", "gcc$", "dir$", "dec$",
                                            "pgi$", "nec$", "$dir", "ibm*"};
    for (size_t i = 0; i < sizeof sentinels / sizeof sentinels[0]; i++) {
        if (!is_word(text, at, end, sentinels[i]))
            continue;
        memcpy(line->sentinel, sentinels[i] + (*sentinels[i] == '$'), 3);
        line->sentinel[3] = '\0';
        return 4;
    }
    return 0;
}

/* True for OpenMP and OpenACC. */
static bool is_open_sentinel(const struct line *line)
{
    return !strcmp(line->sentinel, "omp") || !strcmp(line->sentinel, "acc");
}

/* True if only blanks or a comment are in [at, end). */
static bool is_rest_empty(const char *text, size_t at, size_t end)
{
    while (at < end && (line_is_blank(text[at]) || line_is_unseen(text[at])))
        at++;
    return at >= end || text[at] == '!';
}

/* Reads a directive in fixed form. */
static void read_fixed_directive(struct line *line, const char *text)
{
    size_t at = line->start + 5;
    line->kind = LINE_DIRECTIVE;
    line->code = at;
    if (!is_open_sentinel(line) || at >= line->end)
        return;
    if (!line_is_blank(text[at]) && text[at] != '0' && !line_is_unseen(text[at]))
        line->kind = LINE_DIRECTIVE_MORE;
    if (text[at] != '\t')
        line->code = at + 1;
    if (is_rest_empty(text, line->code, line->end))
        line->kind = LINE_NOTHING;
}

/* Reads the label in columns 1 to 5. False: they hold something else. */
static bool read_label(struct line *line, const struct field *field)
{
    for (unsigned i = 0; i < LABEL_COLUMNS; i++) {
        char c = field->column[i];
        if (line_is_blank(c))
            continue;
        if (!isdigit((unsigned char)c))
            return false;
        if (line->label_end == 0)
            line->label_start = field->at[i];
        line->label_end = field->at[i] + 1;
        line->label = line->label * 10 + (unsigned)(c - '0');
    }
    return true;
}

/* True for INCLUDE 'file' alone on a line, which counts even in columns 1 to 6. start: the offset
 * of the keyword. */
static bool is_include(const char *text, size_t at, size_t end, size_t *start)
{
    while (at < end && line_is_blank(text[at]))
        at++;
    *start = at;
    for (const char *letter = "include"; *letter; letter++) {
        while (at < end && line_is_blank(text[at]))
            at++;
        if (at >= end || tolower((unsigned char)text[at]) != *letter)
            return false;
        at++;
    }
    while (at < end && line_is_blank(text[at]))
        at++;
    if (at >= end || (text[at] != '\'' && text[at] != '"'))
        return false;
    const char *close = memchr(text + at + 1, text[at], end - at - 1);
    return close && is_rest_empty(text, (size_t)(close - text) + 1, end);
}

/* Reads a line in fixed form. */
static void read_fixed(struct line *line, const char *text, size_t end,
                       const struct instrument_fortran_form *form)
{
    struct field field;
    if (is_include(text, line->start, end, &line->code)) {
        line->kind = LINE_CODE;
        return;
    }
    read_field(&field, text, line->start, end);
    line->code = field.behind;
    line->end = cut(text, field.behind, end, form->width, FIELD, &line->padding);
    char first = field.column[0];
    if (first == '!' || first == '*' || first == 'c' || first == 'C') {
        if (directive_length(line, text, field.at[0] + 1, end)) {
            read_fixed_directive(line, text);
            return;
        }
        if (!form->openmp || field.column[1] != '$')
            return;
        field.column[0] = field.column[1] = ' ';
        line->conditional = true;
        if (!read_label(line, &field))
            return;
    } else if (first == 'd' || first == 'D') {
        if (!form->debug_lines)
            return;
        field.column[0] = ' ';
    }
    for (unsigned i = 0; i < LABEL_COLUMNS && !line->conditional; i++) {
        if (field.column[i] == '!')
            return;
        if (!line_is_blank(field.column[i]))
            break;
    }
    line->label = 0;
    line->label_start = line->label_end = 0;
    bool labelled = read_label(line, &field);
    char mark = field.column[FIELD - 1];
    if (mark == '0' || line_is_blank(mark)) {
        if (labelled && !line->label_end && is_rest_empty(text, line->code, line->end))
            return;
        line->kind = LINE_CODE;
        line->malformed = !labelled;
    } else {
        line->kind = labelled && !line->label_end ? LINE_MORE : LINE_CODE;
        line->malformed = line->kind == LINE_CODE;
    }
}

/* Reads a free-form line that begins with the ! at `at`. */
static void read_free_sentinel(struct line *line, const char *text, size_t at,
                               const struct instrument_fortran_form *form)
{
    size_t length = directive_length(line, text, at + 1, line->end);
    if (length) {
        line->code = at + 1 + length;
        bool apart =
            line->code < line->end && (line_is_blank(text[line->code]) || text[line->code] == '&');
        if ((apart || !is_open_sentinel(line)) && !is_rest_empty(text, line->code, line->end)) {
            line->kind = LINE_DIRECTIVE;
            return;
        }
    }
    if (!form->openmp || !is_word(text, at + 1, line->end, "$"))
        return;
    line->code = at + 2;
    if (is_rest_empty(text, line->code, line->end))
        return;
    line->conditional = true;
    line->kind = line_is_blank(text[line->code]) ? LINE_CODE : LINE_MORE;
}

/* Reads a line in free form. */
static void read_free(struct line *line, const char *text, size_t end,
                      const struct instrument_fortran_form *form)
{
    unsigned padding;
    line->end = cut(text, line->start, end, form->width, 0, &padding);
    size_t at = line->start;
    while (at < line->end && (line_is_blank(text[at]) || line_is_unseen(text[at])))
        at++;
    line->code = line->start;
    if (at == line->end)
        return;
    if (text[at] == '!')
        read_free_sentinel(line, text, at, form);
    else
        line->kind = LINE_CODE;
}

/* Returns the length of the byte order mark that the text may begin with. */
static size_t mark_length(const char *text, size_t size)
{
    static const struct {
        const char *bytes;
        size_t length;
    } marks[] = {{"\xEF\xBB\xBF", 3}, {"\xFF\xFE", 2}, {"\xFE\xFF", 2}, {"\0\0\xFE\xFF", 4}};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (size >= marks[i].length && !memcmp(text, marks[i].bytes, marks[i].length))
            return marks[i].length;
    }
    return 0;
}

void line_read(struct line *line, const char *text, size_t size, size_t start,
               const struct instrument_fortran_form *form)
{
    assert(start < size);
    *line = (struct line){.start = start};
    const char *newline = memchr(text + start, '\n', size - start);
    size_t end = newline ? (size_t)(newline - text) : size;
    line->next = newline ? end + 1 : size;
    line->code = line->end = end;
    if (start == 0)
        line->start = mark_length(text, end);
    if (line->start < end && text[line->start] == '#')
        line->kind = LINE_MARKER;
    else if (form->free)
        read_free(line, text, end, form);
    else
        read_fixed(line, text, end, form);
    line->start = start;
}

bool line_marker(const struct line *line, const char *text, unsigned *number, size_t *file,
                 size_t *file_end)
{
    size_t end = line->next;
    size_t at = line->start;
    while (at < end && text[at] != '#')
        at++;
    for (at++; at < end && line_is_blank(text[at]); at++)
        ;
    if (at < end && is_word(text, at, end, "line"))
        for (at += 4; at < end && line_is_blank(text[at]); at++)
            ;
    if (at >= end || !isdigit((unsigned char)text[at]))
        return false;
    unsigned value = 0;
    for (; at < end && isdigit((unsigned char)text[at]); at++)
        value = value > UINT_MAX / 20 ? value : value * 10 + (unsigned)(text[at] - '0');
    *number = value;
    *file = *file_end = 0;
    while (at < end && line_is_blank(text[at]))
        at++;
    if (at >= end || text[at] != '"')
        return true;
    *file = at + 1;
    for (at++; at < end && text[at] != '"' && text[at] != '\n'; at++)
        ;
    *file_end = at;
    return true;
}
