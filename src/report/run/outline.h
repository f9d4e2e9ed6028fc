/* outline.h: the functions and loops of a binary, as text, JSON or CSV. */
#ifndef REPORT_RUN_OUTLINE_H
#define REPORT_RUN_OUTLINE_H

#include "report/run/loop_origin.h"
#include "report/run/report.h"

#include <stdint.h>

#define OUTLINE_NONE UINT32_MAX

/* A loop of a function. Texts are never NULL; a line is 0 if it is unknown. */
struct report_outline_shown_loop {
    uint64_t address;
    uint32_t number; /* position within its function, from 1 */
    uint32_t parent; /* index of the loop around it in the same function; OUTLINE_NONE: none */
    uint32_t depth, flags, trips, factor, blocks, instructions, line;
    const char *file;
    struct report_loop_origin origin;
    const char *strides; /* of its loads and stores; "": not known, or there are none */
};

/* A function with its loops. */
struct report_outline_shown {
    uint64_t address, size;
    const char *name, *file;
    uint32_t line, blocks, instructions;
    const char *why; /* why its loops cannot be counted; "": they can */
    uint64_t why_at; /* address of the reason; 0: none */
    const struct report_outline_shown_loop *loops; /* each in front of those inside it */
    size_t loop_count;
};

/* A binary with its functions. */
struct report_outline_binary {
    const char *path, *machine;
    bool moves, is_static;
    const struct report_outline_shown *functions; /* sorted by address */
    size_t count;
    size_t filtered; /* number of functions that were not selected */
};

/* Writes the outline. As text, functions without loops are listed only if `all` is set. False with
 * an error if writing fails. */
bool report_outline_write(FILE *out, const struct report_outline_binary *binary,
                          const struct report_options *options, bool all, struct error *error);

#endif
