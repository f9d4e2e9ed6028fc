/* live.c: see live.h */
#include "serve/live.h"

#include "serve/entry.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LIVE_MS = 250,    /* between two looks at a running program */
    QUIET_MS = 15000, /* between two signs of life to the client */
};

void serve_end_init(struct serve_end *end)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&end->lock, NULL);
    pthread_cond_init(&end->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    end->ends = end->over = false;
}

void serve_end_set(struct serve_end *end)
{
    pthread_mutex_lock(&end->lock);
    end->ends = true;
    pthread_cond_broadcast(&end->changed);
    pthread_mutex_unlock(&end->lock);
}

/* Waits for some time. Returns true if the server ends meanwhile. */
static bool wait_for_end(struct serve_end *end, long ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&end->lock);
    while (!end->ends && !pthread_cond_timedwait(&end->changed, &end->lock, &until))
        continue;
    bool ends = end->ends;
    pthread_mutex_unlock(&end->lock);
    return ends;
}

/* Returns the entry of the run as it is now, to be freed. */
static char *entry_now(struct serve_run *run, const struct serve_request *request)
{
    struct serve_answer answer = {0};
    serve_run_do(run, serve_entry, request, &answer);
    char *entry = buffer_take(&answer.body);
    serve_answer_free(&answer);
    return entry;
}

static bool send_event(const char *entry, serve_send *send, void *to)
{
    struct buffer event = {0};
    buffer_printf(&event, "event: run\ndata: %s\n", entry); /* the entry ends its line itself */
    bool sent = send(to, event.text, event.used);
    buffer_free(&event);
    return sent;
}

void serve_live(struct serve_run *run, const struct serve_request *request, struct serve_end *end,
                serve_send *send, void *to)
{
    char *last = NULL;
    long quiet = 0;
    for (bool there = true, live = true; there; there = there && !wait_for_end(end, LIVE_MS)) {
        char *now = live ? entry_now(run, request) : NULL;
        if (now && (!last || strcmp(now, last) != 0)) {
            there = send_event(now, send, to);
            free(last);
            last = now;
            quiet = 0;
        } else {
            free(now);
        }
        live = last && strstr(last, "\"live\":true");
        quiet += LIVE_MS;
        if (!live && there) { /* it does not change any more */
            there = !wait_for_end(end, QUIET_MS);
            quiet = QUIET_MS;
        }
        if (there && quiet >= QUIET_MS) {
            there = send(to, ": \n\n", 4);
            quiet = 0;
        }
    }
    free(last);
}
