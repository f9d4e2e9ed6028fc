/* history.h: the queries of earlier sessions: a file with one query per line. */
#ifndef CMD_QUERY_HISTORY_H
#define CMD_QUERY_HISTORY_H

/* Returns $XDG_STATE_HOME/triptych/query_history, or ~/.local/state/...; the caller frees it. NULL
 * if neither is set. */
char *history_path(void);

/* Calls `take` for each line, oldest first. Shortens a file that has grown too long. */
void history_load(const char *path, void (*take)(void *to, const char *line), void *to);

/* Appends a line, if possible; creates missing directories. */
void history_append(const char *path, const char *line);

/* Returns a query of several lines as one line, without its comments; the caller frees it. */
char *history_line(const char *text);

#endif
