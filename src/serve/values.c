/* values.c: see values.h */
#include "serve/values.h"

#include "util/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int digit_of(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    letter = (char)(letter | 32);
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

bool serve_values_decode(char *text, bool plus)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from != '%') {
            *to++ = plus && *from == '+' ? ' ' : *from;
            continue;
        }
        int high = digit_of(from[1]), low = high < 0 ? -1 : digit_of(from[2]);
        if (low < 0 || high * 16 + low == 0)
            return false;
        *to++ = (char)(high * 16 + low);
        from += 2;
    }
    *to = '\0';
    return true;
}

bool serve_values_read(struct serve_values *values, const char *text)
{
    *values = (struct serve_values){.text = memory_string(text ? text : "")};
    char *rest = values->text;
    for (char *part; (part = strsep(&rest, "&"));) {
        if (!*part)
            continue;
        if (values->count == SERVE_MOST_VALUES)
            return false;
        char *value = strchr(part, '=');
        if (value)
            *value++ = '\0';
        if (!serve_values_decode(part, true) || (value && !serve_values_decode(value, true)))
            return false;
        values->names[values->count] = part;
        values->values[values->count++] = value ? value : "";
    }
    return true;
}

void serve_values_free(struct serve_values *values)
{
    free(values->text);
}

const char *serve_values_get(const struct serve_values *values, const char *name)
{
    for (size_t i = 0; i < values->count; i++) {
        if (!strcmp(values->names[i], name))
            return values->values[i];
    }
    return NULL;
}

bool serve_values_flag(const struct serve_values *values, const char *name)
{
    const char *value = serve_values_get(values, name);
    return value && *value && strcmp(value, "0") != 0;
}

bool serve_values_number(const struct serve_values *values, const char *name, uint64_t least,
                         uint64_t most, uint64_t *number)
{
    const char *text = serve_values_get(values, name);
    char *end;
    if (!text)
        return true;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *number = value;
    return !errno && *text >= '0' && *text <= '9' && !*end && value >= least && value <= most;
}
