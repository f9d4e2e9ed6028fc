/* result.h: the result of a query for people: its first rows, and their number. */
#ifndef CMD_QUERY_RESULT_H
#define CMD_QUERY_RESULT_H

#include "cmd/query/ask.h"
#include "util/buffer.h"

/* The first byte of each line is its kind. */
enum { LINE_PLAIN = ' ', LINE_HEAD = '#', LINE_WRONG = '!', LINE_NOTE = '.' };

/* The part of a result to show, and where it is shown. */
struct result_request {
    struct query_data *data;
    struct plan_names *names;
    size_t rows, width; /* of the screen */
    bool keys_end;
    bool title_last; /* the number of rows follows the rows */
    /* Receives what is known when the query takes long; or NULL. */
    void (*partial)(void *to, const char *lines);
    void *to;
};

enum result_end {
    RESULT_SHOWN,
    RESULT_WRONG,   /* wrong, or not available: the lines say why */
    RESULT_EARLY,   /* more text could make it right: no lines */
    RESULT_STOPPED, /* by a key or a signal: has lines if `partial` was called before */
};

/* Runs a query and adds the lines. `text` is one query without its semicolon. */
enum result_end result_find(const struct result_request *request, const char *text,
                            struct buffer *lines);

/* Adds a line of the given kind. */
void result_add_line(struct buffer *lines, char kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds an error message, with its caret. */
void result_add_trouble(struct buffer *lines, const struct diagnostic *trouble, const char *text,
                        size_t width);

#endif
