/* source.h: finds which loops of the source the loops of a function in a binary are. */
#ifndef ARCHIVE_LOOPS_SOURCE_H
#define ARCHIVE_LOOPS_SOURCE_H

#include "archive/loops/function.h"
#include "archive/symbols/addresses.h"
#include "archive/symbols/source_files.h"
#include "archive/symbols/unit.h"

/* The source loop of a loop of the binary. */
struct archive_loops_origin {
    const struct archive_source_loop *loop; /* NULL: not known */
    uint32_t scope;                         /* the instance of a function that contains it */
    uint32_t file;
    bool is_sure; /* one of its branches is in the condition of that loop, or that loop has no
                     condition */
    bool is_told; /* the line entry of such a branch begins in its own block; otherwise the line may
                     be that of the code before it, since compilers give no line to code that they
                     generate */
    bool is_joined;    /* none of its branches is in the condition, but it has the body, outside the
                          loops that do: see join_unsure() */
    bool is_contested; /* it and a loop beside it seem to be nested source loops: how many trips
                          each of these made is not known */
};

struct archive_loops_source {
    const struct archive_loops_function *function;
    const struct archive_symbols_unit *unit;
    struct source_files *files;
    struct archive_loops_origin *origins; /* by loop */
    uint64_t *known_from; /* by node: address before which line entries belong to other code, which
                             does not fall through to it */
};

/* Finds the origins of all loops of a function. False if nothing is known of its source. To be
 * freed with archive_loops_source_end. */
bool archive_loops_source_begin(struct archive_loops_source *source,
                                const struct archive_loops_function *function,
                                struct addresses *addresses, struct source_files *files);
void archive_loops_source_end(struct archive_loops_source *source);

/* A source position, as seen from an instance of a function: code inlined into it has the position
 * of the call. */
struct archive_loops_place {
    uint32_t file; /* 0: not known, or not in that function */
    uint64_t spot;
};

/* Returns the position of an instruction of a node. */
struct archive_loops_place archive_loops_source_place(const struct archive_loops_source *source,
                                                      uint32_t node, uint64_t at, uint32_t scope);

/* Returns the next address, at most `end`, from which on the source position may differ. */
uint64_t archive_loops_source_next(const struct archive_loops_source *source, uint64_t at,
                                   uint64_t end);

/* Returns the position of the end of a node, that is of its branch or call. */
struct archive_loops_place archive_loops_source_end_of(const struct archive_loops_source *source,
                                                       uint32_t node, uint32_t scope);

/* True if the line entry of an instruction begins in its own node. */
bool archive_loops_source_tells(const struct archive_loops_source *source, uint32_t node,
                                uint64_t at);

/* True if the line entry of the end of a node begins in the node; otherwise the line may be that of
 * the code before it. */
bool archive_loops_source_tells_end(const struct archive_loops_source *source, uint32_t node);

/* Counts the source loops with a condition around the one that a loop is. */
uint32_t archive_loops_source_around(const struct archive_loops_source *source,
                                     const struct archive_loops_origin *origin);

/* True if the file that contains a loop may use complex numbers. */
bool archive_loops_source_has_complex(const struct archive_loops_source *source, uint32_t loop);

/* True if a position is in the condition of a source loop. */
static inline bool archive_loops_origin_tests(const struct archive_loops_origin *origin,
                                              struct archive_loops_place place)
{
    return place.file && place.file == origin->file &&
           archive_source_loop_tests(origin->loop, place.spot);
}

#endif
