/* message.h: messages between the master and its agents: a length of 4 bytes, a type of 1 byte,
 * and fields. Numbers are big-endian; a text is its length and its bytes. */
#ifndef SCRIPT_AGENTS_MESSAGE_H
#define SCRIPT_AGENTS_MESSAGE_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum script_agents_message_type {
    AGENTS_HELLO = 1,   /* agent: magic, version, nonce */
    AGENTS_CHALLENGE,   /* master: nonce, proof */
    AGENTS_PROOF,       /* agent: what the connection is for, proof */
    AGENTS_WELCOME,     /* master */
    AGENTS_START,       /* master: a task */
    AGENTS_SIGNAL,      /* master: to a task */
    AGENTS_EXIT,        /* agent: of a task */
    AGENTS_BEAT,        /* agent: it is alive */
    AGENTS_PING,        /* master: a number, and bytes of no meaning */
    AGENTS_PONG,        /* agent: the number */
    AGENTS_FLOW,        /* master: a stream that the agent is to keep */
    AGENTS_FLOW_CHANGE, /* master: what became of a writer or reader of it */
    AGENTS_FLOW_NEWS,   /* agent: what became of it */
};

enum {
    AGENTS_MESSAGE_HEADER = 5,
    AGENTS_MESSAGE_MOST = 16 << 20, /* bytes; more is refused */
};

/* Begins a message at the end of a buffer; returns where. Finish it when its fields are there. */
size_t script_agents_message_begin(struct buffer *to, enum script_agents_message_type type);
void script_agents_message_finish(struct buffer *to, size_t start);

void script_agents_message_byte(struct buffer *to, uint8_t value);
void script_agents_message_number(struct buffer *to, uint32_t value);
void script_agents_message_long(struct buffer *to, uint64_t value);
void script_agents_message_text(struct buffer *to, const char *text); /* NULL counts as empty */

/* A message that is read. After the first field that is not there, `bad` is set and fields are 0 or
 * empty. */
struct script_agents_message {
    enum script_agents_message_type type;
    const unsigned char *at, *end;
    bool bad;
};

/* Finds the first message in bytes that were received. Returns its size; 0: it is not complete;
 * -1: its length is not between 1 and `most`. */
int64_t script_agents_message_find(const void *bytes, size_t size, size_t most,
                                   struct script_agents_message *message);

uint8_t script_agents_message_get_byte(struct script_agents_message *message);
uint32_t script_agents_message_get_number(struct script_agents_message *message);
uint64_t script_agents_message_get_long(struct script_agents_message *message);
const unsigned char *script_agents_message_get_bytes(struct script_agents_message *message,
                                                     size_t size);
char *
script_agents_message_get_text(struct script_agents_message *message); /* never NULL; to be freed */

#endif
