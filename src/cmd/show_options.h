/* show_options.h: the options of `triptych show`. */
#ifndef CMD_SHOW_OPTIONS_H
#define CMD_SHOW_OPTIONS_H

#include "report/show/drawing.h"
#include "report/show/place_charts.h"

enum show_format {
    SHOW_TEXT,
    SHOW_JSON,
    SHOW_CSV,
};

struct show_request {
    const char *archive; /* NULL: the newest one here */
    struct report_show_request draw;
    enum report_show_chart chart; /* drawn instead of displays */
    const char **whats;
    const char *svg; /* NULL: none */
    enum show_format format;
    enum report_show_theme theme;
    bool theme_given;
    const char *color;
    bool follow;
};

/* Reads the command line. Returns -1 if the display can be shown; else the exit status to end with.
 * The caller frees request->whats and the chosen lanes in either case. */
int show_options_read(int argc, char **argv, struct show_request *request);

#endif
