/* order.h: the message by which the master has a task started. */
#ifndef SCRIPT_AGENTS_ORDER_H
#define SCRIPT_AGENTS_ORDER_H

#include "script/agents/message.h"

/* What a standard input, output or error is connected to. */
enum script_agents_end_kind {
    AGENTS_END_NULL,    /* /dev/null */
    AGENTS_END_INHERIT, /* the agent's own */
    AGENTS_END_LINK,    /* a connection to the master */
    AGENTS_END_HELD,    /* the same, but only after the task has ended well */
    AGENTS_END_FILE,
    AGENTS_END_APPEND, /* added to a file */
    AGENTS_END_PIPE,   /* between two tasks of this agent */
    AGENTS_END_FLOW,   /* a stream that this agent keeps */
    AGENTS_END_PEER,   /* one that another agent keeps, whose address and port are in `file` */
    AGENTS_END_KINDS,
};

struct script_agents_end {
    enum script_agents_end_kind kind;
    uint32_t stream; /* of a pipe, or that an agent keeps */
    char *file;      /* or empty */
};

struct script_agents_order {
    uint32_t task, attempt;
    uint64_t memory;                  /* limit of its address space in bytes; 0: none */
    bool ranks;                       /* it starts an MPI program */
    struct script_agents_end ends[3]; /* input, output, error */
    char *folder;                     /* or empty */
    char **words, **environment;      /* up to NULL; NAME=VALUE sets, NAME removes a variable */
};

void script_agents_order_add(struct buffer *to, const struct script_agents_order *order);

/* Reads it from a message; false if that is not right. To be freed in either case. */
bool script_agents_order_read(struct script_agents_message *message,
                              struct script_agents_order *order);
void script_agents_order_free(struct script_agents_order *order);

/* Adds the message that sends a signal to a task. */
void script_agents_signal_add(struct buffer *to, uint32_t task, int number);

#endif
