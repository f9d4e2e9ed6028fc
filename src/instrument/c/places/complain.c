/* complain.c: errors about directives, as a compiler prints them. */
#include "instrument/c/places/directive.h"
#include "util/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds the line of the offset, and a caret below it. */
static void show_line(const struct unit *unit, size_t offset, struct buffer *out)
{
    size_t start = offset, end = offset;
    while (start > 0 && unit->text[start - 1] != '\n')
        start--;
    while (end < unit->size && unit->text[end] != '\n')
        end++;
    buffer_add(out, "    ");
    buffer_add_bytes(out, unit->text + start, end - start);
    buffer_add(out, "\n    ");
    for (size_t i = start; i < offset; i++)
        buffer_add(out, unit->text[i] == '\t' ? "\t" : " ");
    buffer_add(out, "^\n");
}

void complain(struct translation *translation, size_t offset, const char *format, ...)
{
    const struct unit *unit = translation->unit;
    struct buffer out = {0};
    char *file, message[1024];
    unsigned line = unit_line(unit, offset, &file);
    size_t column = 1;
    while (offset >= column && unit->text[offset - column] != '\n')
        column++;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    buffer_printf(&out, "%s:%u:%zu: error: %s\n", file, line, column, message);
    show_line(unit, offset, &out);
    translation->errors = memory_grow(translation->errors, &translation->error_room,
                                      translation->error_count + 1, sizeof *translation->errors);
    translation->errors[translation->error_count++] = (struct complaint){offset, buffer_take(&out)};
    free(file);
}

static int compare(const void *left, const void *right)
{
    const struct complaint *a = left, *b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return strcmp(a->text, b->text);
}

char *complaints_take(struct translation *translation)
{
    struct buffer out = {0};
    if (translation->error_count)
        qsort(translation->errors, translation->error_count, sizeof *translation->errors, compare);
    for (size_t i = 0; i < translation->error_count; i++) {
        buffer_add(&out, translation->errors[i].text);
        free(translation->errors[i].text);
    }
    free(translation->errors);
    translation->errors = NULL;
    translation->error_count = translation->error_room = 0;
    return buffer_take(&out);
}
