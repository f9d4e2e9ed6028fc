/* edits.c: see edits.h */
#include "instrument/edits.h"

#include "util/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct edit {
    size_t offset;
    size_t skips; /* the number of bytes of the text that it replaces; 0: an insertion */
    bool opens;
    unsigned depth;
    size_t number; /* its position in the order of adding, which orders edits that are equal */
    char *text;
};

/* Takes over edit.text. */
static void append(struct instrument_edits *edits, struct edit edit)
{
    edit.number = edits->count;
    edits->list = memory_grow(edits->list, &edits->room, edits->count + 1, sizeof edit);
    edits->list[edits->count++] = edit;
}

__attribute__((format(printf, 3, 0), nonnull(3))) static void
add(struct instrument_edits *edits, struct edit edit, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    edit.text = memory_zeroed((size_t)size + 1, 1);
    vsnprintf(edit.text, (size_t)size + 1, format, again);
    va_end(again);
    append(edits, edit);
}

void instrument_edits_open(struct instrument_edits *edits, size_t offset, unsigned depth,
                           const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(edits, (struct edit){.offset = offset, .opens = true, .depth = depth}, format, args);
    va_end(args);
}

void instrument_edits_close(struct instrument_edits *edits, size_t offset, unsigned depth,
                            const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(edits, (struct edit){.offset = offset, .depth = depth}, format, args);
    va_end(args);
}

void instrument_edits_replace(struct instrument_edits *edits, size_t start, size_t end,
                              const char *text)
{
    assert(start <= end);
    struct edit edit = {.offset = start, .skips = end - start, .opens = true, .depth = UINT_MAX};
    edit.text = memory_string(text);
    append(edits, edit);
}

/* Orders edits by offset. At one offset: closing ones from the deepest outwards, then opening ones
 * from the outermost inwards. */
static int compare(const void *left, const void *right)
{
    const struct edit *a = left, *b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (a->opens != b->opens)
        return a->opens ? 1 : -1;
    if (a->depth != b->depth)
        return (a->depth < b->depth) == a->opens ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

void instrument_edits_apply(struct instrument_edits *edits, const char *text, size_t from,
                            size_t size, struct buffer *out)
{
    assert(from <= size);
    if (edits->count)
        qsort(edits->list, edits->count, sizeof *edits->list, compare);
    size_t done = from;
    for (size_t i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->list[i];
        assert(edit->offset + edit->skips <= size);
        if (edit->offset >
            done) /* an edit at 0 lies before `from` if a byte-order mark is skipped */
            buffer_add_bytes(out, text + done, edit->offset - done);
        buffer_add(out, edit->text);
        if (edit->offset + edit->skips > done)
            done = edit->offset + edit->skips;
    }
    buffer_add_bytes(out, text + done, size - done);
}

void instrument_edits_free(struct instrument_edits *edits)
{
    for (size_t i = 0; i < edits->count; i++)
        free(edits->list[i].text);
    free(edits->list);
    *edits = (struct instrument_edits){0};
}
