/* text.h: the code of a module that is loaded, which is not to be changed, usually. */
#ifndef MEASURE_LOOPS_TEXT_H
#define MEASURE_LOOPS_TEXT_H

#include "format/loops.h"

#include <stdbool.h>

enum { TEXT_PARTS = 16 };

struct text {
    struct text_part {
        char *first, *end; /* whole pages */
        int protection;    /* as it is to be */
    } parts[TEXT_PARTS];
    int count;
};

/* The parts of a module that are code: it is so far from where it was linked for. */
void text_find(struct text *text, uint64_t moved);

/* Whether all that is to be changed is in there. */
bool text_has(const struct text *text, uint64_t moved, const struct format_patch *patches,
              uint64_t count);

/* Between the two it can be written. False with errno: it must not be, and nothing was changed. */
bool text_open(const struct text *text);
void text_close(const struct text *text);

#endif
