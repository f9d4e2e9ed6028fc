/* macros.c: see macros.h */
#include "analysis/divide/macros.h"

#include <ctype.h>
#include <string.h>

enum { MOST = 500 }; /* names that are looked up; a macro with more may use anything */

static bool is_name_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Returns the next name in a text, from *at on; of size 0 at the end. */
static struct divide_name next_name(const char **at, const char *end)
{
    struct divide_name name = {0};
    while (*at < end && !is_name_part(**at))
        ++*at;
    name.text = *at;
    while (*at < end && is_name_part(**at))
        ++*at;
    name.size = (size_t)(*at - name.text);
    return name;
}

static bool is_same(struct divide_name a, struct divide_name b)
{
    return a.size == b.size && !memcmp(a.text, b.text, a.size);
}

/* Returns the end of a line and of those that continue it. */
static const char *end_of_line(const char *at, const char *end)
{
    while (at < end && (*at != '\n' || at[-1] == '\\'))
        at++;
    return at;
}

/* Returns the definition after "#define NAME" in the text, from `at` on, or one of size 0. */
static struct divide_name find_definition(struct divide_name text, struct divide_name name)
{
    const char *end = text.text + text.size;
    for (const char *at = text.text; at < end;) {
        const char *hash = memchr(at, '#', (size_t)(end - at));
        if (!hash)
            break;
        const char *stop = end_of_line(hash + 1, end);
        at = hash + 1;
        struct divide_name word = next_name(&at, stop);
        if (word.size != strlen("define") || memcmp(word.text, "define", word.size) != 0 ||
            !is_same(next_name(&at, stop), name)) {
            at = hash + 1;
            continue;
        }
        return (struct divide_name){at, stop > at ? (size_t)(stop - at) : 0};
    }
    return (struct divide_name){0};
}

/* True if a macro's text has the variable, or has a macro that does. *is_macro: it is a macro
 * that is known. */
static bool has_variable(const struct divide_texts *texts, struct divide_name name,
                         struct divide_name variable, int *left, bool *is_macro)
{
    *is_macro = true;
    if (--*left < 0)
        return true;
    struct divide_name body = find_definition(texts->file, name);
    if (!body.text)
        body = find_definition(texts->headers, name);
    *is_macro = body.text;
    if (!body.text)
        return false;
    const char *at = body.text, *end = body.text + body.size;
    for (struct divide_name inner = next_name(&at, end); inner.size; inner = next_name(&at, end)) {
        bool known;
        if (is_same(inner, variable) ||
            (!is_same(inner, name) && has_variable(texts, inner, variable, left, &known)))
            return true;
    }
    return false;
}

static bool is_in_capitals(struct divide_name name)
{
    bool letters = false;
    for (size_t i = 0; i < name.size; i++) {
        if (islower((unsigned char)name.text[i]))
            return false;
        letters |= isupper((unsigned char)name.text[i]) != 0;
    }
    return letters && name.size > 1;
}

bool divide_macro_may_use(const struct divide_texts *texts, struct divide_name name, char next,
                          struct divide_name variable)
{
    bool is_macro;
    int left = MOST;
    if (has_variable(texts, name, variable, &left, &is_macro))
        return true;
    return !is_macro && next == '(' && is_in_capitals(name);
}
