/* handshake.h: how two sides of a connection prove to each other that they know the secret.
 *
 *   agent                                   master
 *     HELLO      magic, version, nonce a ──▶
 *                ◀── CHALLENGE nonce m, HMAC(secret, "master", a, m)
 *     PROOF      purpose, HMAC(secret, "agent", a, m, purpose) ──▶
 *                ◀── WELCOME
 *
 * Both nonces are new for every connection, so that what was overheard is of no use. What follows
 * is neither encrypted nor signed. */
#ifndef SCRIPT_AGENTS_HANDSHAKE_H
#define SCRIPT_AGENTS_HANDSHAKE_H

#include "script/agents/message.h"
#include "script/agents/patience.h"
#include "util/error.h"

enum {
    AGENTS_SECRET = 32,      /* bytes */
    AGENTS_NONCE = 32,       /* bytes */
    AGENTS_HELLO_MOST = 256, /* bytes of a message before the other side is known */
    AGENTS_HOST_MOST = 64,
};

/* What a connection is for. */
enum script_agents_role {
    AGENTS_CONTROL, /* messages; one per agent */
    AGENTS_INPUT,   /* bytes of a task's standard input, output or error */
    AGENTS_OUTPUT,
    AGENTS_ERRORS,
    AGENTS_ROLES,
};

struct script_agents_purpose {
    enum script_agents_role role;
    uint32_t agent;                  /* its number, from 0 */
    uint32_t cores;                  /* of the agent's node */
    uint64_t memory;                 /* of the agent's node: bytes */
    uint32_t speed;                  /* of one of them: see agent/speed.h */
    uint32_t port;                   /* of the agent, for other agents */
    uint32_t task, attempt;          /* whose input or output it is */
    uint32_t stream;                 /* if the agent that is connected to keeps it */
    char host[AGENTS_HOST_MOST + 1]; /* of the agent */
};

/* The master's side of a connection that is not yet trusted. */
struct script_agents_handshake {
    unsigned char agent_nonce[AGENTS_NONCE], master_nonce[AGENTS_NONCE];
    bool greeted; /* the challenge was sent */
};

enum script_agents_handshake_state { AGENTS_REFUSED, AGENTS_PENDING, AGENTS_TRUSTED };

/* Takes a message, and adds the answer to `answer`. AGENTS_REFUSED comes with an error that says
 * why. */
enum script_agents_handshake_state
script_agents_handshake_take(struct script_agents_handshake *handshake,
                             const unsigned char secret[AGENTS_SECRET],
                             struct script_agents_message *message, struct buffer *answer,
                             struct script_agents_purpose *purpose, struct error *error);

/* Connects an agent to its master, or to another agent, and waits until it is welcome. Returns the
 * socket, which does not block, or -1 with an error. */
int script_agents_connect(const char *host, const char *port,
                          const unsigned char secret[AGENTS_SECRET],
                          const struct script_agents_purpose *purpose,
                          struct script_agents_patience *patience, struct error *error);

/* The secret as text, for the environment of an agent, and back. */
void script_agents_secret_print(const unsigned char secret[AGENTS_SECRET],
                                char text[2 * AGENTS_SECRET + 1]);
bool script_agents_secret_read(const char *text, unsigned char secret[AGENTS_SECRET]);

#endif
