/* show.h: ParaGraph's displays of What × When × Where, as text, SVG, JSON and CSV. */
#ifndef REPORT_SHOW_SHOW_H
#define REPORT_SHOW_SHOW_H

#include "cube/projection.h"
#include "cube/timeline.h"
#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>

enum show_display {
    SHOW_WHAT_WHEN,          /* a line for each what */
    SHOW_OVERALL_WHAT_WHEN,  /* stacked areas */
    SHOW_WHEN_WHERE,         /* a heat map with a meter beside it */
    SHOW_WHAT_WHERE,         /* bars for each what */
    SHOW_OVERALL_WHAT_WHERE, /* stacked bars */
    SHOW_DISPLAYS,
    SHOW_MATRIX = SHOW_DISPLAYS, /* ranks that send × ranks that receive */
    SHOW_TIMELINE,               /* lanes over time, with messages between them */
    SHOW_ALL_DISPLAYS,
};

enum { SHOW_SUBJECTS = 3 };

const char *show_display_word(enum show_display display);       /* "when-where" */
const char *show_subject_word(enum projection_subject subject); /* "utilisation" */
enum projection_axes show_axes(enum show_display display);
const char *show_title(enum show_display display, bool utf8);

enum show_colours {
    SHOW_MONO,
    SHOW_16,
    SHOW_256,
    SHOW_TRUE,
};

enum show_theme {
    SHOW_LIGHT,
    SHOW_DARK,
    SHOW_AUTO, /* as the reader's screen is */
};

struct show_look {
    size_t width;  /* columns, or pixels of an SVG */
    size_t height; /* lines for all panels together; 0: as many as are good */
    enum show_colours colours;
    bool utf8;
    enum show_theme theme; /* in a terminal, SHOW_AUTO is taken for dark */
};

/* One display. Without a projection or timeline, `trouble` says why there is none. */
struct show_panel {
    enum show_display display;
    enum projection_subject subject;
    enum projection_measure measure; /* of a matrix */
    bool collective;                 /* a matrix of collective operations */
    bool chosen;                     /* only some whats were asked for */
    const struct projection *projection;
    const struct timeline *timeline; /* of SHOW_TIMELINE */
    const char *trouble;
};

/* Where the data comes from, for titles and captions. */
struct show_origin {
    const char *archive; /* its name */
    const char *command;
    bool running; /* it goes on */
};

/* What a picture has room for; a terminal has at most as many columns and lanes as it is wide and
 * high. */
enum {
    SHOW_SVG_WIDTH = 920,
    SHOW_SVG_COLUMNS = 400,
    SHOW_SVG_LANES = 160,
    SHOW_WHATS = 8,
    SHOW_MOST_WHATS = 64,
    SHOW_RANKS = 64, /* of a matrix */
    SHOW_LANES = 64, /* of a timeline */
    SHOW_MESSAGES = 1200,
    SHOW_PARTS = 6000, /* of all collective operations */
    SHOW_BARS = 10000, /* of all lanes of a timeline */
};

/* What cannot be drawn (no rows, no numbers) is drawn as a sentence that says so. */
void show_text(struct buffer *to, const struct show_origin *origin, const struct show_panel *panels,
               size_t count, const struct show_look *look);
void show_svg(struct buffer *to, const struct show_origin *origin, const struct show_panel *panels,
              size_t count, const struct show_look *look);

/* The numbers themselves; what is not there is null, or an empty field. */
void show_json(struct buffer *to, const struct show_origin *origin, const struct show_panel *panels,
               size_t count);
void show_csv(struct buffer *to, const struct show_panel *panels, size_t count);

#endif
