/* text.c: inserts our statements, as lines of Fortran, into the user's text. */
#include "instrument/fortran/scope.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <assert.h>
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

void slot_free(struct slot *slot)
{
    buffer_free(&slot->ahead);
    buffer_free(&slot->before);
    buffer_free(&slot->then);
    buffer_free(&slot->behind);
    buffer_free(&slot->after);
    buffer_free(&slot->clauses);
    free(slot->replacement);
    free(slot->appended);
    for (size_t i = 0; i < slot->swap_count; i++)
        free(slot->swaps[i].text);
    free(slot->swaps);
    *slot = (struct slot){0};
}

/* True if there are no lines. */
static bool is_empty(const struct buffer *lines)
{
    return lines->used == 0;
}

unsigned text_columns(const struct instrument_fortran_form *form)
{
    unsigned most = form->free ? 132 : 72;
    return form->width && form->width < most ? form->width : most;
}

/* Returns how much of text[0, size) goes on a line with room for `room` characters: preferably up
 * to a blank. In fixed form lines are padded with blanks, so a character constant must not be
 * split. */
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

/* The line of the source that the compiler is told for a line of the text. */
struct spot_of_line {
    const char *file;
    unsigned line;
};

/* Adds a line marker. Flag 3 is cpp's for text that the user did not write; gfortran ignores it. */
static void add_marker(struct buffer *out, struct spot_of_line spot, bool ours)
{
    buffer_printf(out, "# %u ", spot.line);
    instrument_table_quote(out, spot.file);
    buffer_add(out, ours ? " 3\n" : "\n");
}

/* Adds one line of our statements, split where it is too long. Each part gets the line number of
 * the user's statement that it belongs to, so that the compiler attributes no code to another line.
 */
static void add_statement(struct buffer *out, const struct instrument_fortran_form *form,
                          struct spot_of_line spot, const char *text, size_t size)
{
    size_t digits = 0, room = text_columns(form) - (form->free ? 4 : 6);
    while (digits < size && isdigit((unsigned char)text[digits]))
        digits++;
    int label = (int)digits;
    while (digits < size && text[digits] == ' ')
        digits++;
    add_marker(out, spot, true);
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
        buffer_add(out, form->free ? "&\n" : "\n");
        add_marker(out, spot, true);
        buffer_add(out, form->free ? "  &" : "     &");
        label = 0;
    }
    buffer_add(out, "\n");
}

/* True if the statement cannot share a line: a label begins a line, and INCLUDE has its own. */
static bool needs_a_line(const char *text)
{
    return isdigit((unsigned char)*text) || !strncmp(text, "include ", 8);
}

/* Begins a line that stands for a copy of some statements; the index in file->copies follows. */
#define COPY_MARK '\001'

/* Adds our statements, one per line in `lines`. Those that fit share a line of the text. */
static void add_statements(struct buffer *out, const struct fortran *file, struct spot_of_line spot,
                           const struct buffer *lines)
{
    const struct instrument_fortran_form *form = &file->source.form;
    struct buffer row = {0};
    size_t room = text_columns(form) - (form->free ? 4 : 6);
    bool is_closed = false;
    for (size_t i = 0; i < lines->used;) {
        const char *text = lines->text + i, *end = memchr(text, '\n', lines->used - i);
        size_t size = end ? (size_t)(end - text) : lines->used - i;
        bool copy = *text == COPY_MARK, alone = copy || needs_a_line(text);
        if (row.used && (alone || is_closed || row.used + 2 + size > room)) {
            add_statement(out, form, spot, row.text, row.used);
            row.used = 0;
        }
        i += size + 1;
        if (copy) {
            size_t number = strtoul(text + 1, NULL, 10);
            assert(number < file->copy_count && file->copies[number]);
            buffer_add(out, file->copies[number]);
            continue;
        }
        buffer_add(&row, row.used ? "; " : "");
        buffer_add_bytes(&row, text, size);
        is_closed = alone;
    }
    if (row.used)
        add_statement(out, form, spot, row.text, row.used);
    buffer_free(&row);
}

/* The text that is inserted at one place. */
struct group {
    struct buffer text; /* our lines */
    bool marks;         /* a line marker is needed, even without lines */
    size_t offset;
    struct spot_of_line follows; /* the source line that follows */
    bool conditional;
};

/* Returns the source line of a statement. */
static struct spot_of_line spot_at(const struct fortran *file, const struct statement *statement,
                                   unsigned line)
{
    return (struct spot_of_line){statement->file ? statement->file : file->request->shown, line};
}

size_t text_line_start(const struct source *source, size_t offset)
{
    while (offset > 0 && source->text[offset - 1] != '\n')
        offset--;
    return offset;
}

/* Adds blanks, so that the text at the offset keeps its column on a line of its own. */
static void add_indent(const struct source *source, struct buffer *out, size_t offset,
                       bool conditional)
{
    size_t start = text_line_start(source, offset), column = offset - start;
    if (memchr(source->text + start, '\t', column) || (!source->form.free && column < 6))
        column = 6;
    if (conditional)
        buffer_add(out, "!$");
    for (size_t i = conditional ? 2 : 0; i < column; i++)
        buffer_add(out, " ");
}

/* Makes an edit of the group, if there is something to insert, and empties it. */
static void flush(struct fortran *file, struct group *group)
{
    const struct source *source = &file->source;
    if (!is_empty(&group->text) || group->marks) {
        struct buffer out = {0};
        bool divides = group->offset > 0 && source->text[group->offset - 1] != '\n';
        if (divides)
            buffer_add(&out, "\n");
        if (!is_empty(&group->text))
            buffer_add_bytes(&out, group->text.text, group->text.used);
        add_marker(&out, group->follows, file->copying);
        if (divides && group->offset < source->size)
            add_indent(source, &out, group->offset, group->conditional);
        instrument_edits_open(&file->plan.edits, group->offset, 0, "%s", out.text);
        buffer_free(&out);
    }
    buffer_free(&group->text);
    *group = (struct group){0};
}

/* Begins a group at a place, unless the group is at that place already. The line of `statement`
 * follows. */
static void move_to(struct fortran *file, struct group *group, size_t offset, unsigned line,
                    const struct statement *statement)
{
    if (group->offset != offset)
        flush(file, group);
    group->offset = offset;
    group->follows = spot_at(file, statement, line);
    group->conditional = statement->conditional;
}

/* Adds the lines of one buffer of a slot to the group. */
static void add_lines(const struct fortran *file, struct group *group,
                      const struct statement *statement, const struct buffer *lines)
{
    if (!is_empty(lines))
        add_statements(&group->text, file, spot_at(file, statement, statement->line), lines);
}

/* Moves the label of a statement to a CONTINUE before the lines in front of the statement. */
static void move_label(struct slot *slot, const struct statement *statement, struct buffer *lines)
{
    if (slot->label_before)
        text_line(lines, "%u continue", slot->label_before);
    if (statement->label && !is_empty(&slot->before) && !slot->drops_label) {
        text_line(lines, "%u continue", slot->relabelled ? slot->relabelled : statement->label);
        slot->drops_label = true;
    }
}

/* Inserts the lines before a statement. */
static void put_before(struct fortran *file, struct group *group, size_t at)
{
    struct slot *slot = &file->slots[at];
    const struct statement *statement = &file->source.statements[at];
    if (is_empty(&slot->ahead) && is_empty(&slot->before) && !slot->label_before)
        return;
    move_to(file, group, statement->first_on_line ? statement->line_start : statement->start,
            statement->line, statement);
    struct buffer labels = {0};
    add_lines(file, group, statement, &slot->ahead);
    move_label(slot, statement, &labels);
    add_lines(file, group, statement, &labels);
    add_lines(file, group, statement, &slot->before);
    buffer_free(&labels);
}

/* Returns the source line of an offset in a statement. */
static struct spot_of_line spot_in(const struct fortran *file, const struct statement *statement,
                                   size_t offset)
{
    unsigned line = statement->line;
    for (size_t i = statement->start; i < offset; i++)
        line += file->source.text[i] == '\n';
    return spot_at(file, statement, line);
}

/* Begins a continuation line of a statement. */
static void add_continuation(struct buffer *out, const struct instrument_fortran_form *form,
                             struct spot_of_line spot, bool conditional)
{
    buffer_add(out, form->free ? "&\n" : "\n");
    add_marker(out, spot, true);
    const char *sentinel = conditional ? "!$" : "";
    if (form->free)
        buffer_printf(out, "%s &", sentinel);
    else
        buffer_printf(out, "%-5s&", sentinel);
}

/* Makes an IF block of IF (c) action, if there are lines before or after the action. */
static void put_then(struct fortran *file, struct group *group, size_t at)
{
    struct slot *slot = &file->slots[at];
    const struct source *source = &file->source;
    const struct statement *statement = &source->statements[at];
    if (is_empty(&slot->then) && is_empty(&slot->behind))
        return;
    flush(file, group);
    size_t offset = statement->action_start, start = text_line_start(source, offset);
    struct spot_of_line spot = spot_in(file, statement, offset);
    struct buffer out = {0};
    if (offset - start + 4 > text_columns(&source->form) ||
        (!source->form.free && memchr(source->text + start, '\t', offset - start)))
        add_continuation(&out, &source->form, spot, statement->conditional);
    buffer_add(&out, "then\n");
    if (!is_empty(&slot->then))
        add_statements(&out, file, spot, &slot->then);
    add_marker(&out, spot, file->copying);
    add_indent(source, &out, offset, statement->conditional);
    instrument_edits_open(&file->plan.edits, offset, 0, "%s", out.text);
    buffer_free(&out);
}

/* Inserts the lines after a statement. */
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
    if (block)
        text_line(&slot->behind, "end if");
    add_lines(file, group, statement, &slot->behind);
    add_lines(file, group, statement, &slot->after);
}

/* Replaces digits and commas in [start, end) by blanks. They may be on several lines; columns 1 to
 * 6 of continuation lines in fixed form stay. */
static void blank(struct fortran *file, size_t start, size_t end)
{
    const struct source *source = &file->source;
    char *left = memory_zeroed(end - start + 1, 1);
    memcpy(left, source->text + start, end - start);
    size_t line = text_line_start(source, start);
    for (size_t i = start; i < end; i++) {
        if (source->text[i] == '\n')
            line = i + 1;
        bool counts = source->form.free || line <= start || i - line >= 6;
        if (counts && (isdigit((unsigned char)source->text[i]) || source->text[i] == ','))
            left[i - start] = ' ';
    }
    instrument_edits_replace(&file->plan.edits, start, end, left);
    free(left);
}

/* Replaces the bounds of a DO by those of its slot. */
static void put_head(struct fortran *file, size_t at)
{
    const struct source *source = &file->source;
    const struct statement *statement = &source->statements[at];
    size_t start = text_line_start(source, statement->do_bounds);
    size_t column = statement->do_bounds - start, size = strlen(file->slots[at].head) + 1;
    bool tabs = memchr(source->text + start, '\t', column) != NULL;
    struct buffer out = {0};
    if (column + size > text_columns(&source->form) || (!source->form.free && tabs))
        add_continuation(&out, &source->form, spot_in(file, statement, statement->do_bounds),
                         statement->conditional);
    buffer_printf(&out, " %s", file->slots[at].head);
    instrument_edits_replace(&file->plan.edits, statement->do_bounds, statement->end, out.text);
    buffer_free(&out);
}

/* Adds clauses to a directive, on a continuation line each. In fixed form these lines go below the
 * whole line of the directive, which may have a sequence number in column 73. The compiler takes
 * the number of the last line for the directive's. */
static void put_clauses(struct fortran *file, size_t at)
{
    const struct slot *slot = &file->slots[at];
    const struct statement *statement = &file->source.statements[at];
    bool free_form = file->source.form.free;
    struct spot_of_line spot = spot_at(file, statement, statement->end_line);
    struct buffer out = {0};
    for (size_t i = 0; i < slot->clauses.used;) {
        const char *end = memchr(slot->clauses.text + i, '\n', slot->clauses.used - i);
        size_t size = (size_t)(end - slot->clauses.text) - i;
        buffer_add(&out, free_form ? " &\n" : "");
        add_marker(&out, spot, true);
        buffer_printf(&out, free_form ? "!$omp %.*s" : "!$omp&%.*s\n", (int)size,
                      slot->clauses.text + i);
        i += size + 1;
    }
    if (!is_empty(&out))
        instrument_edits_close(&file->plan.edits, free_form ? statement->end : statement->line_end,
                               0, "%s", out.text);
    buffer_free(&out);
}

/* Replaces the label of a statement. */
static void relabel(struct fortran *file, const struct statement *statement, unsigned label)
{
    size_t start = statement->label_start, end = statement->label_end;
    char digits[16];
    snprintf(digits, sizeof digits, file->source.form.free ? "%u" : "%-5u", label);
    if (!file->source.form.free) {
        start = text_line_start(&file->source, start);
        end = start + 5;
    }
    instrument_edits_replace(&file->plan.edits, start, end, digits);
}

/* Replaces the last `length` characters of a statement. */
static void replace_end(struct fortran *file, const struct statement *statement, size_t length,
                        const char *text)
{
    instrument_edits_replace(&file->plan.edits, statement->end - length, statement->end, text);
}

/* Replaces the target of a GOTO. */
static void retarget(struct fortran *file, const struct statement *statement, unsigned label)
{
    char before[16], after[16];
    snprintf(before, sizeof before, "%u", statement->targets[0]);
    snprintf(after, sizeof after, "%u", label);
    replace_end(file, statement, strlen(before), after);
}

/* Replaces the construct name of a DO, END DO, EXIT or CYCLE. */
static void rename_construct(struct fortran *file, const struct statement *statement,
                             const struct slot *slot)
{
    const struct source *source = &file->source;
    size_t length = strlen(statement->name);
    char name[32];
    snprintf(name, sizeof name, "tri_c%u_%u", slot->renamed, slot->renamed_in);
    if (statement->kind != STATEMENT_DO) {
        replace_end(file, statement, length, name);
        return;
    }
    size_t at = statement->label ? statement->label_end : statement->start;
    while (isspace((unsigned char)source->text[at]))
        at++;
    instrument_edits_replace(&file->plan.edits, at, at + length, name);
}

/* Replaces a part of a statement. In fixed form, the text may be split over several lines anywhere;
 * in free form it is not split. */
static void replace_part(struct fortran *file, const struct statement *statement,
                         const struct slot *slot)
{
    const struct instrument_fortran_form *form = &file->source.form;
    size_t column = slot->replaced - text_line_start(&file->source, slot->replaced);
    size_t room = text_columns(form) > column ? text_columns(form) - column : 0;
    const char *text = slot->replacement;
    struct buffer out = {0};
    for (size_t size = strlen(text); size;) {
        size_t part = form->free ? size : size < room ? size : room;
        buffer_add_bytes(&out, text, part);
        text += part;
        size -= part;
        room = text_columns(form) - 6;
        if (size)
            add_continuation(&out, form, spot_at(file, statement, statement->line), false);
    }
    instrument_edits_replace(&file->plan.edits, slot->replaced, slot->replaced_end, out.text);
    buffer_free(&out);
}

/* Replaces a word, with line breaks around it if the line would get too long. */
static void put_swap(struct fortran *file, const struct statement *statement,
                     const struct swap *swap)
{
    const struct source *source = &file->source;
    size_t start = text_line_start(source, swap->start), end = swap->end, size = strlen(swap->text);
    while (end < source->size && source->text[end] != '\n')
        end++;
    bool divides = end - start + size > text_columns(&source->form) + (swap->end - swap->start);
    struct spot_of_line spot = spot_in(file, statement, swap->start);
    struct buffer out = {0};
    if (divides)
        add_continuation(&out, &source->form, spot, false);
    buffer_add(&out, swap->text);
    if (divides)
        add_continuation(&out, &source->form, spot, false);
    instrument_edits_replace(&file->plan.edits, swap->start, swap->end, out.text);
    buffer_free(&out);
}

/* Makes the edits of one statement's slot. */
static void put_statement(struct fortran *file, struct group *group, size_t at)
{
    const struct statement *statement = &file->source.statements[at];
    put_before(file, group, at);
    put_clauses(file, at);
    put_then(file, group, at);
    put_after(file, group, at);
    const struct slot *slot = &file->slots[at];
    if (slot->head)
        put_head(file, at);
    if (slot->drops_label)
        blank(file, statement->label_start, statement->label_end);
    else if (slot->relabelled)
        relabel(file, statement, slot->relabelled);
    if (slot->drops_do_label)
        blank(file, statement->do_label_start, statement->do_label_end);
    if (slot->retargeted)
        retarget(file, statement, slot->retargeted);
    if (slot->renamed)
        rename_construct(file, statement, slot);
    for (size_t i = 0; i < slot->swap_count; i++)
        put_swap(file, statement, &slot->swaps[i]);
    if (slot->replacement)
        replace_part(file, statement, slot);
    if (slot->appended)
        instrument_edits_close(&file->plan.edits, statement->end, 0, "%s", slot->appended);
}

void text_edits(struct fortran *file)
{
    struct group group = {0};
    for (size_t i = 0; i < file->source.count; i++)
        put_statement(file, &group, i);
    flush(file, &group);
}

/* Returns the text of statements [first, last] with the edits of file->slots; the caller frees it.
 */
static char *copy_text(struct fortran *file, size_t first, size_t last)
{
    assert(first <= last && last < file->source.count);
    const struct statement *begin = &file->source.statements[first];
    const struct statement *end = &file->source.statements[last];
    struct instrument_edits kept = file->plan.edits;
    struct group group = {0};
    struct buffer out = {0};
    file->plan.edits = (struct instrument_edits){0};
    file->copying = true;
    for (size_t i = first; i <= last; i++)
        put_statement(file, &group, i);
    flush(file, &group);
    add_marker(&out, spot_at(file, begin, begin->line), true);
    instrument_edits_apply(&file->plan.edits, file->source.text, begin->line_start, end->line_end,
                           &out);
    instrument_edits_free(&file->plan.edits);
    file->plan.edits = kept;
    file->copying = false;
    return buffer_take(&out);
}

/* Adds a text to file->copies, and a line that stands for it. Returns its index. */
static size_t add_copy(struct fortran *file, char *text, struct buffer *lines)
{
    file->copies =
        memory_grow(file->copies, &file->copy_room, file->copy_count + 1, sizeof *file->copies);
    text_line(lines, "%c%zu", COPY_MARK, file->copy_count);
    file->copies[file->copy_count] = text;
    return file->copy_count++;
}

void text_copied(struct fortran *file, size_t first, size_t last, struct buffer *lines)
{
    add_copy(file, copy_text(file, first, last), lines);
}

void text_add_clone(struct fortran *file, size_t first, size_t last, bool bare,
                    struct buffer *lines)
{
    struct clone clone = {
        .first = first, .last = last, .copy = add_copy(file, NULL, lines), .bare = bare};
    file->clones =
        memory_grow(file->clones, &file->clone_room, file->clone_count + 1, sizeof clone);
    file->clones[file->clone_count++] = clone;
}

void text_clones(struct fortran *file)
{
    struct slot *kept = file->slots;
    for (size_t i = 0; i < file->clone_count; i++) {
        const struct clone *clone = &file->clones[i];
        file->slots = clone->bare ? file->bare_slots : file->clone_slots;
        file->copies[clone->copy] = copy_text(file, clone->first, clone->last);
    }
    file->slots = kept;
}
