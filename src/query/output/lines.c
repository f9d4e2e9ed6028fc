/* lines.c: see lines.h */
#include "query/output/lines.h"

#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 40 }; /* most bytes of a number */

/* A text in its written form, quoted where needed. */
struct shown {
    char *text;
    size_t size;
};

struct lines {
    FILE *to;
    bool json;
    bool arrays; /* JSON without the names of fields */
    const struct query_fields *shape;
    struct shown *begins; /* the text before each field of a line */
    struct shown
        *texts; /* quoted texts by number, filled on demand, of the data with this serial number */
    size_t text_room;
    uint64_t serial;
    char *bytes;
    size_t used, room;
};

static void need(struct lines *lines, size_t more)
{
    lines->bytes = memory_grow(lines->bytes, &lines->room, lines->used + more, 1);
}

static void put(struct lines *lines, const char *text, size_t size)
{
    if (!size) /* nothing is allocated before the first bytes */
        return;
    if (lines->room - lines->used < size)
        need(lines, size);
    memcpy(lines->bytes + lines->used, text, size);
    lines->used += size;
}

/* Quotes a text for JSON, which is UTF-8: invalid bytes become "?", control characters are
 * escaped. */
static struct shown quote_json(const char *text)
{
    struct buffer out = {0};
    buffer_add(&out, "\"");
    for (size_t size; *text; text += size ? size : 1) {
        bool harmless = words_is_harmless(text, &size);
        if (*text == '"' || *text == '\\')
            buffer_printf(&out, "\\%c", *text);
        else if (size && !harmless)
            words_json_escape(&out, text);
        else
            buffer_add_bytes(&out, size ? text : "?", size ? size : 1);
    }
    buffer_add(&out, "\"");
    size_t size = out.used;
    return (struct shown){buffer_take(&out), size};
}

static struct shown quote_csv(const char *text)
{
    struct buffer out = {0};
    words_csv(&out, text);
    size_t size = out.used;
    return (struct shown){buffer_take(&out), size};
}

struct lines *lines_new(FILE *to, enum query_output_format format, const struct query_fields *shape)
{
    struct lines *lines = memory_zeroed(1, sizeof *lines);
    *lines = (struct lines){.to = to,
                            .json = format == OUTPUT_JSON || format == OUTPUT_ARRAYS,
                            .arrays = format == OUTPUT_ARRAYS,
                            .shape = shape};
    lines->begins = memory_zeroed(shape->count + 1, sizeof *lines->begins);
    for (size_t i = 0; i < shape->count; i++) {
        struct buffer text = {0};
        buffer_add(&text, !i ? "" : lines->json ? ", " : ",");
        if (lines->arrays) {
            buffer_add(&text, i ? "" : "[");
        } else if (lines->json) {
            struct shown name = quote_json(shape->fields[i].name);
            buffer_printf(&text, "%s%s: ", i ? "" : "{", name.text);
            free(name.text);
        } else {
            put(lines, text.text, text.used);
            put(lines, shape->fields[i].name, strlen(shape->fields[i].name));
        }
        size_t size = text.used;
        lines->begins[i] = (struct shown){buffer_take(&text), size};
    }
    if (!lines->json)
        put(lines, "\n", 1);
    return lines;
}

/* Writes a whole number from its last digit to its first, two at a time. */
static void put_whole(struct lines *lines, int64_t value)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930"
                                "31323334353637383940414243444546474849505152535455565758596061"
                                "62636465666768697071727374757677787980818283848586878889909192"
                                "93949596979899";
    char text[NUMBER], *first = text + sizeof text;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    for (; rest >= 100; rest /= 100) {
        first -= 2;
        memcpy(first, pairs + rest % 100 * 2, 2);
    }
    if (rest >= 10) {
        first -= 2;
        memcpy(first, pairs + rest * 2, 2);
    } else {
        *--first = (char)('0' + rest);
    }
    if (value < 0)
        *--first = '-';
    put(lines, first, (size_t)(text + sizeof text - first));
}

static void put_real(struct lines *lines, double value)
{
    static const double exact = 1e15;
    if (fabs(value) < exact && value == (double)(int64_t)value && (value != 0 || !signbit(value))) {
        put_whole(lines, (int64_t)value);
        return;
    }
    need(lines, NUMBER);
    lines->used += (size_t)snprintf(lines->bytes + lines->used, NUMBER, "%.17g", value);
}

static void forget_texts(struct lines *lines)
{
    for (size_t i = 0; i < lines->text_room; i++)
        free(lines->texts[i].text);
    free(lines->texts);
    lines->texts = NULL;
    lines->text_room = 0;
}

static void put_text(struct lines *lines, const struct query_data *data, int64_t number)
{
    if (lines->serial != data->serial)
        forget_texts(lines); /* each call of query_live_look numbers texts anew */
    lines->serial = data->serial;
    size_t before = lines->text_room;
    if ((size_t)number >= before) {
        lines->texts =
            memory_grow(lines->texts, &lines->text_room, (size_t)number + 1, sizeof *lines->texts);
        memset(lines->texts + before, 0, (lines->text_room - before) * sizeof *lines->texts);
    }
    struct shown *shown = &lines->texts[number];
    if (!shown->text)
        *shown = lines->json ? quote_json(query_data_text(data, number))
                             : quote_csv(query_data_text(data, number));
    put(lines, shown->text, shown->size);
}

static void put_act(struct lines *lines, int64_t number)
{
    const char *word = archive_kind_word((enum archive_kind)number);
    if (lines->json)
        put(lines, "\"", 1);
    put(lines, word, strlen(word));
    if (lines->json)
        put(lines, "\"", 1);
}

static void put_value(struct lines *lines, const struct query_data *data,
                      const struct query_vector *column, size_t i)
{
    if (query_vector_is_absent(column, i) ||
        (lines->json && column->type == TYPE_REAL && !isfinite(column->real[i]))) {
        put(lines, "null", lines->json ? 4 : 0);
        return;
    }
    switch (column->type) {
    case TYPE_TEXT:
        put_text(lines, data, column->whole[i]);
        break;
    case TYPE_ACT:
        put_act(lines, column->whole[i]);
        break;
    case TYPE_BOOL:
        put(lines, column->truth[i] ? "true" : "false", column->truth[i] ? 4 : 5);
        break;
    case TYPE_REAL:
        put_real(lines, column->real[i]);
        break;
    default:
        put_whole(lines, column->whole[i]);
    }
}

static void flush(struct lines *lines)
{
    if (lines->used) /* query_output_is_written checks for errors */
        fwrite(lines->bytes, lines->used, 1, lines->to);
    lines->used = 0;
}

void lines_take(struct lines *lines, const struct query_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        for (size_t k = 0; k < lines->shape->count; k++) {
            put(lines, lines->begins[k].text, lines->begins[k].size);
            put_value(lines, rows->data, &rows->columns[k], i);
        }
        const char *end = lines->arrays ? "]\n" : lines->json ? "}\n" : "\n";
        put(lines, end, strlen(end));
    }
    flush(lines);
}

void lines_end(struct lines *lines)
{
    flush(lines);
    for (size_t i = 0; i < lines->shape->count; i++)
        free(lines->begins[i].text);
    forget_texts(lines);
    free(lines->begins);
    free(lines->bytes);
    free(lines);
}
