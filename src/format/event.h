/* event.h: the layout of a lane's event log, in memory and on disk: they are the same bytes. */
#ifndef FORMAT_EVENT_H
#define FORMAT_EVENT_H

#include "format/words.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

/* places/P/events-K holds what happened on the lanes of profile-K, in the order in which it ended.
 * The log is a sequence of pieces, numbered from 0. A piece begins with its sequence number (its
 * own number plus 1), and the rest of it is an array of 16-byte records.
 *
 * An act, enter and leave in one, is one record, written when it ends; those that have not ended
 * are the open visits of the profile. Its node tells region, call path and lane, so every piece can
 * be read without the others. A record is complete when `rest` is not zero, which is written last;
 * a zero is room that was not used, anywhere in a piece. Values stand behind their act and are
 * complete before it.
 *
 * The program maps the header and the FORMAT_SLOTS pieces behind it, and writes nothing else by
 * itself: piece n is in slot n % FORMAT_SLOTS, whose sequence number is 0 while it is being
 * cleared. Before the slot is used again, the piece is written to its place behind the slots, and
 * `written` is raised: a piece is in one of the two at any moment, and complete. Where only the
 * last part of the log is kept, these places are used in turn. */

#define FORMAT_EVENTS_MAGIC UINT64_C(0x31544e5645495254) /* "TRIEVNT1" */
#define FORMAT_PIECE_SIZE 65536                          /* a multiple of every page size */
#define FORMAT_SLOTS 4
#define FORMAT_MOVED 2 /* pieces that leave their slots at a time */
#define FORMAT_SLOTS_AT FORMAT_PIECE_SIZE
#define FORMAT_PIECES_AT (FORMAT_SLOTS_AT + FORMAT_SLOTS * FORMAT_PIECE_SIZE)

enum format_keep {
    FORMAT_KEEP_FIRST = 1, /* what comes when the limit is reached is dropped */
    FORMAT_KEEP_LAST = 2,  /* what came first makes room */
};

struct format_events {
    uint64_t magic;
    uint32_t version;
    uint32_t profile; /* K */
    uint32_t kinds;   /* enum format_events_kind: what is logged */
    uint32_t keep;    /* enum format_keep */
    uint64_t limit;   /* pieces at most, or places behind the slots for the last ones; 0: none */
    uint64_t pieces;  /* begun so far */
    uint64_t written; /* pieces before this one are behind the slots */
    uint64_t dropped; /* acts for which there was no room */
    int32_t error;    /* errno of what stopped it before its limit, or 0 */
    uint32_t spare0;
    uint64_t moved_acts, moved_end; /* of pieces before `written`, as in format_piece */
    uint64_t spare[5];
};

/* In a log that keeps its last part, a piece that has left its slot also tells of all pieces before
 * it, which may be written over: the number of their acts, and the latest end of one in ticks. */
struct format_piece {
    uint64_t sequence;
    uint64_t acts_before, end_before;
    uint64_t spare[5];
};

/* rest: from the top, 4 bits of type, 28 bits of a node's index in the profile or of a value's
 * kind, 32 bits of length. */
struct format_event {
    uint64_t start; /* ticks; or the value */
    uint64_t rest;
};

enum {
    FORMAT_EVENT_NODES = 1 << 28, /* nodes with an index below it can be logged */
};

enum format_event_type {
    FORMAT_EVENT_ACT = 1,
    FORMAT_EVENT_LEFT = 2,  /* an act that was ended from outside: longjmp, thread end, exit */
    FORMAT_EVENT_VALUE = 3, /* of the act before it */
    FORMAT_EVENT_MORE = 4,  /* has the node and start of an act that ends later: its first values */
    FORMAT_EVENT_END = 5,   /* of a message, whose act the filter left out: see below */
    FORMAT_EVENT_NEVER = 6, /* has the node and start of such an act that had told values before */
};

enum format_value {
    FORMAT_VALUE_LENGTH = 1, /* ticks, when an act's length does not fit */
    FORMAT_VALUE_TRIPS = 2,
    FORMAT_VALUE_BYTES = 3,
    FORMAT_VALUE_FILE = 4, /* row of the region table: the file it went to, or the object waited for
                              or let go of */
    FORMAT_VALUE_ACTIVITY =
        5,                   /* number: who runs (task), was made (spawn), was waited for (join) */
    FORMAT_VALUE_HOLDER = 6, /* number of the activity that had the object when waiting began; of a
                                task that no spawn tells of: of the one that made it */
    FORMAT_VALUE_HELD = 7,   /* ticks: of a release, how long it was held */
    FORMAT_VALUE_AFTER = 8,  /* number of an activity that a task which is made depends on */
    /* Messages: see below. */
    FORMAT_VALUE_SENT = 9,       /* order of a message that is sent */
    FORMAT_VALUE_TO = 10,        /* address: whom it goes to */
    FORMAT_VALUE_SIZE = 11,      /* bytes of it */
    FORMAT_VALUE_POSTED = 12,    /* order of a receive that begins */
    FORMAT_VALUE_ASKED = 13,     /* address: whom it is to come from, FORMAT_ANY for any */
    FORMAT_VALUE_RECEIVED = 14,  /* order, as posted, of a receive that has ended with a message */
    FORMAT_VALUE_FROM = 15,      /* address: whom that came from */
    FORMAT_VALUE_GOT = 16,       /* bytes of it */
    FORMAT_VALUE_FINISHED = 17,  /* order of a send that has ended, begun by an act before */
    FORMAT_VALUE_CANCELLED = 18, /* order of a receive that has ended without a message */
    FORMAT_VALUE_TOGETHER = 19,  /* order of a collective operation that begins */
    FORMAT_VALUE_ROOT = 20,      /* world rank */
    FORMAT_VALUE_GIVEN = 21,     /* bytes that this process puts into it */
    FORMAT_VALUE_TAKEN = 22,     /* bytes that it gets out of it */
    FORMAT_VALUE_UNITED = 23,    /* order of a collective operation that has ended, begun before */
};

/* An order is a communicator, by its row in places/P/communicators, and a number that counts the
 * sends, the receives or the collective operations of this process in it, each from 0 and without
 * gaps. A receive has its number from the moment when it was posted (or, by MPI_Mprobe, matched).
 *
 * So messages are matched without adding anything to them: those from one process to another with
 * the same communicator and tag are received in the order of their sends by receives in the order
 * of their posting. Of all that ended with a message from there and with that tag, the n-th in the
 * order of RECEIVED got the n-th in the order of SENT. The n-th collective operation of a
 * communicator is the same one on all its members.
 *
 * A blocking call has all values itself: SENT TO SIZE; RECEIVED FROM GOT; TOGETHER (ROOT) GIVEN
 * TAKEN. Of a nonblocking one, the act that begins it has SENT TO SIZE, POSTED ASKED or TOGETHER
 * (ROOT) GIVEN TAKEN, and the one that sees its end has FINISHED, RECEIVED FROM GOT or CANCELLED,
 * or UNITED, for each that it sees. Messages to and from MPI_PROC_NULL are none. */
#define FORMAT_ORDER_BITS 40
#define FORMAT_ANY UINT32_MAX /* as a rank: any, or one that is outside of MPI_COMM_WORLD */

static inline uint64_t format_order(uint32_t communicator, uint64_t number)
{
    return (uint64_t)communicator << FORMAT_ORDER_BITS |
           (number & ((UINT64_C(1) << FORMAT_ORDER_BITS) - 1));
}

/* An address: the world rank in the lower half, the tag in the upper. */
static inline uint64_t format_address(uint32_t rank, int32_t tag)
{
    return (uint64_t)(uint32_t)tag << 32 | rank;
}

/* Messages are matched by all of them: of those whose acts are not logged, the ends are all the
 * same, in one record for each. It has the address in `start`, and in `rest` below the type: 2 bits
 * of what it is, the communicator, the number. */
enum format_end {
    FORMAT_END_SENT = 1,
    FORMAT_END_RECEIVED = 2,
    FORMAT_END_CANCELLED = 3,
};

#define FORMAT_END_BITS 34 /* of the number */

static inline bool format_end_fits(uint64_t order)
{
    return (order & ((UINT64_C(1) << FORMAT_ORDER_BITS) - 1)) >> FORMAT_END_BITS == 0;
}

static inline uint64_t format_end_rest(enum format_end end, uint64_t order)
{
    uint64_t number = order & ((UINT64_C(1) << FORMAT_END_BITS) - 1);
    return (uint64_t)FORMAT_EVENT_END << 60 | (uint64_t)end << 58 |
           (order >> FORMAT_ORDER_BITS) << FORMAT_END_BITS | number;
}

static inline enum format_end format_end_of(uint64_t rest)
{
    return (enum format_end)(rest >> 58 & 3);
}

static inline uint64_t format_end_order(uint64_t rest)
{
    uint64_t number = rest & ((UINT64_C(1) << FORMAT_END_BITS) - 1);
    return format_order((uint32_t)(rest >> FORMAT_END_BITS & 0xffffff), number);
}

#define FORMAT_LENGTH_ELSEWHERE UINT32_MAX /* the length is a value behind the act */

static inline uint64_t format_event_rest(enum format_event_type type, uint32_t node,
                                         uint32_t length)
{
    return (uint64_t)type << 60 | (uint64_t)node << 32 | length;
}

/* What can be chosen. */
enum format_events_kind {
    FORMAT_EVENTS_ROUTINES = 1, /* and regions that the user named */
    FORMAT_EVENTS_LOOPS = 2,
    FORMAT_EVENTS_IO = 4,
    FORMAT_EVENTS_SYNC = 8,   /* waits, and what ends them */
    FORMAT_EVENTS_COMM = 16,  /* messages */
    FORMAT_EVENTS_TASKS = 32, /* tasks, parallel regions, worksharing */
    FORMAT_EVENTS_ALL = 63,
};

/* In the order of their bits. */
#define FORMAT_EVENTS_WORDS                                                                        \
    {                                                                                              \
        "routines", "loops", "io", "sync", "comm", "tasks"                                         \
    }

/* The kinds of a list of words; false: one of them is no kind. */
static inline bool format_events_read(const char *list, uint32_t *kinds)
{
    static const char *const words[] = FORMAT_EVENTS_WORDS;
    return format_words(words, sizeof words / sizeof words[0], list, kinds);
}

/* Which of them, one of several, a region of that kind (enum tri_kind) is logged with; 0: it is a
 * part of another. */
static inline uint32_t format_events_of(uint32_t region_kind)
{
    switch (region_kind) {
    case TRI_KIND_ROUTINE:
    case TRI_KIND_USER:
    case TRI_KIND_PAUSE:
        return FORMAT_EVENTS_ROUTINES;
    case TRI_KIND_LOOP:
        return FORMAT_EVENTS_LOOPS;
    case TRI_KIND_IO:
        return FORMAT_EVENTS_IO;
    case TRI_KIND_TASK:
    case TRI_KIND_SPAWN:
    case TRI_KIND_PARALLEL:
    case TRI_KIND_WORK:
        return FORMAT_EVENTS_TASKS;
    case TRI_KIND_FINISH:
    case TRI_KIND_ATOMIC:
    case TRI_KIND_RELEASE:
        return FORMAT_EVENTS_SYNC;
    case TRI_KIND_CLOCK: /* a barrier of threads, or of ranks */
        return FORMAT_EVENTS_SYNC | FORMAT_EVENTS_COMM;
    case TRI_KIND_COMM:
        return FORMAT_EVENTS_COMM;
    default:
        return 0;
    }
}

/* Whether a visit of that kind may wait for others. */
static inline bool format_may_wait(uint32_t region_kind)
{
    return region_kind == TRI_KIND_FINISH || region_kind == TRI_KIND_CLOCK ||
           region_kind == TRI_KIND_ATOMIC;
}

_Static_assert(sizeof(struct format_events) <= 4096, "events");
_Static_assert(sizeof(struct format_piece) == 64, "piece");
_Static_assert(sizeof(struct format_event) == 16, "event");

#endif
