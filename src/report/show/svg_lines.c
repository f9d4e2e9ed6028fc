/* svg_lines.c: the lines of a timeline: messages, collective operations, waits. */
#include "report/show/timeline.h"

#include <math.h>

enum { ARROWS = 300 }; /* more lines are thin, without arrows */

/* Returns the y at which a line leaves a lane towards another one. */
static double edge_of(const struct timeline_plan *plan, size_t lane, size_t other)
{
    double y = timeline_y(plan, lane);
    return other > lane ? y + plan->high : other < lane ? y : y + plan->high / 2;
}

struct line {
    double x1, y1, x2, y2;
};

/* Returns the line of a message, clipped to the window. */
static struct line line_of(const struct timeline_plan *plan,
                           const struct cube_timeline_message *message)
{
    const struct cube_timeline *timeline = plan->timeline;
    double a = edge_of(plan, message->from, message->to);
    double b = edge_of(plan, message->to, message->from);
    double length = (double)message->received - (double)message->sent;
    struct line line = {timeline_x(plan, message->sent), a, timeline_x(plan, message->received), b};
    if (!(length > 0))
        return line;
    if (message->sent < timeline->start)
        line.y1 = a + (b - a) * ((double)(timeline->start - message->sent) / length);
    if (message->received > timeline->end)
        line.y2 = b + (a - b) * ((double)(message->received - timeline->end) / length);
    return line;
}

static void draw_message(const struct timeline_plan *plan,
                         const struct cube_timeline_message *message)
{
    struct buffer *out = &plan->svg->out, tip = {0};
    struct line line = line_of(plan, message);
    timeline_message_tip(&tip, plan->timeline, message);
    buffer_printf(out, "<path class=\"%s\" d=\"M",
                  message->wait_end > message->wait_start ? "late" : "line");
    timeline_point(out, line.x1, line.y1);
    buffer_add(out, "L");
    timeline_point(out, line.x2, line.y2);
    buffer_add(out, "\"><title>");
    report_svg_escape(out, tip.text);
    buffer_add(out, "</title></path>\n");
    buffer_free(&tip);
}

/* Draws a dot where each message is sent, and an arrow head where it is received. */
static void draw_ends(const struct timeline_plan *plan, bool late)
{
    const struct cube_timeline *timeline = plan->timeline;
    struct buffer *out = &plan->svg->out;
    size_t before = out->used;
    for (size_t i = 0; i < timeline->message_count; i++) {
        const struct cube_timeline_message *message = &timeline->messages[i];
        struct line line = line_of(plan, message);
        double dx = line.x2 - line.x1, dy = line.y2 - line.y1, length = hypot(dx, dy);
        if ((message->wait_end > message->wait_start) != late || !(length > 0))
            continue;
        if (out->used == before)
            buffer_printf(out, "<path class=\"%s\" d=\"", late ? "lates" : "lines");
        if (message->sent >= timeline->start)
            timeline_box(out, line.x1 - 1.5, line.y1 - 1.5, 3, 3);
        if (message->received > timeline->end)
            continue;
        dx /= length;
        dy /= length;
        buffer_add(out, "M");
        timeline_point(out, line.x2, line.y2);
        buffer_add(out, "L");
        timeline_point(out, line.x2 - 6 * dx - 2.4 * dy, line.y2 - 6 * dy + 2.4 * dx);
        buffer_add(out, "L");
        timeline_point(out, line.x2 - 6 * dx + 2.4 * dy, line.y2 - 6 * dy - 2.4 * dx);
        buffer_add(out, "z");
    }
    if (out->used != before)
        buffer_add(out, "\"/>\n");
}

static void draw_wait(const struct timeline_plan *plan, size_t lane, uint64_t from, uint64_t until)
{
    double high = fmax(2, fmin(4, plan->high / 5));
    double x = timeline_x(plan, from), wide = timeline_x(plan, until) - x;
    if (wide >= 0.5)
        timeline_box(&plan->svg->out, x, timeline_y(plan, lane) + plan->high - high, wide, high);
}

bool timeline_draw_waits(const struct timeline_plan *plan)
{
    const struct cube_timeline *timeline = plan->timeline;
    struct buffer waits = {0}, *out = &plan->svg->out, before = *out;
    *out = waits;
    for (size_t i = 0; i < timeline->message_count; i++)
        draw_wait(plan, timeline->messages[i].to, timeline->messages[i].wait_start,
                  timeline->messages[i].wait_end);
    for (size_t i = 0; i < timeline->operation_count; i++) {
        const struct cube_timeline_operation *operation = &timeline->operations[i];
        const struct cube_timeline_part *part = &timeline->parts[operation->first];
        for (size_t at = 0; at < operation->count; at++, part++)
            draw_wait(plan, part->lane, part->start, part->until);
    }
    waits = *out;
    *out = before;
    if (waits.used)
        buffer_printf(out, "<path class=\"l%d\" d=\"%s\"/>\n", CYCLES_SYNC, waits.text);
    bool any = waits.used > 0;
    buffer_free(&waits);
    return any;
}

/* Draws a line through the starts of a collective operation, lane by lane. */
static void draw_operation(const struct timeline_plan *plan,
                           const struct cube_timeline_operation *operation)
{
    struct buffer *out = &plan->svg->out, tip = {0};
    const struct cube_timeline_part *parts = &plan->timeline->parts[operation->first];
    timeline_operation_tip(&tip, plan->timeline, operation);
    buffer_add(out, "<path class=\"together\" d=\"");
    for (size_t i = 0; i < operation->count; i++) {
        double x = timeline_x(plan, parts[i].start), y = timeline_y(plan, parts[i].lane);
        buffer_add(out, i ? "L" : "M");
        timeline_point(out, x, y);
        buffer_add(out, "V");
        report_svg_number(out, y + plan->high);
    }
    buffer_add(out, "\"><title>");
    report_svg_escape(out, tip.text);
    buffer_add(out, "</title></path>\n");
    buffer_free(&tip);
}

void timeline_draw_lines(const struct timeline_plan *plan)
{
    const struct cube_timeline *timeline = plan->timeline;
    bool many = timeline->message_count > ARROWS;
    buffer_add(&plan->svg->out, many ? "<g class=\"many\">\n" : "<g>\n");
    for (size_t i = timeline->operation_count; i-- > 0;)
        draw_operation(plan, &timeline->operations[i]);
    for (size_t i = timeline->message_count;
         i-- > 0;) /* messages that were waited for come on top */
        draw_message(plan, &timeline->messages[i]);
    buffer_add(&plan->svg->out, "</g>\n");
    if (many)
        return;
    draw_ends(plan, false);
    draw_ends(plan, true);
}
