/* source_loops.h: finds the loops of a C or C++ source, with the positions of their conditions,
 * steps and bodies, by which branches of a binary are related to loops. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_LOOPS_H
#define ARCHIVE_SYMBOLS_SOURCE_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A position: line and column, both from 1; a later position is larger. Column 0: not known. */
static inline uint64_t archive_source_spot(uint32_t line, uint32_t column)
{
    return (uint64_t)line << 32 | column;
}

/* The text from one position to before another. */
struct archive_source_span {
    uint64_t start, end;
};

struct archive_source_loop {
    uint64_t keyword; /* of its keyword: for, while, do */
    struct archive_source_span
        test; /* the condition; empty if there is none, or it is a constant */
    struct archive_source_span step; /* of a `for` */
    uint64_t body;                   /* beginning of its body */
    uint64_t end;                    /* behind its last character */
    uint64_t times;                  /* iterations, if its head has two constants; 0: not known */
    bool is_plain, skips;            /* see source_plain.h */
    bool is_simple;                  /* the same */
    bool is_concurrent;              /* a DO CONCURRENT, which may become several loops */
};

#define SOURCE_NONE UINT32_MAX

struct archive_source_loops {
    struct archive_source_loop *all; /* sorted by keyword */
    size_t count, room;
    bool has_complex; /* the text may use complex numbers: see source_plain.h */
};

/* Finds the loops of a text. Macros that hide braces may cause loops to be missed, or to end
 * elsewhere. To be freed with archive_source_loops_free. */
void archive_source_loops_find(struct archive_source_loops *loops, const char *text, size_t size);
void archive_source_loops_free(struct archive_source_loops *loops);

/* Returns the innermost loop that contains a position, or SOURCE_NONE. With an unknown column, the
 * position may be anywhere in its line. */
uint32_t archive_source_loops_at(const struct archive_source_loops *loops, uint64_t spot);

/* True if a span contains a position. */
bool archive_source_span_has(const struct archive_source_span *span, uint64_t spot);

/* True if the loop decides at this position whether to continue: in its condition, or at its
 * keyword or step, whose positions compilers use for it, too. */
bool archive_source_loop_tests(const struct archive_source_loop *loop, uint64_t spot);

#endif
