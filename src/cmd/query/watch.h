/* watch.h: Ctrl-C ends a query, and a bar shows how far it is. */
#ifndef CMD_QUERY_WATCH_H
#define CMD_QUERY_WATCH_H

#include "query/exec/run.h"

/* From now on SIGINT, SIGTERM and SIGHUP tell the query to stop; a second one ends the program. A
 * bar is shown on a terminal, if `shown`. One at a time. */
void query_watch_begin(struct query_data *data, bool shown);

/* The bar is taken away, and signals do again what they did. Returns the one that came, or 0. */
int query_watch_end(struct query_data *data);

/* Ends the program as a signal does that nobody caught. */
void query_watch_die(int signal) __attribute__((noreturn));

#endif
