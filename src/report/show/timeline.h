/* timeline.h: words of a timeline, and its drawings. */
#ifndef REPORT_SHOW_TIMELINE_H
#define REPORT_SHOW_TIMELINE_H

#include "report/show/page.h"
#include "report/show/svg.h"

/* "0.012345 s" since the start of the run; the clean name of a region. */
void timeline_moment(struct buffer *to, const struct timeline *timeline, uint64_t moment);
void timeline_name(struct buffer *to, const struct timeline *timeline, uint32_t region);

/* The same as a number; and the clean names of all lanes. */
double timeline_seconds(const struct timeline *timeline, uint64_t moment);
char **timeline_labels(const struct timeline *timeline);
void timeline_labels_free(const struct timeline *timeline, char **labels);

/* The class that has most of a bar, and whether there are others. */
size_t timeline_class(const struct timeline_bar *bar);
bool timeline_is_mixed(const struct timeline_bar *bar);

void timeline_bar_tip(struct buffer *to, const struct timeline *timeline, size_t lane,
                      const struct timeline_bar *bar);
void timeline_message_tip(struct buffer *to, const struct timeline *timeline,
                          const struct timeline_message *message);
void timeline_operation_tip(struct buffer *to, const struct timeline *timeline,
                            const struct timeline_operation *operation);

/* `drawn`: each message is a line. */
void timeline_subtitle(struct buffer *to, const struct timeline *timeline, bool utf8);
void timeline_note(struct buffer *to, const struct timeline *timeline, bool drawn);

/* Where an SVG of it is drawn. */
struct timeline_plan {
    struct svg *svg;
    const struct timeline *timeline;
    double left, right, top;
    double pitch, high; /* of lanes, and of their bars */
    double least;       /* px: shorter bars have no tooltip */
};

double timeline_x(const struct timeline_plan *plan, uint64_t moment); /* never outside */
double timeline_y(const struct timeline_plan *plan, size_t lane);     /* the top of its bars */

/* Parts of a path. */
void timeline_number(struct buffer *out, double number); /* to a tenth of a pixel */
void timeline_point(struct buffer *out, double x, double y);
void timeline_box(struct buffer *out, double x, double y, double wide, double high);

/* How long a receiver waited until the message was sent, or a rank until the others came: along the
 * lower edges of bars. False: nobody did. */
bool timeline_draw_waits(const struct timeline_plan *plan);
void timeline_draw_lines(const struct timeline_plan *plan);

/* From y on, between the margins; returns how far down it went. */
double svg_timeline(struct svg *svg, const struct timeline *timeline, double y);

/* Lines of it, without title and note; and drawn from line 1 on. */
size_t text_timeline_lines(const struct timeline *timeline);
void text_timeline(struct canvas *canvas, const struct timeline *timeline,
                   const struct show_look *look);

#endif
