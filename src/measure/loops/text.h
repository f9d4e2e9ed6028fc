/* text.h: makes the code of a loaded module writable, which it usually is not. */
#ifndef MEASURE_LOOPS_TEXT_H
#define MEASURE_LOOPS_TEXT_H

#include "format/loops.h"

#include <stdbool.h>

enum { TEXT_PARTS = 16 };

struct measure_text {
    struct text_part {
        char *first, *end; /* whole pages */
        int protection;    /* its normal protection */
    } parts[TEXT_PARTS];
    int count;
};

/* Finds the code segments of a module; `moved` is the distance from its link address. */
void measure_text_find(struct measure_text *text, uint64_t moved);

/* True if all patches lie in these segments. */
bool measure_text_has(const struct measure_text *text, uint64_t moved,
                      const struct format_patch *patches, uint64_t count);

/* Between measure_text_open() and measure_text_close() the code is writable. False with errno if
 * that is not allowed; then nothing was changed. */
bool measure_text_open(const struct measure_text *text);
void measure_text_close(const struct measure_text *text);

#endif
