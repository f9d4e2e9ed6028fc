/* terminal.h: finds out about the terminal: colours, width, UTF-8. */
#ifndef CMD_TERMINAL_H
#define CMD_TERMINAL_H

#include "report/run/report.h"

enum { LOOK_LEAST_WIDTH = 40, LOOK_MOST_WIDTH = 10000 };

/* Sets utf8, color and, if it is 0, width for the standard output. `color` is auto, always or
 * never; NULL means auto. */
void look_around(struct report_options *report, const char *color);

/* Does the same for another stream, such as STDERR_FILENO. */
void look_around_at(int stream, struct report_options *report, const char *color);

#endif
