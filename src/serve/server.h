/* server.h: the web server behind `triptych view`.
 *
 *     request ──▶ guard ──▶ files (the page)
 *                       └─▶ routes ──▶ a run's thread ──▶ handler ──▶ answer */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "util/error.h"

#include <stddef.h>

struct serve_options {
    char *const *archives;
    size_t count;
    const char *bind; /* NULL: 127.0.0.1 */
    unsigned port;    /* 0: any that is free */
    const char *page; /* a folder with the files of the page; NULL: those inside the binary */
    /* Called once the server can be reached, with the link that leads to the page. */
    void (*ready)(const char *link, unsigned port);
};

/* Serves archives until SIGINT or SIGTERM. False with an error if it cannot. */
bool serve_serve(const struct serve_options *options, struct error *error);

#endif
