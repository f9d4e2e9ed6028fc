/* duration.c: see duration.h */
#include "util/duration.h"

#include <stdlib.h>
#include <string.h>

bool duration_read(const char *text, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1},      {"s", 1},  {"ms", 1e-3}, {"us", 1e-6}, {"µs", 1e-6},
                 {"ns", 1e-9}, {"m", 60}, {"min", 60},  {"h", 3600}};
    char *end;
    double number = strtod(text, &end);
    if (end == text || !(number >= 0))
        return false;
    end += strspn(end, " ");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        *seconds = number * units[i].seconds;
        if (!strcmp(end, units[i].name))
            return *seconds < 9e9;
    }
    return false;
}
