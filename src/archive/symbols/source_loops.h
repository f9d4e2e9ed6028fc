/* source_loops.h: where the loops of a C or C++ source stand, with their conditions and steps: what
 * a branch of the binary belongs to is told by its line and column. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_LOOPS_H
#define ARCHIVE_SYMBOLS_SOURCE_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line and a column, both from 1, so that what stands later is larger. Column 0: not known. */
static inline uint64_t source_spot(uint32_t line, uint32_t column)
{
    return (uint64_t)line << 32 | column;
}

/* From one character up to before another one. */
struct source_span {
    uint64_t start, end;
};

struct source_loop {
    uint64_t keyword;        /* where it begins: for, while, do */
    struct source_span test; /* the condition; it is empty if that is none, or a constant */
    struct source_span step; /* of a `for` */
    uint64_t body;           /* where its body begins */
    uint64_t end;            /* behind its last character */
    bool is_plain, skips;    /* see source_plain.h */
};

#define SOURCE_NONE UINT32_MAX

struct source_loops {
    struct source_loop *all; /* by their beginnings */
    size_t count, room;
    bool has_complex; /* complex numbers may be in the text: see source_plain.h */
};

/* Finds the loops of a text. What is in the way of that (macros that hide braces) leads to fewer
 * loops, or to some that end elsewhere. */
void source_loops_find(struct source_loops *loops, const char *text, size_t size);
void source_loops_free(struct source_loops *loops);

/* The innermost loop that a place is in; SOURCE_NONE: none. Where the column is not known, it may
 * be anywhere in its line. */
uint32_t source_loops_at(const struct source_loops *loops, uint64_t spot);

/* Whether a place is in a span. */
bool source_span_has(const struct source_span *span, uint64_t spot);

/* Whether a place is where a loop decides whether to go on. Compilers have the keyword or the step
 * for that, too. */
bool source_loop_tests(const struct source_loop *loop, uint64_t spot);

#endif
