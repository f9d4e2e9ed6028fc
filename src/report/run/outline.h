/* outline.h: the functions and loops of a binary, as text, JSON or CSV. */
#ifndef REPORT_RUN_OUTLINE_H
#define REPORT_RUN_OUTLINE_H

#include "report/run/report.h"

#include <stdint.h>

#define OUTLINE_NONE UINT32_MAX

/* Texts are never NULL, lines 0 when they are not known. */
struct outline_shown_loop {
    uint64_t address;
    uint32_t number; /* in its function, from 1 on */
    uint32_t parent; /* of the same function's loops; OUTLINE_NONE: none */
    uint32_t depth, flags, trips, factor, blocks, instructions, line;
    const char *file, *inlined;
};

struct outline_shown {
    uint64_t address, size;
    const char *name, *file;
    uint32_t line, blocks, instructions;
    const char *why;                        /* "": its loops can be counted */
    uint64_t why_at;                        /* address; 0: none */
    const struct outline_shown_loop *loops; /* a loop right before those in it */
    size_t loop_count;
};

struct outline_binary {
    const char *path, *machine;
    bool moves, is_static;
    const struct outline_shown *functions; /* by address */
    size_t count;
    size_t filtered; /* functions that were not asked for */
};

/* As text, functions without loops are only counted, unless `all` are to be shown. */
bool outline_write(FILE *out, const struct outline_binary *binary,
                   const struct report_options *options, bool all, struct error *error);

#endif
