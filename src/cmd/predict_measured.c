/* predict_measured.c: reads measured times from tables and archives. */
#include "cmd/predict_measured.h"

#include "model/predict/observed.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(struct predict_times *times, struct predict_time time)
{
    times->items = memory_grow(times->items, &times->room, times->count + 1, sizeof *times->items);
    times->items[times->count++] = time;
}

/* Reads `n ranks seconds` or `ranks seconds`; commas and blanks are the same. */
static bool read_line(struct predict_times *times, char *line, const char *path, unsigned number,
                      struct error *error)
{
    double values[3];
    int count = 0;
    for (char *at = line; *at; at++)
        *at = *at == ',' || *at == ';' || *at == '\n' || *at == '\r' ? ' '
              : *at == '#'                                           ? '\0'
                                                                     : *at;
    char *at = line + strspn(line, " \t");
    if (!*at || (number == 1 && strspn(at, "+-.0123456789") == 0)) /* empty, or a line of names */
        return true;
    for (char *end; *at && count < 3; at = end + strspn(end, " \t")) {
        values[count++] = strtod(at, &end);
        if (end == at)
            return error_set(error, "%.500s:%u: write `n ranks seconds` or `ranks seconds`", path,
                             number);
    }
    double ranks = count > 1 ? values[count - 2] : 0, seconds = count > 1 ? values[count - 1] : 0;
    if (*at || !(ranks >= 1 && ranks < UINT32_MAX && ranks == floor(ranks)) || !(seconds > 0))
        return error_set(error, "%.500s:%u: write `n ranks seconds` or `ranks seconds`", path,
                         number);
    append(times, (struct predict_time){
                      .n = count == 3 ? values[0] : NAN, .p = (uint32_t)ranks, .seconds = seconds});
    return true;
}

bool predict_measured_add(struct predict_times *times, const char *path, struct error *error)
{
    size_t size = strlen(path);
    struct model_observed observed;
    while (size && path[size - 1] == '/')
        size--;
    if (size > 4 && !strncmp(path + size - 4, ".tri", 4)) {
        if (!model_observe(path, &observed, error))
            return false;
        append(times,
               (struct predict_time){.n = NAN, .p = observed.ranks, .seconds = observed.seconds});
        return true;
    }
    FILE *file = fopen(path, "r");
    if (!file)
        return error_errno(error, "cannot read %.500s", path);
    char line[1024];
    bool done = true;
    for (unsigned number = 1; done && fgets(line, sizeof line, file); number++)
        done = read_line(times, line, path, number, error);
    fclose(file);
    return done;
}

double predict_measured_find(const struct predict_times *times, double n, uint32_t p)
{
    double seconds = 0;
    for (size_t i = 0; i < times->count; i++) {
        const struct predict_time *time = &times->items[i];
        if (time->p == p && (isnan(time->n) || isnan(n) || time->n == n))
            seconds = time->seconds;
    }
    return seconds;
}
