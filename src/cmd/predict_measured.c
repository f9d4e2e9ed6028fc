/* predict_measured.c: reads measured times from tables and archives. */
#include "cmd/predict_measured.h"

#include "archive/archive.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool predict_measured_run(const char *path, struct predict_time *time, struct error *error)
{
    struct archive *archive = archive_open(path, error);
    if (!archive)
        return false;
    uint64_t start = UINT64_MAX, end = 0;
    uint32_t ranks = 0;
    for (size_t i = 0; i < archive->places.rows; i++)
        ranks = archive->places.ranks[i] > ranks ? archive->places.ranks[i] : ranks;
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (ranks && archive->places.rank[i] == UINT32_MAX)
            continue; /* the launcher */
        start = archive->places.start[i] < start ? archive->places.start[i] : start;
        end = archive->places.end[i] > end ? archive->places.end[i] : end;
    }
    archive_close(archive);
    *time = (struct predict_time){.n = NAN, .p = ranks ? ranks : 1};
    if (end <= start)
        return error_set(error, "%.500s has no measured time", path);
    time->seconds = (double)(end - start) * 1e-9;
    return true;
}

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
    struct predict_time time;
    while (size && path[size - 1] == '/')
        size--;
    if (size > 4 && !strncmp(path + size - 4, ".tri", 4)) {
        if (!predict_measured_run(path, &time, error))
            return false;
        append(times, time);
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
