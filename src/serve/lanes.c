/* lanes.c: see lanes.h */
#include "serve/lanes.h"

#include "util/memory.h"

#include <errno.h>
#include <stdlib.h>

/* Reads a number below `most`. */
static bool read_row(const char **text, size_t most, uint32_t *row)
{
    char *end;
    errno = 0;
    if (**text < '0' || **text > '9')
        return false;
    unsigned long long value = strtoull(*text, &end, 10);
    *text = end;
    *row = (uint32_t)value;
    return !errno && value < most;
}

/* Reads "5" or "5-9". */
static bool read_range(const char **text, size_t most, uint32_t *first, uint32_t *last)
{
    if (!read_row(text, most, first))
        return false;
    *last = *first;
    if (**text != '-')
        return true;
    ++*text;
    return read_row(text, most, last) && *last >= *first;
}

static bool read_list(struct serve_lanes *lanes, const char *text, size_t most)
{
    size_t room = 0;
    while (*text) {
        uint32_t first, last;
        if (!read_range(&text, most, &first, &last) || lanes->count + (last - first) >= most)
            return false;
        lanes->rows =
            memory_grow(lanes->rows, &room, lanes->count + (last - first) + 1, sizeof *lanes->rows);
        for (uint32_t row = first; row <= last; row++)
            lanes->rows[lanes->count++] = row;
        if (*text == ',' && text[1])
            text++;
        else if (*text)
            return false;
    }
    return lanes->count;
}

/* True if no row is named twice. */
static bool is_distinct(const struct serve_lanes *lanes, size_t most)
{
    bool *seen = memory_zeroed(most + 1, sizeof *seen), distinct = true;
    for (size_t i = 0; i < lanes->count; i++) {
        distinct &= !seen[lanes->rows[i]];
        seen[lanes->rows[i]] = true;
    }
    free(seen);
    return distinct;
}

bool serve_lanes_read(struct serve_lanes *lanes, const struct serve_request *request, size_t most,
                      struct serve_answer *answer)
{
    const char *text = serve_values_get(&request->values, "lanes");
    *lanes = (struct serve_lanes){0};
    if (text && *text)
        return (read_list(lanes, text, most) && is_distinct(lanes, most)) ||
               serve_answer_error(answer, SERVE_BAD_REQUEST,
                                  "`lanes` must be rows of lanes, each once",
                                  "write them as 0,1,5-9; /api/N/tables lists the lanes");
    lanes->rows = memory_zeroed(most + 1, sizeof *lanes->rows);
    lanes->count = most;
    for (uint32_t i = 0; i < most; i++)
        lanes->rows[i] = i;
    return true;
}

void serve_lanes_free(struct serve_lanes *lanes)
{
    free(lanes->rows);
}
