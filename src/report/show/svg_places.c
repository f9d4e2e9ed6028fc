/* svg_places.c: where the parts of a timeline's picture are. */
#include "report/show/timeline.h"

#include <math.h>

double timeline_x(const struct timeline_plan *plan, uint64_t moment)
{
    const struct cube_timeline *timeline = plan->timeline;
    uint64_t start = timeline->start, end = timeline->end;
    if (moment <= start)
        return plan->left;
    if (moment >= end)
        return plan->right;
    return plan->left +
           (plan->right - plan->left) * ((double)(moment - start) / (double)(end - start));
}

double timeline_y(const struct timeline_plan *plan, size_t lane)
{
    return plan->top + plan->pitch * (double)lane + (plan->pitch - plan->high) / 2;
}

/* There may be very many: a tenth of a pixel is enough. */
void timeline_number(struct buffer *out, double number)
{
    report_svg_number(out, round(number * 10) / 10);
}

void timeline_point(struct buffer *out, double x, double y)
{
    timeline_number(out, x);
    buffer_add(out, " ");
    timeline_number(out, y);
}

/* Edges are absolute, so that boxes side by side leave no gap. */
void timeline_box(struct buffer *out, double x, double y, double wide, double high)
{
    buffer_add(out, "M");
    timeline_point(out, x, y);
    buffer_add(out, "H");
    timeline_number(out, x + wide);
    buffer_add(out, "V");
    timeline_number(out, y + high);
    buffer_add(out, "H");
    timeline_number(out, x);
    buffer_add(out, "z");
}
