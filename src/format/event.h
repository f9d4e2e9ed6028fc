/* event.h: the layout of an event log, places/P/events-K; it is the same in memory and on disk. */
#ifndef FORMAT_EVENT_H
#define FORMAT_EVENT_H

#include "format/words.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

/* places/P/events-K holds the acts of the lanes of profile-K, in the order in which they ended:
 *
 *   0      struct format_events (the header)
 *   64 kB  FORMAT_SLOTS slots: the newest pieces, mapped and written by the program
 *   320 kB pieces that have left their slots, in order (or in turn, with FORMAT_KEEP_LAST)
 *
 * The log is a sequence of pieces, numbered from 0. A piece begins with its sequence number (its
 * number plus 1); the rest of it is an array of 16-byte records.
 *
 * An act, enter and leave in one, is one record, written when it ends; acts that have not ended are
 * the open visits of the profile. Its node tells region, call path and lane, so every piece can be
 * read without the others. A record is complete when `rest`, which is written last, is not zero; a
 * zero is unused room, anywhere in a piece. Values follow their act and are complete before it.
 *
 * The program maps the header and the slots, and writes nothing else by itself: piece n is in slot
 * n % FORMAT_SLOTS, whose sequence number is 0 while it is being cleared. Before the slot is used
 * again, the piece is written behind the slots, and `written` is raised: at any moment a piece is
 * complete in one of the two. If only the last part of the log is kept, the positions behind the
 * slots are used in turn. */

#define FORMAT_EVENTS_MAGIC UINT64_C(0x31544e5645495254) /* "TRIEVNT1" */
#define FORMAT_PIECE_SIZE 65536                          /* a multiple of every page size */
#define FORMAT_SLOTS 4
#define FORMAT_MOVED 2 /* pieces that leave their slots at a time */
#define FORMAT_SLOTS_AT FORMAT_PIECE_SIZE
#define FORMAT_PIECES_AT (FORMAT_SLOTS_AT + FORMAT_SLOTS * FORMAT_PIECE_SIZE)

/* Returns the least bytes of acts to which a log can be limited: a piece or, if the last ones are
 * kept, the slots and the pieces that leave them at a time. */
static inline uint64_t format_events_least_limit(bool keeps_last)
{
    return (keeps_last ? FORMAT_SLOTS + FORMAT_MOVED : 1) * (uint64_t)FORMAT_PIECE_SIZE;
}

enum format_keep {
    FORMAT_KEEP_FIRST = 1, /* when the limit is reached, later acts are dropped */
    FORMAT_KEEP_LAST = 2,  /* the earliest pieces are overwritten */
};

struct format_events {
    uint64_t magic;
    uint32_t version;
    uint32_t profile; /* K */
    uint32_t kinds;   /* enum format_events_kind: what is logged */
    uint32_t keep;    /* enum format_keep */
    uint64_t limit;   /* limit of pieces, or number of positions behind the slots with
                         FORMAT_KEEP_LAST; 0: none */
    uint64_t pieces;  /* number of pieces begun so far */
    uint64_t written; /* number of pieces that are behind the slots */
    uint64_t dropped; /* acts that were dropped for lack of room */
    int32_t error;    /* errno of what stopped logging before the limit, or 0 */
    uint32_t spare0;
    uint64_t moved_acts, moved_end; /* of pieces before `written`, as in format_piece */
    uint64_t spare[5];
};

/* The header of a piece. With FORMAT_KEEP_LAST, a piece that has left its slot also sums up all
 * pieces before it, which may be overwritten: the number of their acts, and their latest end in
 * ticks. */
struct format_piece {
    uint64_t sequence;
    uint64_t acts_before, end_before;
    uint64_t base; /* ticks: when the piece was begun, for times that count from then on
                      (format/activity_record.h); 0: there are none */
    uint64_t spare[4];
};

/* A record. `rest` has, from the top, 4 bits of type, 28 bits of a node's index in the profile or
 * of a value's kind, and 32 bits of length. */
struct format_event {
    uint64_t start; /* ticks; or the value */
    uint64_t rest;
};

enum {
    FORMAT_EVENT_NODES = 1 << 28, /* only nodes with an index below this can be logged */
};

enum format_event_type {
    FORMAT_EVENT_ACT = 1,
    FORMAT_EVENT_ABORTED = 2, /* an act that was ended from outside: longjmp, thread end, exit */
    FORMAT_EVENT_VALUE = 3,   /* of the act before it */
    FORMAT_EVENT_MORE =
        4, /* node and start of an act that ends later, followed by its first values */
    FORMAT_EVENT_END = 5,     /* an end of a message whose act was filtered: see below */
    FORMAT_EVENT_NEVER = 6,   /* node and start of an act whose first values were logged
                                 (FORMAT_EVENT_MORE), but which itself was filtered */
    FORMAT_EVENT_MESSAGE = 7, /* three values of the act before it in one record: see below */
};

enum format_value {
    FORMAT_VALUE_LENGTH = 1, /* ticks, if an act's length does not fit */
    FORMAT_VALUE_TRIPS = 2,
    FORMAT_VALUE_BYTES = 3,
    FORMAT_VALUE_FILE =
        4, /* row of the region table: the file it used, or the object it waited for or released */
    FORMAT_VALUE_ACTIVITY = 5, /* number of the activity that runs (task), was created (spawn) or
                                  was waited for (join) */
    FORMAT_VALUE_HOLDER = 6, /* number of the activity that held the object when waiting began; of a
                                task without a spawn: of the one that created it */
    FORMAT_VALUE_HELD = 7,   /* ticks: of a release, how long the object was held; of a finish of
                                places, its time from its beginning to its end */
    FORMAT_VALUE_AFTER = 8,  /* number of an activity that a new task depends on */
    /* messages: see below */
    FORMAT_VALUE_SENT = 9,       /* order of a message that is sent */
    FORMAT_VALUE_TO = 10,        /* address that it is sent to */
    FORMAT_VALUE_SIZE = 11,      /* its bytes */
    FORMAT_VALUE_POSTED = 12,    /* order of a receive that begins */
    FORMAT_VALUE_ASKED = 13,     /* address that it is expected from; FORMAT_ANY: any */
    FORMAT_VALUE_RECEIVED = 14,  /* order, as posted, of a receive that has ended with a message */
    FORMAT_VALUE_FROM = 15,      /* address that it came from */
    FORMAT_VALUE_GOT = 16,       /* its bytes */
    FORMAT_VALUE_FINISHED = 17,  /* order of a send that has ended, begun by an earlier act */
    FORMAT_VALUE_CANCELLED = 18, /* order of a receive that has ended without a message */
    FORMAT_VALUE_TOGETHER = 19,  /* order of a collective operation that begins */
    FORMAT_VALUE_ROOT = 20,      /* world rank */
    FORMAT_VALUE_GIVEN = 21,     /* bytes that this process contributes */
    FORMAT_VALUE_TAKEN = 22,     /* bytes that it receives */
    FORMAT_VALUE_UNITED =
        23, /* order of a collective operation that has ended, begun by an earlier act */
    FORMAT_VALUE_VARIABLE = 24, /* bytes of a variable that a move takes along, in the order of
                                   format/variables.h; only if they differ from move to move */
};

/* An order is a communicator, by its row in places/P/communicators, and a number that counts the
 * sends, the receives or the collective operations of this process in it, each from 0 without gaps.
 * A receive has its number from the time when it was posted (or, by MPI_Mprobe, matched).
 *
 * So messages are matched without adding anything to them: those from one process to another with
 * the same communicator and tag are received in the order of their sends, by receives in the order
 * of their posting. Among all receives that got a message from there with that tag, the n-th in the
 * order of RECEIVED got the n-th in the order of SENT. The n-th collective operation of a
 * communicator is the same one on all its members.
 *
 * A blocking call has all values itself: SENT TO SIZE; RECEIVED FROM GOT; TOGETHER (ROOT) GIVEN
 * TAKEN. For a nonblocking operation, the act that begins it has SENT TO SIZE, POSTED ASKED or
 * TOGETHER (ROOT) GIVEN TAKEN; the act that completes it has FINISHED, RECEIVED FROM GOT or
 * CANCELLED, or UNITED, once per operation that it completes. Messages to and from MPI_PROC_NULL
 * are not recorded. */
#define FORMAT_ORDER_BITS 40
#define FORMAT_ANY UINT32_MAX /* as a rank: any, or one outside MPI_COMM_WORLD */
/* as SIZE, GOT, GIVEN or TAKEN: not known; then BYTES of the act, behind them, is 0 */
#define FORMAT_UNSIZED UINT64_MAX

static inline uint64_t format_order(uint32_t communicator, uint64_t number)
{
    return (uint64_t)communicator << FORMAT_ORDER_BITS |
           (number & ((UINT64_C(1) << FORMAT_ORDER_BITS) - 1));
}

/* Makes an address: the world rank in the lower half, the tag in the upper. */
static inline uint64_t format_address(uint32_t rank, int32_t tag)
{
    return (uint64_t)(uint32_t)tag << 32 | rank;
}

/* SENT TO SIZE, or RECEIVED FROM GOT, fit into one record if the numbers are small. It has the rank
 * in the lower half of `start`, the bytes in the upper; and in `rest` below the type one bit that
 * is set for RECEIVED, 7 bits of the communicator, 20 of the tag, 32 of the number. */
static inline bool format_message_fits(uint64_t order, uint64_t address, uint64_t bytes)
{
    uint32_t tag = (uint32_t)(address >> 32) + (UINT32_C(1) << 19);
    uint64_t number = order & ((UINT64_C(1) << FORMAT_ORDER_BITS) - 1);
    return !(order >> (FORMAT_ORDER_BITS + 7) | number >> 32 | tag >> 20 | bytes >> 32);
}

static inline struct format_event format_message_pack(bool received, uint64_t order,
                                                      uint64_t address, uint64_t bytes)
{
    return (struct format_event){
        (uint32_t)address | bytes << 32,
        (uint64_t)FORMAT_EVENT_MESSAGE << 60 | (uint64_t)received << 59 |
            order >> FORMAT_ORDER_BITS << 52 | (address >> 32 & 0xfffff) << 32 | (uint32_t)order,
    };
}

static inline bool format_message_is_received(const struct format_event *record)
{
    return record->rest >> 59 & 1;
}

enum { FORMAT_MESSAGE_VALUES = 3 };

/* Returns the values as records. */
static inline void format_message_unpack(const struct format_event *record,
                                         struct format_event values[FORMAT_MESSAGE_VALUES])
{
    uint64_t rest = record->rest;
    bool received = format_message_is_received(record);
    int32_t tag = (int32_t)((uint32_t)(rest >> 32) << 12) >> 12;
    const uint64_t kinds[] = {received ? FORMAT_VALUE_RECEIVED : FORMAT_VALUE_SENT,
                              received ? FORMAT_VALUE_FROM : FORMAT_VALUE_TO,
                              received ? FORMAT_VALUE_GOT : FORMAT_VALUE_SIZE};
    values[0].start = format_order((uint32_t)(rest >> 52 & 127), (uint32_t)rest);
    values[1].start = format_address((uint32_t)record->start, tag);
    values[2].start = record->start >> 32;
    for (int i = 0; i < FORMAT_MESSAGE_VALUES; i++)
        values[i].rest = (uint64_t)FORMAT_EVENT_VALUE << 60 | kinds[i] << 32;
}

/* Messages can only be matched if all are known: the ends of those whose acts are not logged are
 * recorded all the same, one record each. It has the address in `start`, and in `rest` below the
 * type 2 bits of enum format_end, the communicator and the number. */
enum format_end {
    FORMAT_END_SENT = 1,
    FORMAT_END_RECEIVED = 2,
    FORMAT_END_CANCELLED = 3,
};

#define FORMAT_END_BITS 34 /* bits of the number */

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

#define FORMAT_LENGTH_ELSEWHERE UINT32_MAX /* the length is a value of the act */

static inline uint64_t format_event_rest(enum format_event_type type, uint32_t node,
                                         uint32_t length)
{
    return (uint64_t)type << 60 | (uint64_t)node << 32 | length;
}

/* The kinds of events that can be chosen. */
enum format_events_kind {
    FORMAT_EVENTS_ROUTINES = 1, /* and regions that the user named */
    FORMAT_EVENTS_LOOPS = 2,
    FORMAT_EVENTS_IO = 4,
    FORMAT_EVENTS_SYNC = 8,   /* waits, and what ends them */
    FORMAT_EVENTS_COMM = 16,  /* messages */
    FORMAT_EVENTS_TASKS = 32, /* tasks, parallel regions, worksharing */
    FORMAT_EVENTS_ALL = 63,
};

#define FORMAT_EVENTS_WORDS                                                                        \
    {                                                                                              \
        {"routines", FORMAT_EVENTS_ROUTINES}, {"loops", FORMAT_EVENTS_LOOPS},                      \
            {"io", FORMAT_EVENTS_IO}, {"sync", FORMAT_EVENTS_SYNC}, {"comm", FORMAT_EVENTS_COMM},  \
            {"tasks", FORMAT_EVENTS_TASKS},                                                        \
    }

/* Reads a list of kinds. False if a word is unknown. */
static inline bool format_events_read(const char *list, uint32_t *kinds)
{
    static const struct format_word words[] = FORMAT_EVENTS_WORDS;
    return format_words(words, sizeof words / sizeof words[0], list, kinds);
}

/* Returns the kinds that include a region of this kind (enum tri_kind); 0: it is never logged by
 * itself. */
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
    case TRI_KIND_MOVE:
        return FORMAT_EVENTS_COMM | FORMAT_EVENTS_TASKS;
    default:
        return 0;
    }
}

/* True if a visit of this kind may wait for others. */
static inline bool format_may_wait(uint32_t region_kind)
{
    return region_kind == TRI_KIND_FINISH || region_kind == TRI_KIND_CLOCK ||
           region_kind == TRI_KIND_ATOMIC;
}

_Static_assert(sizeof(struct format_events) <= 4096, "events");
_Static_assert(sizeof(struct format_piece) == 64, "piece");
_Static_assert(sizeof(struct format_event) == 16, "event");

#endif
