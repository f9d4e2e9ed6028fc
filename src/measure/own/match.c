/* match.c: fnmatch() without flags: *, ?, [a-z], [!a-z] and \ before a character. Characters are
 * bytes, as in the locale that programs begin with. */
#include "measure/own/own.h"

#include <stdbool.h>

/* True if the byte is in the class, such as [:alpha:], that begins at *after; moves *after behind
 * it. */
static bool is_of_class(const char **after, unsigned char byte)
{
    const char *name = *after + 2, *end = strstr(name, ":]");
    bool lower = byte >= 'a' && byte <= 'z', upper = byte >= 'A' && byte <= 'Z';
    bool digit = byte >= '0' && byte <= '9', shown = byte > ' ' && byte < 127;
    const struct {
        const char *name;
        bool is;
    } classes[] = {
        {"alpha:", lower || upper},
        {"digit:", digit},
        {"alnum:", lower || upper || digit},
        {"lower:", lower},
        {"upper:", upper},
        {"xdigit:", digit || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F')},
        {"space:", byte == ' ' || (byte >= '\t' && byte <= '\r')},
        {"blank:", byte == ' ' || byte == '\t'},
        {"punct:", shown && !lower && !upper && !digit},
        {"graph:", shown},
        {"print:", shown || byte == ' '},
        {"cntrl:", byte < ' ' || byte == 127},
    };
    *after = end + 2;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (!strncmp(name, classes[i].name, strlen(classes[i].name)))
            return classes[i].is;
    }
    return false;
}

/* Reads one byte of a set; a \ before it makes it literal. */
static unsigned char member(const char **at)
{
    if (**at == '\\' && (*at)[1])
        ++*at;
    return (unsigned char)*(*at)++;
}

/* True if the byte is in the set that begins at *at, behind its bracket; moves *at behind the set.
 * If the set has no end, *closed is false and *at is not moved: the bracket is then literal. */
static bool is_in_set(const char **at, unsigned char byte, bool *closed)
{
    const char *from = *at;
    bool other = *from == '!' || *from == '^', found = false;
    from += other;
    for (bool first = true; *from && (*from != ']' || first); first = false) {
        if (from[0] == '[' && from[1] == ':' && strstr(from + 2, ":]")) {
            found |= is_of_class(&from, byte);
            continue;
        }
        unsigned char low = member(&from), high = low;
        if (from[0] == '-' && from[1] && from[1] != ']') {
            from++;
            high = member(&from);
        }
        found |= low <= byte && byte <= high;
    }
    *closed = *from == ']';
    if (!*closed)
        return false;
    *at = from + 1;
    return found != other;
}

/* True if the byte matches the element at *pattern; moves *pattern behind it. */
static bool fits(const char **pattern, char byte)
{
    char wanted = *(*pattern)++;
    if (wanted == '?')
        return true;
    if (wanted == '[') {
        bool closed, is = is_in_set(pattern, (unsigned char)byte, &closed);
        if (closed)
            return is;
    } else if (wanted == '\\') {
        if (!**pattern)
            return false; /* the \ is the last character */
        wanted = *(*pattern)++;
    }
    return wanted == byte;
}

/* Matches a text with a pattern, as fnmatch() does. If a byte does not match, the last * takes one
 * more. */
int tri_own_fnmatch(const char *pattern, const char *text, int flags)
{
    const char *star = NULL, *from = NULL;
    (void)flags;
    for (;;) {
        if (*pattern == '*') {
            star = ++pattern;
            from = text;
            continue;
        }
        if (!*text && !*pattern)
            return 0;
        if (*text && *pattern && fits(&pattern, *text)) {
            text++;
            continue;
        }
        if (!star || !*from)
            return FNM_NOMATCH;
        pattern = star;
        text = ++from;
    }
}
