/* machines.c: see machines.h */
#include "places/machines.h"

#include "places/control.h"
#include "places/fatal.h"
#include "places/meet.h"
#include "places/neighbours.h"
#include "places/record.h"
#include "places/segment.h"
#include "places/wires.h"
#include "util/sha256.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ONE = 5000, ALL = 60000, CHECK = 200 }; /* ms: for one address, for all places */

static struct card *cards; /* one per place */
static pid_t *processes;   /* those of this machine */
static bool *elsewhere;

const char *machines_host(int place)
{
    return cards && segment_is_spread() ? cards[place].host : NULL;
}

bool machines_share_clock(void)
{
    return !cards || cards[segment_here()].boot == cards[0].boot;
}

/* Gives this place's card and gets those of all. */
static void exchange(const struct launcher *launcher, uint16_t port)
{
    char mine[CARD_TEXT], why[MEET_WHY] = "";
    char(*all)[CARD_TEXT] = calloc((size_t)launcher->size, CARD_TEXT);
    struct card card;
    cards = calloc((size_t)launcher->size, sizeof *cards);
    elsewhere = calloc((size_t)launcher->size, sizeof *elsewhere);
    processes = calloc((size_t)launcher->size, sizeof *processes);
    if (!all || !cards || !elsewhere || !processes)
        fatal("no memory for %d places", launcher->size);
    card_make(&card, port);
    card_print(&card, mine);
    bool met = false;
    if (launcher->way == LAUNCHER_PMI)
        met = meet_by_pmi(launcher->rank, launcher->size, mine, all, why);
    else if (launcher->way == LAUNCHER_PMIX && meet_by_pmix)
        met = meet_by_pmix(launcher->rank, launcher->size, mine, all, why);
    else if (launcher->way == LAUNCHER_PMIX)
        snprintf(why, sizeof why,
                 "the launcher speaks PMIx, and a statically linked program cannot load it");
    else
        met = meet_at_address(launcher->rank, launcher->size, launcher->address, launcher->secret,
                              mine, all, why);
    if (!met)
        fatal("cannot meet the places of other machines: %s", why);
    for (int i = 0; i < launcher->size; i++) {
        if (!card_read(all[i], &cards[i]))
            fatal("cannot meet place %d: its address is not understood", i);
    }
    free(all);
}

static void check_programs(const struct launcher *launcher)
{
    const struct card *own = &cards[launcher->rank];
    for (int i = 0; i < launcher->size; i++) {
        if (cards[i].program != own->program)
            fatal("place %d on %s runs another program, or another build of it, than place %d on "
                  "%s: all places must run the same file",
                  i, cards[i].host, launcher->rank, own->host);
    }
}

/* Names the run by its secret, which the name does not tell. */
static void name_run(struct launcher *launcher, char memory[200])
{
    unsigned char digest[SHA256_SIZE];
    unsigned long long number;
    struct sha256 sha;
    sha256_begin(&sha);
    sha256_add_text(&sha, "name");
    sha256_add(&sha, cards[0].secret, GREET_SECRET);
    sha256_end(&sha, digest);
    memcpy(&number, digest, sizeof number);
    snprintf(launcher->name, sizeof launcher->name, "triptych-places-%d-%016llx", (int)geteuid(),
             number);
    snprintf(memory, 200, "%s-%016llx", launcher->name,
             (unsigned long long)cards[launcher->rank].machine);
}

static bool is_loopback(const char *address)
{
    return !strncmp(address, "127.", 4) || !strcmp(address, "::1");
}

enum { TRIED = 400 };

/* Tries all addresses of a place once. Those of loopback lead there only under one kernel, and are
 * then the first ones to try. Returns the socket, or -1 and why; `is_slow`: one did not answer. */
static int try_addresses(int place, enum greet_use use, char tried[TRIED], bool *is_slow)
{
    const struct card *card = &cards[place];
    const struct greeting greeting = {segment_here(), place, use};
    bool same = card->boot == cards[segment_here()].boot;
    size_t used = 0;
    snprintf(tried, TRIED, "it has no address");
    *is_slow = false;
    for (int loopback = 1; loopback >= 0; loopback--) {
        for (size_t i = 0; i < CARD_ADDRESSES && card->addresses[i][0]; i++) {
            if (is_loopback(card->addresses[i]) != loopback || (loopback && !same))
                continue;
            int fd = greet_connect(card->addresses[i], card->port, &greeting, cards[0].secret, ONE);
            if (fd >= 0)
                return fd;
            *is_slow |= errno == ETIMEDOUT;
            int length = snprintf(tried + used, TRIED - used, "%s%s: %s", used ? "; " : "",
                                  card->addresses[i],
                                  errno == EPROTO || errno == ECONNRESET ? "somebody else is there"
                                                                         : strerror(errno));
            used += length > 0 && (size_t)length < TRIED - used ? (size_t)length : 0;
        }
    }
    return -1;
}

/* Connects to a place. It may be late, since it connects to others before it listens. */
static int connect_to(int place, enum greet_use use)
{
    char tried[TRIED];
    bool is_slow;
    int64_t end = greet_now() + ALL;
    do {
        int fd = try_addresses(place, use, tried, &is_slow);
        if (fd >= 0)
            return fd;
    } while (is_slow && greet_now() < end);
    const struct card *card = &cards[place];
    fatal("cannot connect to place %d on %s, port %u (%s); is there a firewall? "
          "TRI_PLACES_INTERFACE chooses the network",
          place, card->host, card->port, tried);
}

/* True for a connection that this place waits for, and that has not come before. */
static bool is_expected(const struct greeting *who)
{
    if (who->from <= segment_here() || who->from >= segment_places() || !elsewhere[who->from])
        return false;
    if (who->use == GREET_CONTROL)
        return segment_here() == 0 && control_descriptor(who->from) < 0;
    return who->use == GREET_MESSAGES && !wires_has(who->from);
}

/* Ends the program if somebody is gone meanwhile, or has failed. */
static void check_others(void)
{
    for (int i = 0; i < segment_places(); i++) {
        struct pollfd polled = {.fd = control_descriptor(i), .events = POLLRDHUP};
        if (polled.fd < 0 || poll(&polled, 1, 0) <= 0)
            continue;
        control_take(i); /* it may have said why */
        if (control_fail(i, 1))
            fatal_say("place %d on %s: the connection is gone; all places end", i, cards[i].host);
    }
    neighbours_check();
}

/* Names those whose connections have not come. */
static void fatal_missing(void)
{
    char names[300] = "";
    size_t used = 0;
    for (int i = segment_here() + 1; i < segment_places() && used + 100 < sizeof names; i++) {
        if (elsewhere[i] && (!wires_has(i) || (segment_here() == 0 && control_descriptor(i) < 0)))
            used += (size_t)snprintf(names + used, sizeof names - used, "%splace %d on %s",
                                     used ? ", " : "", i, cards[i].host);
    }
    fatal("these places have met the others, and not connected within a minute: %s; have they "
          "ended, or is there a firewall?",
          names);
}

/* Accepts the next connection. */
static void accept_one(int listener, int64_t end, int *missing)
{
    struct greeting who;
    int fd = greet_accept(listener, segment_here(), cards[0].secret, &who, CHECK);
    if (fd < 0) {
        check_others();
        if (greet_now() > end)
            fatal_missing();
        return;
    }
    if (!is_expected(&who)) {
        close(fd);
        return;
    }
    if (who.use == GREET_MESSAGES)
        wires_add(who.from, fd);
    else
        control_add(who.from, fd);
    --*missing;
}

/* The higher place of each pair connects; place 0 has two connections with each of them. */
static void connect_all(int listener)
{
    int here = segment_here(), missing = 0;
    for (int i = 0; i < here; i++) {
        if (!elsewhere[i])
            continue;
        wires_add(i, connect_to(i, GREET_MESSAGES));
        if (i == 0)
            control_add(0, connect_to(0, GREET_CONTROL));
    }
    for (int i = here + 1; i < segment_places(); i++)
        missing += elsewhere[i] ? 1 + (here == 0) : 0;
    int64_t end = greet_now() + ALL;
    while (missing)
        accept_one(listener, end, &missing);
}

/* What libraries do meanwhile for the launcher is not the program's doing. */
static void be_apart(int by)
{
    if (tri_record_apart)
        tri_record_apart(by);
}

void machines_join(struct launcher *launcher)
{
    char memory[200];
    uint16_t port = 0;
    segment_self.here = launcher->rank;
    be_apart(1);
    int listener = greet_listen(&port);
    if (listener < 0)
        fatal("cannot listen for the places of other machines: %s", strerror(errno));
    exchange(launcher, port);
    bool any = false;
    int crowd = 0;
    for (int i = 0; i < launcher->size; i++) {
        any |= elsewhere[i] = cards[i].machine != cards[launcher->rank].machine;
        crowd += cards[i].boot == cards[launcher->rank].boot;
        processes[i] = elsewhere[i] ? 0 : cards[i].pid;
    }
    if (any)
        segment_spread(elsewhere, cards[launcher->rank].host, crowd);
    check_programs(launcher);
    name_run(launcher, memory);
    neighbours_know(processes);
    segment_join(memory, launcher->size, launcher->rank);
    if (any)
        connect_all(listener);
    greet_close(listener);
    neighbours_await();
    be_apart(-1);
}

void machines_leave(void)
{
    be_apart(1);
    meet_end_pmi();
    if (meet_end_pmix)
        meet_end_pmix();
    be_apart(-1);
}
