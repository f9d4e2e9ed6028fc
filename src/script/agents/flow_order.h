/* flow_order.h: messages about streams that an agent keeps: the master says which there are, and
 * what became of their writers and readers; the agent says what it has taken. */
#ifndef SCRIPT_AGENTS_FLOW_ORDER_H
#define SCRIPT_AGENTS_FLOW_ORDER_H

#include "script/agents/message.h"

/* A stream that an agent is to keep. */
struct script_agents_flow {
    uint32_t stream, record;
    uint32_t writers; /* that are expected */
    bool raw, store, unbounded;
    char *name;
    char *folder;      /* of the run's streams, on the master's node */
    char *token;       /* that a file in it has: whether the agent's node sees the same folder */
    uint32_t *readers; /* tasks */
    uint32_t reader_count;
};

void script_agents_flow_add(struct buffer *to, const struct script_agents_flow *flow);

/* Reads it from a message; false if that is not right. To be freed in either case. */
bool script_agents_flow_read(struct script_agents_message *message,
                             struct script_agents_flow *flow);
void script_agents_flow_free(struct script_agents_flow *flow);

/* What becomes of those at the ends of a stream. */
enum script_agents_change_kind {
    AGENTS_CHANGE_EXPECT,       /* one more writer will start */
    AGENTS_CHANGE_ABSENT,       /* an expected writer will not */
    AGENTS_CHANGE_WRITER_ENDED, /* answered when everything is taken */
    AGENTS_CHANGE_READER_ENDED, /* answered at once */
    AGENTS_CHANGES,
};

struct script_agents_change {
    enum script_agents_change_kind kind;
    uint32_t stream, task;
    bool errors;    /* of a writer: its standard error */
    bool good;      /* it ended well; of a reader: it is not asked */
    uint64_t total; /* bytes that a writer on another node has sent */
};

void script_agents_change_add(struct buffer *to, const struct script_agents_change *change);
bool script_agents_change_read(struct script_agents_message *message,
                               struct script_agents_change *change);

/* What an agent says of a stream that it keeps. */
enum script_agents_news_kind {
    AGENTS_NEWS_TAKEN,    /* everything that a writer wrote */
    AGENTS_NEWS_RELEASED, /* a reader that has ended; what it got was not cut off */
    AGENTS_NEWS_CROWDED,  /* much of it waits for readers that have not started */
    AGENTS_NEWS_FAILED,   /* it cannot be kept */
    AGENTS_NEWS_KINDS,
};

struct script_agents_news {
    enum script_agents_news_kind kind;
    uint32_t stream, task;
    bool errors;             /* of a writer: its standard error */
    bool dropped, cut, kept; /* its last line is not there; bytes are missing; all is on disk */
    uint64_t bytes;
    char *why; /* it cannot be kept; or empty */
};

void script_agents_news_add(struct buffer *to, const struct script_agents_news *news);

/* `why` is to be freed in either case. */
bool script_agents_news_read(struct script_agents_message *message,
                             struct script_agents_news *news);

#endif
