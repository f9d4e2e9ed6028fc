/* guard.h: decides which requests are answered: Host, Origin and token must be right. */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include "serve/answer.h"
#include "serve/request.h"
#include "serve/token.h"

/* The headers that matter; NULL: not sent. */
struct serve_headers {
    const char *host, *origin, *cookie, *authorization, *content_type, *upgrade, *fetch_site;
};

struct serve_guard {
    char token[SERVE_TOKEN];
    char cookie[32];  /* its name, which has the port, as browsers do not tell ports apart */
    const char *bind; /* the address that it listens on */
    unsigned port;
};

/* True if a request may be answered. Otherwise the answer says why not, or leads a request that
 * has the token in its address to the page. */
bool serve_guard_admits(const struct serve_guard *guard, const struct serve_headers *headers,
                        const struct serve_request *request, struct serve_answer *answer);

#endif
