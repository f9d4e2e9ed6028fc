/* text.h: makes the code of a loaded module writable, which it usually is not. */
#ifndef MEASURE_LOOPS_TEXT_H
#define MEASURE_LOOPS_TEXT_H

#include "format/loops.h"

#include <stdbool.h>

enum { TEXT_PARTS = 16 };

struct text {
    struct text_part {
        char *first, *end; /* whole pages */
        int protection;    /* its normal protection */
    } parts[TEXT_PARTS];
    int count;
};

/* Finds the code segments of a module; `moved` is the distance from its link address. */
void text_find(struct text *text, uint64_t moved);

/* True if all patches lie in these segments. */
bool text_has(const struct text *text, uint64_t moved, const struct format_patch *patches,
              uint64_t count);

/* Between text_open() and text_close() the code is writable. False with errno if that is not
 * allowed; then nothing was changed. */
bool text_open(const struct text *text);
void text_close(const struct text *text);

#endif
