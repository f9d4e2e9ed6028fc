/* log.h: a lane's event log: one record for every visit that has ended. */
#ifndef MEASURE_LOG_H
#define MEASURE_LOG_H

#include "format/event.h"
#include "format/profile.h"
#include "measure/settings.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* A lane's log, zero at first. The file is made with the first event. */
struct log {
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

/* Stores which kinds are logged, and the limit per lane. Call it after filter_start(). */
void log_start(const struct settings *settings);
/* log_kinds.c: the kinds of events that are logged (enum format_events_kind). log_choose() stores
 * them when measuring starts. */
extern __attribute__((visibility("hidden"))) uint32_t log_logged;
void log_choose(const struct settings *settings);
uint32_t log_kinds(void);

/* log_chooses() is true if the user chose to log that kind of region (enum tri_kind); log_wants()
 * only if the filter may keep some of them, too. */
bool log_chooses(unsigned kind);
bool log_wants(unsigned kind);

/* True if the visit of a node is to be logged: its kind is logged, and its region is neither
 * filtered nor sampled. */
bool log_wants_node(const struct format_node *node);

/* log_take() gives a lane's log to this thread, log_give() returns it to the lane. log_fork(), in a
 * forked child, makes the lane's next event begin a new log. */
void log_take(struct log *log);
void log_give(struct log *log);
void log_fork(struct log *log);

struct log_value {
    enum format_value what;
    uint64_t value;
};

/* Logs a visit with all its values; the slow path. */
void log_far(enum format_event_type type, uint32_t node, uint64_t start, uint64_t length,
             const struct log_value *values, unsigned count);

/* Logs the end of a message of an act that is not logged itself and began at `start`. */
void log_message_end(enum format_end end, uint64_t order, uint64_t address, uint64_t start);

/* Logs a visit that was ended from outside, if it is to be logged. */
void log_left(const struct format_node *node, uint64_t now);

/* For the calibration: log_rehearse() sends events to private memory (false if there is none),
 * log_rehearse_again() empties it, log_perform() ends the rehearsal. */
bool log_rehearse(void);
void log_rehearse_again(void);
void log_perform(void);

/* Reserves the next records. NULL if the piece is full, or if a signal handler came between reading
 * and writing log_next and logged into the same record, which is then not empty. */
static inline struct format_event *log_reserve(unsigned count)
{
    struct format_event *at = log_next;
    if (__builtin_expect(-(uintptr_t)at % FORMAT_PIECE_SIZE < count * sizeof *at, 0))
        return NULL;
    log_next = at + count;
    __asm__ volatile("" ::: "memory");
    return __builtin_expect(at->rest != 0, 0) ? NULL : at;
}

static inline bool log_fits(uint32_t node, uint64_t length)
{
    return __builtin_expect(length < FORMAT_LENGTH_ELSEWHERE && node < FORMAT_EVENT_NODES, 1);
}

/* Completes the record: readers see it from now on. */
static inline void log_write(struct format_event *at, enum format_event_type type, uint32_t node,
                             uint64_t start, uint64_t length)
{
    at->start = start;
    __atomic_store_n(&at->rest, format_event_rest(type, node, (uint32_t)length), __ATOMIC_RELEASE);
}

/* Logs a visit. */
static inline void log_act(uint32_t node, uint64_t start, uint64_t length)
{
    struct format_event *at = log_fits(node, length) ? log_reserve(1) : NULL;
    if (__builtin_expect(at != NULL, 1))
        log_write(at, FORMAT_EVENT_ACT, node, start, length);
    else
        log_far(FORMAT_EVENT_ACT, node, start, length, NULL, 0);
}

/* Logs a visit of a loop. */
static inline void log_loop(uint32_t node, uint64_t start, uint64_t length, uint64_t trips)
{
    struct format_event *at = log_fits(node, length) ? log_reserve(2) : NULL;
    if (__builtin_expect(at != NULL, 1)) {
        at[1].start = trips;
        at[1].rest = format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_TRIPS, 0);
        log_write(at, FORMAT_EVENT_ACT, node, start, length);
    } else {
        struct log_value value = {FORMAT_VALUE_TRIPS, trips};
        log_far(FORMAT_EVENT_ACT, node, start, length, &value, 1);
    }
}

#endif
