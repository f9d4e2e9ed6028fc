/* words.c: see words.h */
#include "util/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the number of bytes of the UTF-8 character at `text`, and its code point in *point; 0 if
 * it is not UTF-8. */
static size_t decode(const unsigned char *text, uint32_t *point)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = *text < 0x80       ? 1
                  : *text >> 5 == 6  ? 2
                  : *text >> 4 == 14 ? 3
                  : *text >> 3 == 30 ? 4
                                     : 0;
    if (size <= 1) {
        *point = *text;
        return size;
    }
    *point = *text & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (text[i] >> 6 != 2)
            return 0;
        *point = *point << 6 | (text[i] & 0x3f);
    }
    bool surrogate = *point >= 0xd800 && *point < 0xe000;
    return *point < least[size] || *point > 0x10ffff || surrogate ? 0 : size;
}

size_t words_character(const char *text)
{
    uint32_t point;
    return decode((const unsigned char *)text, &point);
}

/* True for control characters, those that change the direction of writing, and invisible ones. */
static bool is_control(uint32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0xad || point == 0x61c ||
           point == 0x180e || (point >= 0x200b && point <= 0x200f) ||
           (point >= 0x2028 && point <= 0x202e) || (point >= 0x2060 && point <= 0x206f) ||
           point == 0xfeff || (point >= 0xfff9 && point <= 0xfffb) ||
           (point >= 0xe0000 && point <= 0xe007f);
}

bool words_is_harmless(const char *text, size_t *size)
{
    uint32_t point;
    *size = decode((const unsigned char *)text, &point);
    return *size && !is_control(point);
}

void words_json_escape(struct buffer *to, const char *text)
{
    uint32_t point;
    if (!decode((const unsigned char *)text, &point))
        point = '?';
    if (point >= 0x10000) /* a surrogate pair */
        buffer_printf(to, "\\u%04x\\u%04x", 0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
    else
        buffer_printf(to, "\\u%04x", point);
}

/* True if a spreadsheet reads the whole text as a number. */
static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end > text && !*end;
}

void words_csv(struct buffer *to, const char *text)
{
    char *clean = words_clean(text ? text : "");
    bool formula = *clean && strchr("=+-@", *clean) && clean[1] && !is_number(clean);
    if (!formula && !strpbrk(clean, ",\"")) {
        buffer_add(to, clean);
    } else {
        buffer_add(to, formula ? "\"'" : "\"");
        for (const char *at = clean; *at; at++)
            buffer_add_bytes(to, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
        buffer_add(to, "\"");
    }
    free(clean);
}

char *words_clean(const char *text)
{
    struct buffer clean = {0};
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        uint32_t point;
        size_t size = decode(at, &point);
        if (size && !is_control(point))
            buffer_add_bytes(&clean, at, size);
        else
            buffer_add(&clean, "?");
        at += size ? size : 1;
    }
    return buffer_take(&clean);
}

/* East Asian wide characters take two columns, combining ones none. */
static size_t width_of(uint32_t point)
{
    if ((point >= 0x300 && point < 0x370) || (point >= 0xfe00 && point < 0xfe10) ||
        (point >= 0x3099 && point <= 0x309a))
        return 0;
    bool wide = (point >= 0x1100 && point < 0x1160) || (point >= 0x2e80 && point < 0xa4d0) ||
                (point >= 0xac00 && point < 0xd7a4) || (point >= 0xf900 && point < 0xfb00) ||
                (point >= 0xfe30 && point < 0xfe70) || (point >= 0xff00 && point < 0xff61) ||
                (point >= 0xffe0 && point < 0xffe7) || (point >= 0x1f300 && point < 0x1f650) ||
                (point >= 0x20000 && point < 0x40000);
    return wide ? 2 : 1;
}

/* Returns the size of the longest beginning of the text that is no wider than `width`. */
static size_t bytes_within(const char *text, size_t width)
{
    size_t used = 0, wide = 0;
    while (text[used]) {
        uint32_t point;
        size_t size = decode((const unsigned char *)text + used, &point);
        wide += size ? width_of(point) : 1;
        if (wide > width)
            break;
        used += size ? size : 1;
    }
    return used;
}

size_t words_width(const char *text)
{
    size_t width = 0;
    while (*text) {
        uint32_t point;
        size_t size = decode((const unsigned char *)text, &point);
        width += size ? width_of(point) : 1;
        text += size ? size : 1;
    }
    return width;
}

void words_shorten(struct buffer *to, const char *text, size_t width, bool utf8)
{
    const char *gap = utf8 ? "…" : "..";
    size_t gap_width = utf8 ? 1 : 2;
    if (words_width(text) <= width || width <= gap_width) {
        buffer_add_bytes(to, text, bytes_within(text, width));
        return;
    }
    size_t head = (width - gap_width) / 3, tail = width - gap_width - head;
    size_t start = bytes_within(text, head);
    while (start && words_is_digit(text[start]) &&
           words_is_digit(text[start - 1])) /* no part of a number */
        start--;
    buffer_add_bytes(to, text, start);
    buffer_add(to, gap);
    size_t left = words_width(text); /* the end of a path or name says more than its start */
    const char *end = text;
    while (left > tail) { /* skips a character */
        uint32_t point;
        size_t size = decode((const unsigned char *)end, &point);
        left -= size ? width_of(point) : 1;
        end += size ? size : 1;
    }
    while (end > text && words_is_digit(*end) && words_is_digit(end[-1]))
        end++;
    buffer_add(to, end);
}

/* Returns the text after the bracket that closes the first one; NULL if none does. */
static const char *behind_arguments(const char *open)
{
    size_t depth = 0;
    for (const char *at = open; *at; at++) {
        if (*at == '<')
            depth++;
        else if (*at == '>' && at[-1] != '-' && --depth == 0)
            return at + 1;
    }
    return NULL;
}

/* Adds a name without its template arguments. */
static void add_plain(struct buffer *to, const char *name, bool utf8)
{
    static const char word[] = "operator";
    for (const char *at = name; *at;) {
        size_t size = strcspn(at, "<");
        buffer_add_bytes(to, at, size);
        bool is_operator = size >= sizeof word - 1 &&
                           !memcmp(at + size - (sizeof word - 1), word, sizeof word - 1);
        at += size;
        size = is_operator ? strspn(at, "<=>") : 0; /* the brackets belong to the operator's name */
        buffer_add_bytes(to, at, size);
        at += size;
        const char *behind = *at == '<' ? behind_arguments(at) : NULL;
        if (behind)
            buffer_add(to, utf8 ? "<…>" : "<..>");
        else if (*at == '<')
            buffer_add_bytes(to, at, 1);
        at = behind ? behind : at + (*at == '<');
    }
}

/* Returns what is behind the first scope of a name; NULL: it has none. */
static const char *behind_scope(const char *name)
{
    static const char word[] = "operator";
    size_t depth = 0;
    for (const char *at = name; *at; at++) {
        if (!strncmp(at, word, sizeof word - 1)) { /* brackets of operator() and operator<< */
            at += sizeof word - 1;
            at += strncmp(at, "()", 2) ? strspn(at, "<=>-") : 2;
            at--;
        } else if (strchr("<({[", *at)) {
            depth++;
        } else if (strchr(">)}]", *at) && depth && !(at > name && at[-1] == '-')) {
            depth--;
        } else if (!depth && at > name && at[0] == ':' && at[1] == ':' && at[2]) {
            return at + 2;
        }
    }
    return NULL;
}

const char *words_last_scope(const char *name)
{
    const char *last = NULL;
    for (const char *at = behind_scope(name); at; at = behind_scope(at))
        last = at;
    return last;
}

/* Adds the name without scopes in its middle, or before its end. False if that is too wide, too. */
static bool add_scopes(struct buffer *to, const char *name, size_t width, bool utf8)
{
    const char *gap = utf8 ? "…" : "..", *second = behind_scope(name), *last = second;
    const char *before = name; /* the scope that contains the last part */
    for (const char *at = second ? behind_scope(second) : NULL; at; at = behind_scope(at)) {
        before = last;
        last = at;
    }
    if (!second)
        return false;
    size_t first = (size_t)(second - name);
    for (int i = 0; i < 4; i++) {
        const char *end = i < 2 ? before : last;
        struct buffer shorter = {0};
        if (before == name && i < 2) /* there are no others */
            continue;
        buffer_add_bytes(&shorter, name, i ? 0 : first);
        buffer_add(&shorter, !i && end == second ? "" : gap);
        buffer_add(&shorter, i == 3 || (!i && end == second) ? "" : "::");
        buffer_add(&shorter, end);
        bool fits = words_width(shorter.text) <= width;
        if (fits)
            buffer_add(to, shorter.text);
        buffer_free(&shorter);
        if (fits)
            return true;
    }
    return false;
}

void words_shorten_name(struct buffer *to, const char *name, size_t width, bool utf8)
{
    struct buffer plain = {0};
    if (words_width(name) > width)
        add_plain(&plain, name, utf8);
    const char *text = plain.used ? plain.text : name, *last = words_last_scope(text);
    if (words_width(text) <= width || !add_scopes(to, text, width, utf8))
        words_shorten(to, words_width(text) > width && last ? last : text, width, utf8);
    buffer_free(&plain);
}

void words_count(struct buffer *to, uint64_t number, bool grouped)
{
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < size; i++) {
        if (grouped && i > 0 && (size - i) % 3 == 0)
            buffer_add(to, ",");
        buffer_add_bytes(to, &digits[i], 1);
    }
}

void words_number(struct buffer *to, double number, int digits)
{
    double size = number < 0 ? -number : number;
    if (size < 999.5 || !(size < 1e18)) {
        buffer_printf(to, "%.*g", digits, number);
        return;
    }
    buffer_add(to, number < 0 ? "-" : "");
    words_count(to, (uint64_t)(size + 0.5), true);
}

void words_seconds(struct buffer *to, uint64_t ns, int decimals)
{
    uint64_t unit = 1000000000;
    for (int i = 0; i < decimals; i++)
        unit /= 10;
    uint64_t scale = 1000000000 / unit;
    uint64_t units = ns / unit + (ns % unit * 2 >= unit);
    if (ns && !units) {
        buffer_add(to, "<");
        units = 1;
    }
    buffer_printf(to, "%llu.%0*llu", (unsigned long long)(units / scale), decimals,
                  (unsigned long long)(units % scale));
}

struct unit {
    double size;
    const char *name;
};

/* Adds a number in the largest unit that it has at least one of, with fewer decimals from 10 and
 * from 100 on. Returns false if it is less than the smallest unit. */
static bool add_scaled(struct buffer *to, uint64_t number, const struct unit *units, size_t count,
                       int decimals)
{
    for (size_t i = 0; i < count; i++) {
        double value = (double)number / units[i].size;
        if (value < 0.9995)
            continue;
        int digits = value < 9.995 ? decimals : value < 99.95 ? decimals - 1 : decimals - 2;
        buffer_printf(to, "%.*f %s", digits, value, units[i].name);
        return true;
    }
    return false;
}

void words_time(struct buffer *to, uint64_t ns)
{
    static const struct unit units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
    if (!add_scaled(to, ns, units, sizeof units / sizeof units[0], 3))
        buffer_printf(to, "%llu ns", (unsigned long long)ns);
}

void words_bytes(struct buffer *to, uint64_t bytes)
{
    static const struct unit units[] = {{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
    if (!add_scaled(to, bytes, units, sizeof units / sizeof units[0], 2))
        buffer_printf(to, "%llu byte%s", (unsigned long long)bytes, bytes == 1 ? "" : "s");
}
