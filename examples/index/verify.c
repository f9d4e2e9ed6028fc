/* verify.c: see verify.h */
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024 };

/* The sum of the counts in the rest of a line (" 1:12 3:4\n"), or -1 when there is something else.
 */
static long sum_of(const char *rest)
{
    long sum = 0;
    while (*rest == ' ') {
        char *end;
        strtol(rest + 1, &end, 10);
        if (end == rest + 1 || *end != ':')
            return -1;
        rest = end + 1;
        long count = strtol(rest, &end, 10);
        if (end == rest || count < 1)
            return -1;
        sum += count;
        rest = end;
    }
    return *rest == '\n' && sum > 0 ? sum : -1;
}

/* The occurrences in the whole file, or -1. */
static long sum_file(FILE *file)
{
    char line[LINE], last[LINE] = "";
    long total = 0;
    while (fgets(line, sizeof line, file)) {
        size_t length = strcspn(line, " \n");
        long sum = sum_of(line + length);
        line[length] = '\0';
        if (sum < 0 || strcmp(last, line) >= 0)
            return -1;
        total += sum;
        memcpy(last, line, length + 1);
    }
    return ferror(file) ? -1 : total;
}

bool verify_index(const char *path, long words)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    long total = sum_file(file);
    fclose(file);
    return total == words;
}
