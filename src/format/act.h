/* act.h: the types of events (acts), and the words for kinds of regions; see doc/acts.md. */
#ifndef FORMAT_ACT_H
#define FORMAT_ACT_H

#include <triptych/probes.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The types of events, whatever recorded them: those of X-Eye, and others. */
enum format_act {
    FORMAT_ACT_EXEC,   /* an activity runs: a thread, a task */
    FORMAT_ACT_MOVE,   /* an activity or data moves from one place to another */
    FORMAT_ACT_FINISH, /* waits until others have ended */
    FORMAT_ACT_CLOCK,  /* a barrier */
    FORMAT_ACT_ATOMIC, /* a critical section, a lock */
    FORMAT_ACT_CALL,
    FORMAT_ACT_LOOP,
    FORMAT_ACT_IO,
    FORMAT_ACT_COMM,
};

/* True for the name of a worksharing construct that is a loop: "for", "loop", "taskloop",
 * "distribute"; not "single", "sections". */
static inline bool format_is_shared_loop(const char *name)
{
    return strstr(name, "loop") || strstr(name, "for") || strstr(name, "distribute");
}

/* Returns the type of the events of a region with this kind (enum tri_kind) and name. */
static inline enum format_act format_act_of(uint32_t region_kind, const char *name)
{
    switch (region_kind) {
    case 0:
    case TRI_KIND_TASK:
        return FORMAT_ACT_EXEC;
    case TRI_KIND_LOOP:
        return FORMAT_ACT_LOOP;
    case TRI_KIND_WORK:
        return format_is_shared_loop(name) ? FORMAT_ACT_LOOP : FORMAT_ACT_CALL;
    case TRI_KIND_IO:
    case TRI_KIND_FILE:
        return FORMAT_ACT_IO;
    case TRI_KIND_FINISH:
        return FORMAT_ACT_FINISH;
    case TRI_KIND_CLOCK:
        return FORMAT_ACT_CLOCK;
    case TRI_KIND_ATOMIC:
    case TRI_KIND_RELEASE:
    case TRI_KIND_OBJECT:
        return FORMAT_ACT_ATOMIC;
    case TRI_KIND_COMM:
        return FORMAT_ACT_COMM;
    case TRI_KIND_MOVE:
        return FORMAT_ACT_MOVE;
    default:
        return FORMAT_ACT_CALL;
    }
}

/* Kinds of regions (enum tri_kind), and 0 for the root. */
enum { FORMAT_KINDS = TRI_KIND_MOVE + 1 };

/* Returns the word for a kind of region (enum tri_kind), "routine" or "loop"; NULL if there is no
 * such kind. This is the one table of these words: for patterns, tables, queries and exports. */
static inline const char *format_region_word(uint32_t kind)
{
    static const char *const words[FORMAT_KINDS] = {
        [TRI_KIND_ROUTINE] = "routine", [TRI_KIND_LOOP] = "loop",
        [TRI_KIND_IO] = "io",           [TRI_KIND_USER] = "user",
        [TRI_KIND_FILE] = "file",       [TRI_KIND_PAUSE] = "pause",
        [TRI_KIND_TASK] = "task",       [TRI_KIND_SPAWN] = "spawn",
        [TRI_KIND_WORK] = "work",       [TRI_KIND_PARALLEL] = "parallel",
        [TRI_KIND_FINISH] = "finish",   [TRI_KIND_CLOCK] = "clock",
        [TRI_KIND_ATOMIC] = "atomic",   [TRI_KIND_COMM] = "comm",
        [TRI_KIND_OBJECT] = "object",   [TRI_KIND_RELEASE] = "release",
        [TRI_KIND_MOVE] = "move",
    };
    return kind < FORMAT_KINDS ? words[kind] : NULL;
}

#endif
