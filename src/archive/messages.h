/* messages.h: the two ends of messages, as the event logs of ranks tell of them. */
#ifndef ARCHIVE_MESSAGES_H
#define ARCHIVE_MESSAGES_H

#include "archive/events.h"

/* A send, or a receive that has ended with a message. */
struct message_end {
    uint32_t communicator;   /* row */
    uint32_t group;          /* the same for the same communicator on all ranks */
    uint32_t source, target; /* world ranks */
    uint32_t tag;
    uint32_t node;   /* row; ARCHIVE_NONE: not known */
    uint64_t number; /* order, among those of this place and communicator */
    uint64_t bytes;
    uint64_t start, end; /* ns: of the act that tells of it */
    bool lost;           /* what came before it is not all known: it cannot be matched */
};

/* A receive that was begun or has ended, with a message or without. */
struct message_mark {
    uint32_t communicator; /* row */
    bool ended;
    uint64_t number;
};

struct message_ends {
    struct message_end *all;
    size_t count, room;
};

struct message_marks {
    struct message_mark *all;
    size_t count, room;
};

struct message_log {
    const struct archive *archive;
    struct message_ends sends, receives;
    struct message_marks marks;
    struct pairs communicators; /* (row of places, number) -> row of communicators */
    const uint32_t *group;      /* by row of communicators */
};

/* Adds what a log says. */
void message_log_read(struct message_log *to, struct event_log *log);

#endif
