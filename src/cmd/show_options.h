/* show_options.h: the options of `triptych show`. */
#ifndef CMD_SHOW_OPTIONS_H
#define CMD_SHOW_OPTIONS_H

#include "report/show/show.h"

/* A moment of the run, as the user wrote it. */
struct show_moment {
    bool given, percent; /* the value is a percentage of the run's time */
    double value;        /* seconds since the start, or per cent */
};

enum show_format {
    SHOW_TEXT,
    SHOW_JSON,
    SHOW_CSV,
};

struct show_request {
    const char *archive; /* NULL: the newest one here */
    unsigned subjects;   /* one bit per subject */
    unsigned displays;   /* one bit per display; 0: the overview of the subjects */
    bool overview;       /* neither was named: show the overview of the run */
    struct cube_projection_request projection; /* the settings that all displays share */
    struct show_moment from, to;
    const char **whats;
    const char *svg; /* NULL: none */
    enum show_format format;
    enum report_show_theme theme;
    bool theme_given;
    const char *color;
    size_t width;
    long top; /* -1: not given */
    bool follow;
};

/* Reads the command line. Returns -1 if the display can be shown; else the exit status to end with.
 * The caller frees request->whats in either case. */
int show_options_read(int argc, char **argv, struct show_request *request);

#endif
