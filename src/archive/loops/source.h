/* source.h: which loops of the source the loops of a function of a binary are. */
#ifndef ARCHIVE_LOOPS_SOURCE_H
#define ARCHIVE_LOOPS_SOURCE_H

#include "archive/loops/function.h"
#include "archive/symbols/addresses.h"
#include "archive/symbols/source_files.h"
#include "archive/symbols/unit.h"

/* A loop of the source that a loop of the binary is. */
struct loops_origin {
    const struct source_loop *loop; /* NULL: it is not known */
    uint32_t scope;                 /* the instance of a function that it is in */
    uint32_t file;
    bool is_sure; /* one of its branches decides by the condition of that loop, or that has none */
    bool is_told; /* the line of such a branch is told of its own block: else it may be that of what
                     stands before it, since compilers have none for code that they make up */
    bool is_joined; /* it decides nowhere in the condition, but does the body outside of the loops
                       that do: see join_unsure() */
    bool is_contested; /* it seems to be a loop inside of one that a loop beside it is, or that
                          other one: how often they went round together is not known */
};

struct loops_source {
    const struct loops_function *function;
    const struct symbols_unit *unit;
    struct source_files *files;
    struct loops_origin *origins; /* by loop */
    uint64_t *known_from;         /* by node: lines that begin before are those of other code, which
                                     does not run into it */
};

/* False: nothing is known of the function's source. */
bool loops_source_begin(struct loops_source *source, const struct loops_function *function,
                        struct addresses *addresses, struct source_files *files);
void loops_source_end(struct loops_source *source);

/* Where code stands, as seen from an instance of a function: what is inlined into it stands where
 * it is called. */
struct loops_place {
    uint32_t file; /* 0: not known, or not in there */
    uint64_t spot;
};

struct loops_place loops_source_place(const struct loops_source *source, uint32_t node, uint64_t at,
                                      uint32_t scope);

/* The next address, up to `end`, from which on code may stand elsewhere. */
uint64_t loops_source_next(const struct loops_source *source, uint64_t at, uint64_t end);

/* That of the end of a node: of its branch, or its call. */
struct loops_place loops_source_end_of(const struct loops_source *source, uint32_t node,
                                       uint32_t scope);

/* Whether the line of an instruction of a node is told of the node itself. */
bool loops_source_tells(const struct loops_source *source, uint32_t node, uint64_t at);

/* Whether the line of the end of a node is told of the node itself: else it may be that of what
 * stands before it. */
bool loops_source_tells_end(const struct loops_source *source, uint32_t node);

/* How many loops of the source, with a condition, are around the one that a loop is. */
uint32_t loops_source_around(const struct loops_source *source, const struct loops_origin *origin);

/* Whether the file that a loop stands in may have complex numbers in it. */
bool loops_source_has_complex(const struct loops_source *source, uint32_t loop);

/* Whether a place is where a loop of the source decides whether to go on. */
static inline bool loops_origin_tests(const struct loops_origin *origin, struct loops_place place)
{
    return place.file && place.file == origin->file && source_loop_tests(origin->loop, place.spot);
}

#endif
