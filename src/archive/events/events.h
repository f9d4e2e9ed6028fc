/* events.h: the event logs of an archive, as the readers of acts see them.
 *
 * An unsealed archive has one log per file of lanes, places/P/events-K, with acts in the order of
 * their end. It is read in chunks of EVENT_CHUNK pieces, each of which is sorted by start in
 * memory. Acts of a lane are nested, so only few acts end in a later chunk than they began: these
 * "long acts" are found once (archive_event_log_index), kept in memory, and merged with the chunks
 * (raw_acts).
 *
 *   log        | piece piece ... | piece piece ... |      in order of end, ticks
 *   chunks     | chunk 0         | chunk 1         | ...  sorted when they are read
 *   long_acts    acts across chunks, and open ones
 *
 * A sealed archive has blocks of acts in the order of their start (blocks.h, sealed_acts). Both
 * give struct archive_act with ns. */
#ifndef ARCHIVE_EVENTS_EVENTS_H
#define ARCHIVE_EVENTS_EVENTS_H

#include "archive/archive.h"
#include "archive/events/blocks.h"
#include "archive/table/folder.h"
#include "archive/table/rank_index.h"
#include "archive/time/ticks.h"
#include "format/event.h"
#include "util/interned.h"
#include "util/pairs.h"

#include <stdatomic.h>

/* The peers of an act that sends, receives or is collective. Zeros: none. */
struct archive_event_peers {
    uint32_t to, from;     /* world ranks; FORMAT_ANY: any, or not known */
    uint32_t tag;          /* as a signed number */
    uint32_t communicator; /* number that the place gave it */
    uint8_t told;          /* enum archive_act_told: which of these are known */
    uint8_t several;       /* the same bits: which had different values */
};

/* Takes one value of an act; `kind` is enum format_value. */
void archive_event_peers_take(struct archive_event_peers *peers, uint64_t kind, uint64_t value);

/* Sets the peers of an act of that place, as rows. */
void archive_event_peers_give(const struct archive_event_peers *peers,
                              const struct archive *archive, uint32_t place,
                              struct archive_act *act);

/* An act of a log, in ticks. */
struct archive_event_act {
    uint64_t start, end; /* end is EVENT_UNFINISHED if it has not ended */
    uint64_t trips, bytes;
    uint64_t held; /* ticks */
    uint32_t node, file, flags;
    uint32_t turn;             /* position in its chunk of the log, that is in order of ends */
    uint32_t activity, holder; /* ARCHIVE_NONE: none */
    uint32_t sizes;            /* of a move: 1 + number of its sizes in the log; 0: none */
    uint32_t after_count;
    union { /* an act creates a task, or is a call of MPI */
        uint32_t after[ARCHIVE_AFTER];
        struct archive_event_peers peers; /* valid if after_count is 0 */
    };
};

#define EVENT_UNFINISHED UINT64_MAX

/* Acts are read and sorted in chunks of the log that fit into memory. */
enum { EVENT_CHUNK = 64 }; /* pieces */

/* Values of an act that were logged before it ended. */
struct archive_event_more {
    uint64_t start; /* ticks */
    uint64_t bytes;
    struct archive_event_peers peers;
    uint32_t node; /* number in the log */
    bool is_there; /* false: no such act */
};

struct archive_event_chunk {
    uint64_t from;                  /* ticks: all acts of earlier chunks had ended by then */
    uint64_t piece;                 /* number of its first piece */
    uint32_t first_lane, end_lane;  /* rows: the lanes with acts in it */
    struct archive_event_more more; /* of an act that ends in this chunk or later */
};

/* One log, places/P/events-K: the acts of the lanes in profile-K. */
struct archive_event_log {
    uint32_t place;              /* row */
    uint32_t place_number, file; /* P, K */
    struct format_events header; /* as it was before the profile was read */
    bool alive;                  /* its process may still write to it */
    uint64_t seen;               /* ticks: the parents of acts that began later may be unknown */
    struct archive_ticks moments;
    uint32_t first_lane, end_lane; /* rows */
    uint32_t *nodes;               /* by record of the profile: row, or ARCHIVE_NONE */
    size_t node_count;
    uint32_t *regions; /* by record of the region table: row, or ARCHIVE_NONE */
    size_t region_count;
    struct archive_event_act *open; /* open visits of the profile */
    size_t open_count, open_room;
    /* set by archive_event_log_index: */
    bool indexed;
    struct archive_event_chunk *chunks;
    size_t chunk_count, chunk_room;
    struct archive_event_act
        *long_acts; /* acts that ended in a later chunk than they began, and open ones, by start */
    size_t long_count, long_room;
    uint64_t damaged;
    struct interned *sizes; /* lists of sizes of variables that moves took along; or NULL */
    uint64_t newer; /* acts that were skipped because they began after the profile was read */
};

enum { EVENT_FAN = 16, EVENT_LEVELS = 15 };

/* The acts of another archive, which those of this one are: no copy of them is needed. */
struct archive_events_view {
    const struct archive *from; /* NULL: the archive has acts of its own; must outlive it */
    const uint64_t *bits;       /* a bit for each of so many rows of events: the acts */
    uint64_t rows;
    const uint32_t *nodes; /* by row of its nodes: row in this archive */
};

struct archive_events {
    struct archive_events_view view;
    struct archive_folder folder;
    char *root; /* owned copy of the folder's root */
    struct archive_event_log *logs;
    size_t count, room;
    /* set by archive_events_prepare, by row of nodes: */
    uint32_t *depth;
    uint32_t *only_file; /* the only file that an I/O statement went to, or the only object that was
                            waited for; 0: none or several */
    uint32_t *root_node; /* by row of lanes */
    uint64_t damaged;    /* acts in damaged blocks */
    uint8_t *bad;        /* by block: 1: damaged; 2: its codes were checked and are good */
    uint64_t *ends[EVENT_LEVELS];    /* the latest end of EVENT_FAN, EVENT_FAN^2, ... blocks */
    struct archive_rank_index ranks; /* of an unsealed archive */
    struct pairs numbers; /* (place, number) -> row of activities, made when first needed */
    bool numbered;
    bool found; /* the tables made by archive_find_events are there */
};

struct archive_events *archive_events_new(const struct archive_folder *folder);
void archive_events_free(struct archive_events *events);

/* Adds the log of a file of a place that logs these kinds, and reads its header if there is one.
 * Returns NULL if nothing is logged there; NULL with *bad set if the header is damaged. The result
 * is valid until the next call. */
struct archive_event_log *archive_events_add(struct archive_events *events, uint32_t place_number,
                                             uint32_t file, uint32_t kinds, bool *bad);

/* Computes the depths of nodes and other facts by node, once. */
void archive_events_prepare(const struct archive *archive);

/* Checks the blocks of a sealed archive and makes the index that finding them needs. */
bool archive_events_check(struct archive *archive, struct error *error);

/* Counts the block's acts as damaged, once. Threads may call it concurrently. */
void archive_event_blocks_damage(const struct archive *archive, size_t block);

/* Returns the log with the lane's acts; NULL: none. */
struct archive_event_log *archive_events_of_lane(const struct archive *archive, uint32_t lane);

/* Reads the acts of `count` pieces from number `first` on, in the order of the log; the caller
 * frees them. *more holds values of an act from the pieces before, and is updated. */
struct archive_event_act *archive_event_log_read(const struct archive_events *events,
                                                 struct archive_event_log *log, uint64_t first,
                                                 uint64_t count, struct archive_event_more *more,
                                                 size_t *acts);

/* Calls `take` for every record of the log, in order, as it was written and unchecked. The log must
 * be indexed. */
typedef void event_log_take(void *to, const struct format_event *record);
void archive_event_log_each(const struct archive *archive, struct archive_event_log *log,
                            event_log_take *take, void *to);

/* Reads the acts of the newest pieces that the header knows of, as archive_event_log_read does,
 * without counting damage. */
struct archive_event_act *archive_event_log_newest(const struct archive_events *events,
                                                   const struct archive_event_log *log,
                                                   size_t *acts);

/* Returns the number of the oldest piece that was not overwritten. */
uint64_t archive_event_log_first(const struct archive_event_log *log);

/* Finds the chunks and long acts of a log, once. */
void archive_event_log_index(const struct archive *archive, struct archive_event_log *log);

/* Sorts acts, which are in order of their end, by their start; an act comes before those inside
 * it. */
void archive_event_order(struct archive_event_act *acts, size_t count, const uint32_t *depth);

/* Follows which activity runs on a lane while its acts pass in order of their start. Starts with
 * archive_event_runs_begin, ends with archive_event_runs_free. */
struct archive_event_runs {
    const struct archive *archive;
    uint32_t lane;
    struct event_task {
        uint64_t end;
        uint32_t node, activity;
    } * tasks; /* stack of the tasks around the current act */
    size_t count, room;
};

void archive_event_runs_begin(struct archive_event_runs *runs, const struct archive *archive,
                              uint32_t lane);
void archive_event_runs_free(struct archive_event_runs *runs);

/* Sets `runs` of an act. Returns the activity around it, which differs from that if the act is a
 * task. */
uint32_t archive_event_runs_act(struct archive_event_runs *runs, struct archive_act *act);

/* Collects activities from acts, lane by lane. With more than `most` of them it gives up, and the
 * tables stay empty: archive_find_activities can make them from the acts. */
enum {
    ACTIVITIES_SEALED = 1 << 18
}; /* limit of activities that are sealed; more of them are found again from the events */
struct activities;
struct activities *activities_begin(struct archive *archive, size_t most);
void activities_add_lane(struct activities *activities, uint32_t lane);
void activities_add_act(struct activities *activities, struct archive_act *act);
void activities_end(struct activities *activities); /* completes the tables and frees it */
void activities_forget(
    struct archive *archive); /* empties the tables: they are to be found again */

/* Converts an act of a log to ns. */
struct archive_act archive_event_act_times(const struct archive *archive,
                                           const struct archive_event_log *log,
                                           const struct archive_event_act *raw);

/* The two ways to read acts: from a log and from sealed tables. They do not give the lane
 * itself. */
struct raw_acts;
struct raw_acts *archive_raw_acts_new(const struct archive *archive, struct archive_event_log *log,
                                      uint32_t lane, uint64_t from, uint64_t to);
bool archive_raw_acts_next(struct raw_acts *acts, struct archive_act *act);
uint64_t
archive_raw_acts_piece(const struct raw_acts *acts); /* number of the next piece: the progress */
void archive_raw_acts_free(struct raw_acts *acts);

struct sealed_acts;
struct sealed_acts *archive_sealed_acts_new(const struct archive *archive, uint32_t lane,
                                            uint64_t from, uint64_t to);
/* Restricts the acts to a set: a bit for each of so many rows of events. */
void archive_sealed_acts_only(struct sealed_acts *acts, const uint64_t *bits, uint64_t rows);
bool archive_sealed_acts_next(struct sealed_acts *acts, struct archive_act *act);
uint64_t archive_sealed_acts_row(
    const struct sealed_acts *acts); /* row of the act given last, among all acts */
void archive_sealed_acts_free(struct sealed_acts *acts);

static inline bool archive_event_touches(uint64_t start, uint64_t end, uint64_t from, uint64_t to)
{
    return start < to && (end > from || start >= from);
}

/* A source of acts: lane by lane, those of a lane in order of their start, without the lane
 * itself. */
struct archive_events_from {
    bool (*begin)(void *from, uint32_t lane); /* false: the lane has no log */
    bool (*next)(void *from, struct archive_act *act);
    size_t (*done)(void *from); /* progress, of `all`; may be called after `next` gave an act */
    void *from;
    size_t all;
    const atomic_bool *stop; /* if it becomes true, writing ends with an error; or NULL */
    bool held; /* the tables are only for this process: the pyramid, which serves pictures, is not
                  made */
};

/* Writes the tables that are made of acts (events, cycles, the pyramid) below a folder, and fills
 * event_blocks, event_parts, activities and dependences. */
bool archive_events_write(struct archive *archive, const char *folder,
                          const struct archive_events_from *from, struct progress *progress,
                          struct error *error);

/* Writes the same tables from the archive's own logs; damaged records are skipped and counted. */
bool archive_events_write_logs(struct archive *archive, const char *folder, const atomic_bool *stop,
                               bool held, struct progress *progress, struct error *error);

/* Makes the tables of events from these acts, in an unsealed archive, instead of those that
 * archive_find_events would make. Activities remain to be found. */
bool archive_events_hold(struct archive *archive, const struct archive_events_from *from,
                         struct error *error);

/* Writes the archive's logs as tables, to seal it. Fails if a log has damaged records. */
bool archive_events_seal(struct archive *archive, const char *folder, struct progress *progress,
                         struct error *error);

/* Copies the sizes of the variables that a move took along, if they were logged, in an unsealed
 * archive. Returns their number, at most FORMAT_VARIABLES_LOGGED; 0: they were not. */
size_t archive_event_sizes(const struct archive *archive, uint32_t lane, uint32_t sizes,
                           uint64_t *values);

/* Numbers the activities that one parent created at one call (siblings.c). */
void archive_activities_count_siblings(struct archive *archive);

/* Resolves the number of an activity that may have come from another place: sets the row of the
 * place where it was created, and its number there. */
void archive_event_home(const struct archive *archive, uint32_t *place, uint32_t *number);

#endif
