/* log.h: a lane's event log: one record for every visit that has ended. */
#ifndef MEASURE_LOG_H
#define MEASURE_LOG_H

#include "format/activity_record.h"
#include "format/again.h"
#include "format/event.h"
#include "format/points.h"
#include "format/profile.h"
#include "measure/settings.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* A lane's log, zero at first. The file is made with the first event. */
struct measure_log {
    struct format_events *header; /* NULL: there is no file yet */
    char *hot;                    /* FORMAT_SLOTS pieces in mapped memory */
    bool full;                    /* every event is dropped from now on */
    uint64_t full_at;    /* ticks: events that began later are dropped; 0: no limit was reached */
    uint64_t stopped_at; /* ticks of the error that stopped the log; 0: none */
    struct format_event *spare; /* place for events that began before full_at */
    struct format_event *next;  /* value of log_next while no thread owns the lane */
    char path[PATH_MAX];
};

/* The place of this thread's next event. At the end of a piece, and without a log, it is a multiple
 * of the piece size. */
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct format_event *log_next;

/* The last message record of some of this thread's nodes, by their index. Such a pointer may be
 * old: what is there now may belong to another node. */
enum { LOG_MESSAGES = 64 };
extern __thread
    __attribute__((tls_model("initial-exec"),
                   visibility("hidden"))) struct format_event *log_messages[LOG_MESSAGES];

/* Stores which kinds are logged, and the limit per lane. Call it after measure_filter_start(). */
void measure_log_start(const struct measure_settings *settings);
/* log_kinds.c: the kinds of events that are logged (enum format_events_kind). measure_log_choose()
 * stores them when measuring starts. */
extern __attribute__((visibility("hidden"))) uint32_t log_logged;
void measure_log_choose(const struct measure_settings *settings);
uint32_t measure_log_kinds(void);

/* measure_log_chooses() is true if the user chose to log that kind of region (enum tri_kind);
 * measure_log_wants() only if the filter may keep some of them, too. */
bool measure_log_chooses(unsigned kind);
bool measure_log_wants(unsigned kind);

/* True if the visit of a node is to be logged: its kind is logged, and its region is neither
 * filtered nor sampled. */
bool measure_log_wants_node(const struct format_node *node);

/* measure_log_take() gives a lane's log to this thread, measure_log_give() returns it to the lane.
 * measure_log_fork(), in a forked child, makes the lane's next event begin a new log. */
void measure_log_take(struct measure_log *log);
void measure_log_give(struct measure_log *log);
void measure_log_fork(struct measure_log *log);

struct measure_log_value {
    enum format_value what;
    uint64_t value;
};

/* Logs a visit with all its values; the slow path. */
void measure_log_far(enum format_event_type type, uint32_t node, uint64_t start, uint64_t length,
                     const struct measure_log_value *values, unsigned count);

/* Logs the end of a message of an act that is not logged itself and began at `start`. */
void measure_log_message_end(enum format_end end, uint64_t order, uint64_t address, uint64_t start);

/* Logs a visit that was ended from outside, if it is to be logged. */
void measure_log_left(const struct format_node *node, uint64_t now);

/* For the calibration: measure_log_rehearse() sends events to private memory (false if there is
 * none), measure_log_rehearse_again() empties it, measure_log_perform() ends the rehearsal. */
bool measure_log_rehearse(void);
void measure_log_rehearse_again(void);
void measure_log_perform(void);

/* Reserves the next records. NULL if the piece is full, or if a signal handler came between reading
 * and writing log_next and logged into the same record, which is then not empty. */
static inline struct format_event *measure_log_reserve(unsigned count)
{
    struct format_event *at = log_next;
    if (__builtin_expect(-(uintptr_t)at % FORMAT_PIECE_SIZE < count * sizeof *at, 0))
        return NULL;
    log_next = at + count;
    __asm__ volatile("" ::: "memory");
    return __builtin_expect(at->rest != 0, 0) ? NULL : at;
}

static inline bool measure_log_fits(uint32_t node, uint64_t length)
{
    return __builtin_expect(length < FORMAT_LENGTH_ELSEWHERE && node < FORMAT_EVENT_NODES, 1);
}

/* Completes the record: readers see it from now on. */
static inline void measure_log_write(struct format_event *at, enum format_event_type type,
                                     uint32_t node, uint64_t start, uint64_t length)
{
    at->start = start;
    __atomic_store_n(&at->rest, format_event_rest(type, node, (uint32_t)length), __ATOMIC_RELEASE);
}

/* Logs a visit. */
static inline void measure_log_act(uint32_t node, uint64_t start, uint64_t length)
{
    struct format_event *at = measure_log_fits(node, length) ? measure_log_reserve(1) : NULL;
    if (__builtin_expect(at != NULL, 1))
        measure_log_write(at, FORMAT_EVENT_ACT, node, start, length);
    else
        measure_log_far(FORMAT_EVENT_ACT, node, start, length, NULL, 0);
}

static inline bool measure_log_is_same_piece(const struct format_event *one,
                                             const struct format_event *other)
{
    return ((uintptr_t)one ^ (uintptr_t)other) < FORMAT_PIECE_SIZE;
}

/* Reserves room for a visit with a message: one record if the last message of its node was like it,
 * which *earlier returns then, else two. NULL if there is no room, or if a signal handler logged
 * meanwhile; a record may then stay empty. */
static inline __attribute__((always_inline)) struct format_event *
measure_log_reserve_message(uint32_t node, uint64_t start, const struct format_event *message,
                            const struct format_event **earlier)
{
    const struct format_event *last = log_messages[node % LOG_MESSAGES], *next = log_next;
    bool again =
        last && measure_log_is_same_piece(last, next) && format_again_fits(last, message, start);
    *earlier = again ? last : NULL;
    struct format_event *at = measure_log_reserve(again ? 1 : 2);
    return __builtin_expect(at == next, 1) ? at : NULL;
}

/* Logs the visit and its message there. */
static inline __attribute__((always_inline)) void
measure_log_write_message(struct format_event *at, const struct format_event *earlier,
                          uint32_t node, uint64_t start, uint64_t length,
                          const struct format_event *message)
{
    if (earlier) {
        uint64_t rest =
            format_event_rest((enum format_event_type)FORMAT_EVENT_AGAIN, node, (uint32_t)length);
        at->start = format_again_start(earlier, message, start, at);
        __atomic_store_n(&at->rest, rest, __ATOMIC_RELEASE);
        return;
    }
    at[1] = *message;
    measure_log_write(at, FORMAT_EVENT_ACT, node, start, length);
    log_messages[node % LOG_MESSAGES] = at + 1;
}

/* Logs a visit with a message. False as above. */
static inline bool measure_log_message(uint32_t node, uint64_t start, uint64_t length,
                                       const struct format_event *message)
{
    const struct format_event *earlier;
    struct format_event *at = measure_log_reserve_message(node, start, message, &earlier);
    if (at)
        measure_log_write_message(at, earlier, node, start, length, message);
    return at != NULL;
}

/* Returns the base of the piece of a record. */
static inline uint64_t measure_log_base(const struct format_event *at)
{
    uintptr_t inside = (uintptr_t)at % FORMAT_PIECE_SIZE;
    return ((const struct format_piece *)(const void *)((const char *)at - inside))->base;
}

/* Completes a record: readers see it from now on. */
static inline bool measure_log_complete(struct format_event *at, struct format_event record)
{
    at->start = record.start;
    __atomic_store_n(&at->rest, record.rest, __ATOMIC_RELEASE);
    return true;
}

/* Logs an act and the activity that it runs or starts in one record. False if it has to be logged
 * otherwise; a record that was reserved then stays empty, which is rare. */
static inline bool measure_log_numbered(uint32_t node, uint64_t start, uint64_t length,
                                        uint32_t number)
{
    struct format_event *at = measure_log_reserve(1);
    uint64_t base = at ? measure_log_base(at) : 0;
    if (__builtin_expect(node >= FORMAT_EVENT_NODES || !format_numbered_fits(base, start, length),
                         0))
        return false;
    return measure_log_complete(at, format_numbered_pack(base, node, start, length, number));
}

/* The same for a move that takes no time. */
static inline bool measure_log_stayed(uint32_t node, uint64_t now, uint32_t place, uint64_t bytes,
                                      uint32_t number)
{
    struct format_event *at = measure_log_reserve(1);
    uint64_t base = at ? measure_log_base(at) : 0;
    if (__builtin_expect(node >= FORMAT_EVENT_NODES || !format_stayed_fits(base, now, place, bytes),
                         0))
        return false;
    return measure_log_complete(at, format_stayed_pack(base, node, now, place, bytes, number));
}

/* Logs an act of no length: in the record of the last one, if that is of the same node, too. A
 * signal handler that comes between logs below the node, so it leaves that record alone. False if
 * it has to be logged otherwise, by measure_log_far(). */
static inline __attribute__((always_inline)) bool measure_log_point(uint32_t node, uint64_t now)
{
    struct format_event *at = log_next;
    if (__builtin_expect(!at || !measure_log_fits(node, 0), 0))
        return false;
    uint64_t acts = format_points_open(at[-1].rest, node), is_joined = acts != 0,
             is_new = is_joined - 1; /* a mask */
    uint64_t joined = format_points_join(at - 1, acts, now);
    struct format_event *to = at - is_joined;
    if (__builtin_expect((uintptr_t)to % FORMAT_PIECE_SIZE == 0 || !(joined | is_new), 0))
        return false;
    log_next = to + 1;
    __asm__ volatile("" ::: "memory");
    if (__builtin_expect((to->rest & is_new) != 0, 0)) /* see measure_log_reserve() */
        return false;
    uint64_t rest = format_event_rest(FORMAT_EVENT_ACT, node, 0);
    to->start = (now & is_new) | (to->start & ~is_new);
    __atomic_store_n(&to->rest, (joined & ~is_new) | (rest & is_new), __ATOMIC_RELEASE);
    return true;
}

/* Logs a visit of a loop. */
static inline void measure_log_loop(uint32_t node, uint64_t start, uint64_t length, uint64_t trips)
{
    struct format_event *at = measure_log_fits(node, length) ? measure_log_reserve(2) : NULL;
    if (__builtin_expect(at != NULL, 1)) {
        at[1].start = trips;
        at[1].rest = format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_TRIPS, 0);
        measure_log_write(at, FORMAT_EVENT_ACT, node, start, length);
    } else {
        struct measure_log_value value = {FORMAT_VALUE_TRIPS, trips};
        measure_log_far(FORMAT_EVENT_ACT, node, start, length, &value, 1);
    }
}

#endif
