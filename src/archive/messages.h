/* messages.h: the two ends of messages, and the parts of collective operations, as the event logs
 * of ranks tell of them. */
#ifndef ARCHIVE_MESSAGES_H
#define ARCHIVE_MESSAGES_H

#include "archive/events.h"
#include "util/interned.h"

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
    const struct message_act *other; /* NULL: none */
};

/* A send, or a receive that has ended with a message. The other act saw the end of the send, or
 * began the receive. */
struct message_end {
    struct message_span span;
    uint32_t group;          /* the same for the same communicator on all ranks */
    uint32_t source, target; /* world ranks */
    uint32_t tag;
    uint64_t bytes;
    bool lost; /* what came before it is not all known: it cannot be matched */
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

struct message_log {
    struct archive *archive;
    struct message_list lists[MESSAGE_LISTS];
    struct message_marks marks;
    struct pairs communicators; /* (row of places, number) -> row of communicators */
    uint32_t *group;            /* by row of communicators */
    struct pairs places;        /* (job, rank) -> row of places */
    uint32_t *job;              /* by row of places: number in `jobs` */
    struct interned *jobs;
};

static inline void *message_at(const struct message_list *list, size_t i)
{
    return (char *)list->all + i * list->size;
}

/* Adds what a log says. */
void message_log_read(struct message_log *to, struct event_log *log);

/* Spans find the other act, the one of the same order. Both lists are sorted by their orders then.
 */
void message_find_others(struct message_list *spans, struct message_list *others);

/* Whether what a call begins may go on when it has returned. */
bool message_only_begins(const struct archive *archive, uint32_t node);

/* The row of a member of a communicator, or ARCHIVE_NONE. */
uint32_t message_place(const struct message_log *log, uint32_t communicator, uint32_t rank);

/* Fills the table collectives. */
void collectives_fill(struct message_log *log);

#endif
