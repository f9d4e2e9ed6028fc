/* log.h: a lane's event log: one record for every visit that has ended. */
#ifndef MEASURE_LOG_H
#define MEASURE_LOG_H

#include "format/event.h"
#include "format/profile.h"
#include "measure/settings.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* A lane's log; zero at first. Its file is made with the first event. */
struct log {
    struct format_events *header; /* NULL: there is no file yet */
    char *hot;                    /* FORMAT_SLOTS pieces */
    bool full;                    /* everything is dropped from now on */
    uint64_t full_at;             /* ticks: so is what began later than that; 0: nothing */
    uint64_t stopped_at;          /* ticks: when an error stopped it; 0: none did */
    struct format_event *spare;   /* where acts go that began earlier */
    struct format_event *next;    /* while no thread has it */
    char path[PATH_MAX];
};

/* Where this thread's next event goes. At the end of a piece, and where there is no log: a multiple
 * of a piece's size. */
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct format_event *log_next;

void log_start(const struct settings *settings);
uint32_t log_kinds(void); /* enum format_events_kind: what is logged */

/* Whether visits of that kind of region (enum tri_kind) are to be logged, and whether they are: a
 * filter may leave them all out. */
bool log_chooses(unsigned kind);
bool log_wants(unsigned kind);

/* The same for the visit of a node, unless the filter leaves its region out, or too many visits of
 * it are too short. */
bool log_wants_node(const struct format_node *node);

/* A thread takes a lane's log, and gives it back. In a forked child, the lane's next event begins a
 * new one. */
void log_take(struct log *log);
void log_give(struct log *log);
void log_fork(struct log *log);

struct log_value {
    enum format_value what;
    uint64_t value;
};

/* Logs a visit with anything that is known of it; what does not fit into the fast path. */
void log_far(enum format_event_type type, uint32_t node, uint64_t start, uint64_t length,
             const struct log_value *values, unsigned count);

/* Logs an end of a message whose act, which began at `start`, is not logged. */
void log_message_end(enum format_end end, uint64_t order, uint64_t address, uint64_t start);

/* A visit that was ended from outside, if it is to be logged at all. */
void log_left(const struct format_node *node, uint64_t now);

/* For the calibration: events go to memory of its own. False: there is none. */
bool log_rehearse(void);
void log_rehearse_again(void);
void log_perform(void);

/* Takes the next records. NULL: there is no room here, or a signal handler came between reading and
 * writing log_next and logged to the same record: it is not empty then. */
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

/* The record is complete from now on. */
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
