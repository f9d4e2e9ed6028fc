/* text.c: our statements as lines of Fortran, at their places in the user's text. */
#include "instrument/fortran/scope.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_line(struct buffer *lines, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    if (text)
        buffer_add(lines, text);
    buffer_add(lines, "\n");
    free(text);
}

static bool is_empty(const struct buffer *lines)
{
    return lines->used == 0;
}

static unsigned columns(const struct fortran_form *form)
{
    unsigned most = form->free ? 132 : 72;
    return form->width && form->width < most ? form->width : most;
}

/* How much of text[0, size) goes on a line with room for `room`: preferably up to a blank. Where
 * fixed form pads lines with blanks, a character constant must not be divided. */
static size_t piece(const char *text, size_t size, size_t room)
{
    if (size <= room)
        return size;
    size_t outside = 0, gap = 0;
    char quote = 0;
    for (size_t i = 0; i < room; i++) {
        if (!quote)
            outside = i;
        if (!quote && text[i] == ' ')
            gap = i + 1;
        if (quote ? text[i] == quote : text[i] == '\'' || text[i] == '"')
            quote = quote ? 0 : text[i];
    }
    return gap > room / 2 ? gap : !quote || outside == 0 ? room : outside;
}

/* One statement of ours. */
static void add_statement(struct buffer *out, const struct fortran_form *form, const char *text,
                          size_t size)
{
    size_t digits = 0, room = columns(form) - (form->free ? 4 : 6);
    while (digits < size && isdigit((unsigned char)text[digits]))
        digits++;
    int label = (int)digits;
    while (digits < size && text[digits] == ' ')
        digits++;
    buffer_printf(out, form->free ? label ? "%.*s " : "  %.*s" : "%-6.*s", label, text);
    text += digits;
    size -= digits;
    for (;;) {
        size_t part = piece(text, size, room - (form->free ? (size_t)label : 0));
        buffer_add_bytes(out, text, part);
        text += part;
        size -= part;
        if (!size)
            break;
        buffer_add(out, form->free ? "&\n  &" : "\n     &");
        label = 0;
    }
    buffer_add(out, "\n");
}

static void add_statements(struct buffer *out, const struct fortran_form *form,
                           const struct buffer *lines)
{
    for (size_t i = 0; i < lines->used;) {
        const char *end = memchr(lines->text + i, '\n', lines->used - i);
        size_t size = end ? (size_t)(end - lines->text) - i : lines->used - i;
        add_statement(out, form, lines->text + i, size);
        i += size + 1;
    }
}

/* What is inserted at one place. */
struct group {
    struct buffer lines; /* statements of ours */
    bool marks;          /* a line marker is needed even without them */
    size_t offset;
    unsigned line; /* of what follows */
    const char *file;
    bool conditional;
};

static void add_marker(const struct fortran *file, struct buffer *out, unsigned line,
                       const char *name)
{
    buffer_printf(out, "# %u ", line);
    table_quote(out, name ? name : file->request->shown);
    buffer_add(out, "\n");
}

static size_t line_start(const struct source *source, size_t offset)
{
    while (offset > 0 && source->text[offset - 1] != '\n')
        offset--;
    return offset;
}

/* Blanks, so that what stood at the offset stands in the same column of a line of its own. */
static void add_indent(const struct source *source, struct buffer *out, size_t offset,
                       bool conditional)
{
    size_t start = line_start(source, offset), column = offset - start;
    if (memchr(source->text + start, '\t', column) || (!source->form.free && column < 6))
        column = 6;
    if (conditional)
        buffer_add(out, "!$");
    for (size_t i = conditional ? 2 : 0; i < column; i++)
        buffer_add(out, " ");
}

static void add_body(const struct fortran *file, struct buffer *out, const struct group *group)
{
    if (!is_empty(&group->lines))
        buffer_add(out, "# 1 \"<triptych>\"\n");
    add_statements(out, &file->source.form, &group->lines);
    add_marker(file, out, group->line, group->file);
}

static void flush(struct fortran *file, struct group *group)
{
    const struct source *source = &file->source;
    if (!is_empty(&group->lines) || group->marks) {
        struct buffer out = {0};
        bool divides = group->offset > 0 && source->text[group->offset - 1] != '\n';
        if (divides)
            buffer_add(&out, "\n");
        add_body(file, &out, group);
        if (divides && group->offset < source->size)
            add_indent(source, &out, group->offset, group->conditional);
        edits_open(&file->plan.edits, group->offset, 0, "%s", out.text);
        buffer_free(&out);
    }
    buffer_free(&group->lines);
    *group = (struct group){0};
}

/* Goes on to a place; lines for the same place come together. */
static void move_to(struct fortran *file, struct group *group, size_t offset, unsigned line,
                    const struct statement *statement)
{
    if (group->offset != offset)
        flush(file, group);
    group->offset = offset;
    group->line = line;
    group->file = statement->file;
    group->conditional = statement->conditional;
}

static void add_lines(struct group *group, const struct buffer *lines)
{
    if (!is_empty(lines))
        buffer_add_bytes(&group->lines, lines->text, lines->used);
}

/* A label that something else than a loop's head names must stay. */
static void move_label(struct slot *slot, const struct statement *statement, struct group *group)
{
    if (slot->label_before)
        text_line(&group->lines, "%u continue", slot->label_before);
    if (statement->label && !is_empty(&slot->before) && !slot->drops_label) {
        text_line(&group->lines, "%u continue", statement->label);
        slot->drops_label = true;
    }
}

static void put_before(struct fortran *file, struct group *group, size_t at)
{
    struct slot *slot = &file->slots[at];
    const struct statement *statement = &file->source.statements[at];
    if (is_empty(&slot->ahead) && is_empty(&slot->before) && !slot->label_before)
        return;
    move_to(file, group, statement->first_on_line ? statement->line_start : statement->start,
            statement->line, statement);
    add_lines(group, &slot->ahead);
    move_label(slot, statement, group);
    add_lines(group, &slot->before);
}

/* `IF (c) action` becomes a block. */
static void put_then(struct fortran *file, struct group *group, size_t at)
{
    struct slot *slot = &file->slots[at];
    const struct source *source = &file->source;
    const struct statement *statement = &source->statements[at];
    if (is_empty(&slot->then) && is_empty(&slot->behind))
        return;
    flush(file, group);
    size_t offset = statement->action_start, start = line_start(source, offset);
    struct buffer out = {0};
    if (offset - start + 4 > columns(&source->form) ||
        (!source->form.free && memchr(source->text + start, '\t', offset - start)))
        buffer_printf(&out, source->form.free ? "&\n%s &" : "\n%-5s&",
                      statement->conditional ? "!$" : "");
    buffer_add(&out, "then\n");
    struct group inside = {.line = statement->line, .file = statement->file, .lines = slot->then};
    for (size_t i = statement->start; i < offset; i++)
        inside.line += source->text[i] == '\n';
    add_body(file, &out, &inside);
    add_indent(source, &out, offset, statement->conditional);
    edits_open(&file->plan.edits, offset, 0, "%s", out.text);
    buffer_free(&out);
}

static void put_after(struct fortran *file, struct group *group, size_t at)
{
    struct slot *slot = &file->slots[at];
    const struct statement *statement = &file->source.statements[at];
    bool block = !is_empty(&slot->then) || !is_empty(&slot->behind);
    if (!block && is_empty(&slot->after) && is_empty(&slot->clauses) && !slot->head)
        return;
    if (statement->last_on_line)
        move_to(file, group, statement->line_end, statement->end_line + 1, statement);
    else
        move_to(file, group, statement[1].start, statement[1].line, statement + 1);
    group->marks = true;
    add_lines(group, &slot->behind);
    if (block)
        text_line(&group->lines, "end if");
    add_lines(group, &slot->after);
}

/* Takes digits and commas away, which may stand on several lines, but not what says that a line in
 * fixed form is one of them. */
static void blank(struct fortran *file, size_t start, size_t end)
{
    const struct source *source = &file->source;
    char *left = memory_zeroed(end - start + 1, 1);
    memcpy(left, source->text + start, end - start);
    size_t line = line_start(source, start);
    for (size_t i = start; i < end; i++) {
        if (source->text[i] == '\n')
            line = i + 1;
        bool counts = source->form.free || line <= start || i - line >= 6;
        if (counts && (isdigit((unsigned char)source->text[i]) || source->text[i] == ','))
            left[i - start] = ' ';
    }
    edits_replace(&file->plan.edits, start, end, left);
    free(left);
}

/* Gives a DO other bounds. */
static void put_head(struct fortran *file, size_t at)
{
    const struct source *source = &file->source;
    const struct statement *statement = &source->statements[at];
    size_t start = line_start(source, statement->do_bounds);
    size_t column = statement->do_bounds - start, size = strlen(file->slots[at].head) + 1;
    bool tabs = memchr(source->text + start, '\t', column) != NULL;
    struct buffer out = {0};
    if (column + size > columns(&source->form) || (!source->form.free && tabs))
        buffer_printf(&out, source->form.free ? " &\n%s" : "\n%-5s&",
                      statement->conditional ? "!$" : "");
    buffer_printf(&out, " %s", file->slots[at].head);
    edits_replace(&file->plan.edits, statement->do_bounds, statement->end, out.text);
    buffer_free(&out);
}

/* A directive goes on in more lines, one for each of `clauses`. In fixed form they stand below what
 * may stand behind the directive: numbers in column 73. */
static void put_clauses(struct fortran *file, size_t at)
{
    const struct slot *slot = &file->slots[at];
    const struct statement *statement = &file->source.statements[at];
    bool free_form = file->source.form.free;
    struct buffer out = {0};
    for (size_t i = 0; i < slot->clauses.used;) {
        const char *end = memchr(slot->clauses.text + i, '\n', slot->clauses.used - i);
        size_t size = (size_t)(end - slot->clauses.text) - i;
        buffer_printf(&out, free_form ? " &\n!$omp %.*s" : "!$omp&%.*s\n", (int)size,
                      slot->clauses.text + i);
        i += size + 1;
    }
    if (!is_empty(&out))
        edits_close(&file->plan.edits, free_form ? statement->end : statement->line_end, 0, "%s",
                    out.text);
    buffer_free(&out);
}

void text_edits(struct fortran *file)
{
    struct group group = {0};
    for (size_t i = 0; i < file->source.count; i++) {
        const struct statement *statement = &file->source.statements[i];
        put_before(file, &group, i);
        put_clauses(file, i);
        put_then(file, &group, i);
        put_after(file, &group, i);
        if (file->slots[i].head)
            put_head(file, i);
        if (file->slots[i].drops_label)
            blank(file, statement->label_start, statement->label_end);
        if (file->slots[i].drops_do_label)
            blank(file, statement->do_label_start, statement->do_label_end);
    }
    flush(file, &group);
}
