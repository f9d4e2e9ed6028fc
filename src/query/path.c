/* path.c: see path.h */
#include "query/path.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static size_t step_size(const char *text)
{
    return strcspn(text, "/");
}

/* One step: after a star, the shortest that fits is tried first, and only the last star is moved.
 */
static bool step_fits(const char *pattern, size_t size, const char *step, size_t step_size)
{
    size_t p = 0, s = 0, star = size, from = 0;
    while (s < step_size) {
        if (p < size && pattern[p] == '*') {
            star = p++;
            from = s;
        } else if (p < size && pattern[p] == step[s]) {
            p++;
            s++;
        } else if (star < size) {
            p = star + 1;
            s = ++from;
        } else {
            return false;
        }
    }
    while (p < size && pattern[p] == '*')
        p++;
    return p == size;
}

/* Steps of the path before which the pattern so far may end: at[0] is before the first. */
static void advance(const char *pattern, size_t size, const char *path, bool *at, size_t steps)
{
    bool any = size == 2 && pattern[0] == '*' && pattern[1] == '*';
    bool before = at[0];
    at[0] = any && before;
    for (size_t i = 0; i < steps; i++, path += step_size(path) + 1) {
        bool fits = any ? at[i] : before && step_fits(pattern, size, path, step_size(path));
        before = at[i + 1];
        at[i + 1] = any ? fits || before : fits;
    }
}

bool path_fits(const char *pattern, const char *path)
{
    size_t steps = 1;
    for (const char *at = path; *at; at++)
        steps += *at == '/';
    bool *at = memory_zeroed(steps + 1, sizeof *at);
    at[0] = true;
    for (;;) {
        size_t size = step_size(pattern);
        advance(pattern, size, path, at, steps);
        pattern += size;
        if (!*pattern)
            break;
        pattern++;
    }
    bool fits = at[steps];
    free(at);
    return fits;
}
