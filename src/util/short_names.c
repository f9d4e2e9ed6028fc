/* short_names.c: see short_names.h */
#include "util/short_names.h"

#include "util/buffer.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

/* The names while they are shortened. */
struct shortening {
    char *const *names;
    char **result;
    size_t width;
    bool utf8;
    bool is_numbered; /* some have numbers */
    size_t *order;    /* indexes of names, sorted by result and name */
    size_t count;
};

static int by_result_and_name(const void *left, const void *right, void *context)
{
    const struct shortening *all = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    int order = strcmp(all->result[a], all->result[b]);
    return order ? order : strcmp(all->names[a], all->names[b]);
}

static void sort(struct shortening *all)
{
    if (all->count)
        qsort_r(all->order, all->count, sizeof *all->order, by_result_and_name, all);
}

static void set_result(struct shortening *all, size_t name, struct buffer *text)
{
    free(all->result[name]);
    all->result[name] = buffer_take(text);
}

/* Returns the bytes of the first `width` columns of clean text. */
static size_t bytes_of(const char *text, size_t width)
{
    size_t bytes = 0;
    while (text[bytes]) {
        size_t size = words_character(text + bytes);
        char one[8] = "";
        size = size ? size : 1;
        memcpy(one, text + bytes, size < sizeof one ? size : sizeof one - 1);
        size_t wide = words_width(one);
        if (wide > width)
            break;
        width -= wide;
        bytes += size;
    }
    return bytes;
}

/* Returns the bytes that two names have in common at their start, at the border of a character. */
static size_t common(const char *a, const char *b)
{
    size_t bytes = 0;
    while (a[bytes] && a[bytes] == b[bytes])
        bytes++;
    while (bytes && ((unsigned char)a[bytes] & 0xc0) == 0x80)
        bytes--;
    return bytes;
}

/* Returns the bytes of the first `width` columns, without a part of a number at their end unless
 * there is nothing else. */
static size_t whole_bytes_of(const char *text, size_t width)
{
    size_t bytes = bytes_of(text, width), whole = bytes;
    while (whole && words_is_digit(text[whole]) && words_is_digit(text[whole - 1]))
        whole--;
    return whole ? whole : bytes;
}

/* True for a character of an identifier. */
static bool is_of_word(char byte)
{
    return words_is_digit(byte) || byte == '_' || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z');
}

/* Shortens a name to its start, what follows byte `from` in its scopes, and its part `last` behind
 * these: "std::…double>…::clear". Leaves it as it is if there is no room. */
static void keep_in_scopes(struct shortening *all, size_t name, size_t from, const char *last)
{
    static const size_t LEAST = 4, START = 5; /* "std::" */
    const char *gap = all->utf8 ? "…" : "..", *text = all->names[name];
    struct buffer short_text = {0}, own = {0};
    size_t gap_width = words_width(gap), scopes = (size_t)(last - text) - strlen("::");
    words_shorten_name(&own, last, all->width, all->utf8);
    size_t taken = words_width(own.text) + 2 * gap_width + strlen("::");
    if (all->width >= taken + LEAST) {
        for (size_t most = (all->width - taken) / 2; most && from && is_of_word(text[from - 1]);
             most--)
            from--;
        size_t room = all->width - taken, start = room > 3 * START ? START : 0;
        start = whole_bytes_of(text, start < from ? start : 0);
        size_t size = whole_bytes_of(text + from, room - start);
        bool whole = from + size >= scopes;
        buffer_add_bytes(&short_text, text, start);
        buffer_add(&short_text, from > start ? gap : "");
        buffer_add_bytes(&short_text, text + from, whole ? scopes - from : size);
        buffer_add(&short_text, whole ? "::" : gap);
        buffer_add(&short_text, whole ? "" : "::");
        buffer_add(&short_text, own.text);
        set_result(all, name, &short_text);
    }
    buffer_free(&own);
}

/* Shortens a name to its start, and what follows byte `from`, or the number in which that is. */
static void keep_from(struct shortening *all, size_t name, size_t from)
{
    const char *gap = all->utf8 ? "…" : "..", *text = all->names[name];
    const char *last = words_last_scope(text);
    if (last && from + strlen("::") < (size_t)(last - text)) {
        keep_in_scopes(all, name, from, last);
        return;
    }
    size_t gap_width = words_width(gap), head = all->width / 4;
    struct buffer short_text = {0};
    size_t start = whole_bytes_of(text, head);
    while (from && words_is_digit(text[from]) && words_is_digit(text[from - 1]))
        from--;
    if (start >= from) {
        buffer_add_bytes(&short_text, text, whole_bytes_of(text, all->width - gap_width));
        buffer_add(&short_text, gap);
    } else {
        buffer_add_bytes(&short_text, text, start);
        buffer_add(&short_text, gap);
        size_t room = all->width - head - gap_width;
        bool whole = words_width(text + from) <= room;
        buffer_add_bytes(&short_text, text + from,
                         whole ? strlen(text + from)
                               : whole_bytes_of(text + from, room - gap_width));
        buffer_add(&short_text, whole ? "" : gap);
    }
    set_result(all, name, &short_text);
}

/* Shortens a name and adds a number. */
static void add_number(struct shortening *all, size_t name, size_t number)
{
    struct buffer short_text = {0}, end = {0};
    buffer_printf(&end, "~%zu", number);
    if (end.used < all->width && words_last_scope(all->names[name]))
        words_shorten_name(&short_text, all->names[name], all->width - end.used, all->utf8);
    else if (end.used < all->width)
        buffer_add_bytes(&short_text, all->names[name],
                         bytes_of(all->names[name], all->width - end.used));
    buffer_add(&short_text, end.text);
    buffer_free(&end);
    all->is_numbered = true;
    set_result(all, name, &short_text);
}

/* Finds the next group of names from *first on that look the same, and its end. False if its names
 * are all equal. */
static bool differs(const struct shortening *all, size_t first, size_t *end)
{
    const char *result = all->result[all->order[first]];
    for (*end = first + 1; *end < all->count && !strcmp(all->result[all->order[*end]], result);)
        ++*end;
    return strcmp(all->names[all->order[first]], all->names[all->order[*end - 1]]) != 0;
}

/* Makes names that look the same different, by the part in which they differ or by numbers. True if
 * there were any. */
static bool separate(struct shortening *all, bool by_numbers, size_t *number)
{
    bool found = false;
    sort(all);
    for (size_t first = 0, end; first < all->count; first = end) {
        if (!differs(all, first, &end))
            continue;
        found = true;
        const char *name = all->names[all->order[first]]; /* sorted: the last differs most */
        size_t from = common(name, all->names[all->order[end - 1]]);
        for (size_t i = first; i < end; i++) {
            bool same =
                i > first && !strcmp(all->names[all->order[i]], all->names[all->order[i - 1]]);
            if (!by_numbers)
                keep_from(all, all->order[i], from);
            else
                add_number(all, all->order[i], same ? *number : ++*number);
        }
    }
    return found;
}

char **short_names(char *const *names, size_t count, size_t width, bool utf8, bool *is_numbered)
{
    enum { ROUNDS = 8, LEAST = 8 };
    struct shortening all = {.names = names, .width = width, .utf8 = utf8};
    all.result = memory_zeroed(count + 1, sizeof *all.result);
    all.order = memory_zeroed(count + 1, sizeof *all.order);
    bool shortened = false;
    for (size_t i = 0; i < count; i++) {
        struct buffer text = {0};
        if (!names[i])
            continue;
        words_shorten_name(&text, names[i], width, utf8);
        shortened |= !text.text || strcmp(text.text, names[i]) != 0;
        set_result(&all, i, &text);
        if (!all.result[i])
            all.result[i] = memory_string("");
        all.order[all.count++] = i;
    }
    size_t number = 0;
    bool again = shortened;
    for (int i = 0; again && width >= LEAST && i < ROUNDS; i++)
        again = separate(&all, false, &number);
    for (int i = 0; again && i < ROUNDS; i++)
        again = separate(&all, true, &number);
    free(all.order);
    if (is_numbered)
        *is_numbered |= all.is_numbered;
    return all.result;
}

void short_names_free(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}
