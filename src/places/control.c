/* control.c: see control.h */
#include "places/control.h"

#include "places/bell.h"
#include "places/record.h"
#include "places/segment.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { ROUNDS = 20, PATIENCE = 60000 /* ms for an answer: place 0 may still wait for others */ };

enum notice_kind { NOTICE_FAIL = 1, NOTICE_END, NOTICE_LEAVE, NOTICE_ASK, NOTICE_TELL };

struct notice {
    uint32_t kind;
    int32_t place;
    int64_t
        values[SEGMENT_COUNTS]; /* an exit status, counts, or a time and its question's number */
};

/* A connection, and a notice that has come in part. */
struct control {
    bool open;
    int fd;
    size_t used;
    struct notice notice;
};

static struct control controls[SEGMENT_MAX_PLACES];
static int64_t asked; /* the number of the last question to place 0 */
static bool has_told; /* place 0 has answered it: */
static uint64_t told;

void control_add(int place, int fd)
{
    controls[place] = (struct control){.open = true, .fd = fd};
}

int control_descriptor(int place)
{
    return controls[place].open ? controls[place].fd : -1;
}

static void send_notice(int place, const struct notice *notice)
{
    int fd = control_descriptor(place);
    if (fd >= 0 && send(fd, notice, sizeof *notice, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        return; /* that the connection is gone, whoever reads from it learns */
}

static void send_to_all(const struct notice *notice)
{
    for (int i = 0; i < segment_places(); i++)
        send_notice(i, notice);
}

bool control_fail(int place, int status)
{
    const struct notice notice = {NOTICE_FAIL, place, {status}};
    if (!segment_fail(place, status))
        return false;
    send_to_all(&notice);
    return true;
}

void control_pass_on_failure(void)
{
    const struct notice notice = {NOTICE_FAIL, segment_failed(), {segment_status()}};
    if (segment_here() == 0)
        send_to_all(&notice);
}

void control_end(void)
{
    send_to_all(&(struct notice){.kind = NOTICE_END});
}

void control_leave(void)
{
    struct notice notice = {.kind = NOTICE_LEAVE, .place = segment_here()};
    for (unsigned i = 0; i < SEGMENT_COUNTS; i++)
        notice.values[i] = segment_counted(i);
    send_to_all(&notice);
}

static uint64_t now(void)
{
    return tri_record_now ? tri_record_now() : 0;
}

static void heed(int from, const struct notice *notice)
{
    switch ((enum notice_kind)notice->kind) {
    case NOTICE_FAIL:
        segment_fail(notice->place, (int)notice->values[0]);
        break;
    case NOTICE_END:
        segment_end();
        for (int i = 0; i < segment_places(); i++)
            bell_ring(i); /* of this machine: they look no further when they see it */
        break;
    case NOTICE_LEAVE:
        for (unsigned i = 0; i < SEGMENT_COUNTS; i++)
            segment_count(i, (long)notice->values[i]);
        __atomic_store_n(&segment_place(from)->has_left, 1, __ATOMIC_RELEASE);
        break;
    case NOTICE_ASK:
        send_notice(from, &(struct notice){NOTICE_TELL, from, {(int64_t)now(), notice->values[1]}});
        break;
    case NOTICE_TELL:
        told = (uint64_t)notice->values[0];
        has_told = notice->values[1] == asked; /* else an answer that came too late */
        break;
    }
}

bool control_take(int place)
{
    struct control *control = &controls[place];
    for (;;) {
        ssize_t got = recv(control->fd, (char *)&control->notice + control->used,
                           sizeof control->notice - control->used, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return true;
        if (got <= 0)
            return false;
        control->used += (size_t)got;
        if (control->used == sizeof control->notice) {
            control->used = 0;
            heed(place, &control->notice);
        }
    }
}

/* Asks place 0 for its time. False if it does not answer. */
static bool ask(uint64_t *time)
{
    struct pollfd polled = {.fd = control_descriptor(0), .events = POLLIN};
    has_told = false;
    send_notice(0, &(struct notice){NOTICE_ASK, segment_here(), {0, ++asked}});
    while (!has_told && poll(&polled, 1, PATIENCE) > 0 && control_take(0))
        ;
    *time = told;
    return has_told && told;
}

void control_compare_clocks(unsigned which, bool same)
{
    unsigned long long best[3] = {now(), now(), ~0ULL}; /* own, that of place 0, within */
    if (!tri_record_offset || !best[0] || control_descriptor(0) < 0)
        return;
    const char *setting = getenv("TRIPTYCH_ALIGN");
    if (same && !(setting && !strcmp(setting, "always"))) {
        tri_record_offset(which, best[0], best[0], 0);
        return;
    }
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t there, sent = now();
        if (!ask(&there))
            return;
        uint64_t back = now();
        if (back - sent < best[2]) {
            best[0] = sent + (back - sent) / 2;
            best[1] = there;
            best[2] = back - sent;
        }
    }
    tri_record_offset(which, best[0], best[1], best[2]);
}
