/* path.c: see path.h */
#include "query/exec/path.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static size_t step_size(const char *text)
{
    return strcspn(text, "/");
}

/* Matches one step against a pattern with stars. The shortest match of a star is tried first, and
 * only the last star is extended. */
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

static size_t steps_of(const char *text)
{
    size_t steps = 1;
    for (; *text; text++)
        steps += *text == '/';
    return steps;
}

static bool has(const uint64_t *state, size_t bit)
{
    return state[bit / 64] >> bit % 64 & 1;
}

static void set(uint64_t *state, size_t bit)
{
    state[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool is_any(const char *step, size_t size)
{
    return size == 2 && step[0] == '*' && step[1] == '*';
}

/* Bit i of a state: the path matches the first i steps of the pattern. Sets the bits behind a step
 * ** that matches nothing. */
static void skip_any(const char *pattern, uint64_t *state)
{
    size_t steps = steps_of(pattern);
    for (size_t i = 0; i < steps; i++, pattern += step_size(pattern) + 1) {
        if (has(state, i) && is_any(pattern, step_size(pattern)))
            set(state, i + 1);
    }
}

size_t path_words(const char *pattern)
{
    return steps_of(pattern) / 64 + 1;
}

void path_begin(const char *pattern, uint64_t *state)
{
    memset(state, 0, path_words(pattern) * sizeof *state);
    set(state, 0);
    skip_any(pattern, state);
}

/* Updates the state by one step, from the highest bit down, so that it can be done in place. */
static void go_step(const char *const *pattern, size_t steps, const char *name, uint64_t *state)
{
    size_t size = step_size(name);
    for (size_t i = steps + 1; i-- > 0;) {
        size_t pattern_size = i < steps ? step_size(pattern[i]) : 0;
        bool stays = i < steps && is_any(pattern[i], pattern_size);
        if (!has(state, i) || stays)
            continue;
        state[i / 64] &= ~(UINT64_C(1) << i % 64);
        if (i < steps && step_fits(pattern[i], pattern_size, name, size))
            set(state, i + 1);
    }
    skip_any(pattern[0], state);
}

void path_go(const char *pattern, const uint64_t *from, const char *name, uint64_t *state)
{
    size_t steps = steps_of(pattern);
    const char **each = memory_zeroed(steps, sizeof *each);
    for (size_t i = 0; i < steps; i++, pattern += step_size(pattern) + 1)
        each[i] = pattern;
    memcpy(state, from, path_words(each[0]) * sizeof *state);
    for (;;) {
        go_step(each, steps, name, state);
        name += step_size(name);
        if (!*name++)
            break;
    }
    free(each);
}

bool path_fits(const char *pattern, const uint64_t *state)
{
    return has(state, steps_of(pattern));
}
