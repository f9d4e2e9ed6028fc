/* contexts.h: the contexts in which functions of binaries were called, as a lane's file has
 * them, while it is written or afterwards. */
#ifndef ARCHIVE_LOOPS_CONTEXTS_H
#define ARCHIVE_LOOPS_CONTEXTS_H

#include "archive/loops/binaries.h"
#include "archive/loops/counts.h"
#include "archive/raw/raw.h"

/* Which numbers of functions are those of which binary. */
struct loops_module {
    uint32_t first, count;
    struct loops_binary *binary; /* NULL: its plan cannot be read */
};

struct loops_modules {
    struct loops_module *all; /* by number */
    size_t count, room;
};

void loops_modules_read(struct raw_reader *reader, struct raw_place *place,
                        struct loops_modules *modules);
void loops_modules_free(struct loops_modules *modules);

/* Rows of the table natives, and the place's number of samples. */
void loops_natives_read(struct raw_reader *reader, struct raw_place *place,
                        const struct loops_modules *modules);

enum loops_context_kind {
    LOOPS_ROOT,
    LOOPS_SIGNAL,
    LOOPS_FUNCTION,
};

struct loops_context {
    uint32_t record, above; /* of the file; number of the parent among the contexts */
    enum loops_context_kind kind;
    uint32_t site, lane;
    bool same;                       /* the binary tells lines */
    bool used;                       /* something was counted in it, or below it */
    bool closed;                     /* of all in a tree: every call that is open is known */
    struct loops_function *function; /* of LOOPS_FUNCTION */
    uint32_t node;                   /* row; ARCHIVE_NONE: none */
    uint32_t others;                 /* see counts.h */
    uint32_t *loop_nodes;            /* by loop: row, or ARCHIVE_NONE; NULL: it has none yet */
    uint64_t *made;                  /* by slot, unless it is closed: calls */
};

struct loops_contexts {
    struct folder_file file;
    struct loops_context *all; /* a parent stands before its children */
    size_t count, room;
    struct format_lost *lost; /* by context and node */
    size_t lost_count;
    uint64_t bad; /* records that make no sense */
    char *window; /* a part of the file */
    uint64_t window_at;
    size_t window_size, window_room;
};

/* loops-K and lost-K of a place. False: there is none, or it is no such file (`bad` is 1 then). */
bool loops_contexts_read(const struct raw_reader *reader, const struct raw_place *place,
                         uint32_t number, const struct loops_modules *modules,
                         struct loops_contexts *contexts);
void loops_contexts_free(struct loops_contexts *contexts);

/* The counters of a context, as they are now; those of contexts are read in their order. NULL: the
 * file has become shorter. Valid until the next one's are read. */
const uint64_t *loops_contexts_values(struct loops_contexts *contexts,
                                      const struct loops_context *context);

#endif
