/* answer.h: the answer to one request, before it is sent. */
#ifndef SERVE_ANSWER_H
#define SERVE_ANSWER_H

#include "util/buffer.h"
#include "util/error.h"

#include <jansson.h>

enum {
    SERVE_OK = 200,
    SERVE_SEE_OTHER = 303,
    SERVE_BAD_REQUEST = 400,
    SERVE_FORBIDDEN = 403,
    SERVE_NOT_FOUND = 404,
    SERVE_WRONG_METHOD = 405,
    SERVE_CONFLICT = 409,
    SERVE_TOO_LARGE = 413,
    SERVE_WRONG_TYPE = 415,
    SERVE_FAILED = 500,
    SERVE_NOT_POSSIBLE = 501,
};

/* Zero-initialise it; serve_answer_free frees what it owns. */
struct serve_answer {
    int status;
    const char *type;      /* media type */
    const char *cache;     /* value of Cache-Control; NULL: no-store */
    struct buffer headers; /* further lines, each with its line end; or empty */
    struct buffer body;
    const void *fixed; /* the body, if it is not in `body`, and need not be freed */
    size_t fixed_size;
    bool sent; /* nothing more is to be sent */
};

void serve_answer_free(struct serve_answer *answer);

/* Makes JSON the body, and takes over `root`. Returns true. */
bool serve_answer_json(struct serve_answer *answer, json_t *root);

/* Answers {"nothing": TEXT, "hint": HINT}: the request is right, and there is nothing to show. That
 * is no error, which browsers would report. Returns false: there is no other answer. */
bool serve_answer_nothing(struct serve_answer *answer, const char *text, const char *hint);

/* Makes an error the answer: a sentence, and what to do, which may be NULL. Returns false, so that
 * `return serve_answer_error(...)` reads well. */
bool serve_answer_error(struct serve_answer *answer, int status, const char *text,
                        const char *hint);

#endif
