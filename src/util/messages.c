/* messages.c: see messages.h */
#include "util/messages.h"

#include "util/buffer.h"
#include "util/words.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 4 }; /* bytes of a character in UTF-8 */

static FILE *unfiltered;

/* The beginning of a character whose other bytes have not been written yet. */
static char begun[LONGEST + 1];
static size_t begun_size;

static bool put(const char *text, size_t size)
{
    while (size) {
        ssize_t done = write(STDERR_FILENO, text, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        text += done;
        size -= (size_t)done;
    }
    return true;
}

/* Whether the text may be the beginning of a character that goes on after its end. */
static bool is_begun(const char *text, size_t size)
{
    unsigned char first = (unsigned char)*text;
    size_t whole = first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 1;
    return size < whole;
}

static void filter(struct buffer *to, const char *text, size_t size)
{
    while (size) {
        size_t bytes = 1;
        bool harmless = words_is_harmless(text, &bytes);
        if (!bytes && is_begun(text, size)) {
            memcpy(begun, text, size);
            begun_size = size;
            return;
        }
        if (harmless || *text == '\n' || *text == '\t')
            buffer_add_bytes(to, text, bytes);
        else
            buffer_add(to, "?");
        text += bytes ? bytes : 1;
        size -= bytes ? bytes : 1;
    }
}

/* Of fopencookie(): returns how many bytes were taken. */
static ssize_t write_filtered(void *cookie, const char *bytes, size_t size)
{
    (void)cookie;
    struct buffer all = {0}, clean = {0};
    buffer_add_bytes(&all, begun, begun_size);
    begun_size = 0;
    for (size_t i = 0; i < size; i++) /* a zero byte would end the text */
        buffer_add_bytes(&all, bytes[i] ? &bytes[i] : "\1", 1);
    filter(&clean, all.text, all.used);
    bool good = !clean.used || put(clean.text, clean.used);
    buffer_free(&all);
    buffer_free(&clean);
    return good ? (ssize_t)size : 0;
}

void messages_make_harmless(void)
{
    const cookie_io_functions_t functions = {.write = write_filtered};
    FILE *filtered = unfiltered ? NULL : fopencookie(NULL, "w", functions);
    if (!filtered)
        return;
    setvbuf(filtered, NULL, _IOLBF, BUFSIZ);
    unfiltered = stderr;
    stderr = filtered;
}

FILE *messages_unfiltered(void)
{
    return unfiltered ? unfiltered : stderr;
}
