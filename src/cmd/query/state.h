/* state.h: what the parts of the shell share. */
#ifndef CMD_QUERY_STATE_H
#define CMD_QUERY_STATE_H

#include "cmd/query/edit.h"
#include "cmd/query/result.h"
#include "query/output/output.h"

struct shell {
    struct query_data *data;
    struct plan_names *names;
    enum output_format format;
    size_t rows;           /* that a table shows; 0: as many as fit on the screen */
    struct editor *editor; /* NULL: lines are read as they come */
    struct screen screen;  /* as it was last */
    char *history;         /* a path, or NULL */
    struct buffer unended; /* lines of a statement that goes on */
    char *last;            /* the query that .call() goes on from; NULL: none */
    char *seen;            /* the chain whose result is below the line; NULL: none */
    bool over;             /* the user leaves */
};

/* shell.c: runs the statements of a text. What is left is a statement that goes on: from
 * there. `name` is the file that it is from, or NULL. */
size_t shell_statements(struct shell *shell, const char *text, const char *name, bool *good);

/* words.c: whether a line is a command of the shell, which is then done. */
bool shell_command(struct shell *shell, const char *line);
void shell_complete_command(const char *text, size_t cursor, struct completion *completion);
void shell_load(struct shell *shell, const char *path);

/* run.c: one query, and all its rows in the chosen format. */
void shell_query(struct shell *shell, const char *text);
void shell_all(struct shell *shell, const char *text);

void shell_say(const struct shell *shell, char kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
