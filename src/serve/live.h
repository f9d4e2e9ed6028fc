/* live.h: /api/N/live: tells a client whenever the state or the length of a run has changed, as
 * server-sent events. */
#ifndef SERVE_LIVE_H
#define SERVE_LIVE_H

#include "serve/run.h"

#include <pthread.h>

/* Tells all clients that the server ends. */
struct serve_end {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool ends; /* clients are to be sent away */
    bool over; /* all of them are gone */
};

void serve_end_init(struct serve_end *end);
void serve_end_set(struct serve_end *end);

/* Sends text to the client; false if it is gone. */
typedef bool serve_send(void *to, const char *text, size_t size);

/* Sends events until the client is gone or the server ends. */
void serve_live(struct serve_run *run, const struct serve_request *request, struct serve_end *end,
                serve_send *send, void *to);

#endif
