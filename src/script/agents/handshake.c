/* handshake.c: see handshake.h */
#include "script/agents/handshake.h"

#include "util/hmac.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { VERSION = 3 };

static const char magic[8] = "TRIAGENT";

static void prove(const unsigned char secret[AGENTS_SECRET], const char *who,
                  const struct script_agents_handshake *nonces, const struct buffer *purpose,
                  unsigned char proof[SHA256_SIZE])
{
    struct buffer text = {0};
    script_agents_message_text(&text, who);
    buffer_add_bytes(&text, nonces->agent_nonce, AGENTS_NONCE);
    buffer_add_bytes(&text, nonces->master_nonce, AGENTS_NONCE);
    if (purpose)
        buffer_add_bytes(&text, purpose->text, purpose->used);
    hmac_sha256(secret, AGENTS_SECRET, text.text, text.used, proof);
    buffer_free(&text);
}

static void add_purpose(struct buffer *to, const struct script_agents_purpose *purpose)
{
    script_agents_message_byte(to, (uint8_t)purpose->role);
    script_agents_message_number(to, purpose->agent);
    script_agents_message_number(to, purpose->cores);
    script_agents_message_long(to, purpose->memory);
    script_agents_message_number(to, purpose->speed);
    script_agents_message_number(to, purpose->port);
    script_agents_message_number(to, purpose->task);
    script_agents_message_number(to, purpose->attempt);
    script_agents_message_number(to, purpose->stream);
    script_agents_message_text(to, purpose->host);
}

static void read_purpose(struct script_agents_message *message,
                         struct script_agents_purpose *purpose)
{
    uint8_t role = script_agents_message_get_byte(message);
    purpose->role = role < AGENTS_ROLES ? (enum script_agents_role)role : AGENTS_CONTROL;
    purpose->agent = script_agents_message_get_number(message);
    purpose->cores = script_agents_message_get_number(message);
    purpose->memory = script_agents_message_get_long(message);
    purpose->speed = script_agents_message_get_number(message);
    purpose->port = script_agents_message_get_number(message);
    purpose->task = script_agents_message_get_number(message);
    purpose->attempt = script_agents_message_get_number(message);
    purpose->stream = script_agents_message_get_number(message);
    char *host = script_agents_message_get_text(message);
    message->bad |= role >= AGENTS_ROLES || strlen(host) > AGENTS_HOST_MOST;
    snprintf(purpose->host, sizeof purpose->host, "%.*s", AGENTS_HOST_MOST, host);
    for (char *at = purpose->host; *at; at++) {
        if (*at < ' ' || *at > '~') /* it is shown to people */
            *at = '?';
    }
    free(host);
}

static bool take_hello(struct script_agents_handshake *handshake, const unsigned char *secret,
                       struct script_agents_message *message, struct buffer *answer,
                       struct error *error)
{
    const unsigned char *word = script_agents_message_get_bytes(message, sizeof magic);
    uint32_t version = script_agents_message_get_number(message);
    const unsigned char *nonce = script_agents_message_get_bytes(message, AGENTS_NONCE);
    unsigned char proof[SHA256_SIZE];
    if (message->type != AGENTS_HELLO || !word || memcmp(word, magic, sizeof magic) != 0)
        return error_set(error, "it is no agent");
    if (version != VERSION)
        return error_set(error, "it is an agent of another version");
    if (!nonce || message->at != message->end)
        return error_set(error, "its greeting has a wrong length");
    memcpy(handshake->agent_nonce, nonce, AGENTS_NONCE);
    if (getrandom(handshake->master_nonce, AGENTS_NONCE, 0) != AGENTS_NONCE)
        return error_errno(error, "there are no random numbers");
    prove(secret, "master", handshake, NULL, proof);
    size_t start = script_agents_message_begin(answer, AGENTS_CHALLENGE);
    buffer_add_bytes(answer, handshake->master_nonce, AGENTS_NONCE);
    buffer_add_bytes(answer, proof, sizeof proof);
    script_agents_message_finish(answer, start);
    handshake->greeted = true;
    return true;
}

static bool take_proof(const struct script_agents_handshake *handshake, const unsigned char *secret,
                       struct script_agents_message *message, struct buffer *answer,
                       struct script_agents_purpose *purpose, struct error *error)
{
    unsigned char expected[SHA256_SIZE];
    struct buffer about = {0};
    if (message->type != AGENTS_PROOF)
        return error_set(error, "it gave no proof");
    read_purpose(message, purpose);
    const unsigned char *proof = script_agents_message_get_bytes(message, SHA256_SIZE);
    if (message->bad || !proof || message->at != message->end)
        return error_set(error, "its proof has a wrong form");
    add_purpose(&about, purpose);
    prove(secret, "agent", handshake, &about, expected);
    buffer_free(&about);
    if (!hmac_equal(proof, expected))
        return error_set(error, "it does not know the secret");
    script_agents_message_finish(answer, script_agents_message_begin(answer, AGENTS_WELCOME));
    return true;
}

enum script_agents_handshake_state
script_agents_handshake_take(struct script_agents_handshake *handshake,
                             const unsigned char secret[AGENTS_SECRET],
                             struct script_agents_message *message, struct buffer *answer,
                             struct script_agents_purpose *purpose, struct error *error)
{
    if (!handshake->greeted)
        return take_hello(handshake, secret, message, answer, error) ? AGENTS_PENDING
                                                                     : AGENTS_REFUSED;
    return take_proof(handshake, secret, message, answer, purpose, error) ? AGENTS_TRUSTED
                                                                          : AGENTS_REFUSED;
}

/* Receives one message and no byte more. */
static bool receive(int fd, unsigned char bytes[AGENTS_HELLO_MOST + 4],
                    struct script_agents_message *message,
                    const struct script_agents_patience *patience)
{
    if (!script_agents_patience_receive(fd, bytes, 4, patience) ||
        script_agents_message_find(bytes, 4, AGENTS_HELLO_MOST, message) < 0)
        return false;
    size_t size = (size_t)bytes[2] << 8 | bytes[3];
    return script_agents_patience_receive(fd, bytes + 4, size, patience) &&
           script_agents_message_find(bytes, 4 + size, AGENTS_HELLO_MOST, message) > 0;
}

/* Greets the master, checks that it knows the secret, and proves the same. */
static bool greet(int fd, const unsigned char *secret, const struct script_agents_purpose *purpose,
                  const struct script_agents_patience *patience, struct error *error)
{
    unsigned char bytes[AGENTS_HELLO_MOST + 4], proof[SHA256_SIZE];
    struct script_agents_handshake nonces = {0};
    struct script_agents_message message = {0};
    struct buffer text = {0}, about = {0};
    if (getrandom(nonces.agent_nonce, AGENTS_NONCE, 0) != AGENTS_NONCE)
        return error_errno(error, "there are no random numbers");
    size_t start = script_agents_message_begin(&text, AGENTS_HELLO);
    buffer_add_bytes(&text, magic, sizeof magic);
    script_agents_message_number(&text, VERSION);
    buffer_add_bytes(&text, nonces.agent_nonce, AGENTS_NONCE);
    script_agents_message_finish(&text, start);
    bool good =
        script_agents_patience_send(fd, &text, patience) && receive(fd, bytes, &message, patience);
    const unsigned char *nonce =
        good ? script_agents_message_get_bytes(&message, AGENTS_NONCE) : NULL;
    const unsigned char *given =
        good ? script_agents_message_get_bytes(&message, SHA256_SIZE) : NULL;
    good = given && message.type == AGENTS_CHALLENGE;
    if (good) {
        memcpy(nonces.master_nonce, nonce, AGENTS_NONCE);
        prove(secret, "master", &nonces, NULL, proof);
        good = hmac_equal(given, proof);
    }
    if (good) {
        text.used = 0;
        add_purpose(&about, purpose);
        prove(secret, "agent", &nonces, &about, proof);
        start = script_agents_message_begin(&text, AGENTS_PROOF);
        buffer_add_bytes(&text, about.text, about.used);
        buffer_add_bytes(&text, proof, sizeof proof);
        script_agents_message_finish(&text, start);
        good = script_agents_patience_send(fd, &text, patience) &&
               receive(fd, bytes, &message, patience) && message.type == AGENTS_WELCOME;
    }
    buffer_free(&text);
    buffer_free(&about);
    return good || error_set(error, "the master does not answer as it should");
}

int script_agents_connect(const char *host, const char *port,
                          const unsigned char secret[AGENTS_SECRET],
                          const struct script_agents_purpose *purpose,
                          struct script_agents_patience *patience, struct error *error)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    int failed = getaddrinfo(host, port, &hints, &list);
    if (failed) {
        error_set(error, "cannot find the host %s: %s", host, gai_strerror(failed));
        return -1;
    }
    script_agents_patience_begin(patience);
    int fd = script_agents_patience_connect(list, patience);
    freeaddrinfo(list);
    if (fd < 0) {
        error_errno(error, "cannot connect to %s, port %s", host, port);
        return -1;
    }
    if (greet(fd, secret, purpose, patience, error))
        return fd;
    close(fd);
    return -1;
}

void script_agents_secret_print(const unsigned char secret[AGENTS_SECRET],
                                char text[2 * AGENTS_SECRET + 1])
{
    for (size_t i = 0; i < AGENTS_SECRET; i++)
        snprintf(text + 2 * i, 3, "%02x", secret[i]);
}

bool script_agents_secret_read(const char *text, unsigned char secret[AGENTS_SECRET])
{
    if (strlen(text) != (size_t)2 * AGENTS_SECRET ||
        strspn(text, "0123456789abcdef") != (size_t)2 * AGENTS_SECRET)
        return false;
    for (size_t i = 0; i < AGENTS_SECRET; i++) {
        const char digits[3] = {text[2 * i], text[2 * i + 1], '\0'};
        secret[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    return true;
}
