/* scan.c: see scan.h */
#include "model/meta/scan.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 2000 };

void scan_begin(struct scan *scan, const char *text, size_t size)
{
    *scan = (struct scan){.begin = text, .at = text, .end = text + size};
}

void scan_free(struct scan *scan)
{
    for (size_t i = 0; i < scan->string_count; i++)
        free(scan->strings[i]);
    free(scan->strings);
}

unsigned scan_line(const struct scan *scan)
{
    unsigned line = 1;
    for (const char *at = scan->begin; at < scan->at; at++)
        line += *at == '\n';
    return line;
}

static bool refuse(struct scan *scan, const char *fault)
{
    if (!scan->fault)
        scan->fault = fault;
    return false;
}

static void skip_spaces(struct scan *scan)
{
    while (scan->at < scan->end &&
           (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\t' || *scan->at == '\r'))
        scan->at++;
}

/* Returns the next character that is no space; 0 at the end. */
static char next_of(struct scan *scan)
{
    skip_spaces(scan);
    return *scan->at; /* there is a 0 at the end */
}

static int hex_of(const char *at)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        const char c = at[i], small = (char)(c | ' ');
        if (!(c >= '0' && c <= '9') && !(small >= 'a' && small <= 'f'))
            return -1;
        value = 16 * value + (c <= '9' ? c - '0' : small - 'a' + 10);
    }
    return value;
}

static char *put_utf8(char *to, unsigned code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 63));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 63));
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    }
    return to;
}

/* Reads \uXXXX, or two of them that are one character. Returns how many bytes that are; 0: it is
 * wrong, or the character 0. */
static size_t read_code(const char *from, const char *end, unsigned *code)
{
    const int first = end - from >= 6 ? hex_of(from + 2) : -1;
    if (first <= 0 || (first >= 0xDC00 && first < 0xE000))
        return 0;
    *code = (unsigned)first;
    if (first < 0xD800 || first >= 0xE000)
        return 6;
    const int second =
        end - from >= 12 && from[6] == '\\' && from[7] == 'u' ? hex_of(from + 8) : -1;
    if (second < 0xDC00 || second >= 0xE000)
        return 0;
    *code = 0x10000 + (((unsigned)first & 0x3FF) << 10) + ((unsigned)second & 0x3FF);
    return 12;
}

/* Replaces the escapes of a string. */
static bool decode(struct scan *scan, struct scan_value *value)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char *made = memory_zeroed(value->size + 1, 1), *to = made;
    scan->strings = memory_grow(scan->strings, &scan->string_room, scan->string_count + 1,
                                sizeof *scan->strings);
    scan->strings[scan->string_count++] = made;
    const char *from = value->text, *end = value->text + value->size;
    while (from < end) {
        const char *letter;
        unsigned code;
        size_t size;
        if (*from != '\\') {
            *to++ = *from++;
        } else if (from[1] == 'u' && (size = read_code(from, end, &code)) > 0) {
            to = put_utf8(to, code);
            from += size;
        } else if (from[1] && (letter = strchr(letters, from[1]))) {
            *to++ = meant[letter - letters];
            from += 2;
        } else {
            return refuse(scan, "a string has an escape that is wrong");
        }
    }
    *value = (struct scan_value){SCAN_STRING, made, (size_t)(to - made)};
    return true;
}

/* Moves behind the closing quote of a string, from behind the opening one. Tells whether it has
 * escapes and whether it has bytes beyond ASCII. */
static bool pass_string(struct scan *scan, bool *escapes, bool *foreign)
{
    for (; scan->at < scan->end; scan->at++) {
        const unsigned char c = (unsigned char)*scan->at;
        if (c == '"') {
            scan->at++;
            return true;
        }
        *foreign |= c >= 0x80;
        if (c < ' ')
            return refuse(scan, "a string has a control character");
        if (c == '\\') {
            *escapes = true;
            scan->at++;
        }
    }
    scan->at = scan->end;
    return refuse(scan, "a string has no end");
}

/* True if a string is UTF-8. */
static bool is_utf8(const char *text, size_t size)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + size;
    while (at < end) {
        const unsigned char c = *at++;
        const int more = c < 0x80 ? 0 : c >= 0xC2 && c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
        if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || end - at < more)
            return false;
        if ((c == 0xE0 && *at < 0xA0) || (c == 0xED && *at >= 0xA0) || (c == 0xF0 && *at < 0x90) ||
            (c == 0xF4 && *at >= 0x90)) /* too long, a half of a character, or beyond the last */
            return false;
        for (int i = 0; i < more; i++)
            if ((*at++ & 0xC0) != 0x80)
                return false;
    }
    return true;
}

static bool read_string(struct scan *scan, struct scan_value *value)
{
    bool escapes = false, foreign = false;
    *value = (struct scan_value){SCAN_STRING, ++scan->at, 0};
    if (!pass_string(scan, &escapes, &foreign))
        return false;
    value->size = (size_t)(scan->at - 1 - value->text);
    if (foreign && !is_utf8(value->text, value->size))
        return refuse(scan, "a string is not UTF-8");
    return !escapes || decode(scan, value);
}

static bool pass_digits(struct scan *scan)
{
    const char *first = scan->at;
    while (*scan->at >= '0' && *scan->at <= '9')
        scan->at++;
    return scan->at > first;
}

static bool read_number(struct scan *scan, struct scan_value *value)
{
    *value = (struct scan_value){SCAN_NUMBER, scan->at, 0};
    scan->at += *scan->at == '-';
    const bool zero = *scan->at == '0';
    const char *first = scan->at;
    bool good = pass_digits(scan) && (!zero || scan->at == first + 1);
    if (good && *scan->at == '.') {
        scan->at++;
        good = pass_digits(scan);
    }
    if (good && (*scan->at == 'e' || *scan->at == 'E')) {
        scan->at++;
        scan->at += *scan->at == '+' || *scan->at == '-';
        good = pass_digits(scan);
    }
    value->size = (size_t)(scan->at - value->text);
    return good || refuse(scan, "a number is wrong");
}

static bool read_word(struct scan *scan, struct scan_value *value)
{
    static const char *const words[] = {"null", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(scan->at, words[i], strlen(words[i])) == 0) {
            *value = (struct scan_value){SCAN_WORD, scan->at, strlen(words[i])};
            scan->at += value->size;
            return true;
        }
    return refuse(scan, scan->at == scan->end ? "the text ends too early" : "this is no value");
}

bool scan_next(struct scan *scan, struct scan_value *value)
{
    switch (next_of(scan)) {
    case '"':
        return read_string(scan, value);
    case '{':
        *value = (struct scan_value){SCAN_OBJECT, scan->at, 0};
        return true;
    case '[':
        *value = (struct scan_value){SCAN_LIST, scan->at, 0};
        return true;
    default:
        return *scan->at == '-' || (*scan->at >= '0' && *scan->at <= '9') ? read_number(scan, value)
                                                                          : read_word(scan, value);
    }
}

/* Moves to the next part of a list or an object. False behind its last one. */
static bool next_part(struct scan *scan, bool *any, char closing)
{
    if (!*any)
        scan->at++; /* the opening bracket */
    const char next = next_of(scan);
    if (next == closing) {
        scan->at++;
        return false;
    }
    if (*any && next != ',')
        return refuse(scan, "a comma or a closing bracket is missing");
    scan->at += *any;
    *any = true;
    return true;
}

bool scan_element(struct scan *scan, bool *any)
{
    return next_part(scan, any, ']');
}

bool scan_member(struct scan *scan, bool *any, struct scan_value *key)
{
    if (!next_part(scan, any, '}'))
        return false;
    if (next_of(scan) != '"')
        return refuse(scan, "a name in quotes is missing");
    if (!read_string(scan, key))
        return false;
    if (next_of(scan) != ':')
        return refuse(scan, "a colon is missing");
    scan->at++;
    return true;
}

bool scan_skip(struct scan *scan, struct scan_value *value)
{
    size_t depth = 0;
    bool escapes, foreign = false;
    if (!scan_next(scan, value))
        return false;
    if (value->kind != SCAN_LIST && value->kind != SCAN_OBJECT)
        return true;
    do {
        const char c = scan->at < scan->end ? *scan->at++ : 0;
        if (c == '"' && !pass_string(scan, &escapes, &foreign))
            return false;
        if (c == '[' || c == '{')
            depth++;
        if (c == ']' || c == '}')
            depth--;
        if (!c || depth > DEEPEST)
            return refuse(scan, c ? "it is nested too deep" : "the text ends too early");
    } while (depth > 0);
    value->size = (size_t)(scan->at - value->text);
    return true;
}

bool scan_end(struct scan *scan)
{
    skip_spaces(scan);
    return scan->at == scan->end || refuse(scan, "something follows behind the end");
}

bool scan_is(const struct scan_value *value, const char *string)
{
    const size_t size = strlen(string);
    return value->kind == SCAN_STRING && value->size == size &&
           memcmp(value->text, string, size) == 0;
}
