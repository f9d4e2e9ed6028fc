/* messages.h: matches the sends and receives of messages, and the parts of collective operations,
 * from the event logs of ranks.
 *
 * Logs are read place by place (archive_message_log_read) into the lists of struct
 * archive_message_log: ends of messages, parts of collective operations, and acts that began or
 * completed nonblocking ones. When a place is done, each end or part is joined with its other act,
 * and goes to a sorter, which may use a temporary file. Then sends are merged with receives, and
 * parts with parts:
 *
 *   logs of a place -> lists -> sorter of sends    --+-> match.c       -> archive_message_row
 *                            -> sorter of receives --+
 *                            -> sorter of parts      --> collectives.c -> archive_message_part_row
 *
 * Sends and receives of one (communicator, source, target, tag) are partners in the order of their
 * numbers (format/event.h); times are not compared. */
#ifndef ARCHIVE_MESSAGES_MESSAGES_H
#define ARCHIVE_MESSAGES_MESSAGES_H

#include "archive/events/events.h"
#include "archive/table/rank_index.h"
#include "archive/table/sorter.h"

/* An act that a message or a collective operation is part of. */
struct archive_message_act {
    uint32_t communicator; /* row */
    uint32_t node;         /* row; ARCHIVE_NONE: not known */
    uint64_t number;       /* position among those of this place and communicator */
    uint64_t start, end;   /* ns */
};

/* An operation that may have two acts: one that begins it and one that completes it. */
struct archive_message_span {
    struct archive_message_act act;
    uint64_t other_start, other_end;
    uint32_t other_node;
    bool has_other;
};

/* A send, or a receive that got a message. The other act completed the send, or began the
 * receive. */
struct archive_message_end {
    struct archive_message_span span;
    bool filtered;           /* its act is not in the log */
    bool lost;               /* an earlier one of the same place and communicator is missing */
    bool tail;               /* all later ones of the same place and communicator are known */
    uint32_t group;          /* a number for the communicator, the same on all ranks */
    uint32_t source, target; /* world ranks */
    uint32_t tag;
    uint64_t bytes; /* FORMAT_UNSIZED: not known */
};

/* One process in a collective operation. The other act completed it. */
struct archive_message_part {
    struct archive_message_span span;
    uint32_t group;
    uint32_t root;         /* world rank, or FORMAT_ANY: none */
    uint64_t given, taken; /* FORMAT_UNSIZED: not known */
};

/* A receive that was begun, or that ended with or without a message. */
struct archive_message_mark {
    uint32_t communicator; /* row */
    bool ended;
    uint64_t number;
};

/* A list whose elements begin with a struct archive_message_act. */
struct archive_message_list {
    void *all;
    size_t count, room, size; /* `size`: bytes of an element */
};

struct archive_message_marks {
    struct archive_message_mark *all;
    size_t count, room;
};

enum archive_message_which {
    MESSAGE_SENDS,    /* struct archive_message_end */
    MESSAGE_RECEIVES, /* the same */
    MESSAGE_FINISHES, /* acts that completed sends */
    MESSAGE_POSTS,    /* acts that began receives */
    MESSAGE_PARTS,    /* struct archive_message_part */
    MESSAGE_UNITED,   /* acts that completed parts */
    MESSAGE_LISTS,
};

/* All that was read. `lists` and `marks` are of the current place; the sorters are of all places
 * before it. */
struct archive_message_log {
    struct archive *archive;
    struct archive_message_list lists[MESSAGE_LISTS]; /* of the current place */
    struct archive_message_marks marks;               /* the same */
    struct sorter *sends, *receives;                  /* struct archive_message_end */
    struct sorter *parts;                             /* struct archive_message_part */
    const char *folder;                               /* for temporary files: see sorter.h */
    struct archive_rank_index ranks;
    uint32_t *group; /* by row of communicators: see struct archive_message_end */
};

static inline void *archive_message_at(const struct archive_message_list *list, size_t i)
{
    return (char *)list->all + i * list->size;
}

enum { MESSAGE_MOST = 1 << 18 }; /* limit of elements of each kind in memory */

/* A row of the table messages, with the keys by which rows are sorted. */
struct archive_message_row {
    uint64_t time, number;
    uint32_t communicator, source, target, tag;
    uint32_t send, finish, receive, post;
    uint64_t bytes;
    uint64_t send_start, send_end, finish_start, finish_end;
    uint64_t receive_start, receive_end, post_start;
    uint8_t filtered; /* enum archive_filtered */
};

/* A row of the table collectives. The parts of one instance follow each other. */
struct archive_message_part_row {
    struct archive_message_part part;
    uint32_t instance;
};

/* The receiver of rows; each function may be NULL. */
struct archive_message_sink {
    void (*message)(void *to, const struct archive_message_row *row); /* in order of time */
    void (*part)(void *to, const struct archive_message_log *log,
                 const struct archive_message_part_row *row);
    void *to;
};

/* Finds all messages and collective operations and gives them to the sink. `folder` is for
 * temporary files; NULL: the archive's. */
bool archive_messages_find(struct archive *archive, const char *folder,
                           const struct archive_message_sink *sink, struct error *error);

/* Writes the tables messages and collectives below a folder, unless they were found before. */
bool archive_messages_seal(struct archive *archive, const char *folder, struct error *error);

/* Adds the sends, receives and parts in a log to the lists of `to`. */
void archive_message_log_read(struct archive_message_log *to, struct archive_event_log *log);

/* True if the operation that a call begins may last longer than the call: it is nonblocking, or not
 * known. */
bool archive_message_only_begins(const struct archive *archive, uint32_t node);

/* Returns the row of the place with a world rank in the job of a communicator, or ARCHIVE_NONE. */
uint32_t archive_message_place(const struct archive_message_log *log, uint32_t communicator,
                               uint32_t rank);

/* Matches all receives with their sends. To be called after all logs were read. */
bool archive_message_match(struct archive_message_log *log, const struct archive_message_sink *sink,
                           struct error *error);

/* Sort the parts of collective operations by operation; give them to the sink, instance by
 * instance. */
int archive_collectives_order(const void *left, const void *right);
bool archive_collectives_match(struct archive_message_log *log,
                               const struct archive_message_sink *sink, struct error *error);

/* Returns enum archive_collective of the operation that a call begins. */
uint32_t archive_collectives_kind(const struct archive *archive, uint32_t node);

/* Orders ends by communicator, source, target and tag, so that partners come together. */
int archive_message_way(const void *left, const void *right);

#endif
