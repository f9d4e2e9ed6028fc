/* normal.c: see normal.h */
#include "instrument/fortran/reader/normal.h"

#include "instrument/fortran/reader/lines.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more character and the final zero. */
static void make_room(struct normal *normal)
{
    if (normal->length + 2 <= normal->room)
        return;
    size_t room = normal->room, same = room;
    normal->text = memory_grow(normal->text, &room, normal->length + 2, 1);
    room = same;
    normal->flags = memory_grow(normal->flags, &room, normal->length + 2, 1);
    normal->offset =
        memory_grow(normal->offset, &normal->room, normal->length + 2, sizeof *normal->offset);
}

void normal_start(struct normal *normal, const struct instrument_fortran_form *form, bool labelled)
{
    normal->length = 0;
    normal->fixed = !form->free;
    normal->gap = normal->lenient = false;
    normal->quote = '\0';
    normal->pending = 0;
    normal->labelled = labelled;
    make_room(normal);
}

/* Appends a character. */
static void append(struct normal *normal, char c, size_t offset, unsigned flags)
{
    make_room(normal);
    normal->text[normal->length] = c;
    normal->flags[normal->length] = (unsigned char)(flags | (normal->gap ? NORMAL_GAP : 0));
    normal->offset[normal->length++] = offset;
    normal->gap = false;
}

/* True if the character may be part of a name. */
static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* True if the text begins with the word. */
static bool begins(const struct normal *normal, const char *word)
{
    size_t length = strlen(word);
    return normal->length >= length && !memcmp(normal->text, word, length);
}

/* True if text[0, end) is the keyword of a type: REAL*4 HEIGHT has no Hollerith constant. */
static bool is_type_keyword(const struct normal *normal, size_t end)
{
    static const char *const types[] = {"integer", "real",      "complex",      "logical",
                                        "byte",    "character", "doublecomplex"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strlen(types[i]) == end && begins(normal, types[i]))
            return true;
    }
    return false;
}

/* Returns the length of the Hollerith constant that an H would begin here; 0: it begins none. */
static size_t hollerith_length(const struct normal *normal)
{
    size_t at = normal->length, length = 0;
    if (normal->gap && !normal->fixed)
        return 0;
    while (at > 0 && isdigit((unsigned char)normal->text[at - 1]) &&
           !(normal->flags[at - 1] & NORMAL_CONSTANT))
        at--;
    if (at == normal->length || normal->length - at > 5)
        return 0;
    for (size_t i = at; i < normal->length; i++)
        length = length * 10 + (size_t)(normal->text[i] - '0');
    if (at == 0 || (normal->labelled && begins(normal, "format(")))
        return at == 0 ? 0 : length;
    char before = normal->text[at - 1];
    if (is_name(before) && !(normal->flags[at - 1] & NORMAL_CONSTANT))
        return 0;
    if (before == '.' && (at < 2 || !isalpha((unsigned char)normal->text[at - 2])))
        return 0;
    if (before == '*' && is_type_keyword(normal, at - 1))
        return 0;
    return length;
}

/* True for the quote in READ(1'N), DEC's way to read record N: a name or number is before it. */
static bool is_record_mark(const struct normal *normal)
{
    size_t at = begins(normal, "read(")    ? 5
                : begins(normal, "write(") ? 6
                : begins(normal, "find(")  ? 5
                                           : 0;
    if (!at || at == normal->length)
        return false;
    if (normal->length == at + 1 && strchr("bozx", normal->text[at]))
        return false;
    if (normal->text[normal->length - 1] == '_')
        return false;
    for (; at < normal->length; at++) {
        if (!is_name(normal->text[at]) || (normal->flags[at] & NORMAL_CONSTANT))
            return false;
    }
    return true;
}

/* Adds a character of a constant. A backslash never escapes a quote, whatever the options: '\' is a
 * complete constant. */
static void add_to_constant(struct normal *normal, char c, size_t offset)
{
    append(normal, c, offset, NORMAL_CONSTANT);
    if (normal->pending)
        normal->pending--;
    else if (c == normal->quote)
        normal->quote = '\0';
}

void normal_add(struct normal *normal, char c, size_t offset)
{
    if (line_is_unseen(c))
        return;
    if (normal_in_constant(normal)) {
        add_to_constant(normal, c, offset);
    } else if (line_is_blank(c)) {
        normal->gap = true;
    } else if ((c == '\'' && !is_record_mark(normal)) || c == '"') {
        append(normal, c, offset, NORMAL_CONSTANT);
        normal->quote = c;
    } else if (c == 'h' || c == 'H') {
        size_t length = hollerith_length(normal);
        for (size_t i = normal->length; length && i > 0; i--) {
            if (!isdigit((unsigned char)normal->text[i - 1]))
                break;
            normal->flags[i - 1] |= NORMAL_CONSTANT;
        }
        append(normal, 'h', offset, length ? NORMAL_CONSTANT : 0);
        normal->pending = length;
    } else {
        append(normal, (char)tolower((unsigned char)c), offset, 0);
    }
}

void normal_add_blank(struct normal *normal, size_t offset)
{
    append(normal, ' ', offset, 0);
}

void normal_end(struct normal *normal)
{
    normal->text[normal->length] = '\0';
}

void normal_free(struct normal *normal)
{
    free(normal->text);
    free(normal->flags);
    free(normal->offset);
    *normal = (struct normal){0};
}

bool normal_take_label(struct normal *normal, unsigned *label, size_t *start, size_t *end)
{
    size_t digits = 0;
    unsigned value = 0;
    while (digits < normal->length && isdigit((unsigned char)normal->text[digits])) {
        if (digits >= 5 || (digits && (normal->flags[digits] & NORMAL_GAP)))
            return false;
        value = value * 10 + (unsigned)(normal->text[digits++] - '0');
    }
    if (!digits || digits != normal->length)
        return false;
    *label = value;
    *start = normal->offset[0];
    *end = normal->offset[digits - 1] + 1;
    normal->length = 0;
    normal->labelled = true;
    return true;
}
