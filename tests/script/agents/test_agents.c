/* test_agents.c: messages, proofs, and a port that hostile peers connect to. */
#include "script/agents/order.h"
#include "script/agents/port.h"
#include "util/hmac.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static const unsigned char secret[AGENTS_SECRET] = "the secret of this test, 32 byte";

/* Checks a proof against its hexadecimal form. */
static void check_proof(const void *key, size_t key_size, const char *text, const char *expected)
{
    unsigned char proof[SHA256_SIZE];
    char shown[2 * SHA256_SIZE + 1];
    hmac_sha256(key, key_size, text, strlen(text), proof);
    script_agents_secret_print(proof, shown);
    assert_string_equal(shown, expected);
}

/* The vectors of RFC 4231. */
static void test_hmac(void **state)
{
    (void)state;
    unsigned char key[131];
    memset(key, 0x0b, 20);
    check_proof(key, 20, "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    check_proof("Jefe", 4, "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof key);
    check_proof(key, sizeof key, "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

static void test_secret(void **state)
{
    (void)state;
    char text[2 * AGENTS_SECRET + 1];
    unsigned char back[AGENTS_SECRET];
    script_agents_secret_print(secret, text);
    assert_true(script_agents_secret_read(text, back));
    assert_memory_equal(secret, back, AGENTS_SECRET);
    text[5] = 'x';
    assert_false(script_agents_secret_read(text, back));
    assert_false(script_agents_secret_read("", back));
}

/* Every beginning of a message is incomplete, every changed length is refused or incomplete, and
 * no field is read behind the end. */
static void test_order(void **state)
{
    (void)state;
    char *words[] = {"sort", "-n", "", NULL}, *environment[] = {"A=5", NULL};
    const struct script_agents_order order = {.task = 7,
                                              .attempt = 2,
                                              .memory = UINT64_C(1) << 40,
                                              .ends = {{.kind = AGENTS_END_FILE, .file = "in"},
                                                       {.kind = AGENTS_END_PIPE, .stream = 3},
                                                       {.kind = AGENTS_END_INHERIT}},
                                              .folder = "/tmp",
                                              .words = words,
                                              .environment = environment};
    struct script_agents_order back;
    struct script_agents_message message;
    struct buffer bytes = {0};
    script_agents_order_add(&bytes, &order);
    for (size_t i = 0; i < bytes.used; i++) {
        char *part = malloc(i + 1);
        memcpy(part, bytes.text, i);
        assert_int_equal(script_agents_message_find(part, i, AGENTS_MESSAGE_MOST, &message), 0);
        free(part);
    }
    assert_int_equal(script_agents_message_find(bytes.text, bytes.used, 10, &message), -1);
    assert_int_equal(script_agents_message_find("\0\0\0\0", 4, 10, &message), -1);
    assert_int_equal(
        script_agents_message_find(bytes.text, bytes.used, AGENTS_MESSAGE_MOST, &message),
        bytes.used);
    assert_true(script_agents_order_read(&message, &back));
    assert_int_equal(back.task, 7);
    assert_int_equal(back.memory, UINT64_C(1) << 40);
    assert_string_equal(back.words[1], "-n");
    assert_string_equal(back.words[2], "");
    assert_string_equal(back.environment[0], "A=5");
    assert_string_equal(back.ends[0].file, "in");
    script_agents_order_free(&back);
    for (size_t i = 4; i < bytes.used; i++) { /* shorter by its end, or with one byte changed */
        char *changed = malloc(bytes.used);
        memcpy(changed, bytes.text, bytes.used);
        changed[0] = changed[1] = changed[2] = 0;
        changed[3] = (char)(i - 3);
        if (script_agents_message_find(changed, i + 1, AGENTS_MESSAGE_MOST, &message) > 0 &&
            i + 1 < bytes.used) {
            assert_false(script_agents_order_read(&message, &back));
            script_agents_order_free(&back);
        }
        memcpy(changed, bytes.text, bytes.used);
        changed[i] = (char)0xff;
        script_agents_message_find(changed, bytes.used, AGENTS_MESSAGE_MOST, &message);
        script_agents_order_read(&message, &back);
        script_agents_order_free(&back);
        free(changed);
    }
    buffer_free(&bytes);
}

/* A port, and what it said. */
struct gate {
    struct script_agents_port *port;
    unsigned trusted, refused;
    struct script_agents_purpose purpose;
    int fd;
    char why[200];
};

static bool take_trusted(void *owner, const struct script_agents_purpose *purpose, int fd)
{
    struct gate *gate = owner;
    gate->trusted++;
    gate->purpose = *purpose;
    gate->fd = fd;
    return true;
}

static void take_refused(void *owner, const char *from, const char *why)
{
    struct gate *gate = owner;
    assert_non_null(strstr(from, "127.0.0.1"));
    gate->refused++;
    snprintf(gate->why, sizeof gate->why, "%s", why);
}

static void open_gate(struct gate *gate)
{
    struct error error;
    const struct script_agents_port_listener listener = {gate, take_trusted, take_refused};
    *gate = (struct gate){.fd = -1};
    gate->port = script_agents_port_new("127.0.0.1", secret, &listener, &error);
    assert_non_null(gate->port);
}

static void close_gate(struct gate *gate)
{
    if (gate->fd >= 0)
        close(gate->fd);
    script_agents_port_free(gate->port);
}

/* Steps until something was decided. */
static void decide(struct gate *gate)
{
    unsigned before = gate->trusted + gate->refused;
    while (gate->trusted + gate->refused == before)
        script_agents_port_step(gate->port, 1);
}

static int knock(const struct gate *gate)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(script_agents_port_number(gate->port))};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

static void say(int fd, const void *bytes, size_t size)
{
    assert_int_equal(send(fd, bytes, size, MSG_NOSIGNAL), size);
}

/* An agent in a thread of its own. */
struct guest {
    char port[8];
    unsigned char secret[AGENTS_SECRET];
    int fd;
    char why[1024];
};

static void *visit(void *data)
{
    struct guest *guest = data;
    struct error error = {0};
    const struct script_agents_purpose purpose = {
        .role = AGENTS_OUTPUT, .agent = 3, .cores = 8, .task = 5, .attempt = 1, .host = "here"};
    struct script_agents_patience patience = {0};
    guest->fd =
        script_agents_connect("127.0.0.1", guest->port, guest->secret, &purpose, &patience, &error);
    snprintf(guest->why, sizeof guest->why, "%s", error.text);
    return NULL;
}

static void let_visit(struct gate *gate, struct guest *guest)
{
    pthread_t thread;
    snprintf(guest->port, sizeof guest->port, "%u", script_agents_port_number(gate->port));
    assert_int_equal(pthread_create(&thread, NULL, visit, guest), 0);
    decide(gate);
    pthread_join(thread, NULL);
}

static void test_friend(void **state)
{
    (void)state;
    struct gate gate;
    struct guest guest = {0};
    char bytes[8] = "";
    open_gate(&gate);
    memcpy(guest.secret, secret, AGENTS_SECRET);
    let_visit(&gate, &guest);
    assert_int_equal(gate.trusted, 1);
    assert_int_equal(gate.purpose.role, AGENTS_OUTPUT);
    assert_int_equal(gate.purpose.agent, 3);
    assert_int_equal(gate.purpose.task, 5);
    assert_string_equal(gate.purpose.host, "here");
    say(guest.fd, "bytes", 5);
    shutdown(guest.fd, SHUT_WR);
    while (recv(gate.fd, bytes, sizeof bytes, 0) < 0)
        continue;
    assert_string_equal(bytes, "bytes");
    close(guest.fd);
    close_gate(&gate);
}

/* Neither side trusts one that does not know the secret: the agent leaves first. */
static void test_wrong_secret(void **state)
{
    (void)state;
    struct gate gate;
    struct guest guest = {0};
    open_gate(&gate);
    let_visit(&gate, &guest);
    assert_int_equal(guest.fd, -1);
    assert_int_equal(gate.trusted, 0);
    assert_int_equal(gate.refused, 1);
    close_gate(&gate);
}

/* Says a greeting by hand, and returns the challenge. */
static void greet(struct gate *gate, int fd, const struct buffer *hello, char *challenge)
{
    size_t got = 0;
    say(fd, hello->text, hello->used);
    while (got < 4 + 1 + AGENTS_NONCE + SHA256_SIZE) {
        script_agents_port_step(gate->port, 1);
        ssize_t size = recv(fd, challenge + got, 128 - got, MSG_DONTWAIT);
        got += size > 0 ? (size_t)size : 0;
    }
}

static void make_hello(struct buffer *hello)
{
    const unsigned char nonce[AGENTS_NONCE] = {0};
    size_t start = script_agents_message_begin(hello, AGENTS_HELLO);
    buffer_add(hello, "TRIAGENT");
    script_agents_message_number(hello, 3);
    buffer_add_bytes(hello, nonce, sizeof nonce);
    script_agents_message_finish(hello, start);
}

/* Makes the proof that is right for a challenge. */
static void make_proof(struct buffer *proof, const char *challenge)
{
    struct buffer about = {0}, text = {0};
    const unsigned char nonce[AGENTS_NONCE] = {0};
    unsigned char made[SHA256_SIZE];
    script_agents_message_byte(&about, AGENTS_CONTROL);
    script_agents_message_number(&about, 1); /* agent */
    script_agents_message_number(&about, 2); /* cores */
    script_agents_message_long(&about, 3);   /* memory */
    for (uint32_t i = 4; i <= 8; i++)
        script_agents_message_number(&about, i);
    script_agents_message_text(&about, "x");
    script_agents_message_text(&text, "agent");
    buffer_add_bytes(&text, nonce, sizeof nonce);
    buffer_add_bytes(&text, challenge + 5, AGENTS_NONCE);
    buffer_add_bytes(&text, about.text, about.used);
    hmac_sha256(secret, AGENTS_SECRET, text.text, text.used, made);
    size_t start = script_agents_message_begin(proof, AGENTS_PROOF);
    buffer_add_bytes(proof, about.text, about.used);
    buffer_add_bytes(proof, made, sizeof made);
    script_agents_message_finish(proof, start);
    buffer_free(&about);
    buffer_free(&text);
}

/* What was overheard is refused in another connection, and so is the master's own proof. */
static void test_replay(void **state)
{
    (void)state;
    struct gate gate;
    struct buffer hello = {0}, proof = {0};
    char challenge[128], other[128];
    open_gate(&gate);
    make_hello(&hello);
    int fd = knock(&gate), second = knock(&gate);
    greet(&gate, fd, &hello, challenge);
    greet(&gate, second, &hello, other);
    assert_memory_not_equal(challenge, other, 5 + AGENTS_NONCE);
    make_proof(&proof, challenge);
    say(second, proof.text, proof.used);
    decide(&gate);
    assert_int_equal(gate.refused, 1);
    assert_string_equal(gate.why, "it does not know the secret");
    memcpy(proof.text + proof.used - SHA256_SIZE, challenge + 5 + AGENTS_NONCE, SHA256_SIZE);
    say(fd, proof.text, proof.used);
    decide(&gate);
    assert_int_equal(gate.refused, 2);
    assert_int_equal(gate.trusted, 0);
    close(fd);
    close(second);
    buffer_free(&hello);
    buffer_free(&proof);
    close_gate(&gate);
}

/* A proof that was changed is refused. */
static void test_changed_proof(void **state)
{
    (void)state;
    struct gate gate;
    struct buffer hello = {0};
    char challenge[128];
    open_gate(&gate);
    make_hello(&hello);
    for (size_t i = 5; i < 80; i += 7) {
        struct buffer proof = {0};
        int fd = knock(&gate);
        greet(&gate, fd, &hello, challenge);
        make_proof(&proof, challenge);
        if (i < proof.used) {
            proof.text[i] ^= 1;
            say(fd, proof.text, proof.used);
            decide(&gate);
            assert_int_equal(gate.trusted, 0);
        }
        buffer_free(&proof);
        close(fd);
    }
    buffer_free(&hello);
    close_gate(&gate);
}

static void refuse_bytes(struct gate *gate, const void *bytes, size_t size, const char *why)
{
    unsigned before = gate->refused;
    int fd = knock(gate);
    say(fd, bytes, size);
    decide(gate);
    assert_int_equal(gate->refused, before + 1);
    assert_string_equal(gate->why, why);
    close(fd);
}

static void test_garbage(void **state)
{
    (void)state;
    struct gate gate;
    struct buffer hello = {0};
    open_gate(&gate);
    refuse_bytes(&gate, "GET / HTTP/1.1\r\n\r\n", 18, "its message has an impossible length");
    refuse_bytes(&gate, "\xff\xff\xff\xff", 4, "its message has an impossible length");
    refuse_bytes(&gate, "\0\0\0\0", 4, "its message has an impossible length");
    refuse_bytes(&gate, "\0\0\0\2\1x", 6, "it is no agent");
    refuse_bytes(&gate, "\0\0\0\1\3", 5, "it is no agent");
    make_hello(&hello);
    hello.text[16] = 9;
    refuse_bytes(&gate, hello.text, hello.used, "it is an agent of another version");
    assert_int_equal(gate.trusted, 0);
    buffer_free(&hello);
    close_gate(&gate);
}

/* One that says a byte now and then is refused after a while, one that leaves at once. */
static void test_slow(void **state)
{
    (void)state;
    struct gate gate;
    open_gate(&gate);
    int fd = knock(&gate);
    for (uint64_t second = 1; !gate.refused; second++) {
        send(fd, second < 4 ? "\0" : "x", 1, MSG_NOSIGNAL); /* a length of 120 */
        script_agents_port_step(gate.port, second * 1000000000u);
        assert_true(second < 30);
    }
    assert_string_equal(gate.why, "it proved nothing in time");
    close(fd);
    fd = knock(&gate);
    close(fd);
    decide(&gate);
    assert_int_equal(gate.refused, 2);
    close_gate(&gate);
}

/* Any number of silent connections takes bounded room and does not keep friends out. */
static void test_crowd(void **state)
{
    (void)state;
    enum { CROWD = 3 * AGENTS_PORT_PENDING };
    const uint64_t STEP = 20000000; /* ns */
    struct gate gate;
    struct guest guest = {0};
    int fds[CROWD];
    open_gate(&gate);
    for (size_t i = 0; i < CROWD; i++) {
        fds[i] = knock(&gate);
        script_agents_port_step(gate.port, i * STEP);
    }
    while (gate.refused < CROWD - AGENTS_PORT_PENDING)
        script_agents_port_step(gate.port, CROWD * STEP);
    memcpy(guest.secret, secret, AGENTS_SECRET);
    pthread_t thread;
    snprintf(guest.port, sizeof guest.port, "%u", script_agents_port_number(gate.port));
    pthread_create(&thread, NULL, visit, &guest);
    while (!gate.trusted)
        script_agents_port_step(gate.port, CROWD * STEP);
    pthread_join(thread, NULL);
    assert_true(guest.fd >= 0);
    close(guest.fd);
    for (size_t i = 0; i < CROWD; i++)
        close(fds[i]);
    close_gate(&gate);
}

/* Friends that come all at once are all welcome. */
static void test_friends(void **state)
{
    (void)state;
    enum { FRIENDS = 2 * AGENTS_PORT_PENDING };
    struct gate gate;
    int fds[FRIENDS];
    struct buffer hello = {0};
    char challenge[128];
    open_gate(&gate);
    make_hello(&hello);
    for (size_t i = 0; i < FRIENDS; i++) {
        fds[i] = knock(&gate);
        say(fds[i], hello.text, hello.used);
    }
    for (size_t i = 0; i < FRIENDS; i++) {
        struct buffer proof = {0};
        size_t got = 0;
        while (got < 4 + 1 + AGENTS_NONCE + SHA256_SIZE) {
            script_agents_port_step(gate.port, 1);
            ssize_t size = recv(fds[i], challenge + got, sizeof challenge - got, MSG_DONTWAIT);
            got += size > 0 ? (size_t)size : 0;
        }
        make_proof(&proof, challenge);
        say(fds[i], proof.text, proof.used);
        decide(&gate);
        assert_int_equal(gate.trusted, i + 1);
        close(gate.fd);
        gate.fd = -1;
        close(fds[i]);
        buffer_free(&proof);
    }
    assert_int_equal(gate.refused, 0);
    buffer_free(&hello);
    close_gate(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hmac),          cmocka_unit_test(test_secret),
        cmocka_unit_test(test_order),         cmocka_unit_test(test_friend),
        cmocka_unit_test(test_wrong_secret),  cmocka_unit_test(test_replay),
        cmocka_unit_test(test_changed_proof), cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_slow),          cmocka_unit_test(test_crowd),
        cmocka_unit_test(test_friends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
