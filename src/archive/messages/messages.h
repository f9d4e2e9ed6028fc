/* messages.h: the two ends of messages, and the parts of collective operations, as the event logs
 * of ranks tell of them. */
#ifndef ARCHIVE_MESSAGES_MESSAGES_H
#define ARCHIVE_MESSAGES_MESSAGES_H

#include "archive/events/events.h"
#include "archive/table/rank_index.h"
#include "archive/table/sorter.h"

/* An act that tells of a message or a collective operation. */
struct message_act {
    uint32_t communicator; /* row */
    uint32_t node;         /* row; ARCHIVE_NONE: not known */
    uint64_t number;       /* order, among those of this place and communicator */
    uint64_t start, end;   /* ns */
};

/* What has a beginning and an end, and perhaps an act for each. */
struct message_span {
    struct message_act act;
    uint64_t other_start, other_end;
    uint32_t other_node;
    bool has_other;
};

/* A send, or a receive that has ended with a message. The other act saw the end of the send, or
 * began the receive. */
struct message_end {
    struct message_span span;
    bool filtered;           /* its act was left out of the log */
    bool lost;               /* what came before it is not all known */
    bool tail;               /* all that came after it is known */
    uint32_t group;          /* the same for the same communicator on all ranks */
    uint32_t source, target; /* world ranks */
    uint32_t tag;
    uint64_t bytes;
};

/* What one process does in a collective operation. The other act saw its end. */
struct message_part {
    struct message_span span;
    uint32_t group;
    uint32_t root; /* world rank, or FORMAT_ANY */
    uint64_t given, taken;
};

/* A receive that was begun or has ended, with a message or without. */
struct message_mark {
    uint32_t communicator; /* row */
    bool ended;
    uint64_t number;
};

/* Each of its elements begins with an act. */
struct message_list {
    void *all;
    size_t count, room, size; /* bytes of an element */
};

struct message_marks {
    struct message_mark *all;
    size_t count, room;
};

enum message_which {
    MESSAGE_SENDS,    /* struct message_end */
    MESSAGE_RECEIVES, /* the same */
    MESSAGE_FINISHES, /* acts that saw the ends of sends */
    MESSAGE_POSTS,    /* acts that began receives */
    MESSAGE_PARTS,    /* struct message_part */
    MESSAGE_UNITED,   /* acts that saw the ends of parts */
    MESSAGE_LISTS,
};

/* Logs are read place by place. What a place tells is sorted, beyond memory if there is too much.
 */
struct message_log {
    struct archive *archive;
    struct message_list lists[MESSAGE_LISTS]; /* of one place */
    struct message_marks marks;               /* the same */
    struct sorter *sends, *receives;          /* struct message_end */
    struct sorter *parts;                     /* struct message_part */
    const char *folder;                       /* see sorter.h */
    struct rank_index ranks;
    uint32_t *group; /* by row of communicators */
};

static inline void *message_at(const struct message_list *list, size_t i)
{
    return (char *)list->all + i * list->size;
}

enum { MESSAGE_MOST = 1 << 18 }; /* elements of each kind that are in memory at a time */

/* A row of the table messages, and what it is put in order by. */
struct message_row {
    uint64_t time, number;
    uint32_t communicator, source, target, tag;
    uint32_t send, finish, receive, post;
    uint64_t bytes;
    uint64_t send_start, send_end, finish_start, finish_end;
    uint64_t receive_start, receive_end, post_start;
    uint8_t filtered; /* enum archive_filtered */
};

/* One of the table collectives: the parts of one instance follow each other. */
struct message_part_row {
    struct message_part part;
    uint32_t instance;
};

/* Who gets the rows; either may be NULL. */
struct message_sink {
    void (*message)(void *to, const struct message_row *row); /* in the order of their time */
    void (*part)(void *to, const struct message_log *log, const struct message_part_row *row);
    void *to;
};

/* Gives all messages and collective operations. folder: where what is too much for memory goes
 * meanwhile; NULL: the archive's. */
bool messages_find(struct archive *archive, const char *folder, const struct message_sink *sink,
                   struct error *error);

/* Writes the tables messages and collectives below a folder, unless they were found before. */
bool messages_seal(struct archive *archive, const char *folder, struct error *error);

/* Adds what a log says. */
void message_log_read(struct message_log *to, struct event_log *log);

/* Whether what a call begins may go on when it has returned. */
bool message_only_begins(const struct archive *archive, uint32_t node);

/* The row of a member of a communicator, or ARCHIVE_NONE. */
uint32_t message_place(const struct message_log *log, uint32_t communicator, uint32_t rank);

/* All receives with their sends; everything that was read is there. */
bool message_match(struct message_log *log, const struct message_sink *sink, struct error *error);

/* The order of the parts of collective operations; gives them, instance by instance. */
int collectives_order(const void *left, const void *right);
bool collectives_match(struct message_log *log, const struct message_sink *sink,
                       struct error *error);

/* enum archive_collective */
uint32_t collectives_kind(const struct archive *archive, uint32_t node);

/* The order of ends: those that can be partners are together. */
int message_way(const void *left, const void *right);

#endif
