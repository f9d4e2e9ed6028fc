/* sink.c: see sink.h */
#include "export/sink.h"

#include "util/memory.h"
#include "util/words.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct export_sink *export_sink_new(int fd)
{
    struct export_sink *sink = memory_zeroed(1, sizeof *sink);
    sink->fd = fd;
    return sink;
}

void export_sink_free(struct export_sink *sink)
{
    free(sink);
}

static void write_all(struct export_sink *sink, const char *bytes, size_t size)
{
    while (size && !sink->error) {
        ssize_t done = write(sink->fd, bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            sink->error = done ? errno : EIO;
            return;
        }
        bytes += done;
        size -= (size_t)done;
    }
}

void export_sink_flush(struct export_sink *sink)
{
    write_all(sink, sink->bytes, sink->used);
    sink->used = 0;
}

void export_sink_add_long(struct export_sink *sink, const char *bytes, size_t size)
{
    export_sink_flush(sink);
    write_all(sink, bytes, size);
}

void export_sink_printf(struct export_sink *sink, const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    int size = vasprintf(&text, format, args);
    va_end(args);
    if (size < 0) {
        sink->error = ENOMEM;
        return;
    }
    export_sink_add(sink, text, (size_t)size);
    free(text);
}

static const char pairs_of_digits[] = "00010203040506070809101112131415161718192021222324"
                                      "25262728293031323334353637383940414243444546474849"
                                      "50515253545556575859606162636465666768697071727374"
                                      "75767778798081828384858687888990919293949596979899";

enum { DIGITS = 20 };

void export_sink_number(struct export_sink *sink, uint64_t number)
{
    char digits[DIGITS], *at = digits + DIGITS;
    while (number >= 100) {
        at -= 2;
        memcpy(at, pairs_of_digits + number % 100 * 2, 2);
        number /= 100;
    }
    if (number >= 10) {
        at -= 2;
        memcpy(at, pairs_of_digits + number * 2, 2);
    } else {
        *--at = (char)('0' + number);
    }
    export_sink_add(sink, at, (size_t)(digits + DIGITS - at));
}

void export_sink_signed(struct export_sink *sink, int64_t number)
{
    if (number < 0)
        export_sink_char(sink, '-');
    export_sink_number(sink, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void export_sink_real(struct export_sink *sink, double number)
{
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    export_sink_text(sink, text);
}

void export_sink_micros(struct export_sink *sink, int64_t ns)
{
    uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
    unsigned rest = (unsigned)(size % 1000);
    if (ns < 0)
        export_sink_char(sink, '-');
    export_sink_number(sink, size / 1000);
    if (!rest)
        return;
    char *at = export_sink_room(sink, 4);
    at[0] = '.';
    at[1] = (char)('0' + rest / 100);
    memcpy(at + 2, pairs_of_digits + size % 100 * 2, 2);
    sink->used += rest % 10 ? 4 : rest % 100 ? 3 : 2;
}

void export_sink_json(struct export_sink *sink, const char *text)
{
    char *clean = words_clean(text);
    export_sink_char(sink, '"');
    for (const char *at = clean; *at; at++) {
        if (*at == '"' || *at == '\\')
            export_sink_char(sink, '\\');
        export_sink_char(sink, *at);
    }
    export_sink_char(sink, '"');
    free(clean);
}

void export_sink_csv(struct export_sink *sink, const char *text)
{
    struct buffer field = {0};
    words_csv(&field, text);
    if (field.used)
        export_sink_text(sink, field.text);
    buffer_free(&field);
}
