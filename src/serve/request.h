/* request.h: one request, as far as the answers need it; independent of the web server. */
#ifndef SERVE_REQUEST_H
#define SERVE_REQUEST_H

#include "serve/values.h"

#include <stdatomic.h>

struct serve_request {
    bool urgent; /* it goes before others that wait */
    bool is_post;
    const char *path; /* decoded: "/api/0/window" */
    struct serve_values values;
    const char *body;        /* of a POST: its text; else "" */
    const char *other;       /* the path of the run that the value "with" names; NULL: none */
    unsigned port;           /* of the client, who may go away; 0: it cannot */
    void (*waits)(void *of); /* called now and then while the answer is waited for; or NULL */
    void *waits_of;
};

#endif
