/* terminal.h: finds out about the terminal: colours, width, UTF-8. */
#ifndef CMD_TERMINAL_H
#define CMD_TERMINAL_H

#include "cmd/options.h"
#include "report/run/report.h"

enum { LOOK_LEAST_WIDTH = 40, LOOK_MOST_WIDTH = 10000 };

/* The options of tables: --format, --color, --width. A command has LOOK_ROWS in its table of
 * options and gives those ids to look_option(). */
enum { LOOK_FORMAT = 1000, LOOK_COLOR, LOOK_WIDTH };
#define LOOK_ROWS(heading)                                                                         \
    {.name = "format",                                                                             \
     .group = (heading),                                                                           \
     .common = true,                                                                               \
     .argument = "FORMAT",                                                                         \
     .id = LOOK_FORMAT,                                                                            \
     .help = "text (default), json, csv",                                                          \
     .words = options_formats},                                                                    \
        OPTIONS_COLOR(LOOK_COLOR), OPTIONS_WIDTH(LOOK_WIDTH)

/* Takes one of them. Returns false if its value is wrong. */
bool look_option(int id, const struct options_reader *reader, struct report_options *report,
                 const char **color);

/* Sets utf8, color and, if it is 0, width for the standard output. `color` is auto, always or
 * never; NULL means auto. */
void look_around(struct report_options *report, const char *color);

/* Does the same for another stream, such as STDERR_FILENO. */
void look_around_at(int stream, struct report_options *report, const char *color);

#endif
