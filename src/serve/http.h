/* http.h: takes requests from the web server's library, and sends the answers. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "serve/civetweb.h"
#include "serve/guard.h"
#include "serve/live.h"
#include "serve/runs.h"

struct serve_server {
    struct serve_guard guard;
    struct serve_runs *runs;
    struct serve_end end;
    const char *page; /* a folder with the files of the page; NULL: those inside the binary */
};

/* Answers one request; called by the web server's threads. The user data of the connection is the
 * struct serve_server. Returns the status that was sent. */
int serve_http(struct mg_connection *connection);

#endif
