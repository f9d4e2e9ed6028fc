/* values.h: the values of a request: the text after the question mark of its address. */
#ifndef SERVE_VALUES_H
#define SERVE_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SERVE_MOST_VALUES = 32 };

struct serve_values {
    char *text; /* owns the names and values */
    const char *names[SERVE_MOST_VALUES], *values[SERVE_MOST_VALUES];
    size_t count;
};

/* Reads "from=1&to=2", where %41 is A and + is a space. False if an escape is wrong or means a zero
 * byte, or if there are too many values. To be freed in any case. */
bool serve_values_read(struct serve_values *values, const char *text);
void serve_values_free(struct serve_values *values);

/* Returns the value with this name; NULL: none. */
const char *serve_values_get(const struct serve_values *values, const char *name);

/* True if a value is given and is neither empty nor 0. */
bool serve_values_flag(const struct serve_values *values, const char *name);

/* Reads a number, which keeps its value if there is none with this name. False if it is no decimal
 * number from `least` to `most`. */
bool serve_values_number(const struct serve_values *values, const char *name, uint64_t least,
                         uint64_t most, uint64_t *number);

/* Decodes %41 and, where `plus` is set, + in place. False if an escape is wrong or means a zero
 * byte. */
bool serve_values_decode(char *text, bool plus);

#endif
