/* result.h: what a chain of calls gives, for people: its first rows, how many there are. */
#ifndef CMD_QUERY_RESULT_H
#define CMD_QUERY_RESULT_H

#include "cmd/query/ask.h"
#include "util/buffer.h"

/* The first byte of each line says what it is. */
enum { LINE_PLAIN = ' ', LINE_HEAD = '#', LINE_WRONG = '!', LINE_NOTE = '.' };

struct result_request {
    struct query_data *data;
    struct plan_names *names;
    size_t rows, width; /* of the screen */
    bool keys_end;
    bool title_last; /* how many there are stands below the rows */
    /* What is known when it takes long; or NULL. */
    void (*partial)(void *to, const char *lines);
    void *to;
};

enum result_end {
    RESULT_SHOWN,
    RESULT_WRONG,   /* it means nothing, or cannot be had: the lines say why */
    RESULT_EARLY,   /* more of the text might be right: no lines */
    RESULT_STOPPED, /* by a key or a signal: lines if `partial` was called before */
};

/* Adds lines. `text` is one query without its semicolon. */
enum result_end result_find(const struct result_request *request, const char *text,
                            struct buffer *lines);

/* Adds a line that is not the query's own. */
void result_add_line(struct buffer *lines, char kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds what is wrong, with its caret. */
void result_add_trouble(struct buffer *lines, const struct trouble *trouble, const char *text,
                        size_t width);

#endif
