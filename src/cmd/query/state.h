/* state.h: the state that the parts of the shell share. */
#ifndef CMD_QUERY_STATE_H
#define CMD_QUERY_STATE_H

#include "cmd/query/edit.h"
#include "cmd/query/result.h"
#include "query/output/output.h"

/* The shell. */
struct shell {
    struct query_data *data;
    struct plan_names *names;
    enum query_output_format format;
    size_t rows;           /* rows that a table shows; 0: as many as fit on the screen */
    struct editor *editor; /* NULL: lines are read without editing */
    struct screen screen;  /* its size when last checked */
    char *history;         /* a path, or NULL */
    struct buffer unended; /* lines of an incomplete statement */
    char *last;            /* the query that .call() continues; NULL: none */
    char *seen;            /* the chain whose result is shown below the line; NULL: none */
    bool over;             /* the user wants to leave */
};

/* shell.c: runs the statements of a text. Returns the offset of an incomplete last statement, or
 * the text's length. `name` is the file that the text is from, or NULL. */
size_t shell_statements(struct shell *shell, const char *text, const char *name, bool *good);

/* words.c: runs the line if it is a command of the shell. False if it is not. */
bool shell_command(struct shell *shell, const char *line);
void shell_complete_command(const char *text, size_t cursor, struct query_completion *completion);
void shell_load(struct shell *shell, const char *path);

/* run.c: shell_query runs one query; shell_all writes all its rows in the chosen format. */
void shell_query(struct shell *shell, const char *text);
void shell_all(struct shell *shell, const char *text);

void shell_say(const struct shell *shell, char kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
