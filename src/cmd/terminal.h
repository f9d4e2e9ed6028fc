/* terminal.h: what the text of a report depends on: the terminal, its colours, its width. */
#ifndef CMD_TERMINAL_H
#define CMD_TERMINAL_H

#include "report/run/report.h"

enum { LOOK_LEAST_WIDTH = 40, LOOK_MOST_WIDTH = 10000 };

/* Of what is printed to the standard output. Sets utf8, color and, if it is 0, width. `color` is
 * auto, always or never; NULL: auto. */
void look_around(struct report_options *report, const char *color);

/* The same of any stream: STDERR_FILENO. */
void look_around_at(int stream, struct report_options *report, const char *color);

#endif
