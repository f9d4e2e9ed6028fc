/* read.c: makes statements of the lines of a source. */
#include "instrument/fortran/reader/phrase.h"
#include "instrument/fortran/reader/reading.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* A position between two lines of the source. */
struct place {
    size_t at;       /* offset of the next line */
    unsigned number; /* its number */
    const char *file;
};

/* Returns the current position. */
static struct place here(const struct reading *reading)
{
    return (struct place){reading->at, reading->number, reading->file};
}

/* Applies the number and file name of a line marker. */
static void apply_marker(struct reading *reading, struct place *place, const struct line *line)
{
    size_t file, file_end;
    unsigned number;
    const char *text = reading->source->text;
    if (!line_marker(line, text, &number, &file, &file_end))
        return;
    place->number = number;
    if (file && !(place->file && strlen(place->file) == file_end - file &&
                  !memcmp(place->file, text + file, file_end - file)))
        place->file = arena_text(reading->arena, text + file, file_end - file);
}

/* Reads the next line and moves `place` behind it; number: that of the line. False: there is none.
 */
static bool take_line(struct reading *reading, struct place *place, struct line *line,
                      unsigned *number)
{
    const struct source *source = reading->source;
    if (place->at >= source->size)
        return false;
    line_read(line, source->text, source->size, place->at, &source->form);
    *number = place->number;
    place->at = line->next;
    place->number++;
    if (line->kind == LINE_MARKER)
        apply_marker(reading, place, line);
    return true;
}

/* Takes the next line of kind `more`, a continuation line, over comments and blank lines. False:
 * none follows. */
static bool take_continuation(struct reading *reading, struct line *line, unsigned *number,
                              enum line_kind more)
{
    bool free = reading->source->form.free;
    bool directive = more == LINE_DIRECTIVE || more == LINE_DIRECTIVE_MORE;
    struct place place = here(reading);
    struct line next;
    unsigned next_number;
    while (take_line(reading, &place, &next, &next_number)) {
        if (next.kind == more || (free && next.kind == LINE_MORE && more == LINE_CODE)) {
            reading->at = place.at;
            reading->number = place.number;
            reading->file = place.file;
            *line = next;
            *number = next_number;
            return true;
        }
        if (next.kind == LINE_CODE || (next.kind == LINE_MORE && !free) ||
            (directive && next.kind != LINE_NOTHING))
            return false;
    }
    return false;
}

/* Begins a draft. first: it is the first statement of the line. */
static void start_statement(struct reading *reading, const struct line *line, unsigned number,
                            bool first)
{
    reading->draft = (struct statement){.kind = STATEMENT_UNKNOWN,
                                        .action = STATEMENT_UNKNOWN,
                                        .line_start = line->start,
                                        .line_end = line->next,
                                        .line = number,
                                        .end_line = number,
                                        .file = reading->file,
                                        .first_on_line = first,
                                        .conditional = line->conditional};
    reading->malformed = first && line->malformed;
    reading->drafted = first && line->label_end;
    if (first) {
        reading->draft.label = line->label;
        reading->draft.label_start = line->label_start;
        reading->draft.label_end = line->label_end;
    }
    normal_start(&reading->normal, &reading->source->form, first && line->label_end);
}

/* Adds the draft to the statements; returns its number. */
static size_t add_statement(struct reading *reading)
{
    struct source *source = reading->source;
    source->statements = memory_grow(source->statements, &source->room, source->count + 1,
                                     sizeof *source->statements);
    source->statements[source->count] = reading->draft;
    return source->count++;
}

/* Classifies the complete draft and adds it to the blocks. An empty one is dropped. */
static void finish_statement(struct reading *reading)
{
    struct normal *normal = &reading->normal;
    struct statement *draft = &reading->draft;
    if (normal_in_constant(normal))
        reading->malformed = true;
    normal_end(normal);
    if (normal->length == 0 && !reading->malformed)
        return;
    if (normal->length) {
        draft->start = draft->label_end ? draft->label_start : normal->offset[0];
        draft->body = normal->offset[0];
        draft->end = normal->offset[normal->length - 1] + 1;
    } else {
        draft->start = draft->body = draft->line_start;
        draft->end = draft->line_start;
    }
    struct context context = blocks_context(reading);
    reading->ends = ENDS_ANY;
    if (reading->malformed)
        draft->text = phrase_copy(reading->arena, normal, 0, normal->length);
    else
        classify_statement(reading, draft, &context);
    blocks_add(reading, add_statement(reading));
}

/* Adds a character of a line to the draft. */
static void add_char(struct reading *reading, const struct line *line, unsigned number, size_t at)
{
    struct normal *normal = &reading->normal;
    char c = reading->source->text[at];
    if (!reading->drafted && !line_is_blank(c) && !line_is_unseen(c)) {
        reading->drafted = true;
        reading->draft.line_start = line->start;
        reading->draft.line = number;
    }
    if (!normal->fixed && !normal->labelled && normal->gap && !line_is_blank(c))
        normal_take_label(normal, &reading->draft.label, &reading->draft.label_start,
                          &reading->draft.label_end);
    normal_add(normal, c, at);
    reading->draft.line_end = line->next;
    reading->draft.end_line = number;
}

/* True if only blanks, or a comment if `comment`, are in [at, line->end). */
static bool is_rest_empty(const char *text, size_t at, const struct line *line, bool comment)
{
    while (at < line->end && (line_is_blank(text[at]) || line_is_unseen(text[at])))
        at++;
    return at >= line->end || (comment && text[at] == '!');
}

/* Reads the characters of a line from `at` on. True: it ends with the continuation mark of free
 * form. */
static bool read_characters(struct reading *reading, const struct line *line, unsigned number,
                            size_t at)
{
    const char *text = reading->source->text;
    struct normal *normal = &reading->normal;
    for (; at < line->end; at++) {
        bool constant = normal_in_constant(normal);
        if (!constant && text[at] == '!')
            return false;
        if (!normal->fixed && text[at] == '&' && is_rest_empty(text, at + 1, line, !constant))
            return true;
        if (!constant && text[at] == ';') {
            finish_statement(reading);
            start_statement(reading, line, number, false);
        } else {
            add_char(reading, line, number, at);
        }
    }
    return false;
}

/* Pads a character constant that continues on the next line, in fixed form. */
static void pad_constant(struct reading *reading, const struct line *line)
{
    for (unsigned i = 0; i < line->padding && normal_in_constant(&reading->normal); i++)
        normal_add(&reading->normal, ' ', line->end ? line->end - 1 : 0);
}

/* Returns where the text of a continuation line begins, in free form. */
static size_t continuation_start(struct reading *reading, const struct line *line)
{
    const char *text = reading->source->text;
    size_t at = line->code;
    while (at < line->end && (line_is_blank(text[at]) || line_is_unseen(text[at])))
        at++;
    if (at < line->end && text[at] == '&')
        return at + 1;
    if (!normal_in_constant(&reading->normal))
        reading->normal.gap = true;
    return at;
}

/* Reads a line and its continuation lines: one or more statements. */
static void read_logical_line(struct reading *reading, struct line *line, unsigned number)
{
    size_t first = reading->source->count;
    bool free = reading->source->form.free;
    start_statement(reading, line, number, true);
    bool more = read_characters(reading, line, number, line->code);
    for (;;) {
        struct line next;
        if ((free && !more) ||
            !take_continuation(reading, &next, &number, free ? LINE_CODE : LINE_MORE))
            break;
        if (!free)
            pad_constant(reading, line);
        *line = next;
        more = read_characters(reading, line, number,
                               free ? continuation_start(reading, line) : line->code);
    }
    finish_statement(reading);
    if (reading->source->count == first)
        return;
    struct statement *last = &reading->source->statements[reading->source->count - 1];
    last->last_on_line = true;
    last->line_end = line->next; /* it includes an empty continuation line */
    last->end_line = number;
}

/* Adds a character of a directive; a blank between two words is kept, others are dropped. */
static void add_directive_char(struct reading *reading, char c, size_t at)
{
    struct normal *normal = &reading->normal;
    char last = normal->length ? normal->text[normal->length - 1] : '\0';
    if (!normal_in_constant(normal) && normal->gap && !line_is_blank(c) && !line_is_unseen(c) &&
        (phrase_is_name_char(last) || last == ')') && phrase_is_name_char(c))
        normal_add_blank(normal, at);
    normal_add(normal, c, at);
}

/* Reads the characters of a line of a directive from `at` on. True: it ends with a continuation
 * mark. */
static bool read_directive_line(struct reading *reading, const struct line *line, size_t at)
{
    const char *text = reading->source->text;
    bool free = reading->source->form.free, more = false;
    for (; at < line->end && !more; at++) {
        if (!normal_in_constant(&reading->normal) && text[at] == '!')
            break;
        more = free && text[at] == '&' && is_rest_empty(text, at + 1, line, true);
        if (!more)
            add_directive_char(reading, text[at], at);
    }
    return more;
}

/* Adds the draft as a directive or a line of the preprocessor, at [start, end). */
static void add_line(struct reading *reading, enum statement_kind kind, size_t start, size_t end)
{
    struct statement *draft = &reading->draft;
    draft->kind = kind;
    draft->start = draft->body = start;
    draft->end = end;
    draft->label = 0;
    draft->label_start = draft->label_end = 0;
    draft->last_on_line = true;
    blocks_add(reading, add_statement(reading));
}

/* Reads a directive with its continuation lines. */
static void read_directive(struct reading *reading, struct line *line, unsigned number)
{
    bool free = reading->source->form.free;
    enum line_kind kind = free ? LINE_DIRECTIVE : LINE_DIRECTIVE_MORE;
    size_t start = line->start;
    while (line_is_blank(reading->source->text[start]))
        start++;
    start_statement(reading, line, number, true);
    reading->draft.name = arena_text(reading->arena, line->sentinel, strlen(line->sentinel));
    bool more = read_directive_line(reading, line, line->code);
    while ((more || !free) && take_continuation(reading, line, &number, kind)) {
        size_t at = free ? continuation_start(reading, line) : line->code;
        reading->normal.gap = true;
        more = read_directive_line(reading, line, at);
    }
    reading->draft.line_end = line->next;
    reading->draft.end_line = number;
    normal_end(&reading->normal);
    reading->draft.text = phrase_copy(reading->arena, &reading->normal, 0, reading->normal.length);
    const struct normal *normal = &reading->normal;
    add_line(reading, STATEMENT_DIRECTIVE, start,
             normal->length ? normal->offset[normal->length - 1] + 1 : line->code);
}

/* Reads a line of the preprocessor. */
static void read_marker(struct reading *reading, const struct line *line, unsigned number)
{
    start_statement(reading, line, number, true);
    reading->draft.text =
        arena_text(reading->arena, reading->source->text + line->start, line->end - line->start);
    add_line(reading, STATEMENT_PREPROCESSOR, line->start, line->end);
}

void reading_run(struct reading *reading)
{
    bool free = reading->source->form.free;
    struct line line;
    struct place place;
    unsigned number;
    blocks_start(reading);
    while (place = here(reading), take_line(reading, &place, &line, &number)) {
        reading->at = place.at;
        reading->number = place.number;
        if (line.kind == LINE_CODE || (line.kind == LINE_MORE && !free)) {
            line.malformed |= line.kind == LINE_MORE; /* there is no statement to continue */
            read_logical_line(reading, &line, number);
        } else if (line.kind == LINE_DIRECTIVE || line.kind == LINE_DIRECTIVE_MORE) {
            read_directive(reading, &line, number);
        } else if (line.kind == LINE_MARKER) {
            read_marker(reading, &line, number);
            reading->file = place.file;
        }
    }
    blocks_finish(reading);
    normal_free(&reading->normal);
}

void source_read(struct source *source, const char *text, size_t size,
                 const struct instrument_fortran_form *form)
{
    source->memory = memory_zeroed(1, sizeof *source->memory);
    source->text = text;
    source->size = size;
    source->form = *form;
    struct reading reading = {
        .source = source, .arena = &source->memory->arena, .number = 1, .root = source->memory};
    reading_run(&reading);
}
