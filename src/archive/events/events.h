/* events.h: the event logs behind an archive, as the readers of acts see them. */
#ifndef ARCHIVE_EVENTS_EVENTS_H
#define ARCHIVE_EVENTS_EVENTS_H

#include "archive/archive.h"
#include "archive/events/blocks.h"
#include "archive/table/folder.h"
#include "archive/table/rank_index.h"
#include "archive/time/ticks.h"
#include "format/event.h"
#include "util/pairs.h"

#include <stdatomic.h>

/* What an act tells of messages and collective operations. Zeros: nothing. */
struct event_peers {
    uint32_t to, from;     /* world ranks; FORMAT_ANY: any, or not known */
    uint32_t tag;          /* as a signed number */
    uint32_t communicator; /* as the place calls it */
    uint8_t told;          /* enum archive_act_told: which of them are there */
    uint8_t several;       /* the same: they were told differently */
};

/* A value of an act: enum format_value. */
void event_peers_take(struct event_peers *peers, uint64_t kind, uint64_t value);

/* The same as rows, of an act of that place. */
void event_peers_give(const struct event_peers *peers, const struct archive *archive,
                      uint32_t place, struct archive_act *act);

/* An act in ticks. */
struct event_act {
    uint64_t start, end; /* EVENT_OPEN: it goes on */
    uint64_t trips, bytes;
    uint64_t held; /* ticks */
    uint32_t node, file, flags;
    uint32_t turn;             /* in its chunk of the log: the how-many-th that ended */
    uint32_t activity, holder; /* ARCHIVE_NONE: none */
    uint32_t after_count;
    union { /* an act makes a task, or is a call of MPI */
        uint32_t after[ARCHIVE_AFTER];
        struct event_peers peers; /* if after_count is 0 */
    };
};

#define EVENT_OPEN UINT64_MAX

/* Acts are read and ordered by chunks of the log: few enough to be in memory. */
enum { EVENT_CHUNK = 64 }; /* pieces */

/* What an act told of before it ended. */
struct event_more {
    uint64_t start; /* ticks */
    uint64_t bytes;
    struct event_peers peers;
    uint32_t node; /* as the log calls it */
    bool is_there; /* else there is none */
};

struct event_chunk {
    uint64_t from;                 /* ticks: everything of an earlier chunk had ended by then */
    uint64_t piece;                /* its first one */
    uint32_t first_lane, end_lane; /* rows: whose acts are in it */
    struct event_more more;        /* of an act that ends in it, or later */
};

/* places/P/events-K, which has the acts of the lanes of profile-K. */
struct event_log {
    uint32_t place;              /* row */
    uint32_t place_number, file; /* P, K */
    struct format_events header; /* as it was before the profile was read */
    bool alive;                  /* it may be written to */
    uint64_t seen;               /* ticks: acts that began later may lack what is around them */
    struct moments moments;
    uint32_t first_lane, end_lane; /* rows */
    uint32_t *nodes;               /* record of the profile -> row, or ARCHIVE_NONE */
    size_t node_count;
    uint32_t *regions; /* record of the region table -> row, or ARCHIVE_NONE */
    size_t region_count;
    struct event_act *open; /* the open visits of the profile */
    size_t open_count, open_room;
    /* when somebody asked for acts: */
    bool indexed;
    struct event_chunk *chunks;
    size_t chunk_count, chunk_room;
    struct event_act *long_acts; /* that began in an earlier chunk than they ended, or are open, in
                                    order of their start */
    size_t long_count, long_room;
    uint64_t damaged;
    uint64_t newer; /* acts that were left out, as they began or ended after all was read */
};

enum { EVENT_FAN = 16, EVENT_LEVELS = 15 };

struct events {
    struct folder folder;
    char *root; /* that of the folder */
    struct event_log *logs;
    size_t count, room;
    /* when somebody asked for acts, by row of nodes: */
    uint32_t *depth;
    uint32_t *only_file; /* the one file that an I/O statement went to, or the one object that was
                            waited for; 0: none or several */
    uint32_t *root_node; /* by row of lanes */
    uint64_t damaged;    /* acts of blocks that are damaged */
    uint8_t *bad; /* by block: it is damaged (1); its codes were looked at, and are good (2) */
    uint64_t *ends[EVENT_LEVELS]; /* the latest end of EVENT_FAN, EVENT_FAN^2, ... blocks */
    struct rank_index ranks;      /* if it is not sealed */
    struct pairs numbers;         /* (place, number) -> row of activities, when it was asked for */
    bool numbered;
    bool found; /* the tables that are made of acts are there: archive_find_events */
};

struct events *events_new(const struct folder *folder);
void events_free(struct events *events);

/* A log for that file of a place, where these kinds are logged: the header is read, if there is one
 * yet. NULL: nothing is logged there. *bad: there is one that cannot be read. */
struct event_log *events_add(struct events *events, uint32_t place_number, uint32_t file,
                             uint32_t kinds, bool *bad);

/* What is known by node; made once. */
void events_prepare(const struct archive *archive);

/* Whether the blocks of a sealed archive make sense; and makes what finding them needs. */
bool events_check(struct archive *archive, struct error *error);

/* The block is counted as damaged, once. Any thread may. */
void event_blocks_damage(const struct archive *archive, size_t block);

/* The log that the lane's acts are in; NULL: none. */
struct event_log *events_of_lane(const struct archive *archive, uint32_t lane);

/* Reads acts of `count` pieces from number `first` on, in the order of the log; the caller frees
 * them. *more: of the pieces before; then with these. */
struct event_act *event_log_read(const struct events *events, struct event_log *log, uint64_t first,
                                 uint64_t count, struct event_more *more, size_t *acts);

/* Gives every record of the log, in its order, as it was written: nothing is checked. */
typedef void event_log_take(void *to, const struct format_event *record);
void event_log_each(const struct archive *archive, struct event_log *log, event_log_take *take,
                    void *to);

/* The same for the newest pieces, as far as they are known; damage is not counted. */
struct event_act *event_log_newest(const struct events *events, const struct event_log *log,
                                   size_t *acts);

/* The number of the first piece that is still there. */
uint64_t event_log_first(const struct event_log *log);

/* Finds chunks and long acts; once. */
void event_log_index(const struct archive *archive, struct event_log *log);

/* Puts acts, which are in the order of their end, into that of their start, an act before those
 * inside of it. */
void event_order(struct event_act *acts, size_t count, const uint32_t *depth);

/* Which activity runs on a lane, as its acts go by in the order of their start. Begin with
 * event_runs_begin, end with event_runs_free. */
struct event_runs {
    const struct archive *archive;
    uint32_t lane;
    struct event_task {
        uint64_t end;
        uint32_t node, activity;
    } * tasks; /* around the current act */
    size_t count, room;
};

void event_runs_begin(struct event_runs *runs, const struct archive *archive, uint32_t lane);
void event_runs_free(struct event_runs *runs);

/* Sets what runs it. Returns the activity around it: another one if the act is a task. */
uint32_t event_runs_act(struct event_runs *runs, struct archive_act *act);

/* Gathers activities from acts, lane after lane. With more than `most` of them it gives up, and the
 * tables stay empty: whoever wants them makes them from the acts. */
enum { ACTIVITIES_SEALED = 1 << 18 }; /* more of them are not written: the events tell the same */
struct activities;
struct activities *activities_begin(struct archive *archive, size_t most);
void activities_add_lane(struct activities *activities, uint32_t lane);
void activities_add_act(struct activities *activities, struct archive_act *act);
void activities_end(struct activities *activities); /* the tables are there; frees it */
void activities_forget(struct archive *archive);    /* they are still to be found */

/* An act of a log with its times as those of its lane. */
struct archive_act event_act_times(const struct archive *archive, const struct event_log *log,
                                   const struct event_act *raw);

/* One kind of reading acts, from a log or from tables. The lane itself is not among them. */
struct raw_acts;
struct raw_acts *raw_acts_new(const struct archive *archive, struct event_log *log, uint32_t lane,
                              uint64_t from, uint64_t to);
bool raw_acts_next(struct raw_acts *acts, struct archive_act *act);
uint64_t raw_acts_piece(const struct raw_acts *acts); /* how far it is */
void raw_acts_free(struct raw_acts *acts);

struct sealed_acts;
struct sealed_acts *sealed_acts_new(const struct archive *archive, uint32_t lane, uint64_t from,
                                    uint64_t to);
bool sealed_acts_next(struct sealed_acts *acts, struct archive_act *act);
uint64_t sealed_acts_row(const struct sealed_acts *acts); /* of events: the act given last */
void sealed_acts_free(struct sealed_acts *acts);

static inline bool event_touches(uint64_t start, uint64_t end, uint64_t from, uint64_t to)
{
    return start < to && (end > from || start >= from);
}

/* Where acts come from: lane after lane, those of a lane in order of their start, the lane itself
 * not among them. */
struct events_from {
    bool (*begin)(void *from, uint32_t lane); /* false: nothing was logged of it */
    bool (*next)(void *from, struct archive_act *act);
    size_t (*done)(void *from); /* how far it is, of `all`; asked when there was an act */
    void *from;
    size_t all;
    const atomic_bool *stop; /* set meanwhile: no more are wanted; or NULL */
    bool held;               /* nobody draws them: the pyramid is left out */
};

/* Writes the tables that are made of acts below a folder (events, cycles), and fills event_blocks,
 * activities and dependences. */
bool events_write(struct archive *archive, const char *folder, const struct events_from *from,
                  struct progress *progress, struct error *error);

/* The same of an archive's own logs, of which damaged records are left out. */
bool events_write_logs(struct archive *archive, const char *folder, const atomic_bool *stop,
                       bool held, struct progress *progress, struct error *error);

/* The tables that are made of acts are made of these, instead of those of archive_find_events, for
 * an archive that is not sealed. Activities are still to be found. */
bool events_hold(struct archive *archive, const struct events_from *from, struct error *error);

bool events_seal(struct archive *archive, const char *folder, struct progress *progress,
                 struct error *error);

#endif
