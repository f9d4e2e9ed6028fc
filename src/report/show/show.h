/* show.h: ParaGraph's displays of What × When × Where, as text, SVG, JSON and CSV.
 *
 *     projection, timeline (cube/) ──▶ report_show_panel ──▶ chart: clean, sorted, scaled
 *                                                              ├─ page, canvas: text_*.c ──▶ text
 *                                                              ├─ frame, svg:   svg_*.c  ──▶ SVG
 *                                                              └─ numbers*.c     ──▶ JSON, CSV */
#ifndef REPORT_SHOW_SHOW_H
#define REPORT_SHOW_SHOW_H

#include "cube/projection.h"
#include "cube/timeline.h"
#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>

enum report_show_display {
    SHOW_WHAT_WHEN,          /* a line for each region or class */
    SHOW_OVERALL_WHAT_WHEN,  /* stacked areas */
    SHOW_WHEN_WHERE,         /* a heat map with a meter beside it */
    SHOW_WHAT_WHERE,         /* bars for each region or class */
    SHOW_OVERALL_WHAT_WHERE, /* stacked bars */
    SHOW_DISPLAYS,
    SHOW_MATRIX = SHOW_DISPLAYS, /* sending ranks × receiving ranks */
    SHOW_TIMELINE,               /* lanes over time, with messages between them */
    SHOW_ALL_DISPLAYS,
};

enum { SHOW_SUBJECTS = 3 };

/* Return the words of the command line: "when-where", "utilisation". */
const char *report_show_display_word(enum report_show_display display);
const char *report_show_subject_word(enum cube_projection_subject subject);

enum cube_projection_axes report_show_axes(enum report_show_display display);

/* Returns the title: "When × Where". */
const char *report_show_title(enum report_show_display display, bool utf8);

enum report_show_colours {
    SHOW_MONO,
    SHOW_16,
    SHOW_256,
    SHOW_TRUE,
};

enum report_show_theme {
    SHOW_LIGHT,
    SHOW_DARK,
    SHOW_AUTO, /* follows the reader's system */
};

/* The size and colours of displays. */
struct report_show_look {
    size_t width;  /* columns, or pixels of an SVG */
    size_t height; /* lines for all panels together; 0: as many as they need */
    enum report_show_colours colours;
    bool utf8;
    enum report_show_theme theme; /* in a terminal, SHOW_AUTO means dark */
};

/* One display. Without a projection or timeline, `trouble` says why there is none. */
struct report_show_panel {
    enum report_show_display display;
    enum cube_projection_subject subject;
    enum cube_projection_measure measure; /* of a matrix */
    bool collective;                      /* a matrix of collective operations */
    bool chosen;                          /* only some regions were asked for */
    const char *library;                  /* that the program communicates by; NULL: MPI */
    const struct cube_projection *projection;
    const struct cube_timeline *timeline; /* of SHOW_TIMELINE */
    const char *trouble;
};

/* The run that the data is from, for titles and captions. */
struct report_show_origin {
    const char *archive; /* its name */
    const char *command;
    bool running;
};

/* Limits of a picture. A terminal has at most as many columns and lanes as it is wide and high. */
enum {
    SHOW_SVG_WIDTH = 920,
    SHOW_SVG_COLUMNS = 400,
    SHOW_SVG_LANES = 160,
    SHOW_WHATS = 8,       /* regions, unless --top says otherwise */
    SHOW_MOST_WHATS = 64, /* regions */
    SHOW_RANKS = 64,      /* of a matrix */
    SHOW_LANES = 64,      /* of a timeline */
    SHOW_MESSAGES = 1200,
    SHOW_PARTS = 6000, /* of all collective operations */
    SHOW_BARS = 10000, /* of all lanes of a timeline */
};

/* Draw all panels. A panel that cannot be drawn (no rows, no numbers) is a sentence that says why.
 */
void report_show_text(struct buffer *to, const struct report_show_origin *origin,
                      const struct report_show_panel *panels, size_t count,
                      const struct report_show_look *look);
void report_show_svg(struct buffer *to, const struct report_show_origin *origin,
                     const struct report_show_panel *panels, size_t count,
                     const struct report_show_look *look);

/* Write the numbers; missing ones are null, or empty fields. */
void report_show_json(struct buffer *to, const struct report_show_origin *origin,
                      const struct report_show_panel *panels, size_t count);
void report_show_csv(struct buffer *to, const struct report_show_panel *panels, size_t count);

#endif
