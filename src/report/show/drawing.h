/* drawing.h: the displays that were asked for, with the data of each: from a request to panels.
 *
 *     report_show_request ──plan──▶ panels ──project──▶ projections, timelines ──▶ text, SVG, JSON
 */
#ifndef REPORT_SHOW_DRAWING_H
#define REPORT_SHOW_DRAWING_H

#include "report/show/show.h"

/* A moment of the run, as the user wrote it. */
struct report_show_moment {
    bool given, percent; /* the value is a percentage of the run's time */
    double value;        /* seconds since the start, or per cent */
};

enum report_show_medium {
    SHOW_TERMINAL,
    SHOW_PICTURE, /* SVG */
    SHOW_NUMBERS, /* JSON, CSV: nothing is merged to make it fit */
};

struct report_show_request {
    unsigned subjects; /* one bit per subject */
    unsigned displays; /* one bit per display; 0: the overview of the subjects */
    bool overview;     /* neither was named: show the overview of the run */
    struct cube_projection_request projection; /* the settings that all displays share */
    struct report_show_moment from, to;
    size_t width;
    long top; /* regions or classes of a display; -1: not given */
    enum report_show_medium medium;
};

/* The words of the command line, up to a NULL, in the order of enum cube_projection_measure and
 * enum cube_projection_by, without their defaults. */
extern const char *const report_show_measures[], *const report_show_keys[];

enum { SHOW_MOST_PANELS = SHOW_SUBJECTS * SHOW_DISPLAYS + 2 };

/* The panels, and what they own. Zero-initialise it. */
struct report_show_drawing {
    struct report_show_panel panels[SHOW_MOST_PANELS];
    struct cube_projection *projections[SHOW_MOST_PANELS];
    struct cube_timeline *timelines[SHOW_MOST_PANELS];
    struct error errors[SHOW_MOST_PANELS];
    char *library; /* that the program communicates by; NULL: MPI */
    size_t count, good;
};

/* True if the run is still running. */
bool report_show_is_running(const struct archive *archive);

/* Plans the displays. The overview shows when each lane did the program's own work, and how all
 * lanes spent their time. */
void report_show_plan(struct report_show_drawing *drawing,
                      const struct report_show_request *request);

/* Translates --from and --to, times since the start of the run, to times of its clock. */
bool report_show_find_range(const struct archive *archive,
                            const struct report_show_request *request,
                            struct cube_cycles_range *range, struct error *error);

/* Computes the data of all panels. False with an error if none of them has any. */
bool report_show_project(struct report_show_drawing *drawing, struct archive *archive,
                         const struct report_show_request *request,
                         const struct report_show_look *look, struct error *error);

/* Frees what the panels own. */
void report_show_drop(struct report_show_drawing *drawing);

#endif
