/* timeline.h: texts and drawings of a timeline. */
#ifndef REPORT_SHOW_TIMELINE_H
#define REPORT_SHOW_TIMELINE_H

#include "report/show/page.h"
#include "report/show/svg.h"

/* Add a moment, "0.012345 s" since the start of the run, and the clean name of a region. */
void timeline_moment(struct buffer *to, const struct cube_timeline *timeline, uint64_t moment);
void timeline_name(struct buffer *to, const struct cube_timeline *timeline, uint32_t region);

/* Return a moment in seconds since the start, and the clean names of all lanes. */
double timeline_seconds(const struct cube_timeline *timeline, uint64_t moment);
char **timeline_labels(const struct cube_timeline *timeline);
void timeline_labels_free(const struct cube_timeline *timeline, char **labels);

/* Return the class that has most of a bar, and whether there are others. */
size_t timeline_class(const struct cube_timeline_bar *bar);
bool timeline_is_mixed(const struct cube_timeline_bar *bar);

/* Returns the name of a class, to be freed. */
char *timeline_class_word(const struct cube_timeline *timeline, size_t class);

/* Add the tooltip of a bar, a message, a collective operation. */
void timeline_bar_tip(struct buffer *to, const struct cube_timeline *timeline, size_t lane,
                      const struct cube_timeline_bar *bar);
void timeline_message_tip(struct buffer *to, const struct cube_timeline *timeline,
                          const struct cube_timeline_message *message);
void timeline_operation_tip(struct buffer *to, const struct cube_timeline *timeline,
                            const struct cube_timeline_operation *operation);

/* Add the texts above and below the timeline; `drawn`: messages are drawn as lines. */
void timeline_subtitle(struct buffer *to, const struct cube_timeline *timeline, bool utf8);
void timeline_note(struct buffer *to, const struct cube_timeline *timeline, bool drawn);

/* The geometry of its SVG. */
struct timeline_plan {
    struct report_svg *svg;
    const struct cube_timeline *timeline;
    double left, right, top;
    double pitch, high; /* distance of lanes, height of bars */
    double least;       /* px: shorter bars have no tooltip */
};

/* Return the x of a moment, within the plot, and the y of the top of a lane's bars. */
double timeline_x(const struct timeline_plan *plan, uint64_t moment);
double timeline_y(const struct timeline_plan *plan, size_t lane);

/* Add parts of a path. */
void timeline_number(struct buffer *out, double number); /* to a tenth of a pixel */
void timeline_point(struct buffer *out, double x, double y);
void timeline_box(struct buffer *out, double x, double y, double wide, double high);

/* Draws the waits of receivers for messages and of ranks for others, along the lower edges of bars.
 * False if there are none. */
bool timeline_draw_waits(const struct timeline_plan *plan);
void timeline_draw_lines(const struct timeline_plan *plan);

/* Draws the timeline from y downwards, between the margins. Returns the y below it. */
double svg_timeline(struct report_svg *svg, const struct cube_timeline *timeline, double y);

/* Return the number of its lines, without title and note, and draw it from line 1 on. */
size_t text_timeline_lines(const struct cube_timeline *timeline);
void text_timeline(struct canvas *canvas, const struct cube_timeline *timeline,
                   const struct report_show_look *look);

#endif
