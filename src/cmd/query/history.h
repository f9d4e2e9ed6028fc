/* history.h: the queries of former sessions: a file with one on each line. */
#ifndef CMD_QUERY_HISTORY_H
#define CMD_QUERY_HISTORY_H

/* $XDG_STATE_HOME/triptych/query_history, or ~/.local/state/...; the caller's. NULL: there is no
 * place for it. */
char *history_path(void);

/* Calls `take` for each line, the oldest first. A file that grew too long is made shorter. */
void history_load(const char *path, void (*take)(void *to, const char *line), void *to);

/* Adds a line, if that is possible. Folders are made. */
void history_append(const char *path, const char *line);

/* A query of several lines as one, without its comments; the caller's. */
char *history_line(const char *text);

#endif
