/* contexts.h: reads the contexts in which functions of binaries were called, from the files of a
 * lane, also while they are written.
 *
 * A context is a function together with the chain of calls that led to it: a tree per lane, with a
 * counter per instrumented edge in each context. Counters become counts (counts.h) by Kirchhoff's
 * law for the flow of the function (function.h), and counts become nodes (raw/loops.c):
 *
 *   plan of a binary (plan.h) -> archive_loops_function  edges, loops and their source positions
 *   modules of a place        -> archive_loops_module    numbers of functions -> binary
 *   loops-K, lost-K of a lane -> archive_loops_context   counters -> archive_loops_counts -> nodes
 *
 * source.h, nodes.h and passes.h find which loop of the source a loop of the binary is, and where
 * its passes begin; rest.h and doubt.h find what the compiler unrolled or vectorised. */
#ifndef ARCHIVE_LOOPS_CONTEXTS_H
#define ARCHIVE_LOOPS_CONTEXTS_H

#include "archive/loops/binaries.h"
#include "archive/loops/counts.h"
#include "archive/raw/raw.h"

/* A binary of a place: its functions have the numbers from `first` to before first + count. */
struct archive_loops_module {
    uint32_t first, count;
    struct archive_loops_binary *binary; /* NULL: its plan cannot be read */
};

struct archive_loops_modules {
    struct archive_loops_module *all; /* sorted by number */
    size_t count, room;
};

/* Reads the binaries of a place; damaged ones are counted in the place. To be freed with
 * archive_loops_modules_free. */
void archive_loops_modules_read(struct archive_raw_reader *reader, struct archive_raw_place *place,
                                struct archive_loops_modules *modules);
void archive_loops_modules_free(struct archive_loops_modules *modules);

/* Adds rows to the table natives, and sets the place's number of samples. */
void archive_loops_natives_read(struct archive_raw_reader *reader, struct archive_raw_place *place,
                                const struct archive_loops_modules *modules);

enum archive_loops_context_kind {
    LOOPS_ROOT,
    LOOPS_SIGNAL,
    LOOPS_FUNCTION,
};

struct archive_loops_context {
    uint32_t record, above; /* record in the file; index of the parent context */
    uint32_t records;
    enum archive_loops_context_kind kind;
    uint32_t site, lane;
    bool same;   /* the binary can be read for source lines */
    bool used;   /* something was counted in it or below it */
    bool closed; /* of a whole tree: all calls that are still open are known */
    struct archive_loops_function *function; /* only of LOOPS_FUNCTION */
    uint32_t node;                           /* row; ARCHIVE_NONE: none */
    uint32_t others;                         /* see counts.h */
    uint32_t *loop_nodes;                    /* by loop: row, or ARCHIVE_NONE; NULL: none yet */
    uint32_t item;                           /* of a timed run: see times.h */
    uint32_t holder; /* of a timed run: the item that it is in, if a region with probes made it;
                        LOOPS_NONE: it is in its caller's */
    bool is_probed;  /* its function has probes, which measure it */
    uint64_t *made;  /* by slot, of a context that is not closed: number of calls */
};

struct archive_loops_contexts {
    struct archive_folder_file file;
    struct archive_loops_context *all; /* parents come before their children */
    size_t count, room;
    struct format_lost *lost; /* sorted by context and node */
    size_t lost_count;
    uint64_t bad; /* damaged records */
    char *window; /* a part of the file in memory */
    uint64_t window_at;
    size_t window_size, window_room;
};

/* Reads loops-K and lost-K of a place. False if there is none, or it is damaged (then `bad` is 1).
 * To be freed with archive_loops_contexts_free, unless false. */
bool archive_loops_contexts_read(const struct archive_raw_reader *reader,
                                 const struct archive_raw_place *place, uint32_t number,
                                 const struct archive_loops_modules *modules,
                                 struct archive_loops_contexts *contexts);
void archive_loops_contexts_free(struct archive_loops_contexts *contexts);

/* Returns the current counters of a context, valid until the next call; NULL if the file has become
 * shorter. Reading contexts in their order is fastest. */
const uint64_t *archive_loops_contexts_values(struct archive_loops_contexts *contexts,
                                              const struct archive_loops_context *context);

/* Returns the samples of a context of a timed run (enum format_samples), in the same way; NULL if
 * it has none. */
const uint64_t *archive_loops_contexts_samples(struct archive_loops_contexts *contexts,
                                               const struct archive_loops_context *context);

#endif
