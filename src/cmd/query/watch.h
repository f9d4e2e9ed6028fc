/* watch.h: lets Ctrl-C end a query, and shows its progress. */
#ifndef CMD_QUERY_WATCH_H
#define CMD_QUERY_WATCH_H

#include "query/exec/run.h"

/* From now on SIGINT, SIGTERM and SIGHUP stop the query; a second one ends the program. With
 * `shown`, a progress bar is drawn on a terminal. For one query at a time. */
void cmd_query_watch_begin(struct query_data *data, bool shown);

/* Removes the bar and restores the signal handlers. Returns the signal that arrived, or 0. */
int cmd_query_watch_end(struct query_data *data);

/* Ends the program as an uncaught signal does. */
void cmd_query_watch_die(int signal) __attribute__((noreturn));

#endif
