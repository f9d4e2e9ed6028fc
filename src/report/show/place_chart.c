/* place_chart.c: see place_chart.h */
#include "report/show/place_chart.h"

#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHIFTS = 12 }; /* how often a mark is moved aside */

double place_chart_x(const struct place_chart *chart, uint64_t moment)
{
    double length = (double)(chart->to - chart->from);
    double at = moment <= chart->from ? 0 : fmin(1, (double)(moment - chart->from) / length);
    return chart->left + at * (chart->right - chart->left);
}

bool place_chart_has(const struct place_chart *chart, uint64_t start, uint64_t end)
{
    return start <= chart->to && end >= chart->from;
}

static bool is_taken(const struct place_chart *chart, double x, double y)
{
    for (size_t i = 0; i < chart->mark_count; i++) {
        const struct report_svg_box *mark = &chart->marks[i];
        if (fabs(mark->x - x) < 2 * PLACE_CHART_RADIUS &&
            fabs(mark->y - y) < 2 * PLACE_CHART_RADIUS)
            return true;
    }
    return false;
}

static void add_coordinates(struct buffer *out, const char *x_name, double x, const char *y_name,
                            double y)
{
    buffer_printf(out, " %s=\"", x_name);
    report_svg_number(out, x);
    buffer_printf(out, "\" %s=\"", y_name);
    report_svg_number(out, y);
    buffer_add(out, "\"");
}

void place_chart_mark(struct place_chart *chart, double x, double y, char letter, bool warning,
                      const char *tip)
{
    struct buffer *out = &chart->svg.out;
    const char *look = warning ? "lates" : letter == 'F' ? "l3" : letter == 'D' ? "l0" : "l2";
    const char *ink = warning ? "paper" : letter == 'F' ? "on3" : letter == 'D' ? "on0" : "on2";
    double step = x + SHIFTS * PLACE_CHART_RADIUS > chart->right ? -(2 * PLACE_CHART_RADIUS + 1)
                                                                 : 2 * PLACE_CHART_RADIUS + 1;
    for (int i = 0; i < SHIFTS && is_taken(chart, x, y); i++)
        x += step;
    chart->marks =
        memory_grow(chart->marks, &chart->mark_room, chart->mark_count + 1, sizeof *chart->marks);
    chart->marks[chart->mark_count++] = (struct report_svg_box){.x = x, .y = y};
    buffer_add(out, "<g><title>");
    report_svg_escape(out, tip);
    buffer_printf(out, "</title><circle class=\"%s\"", look);
    add_coordinates(out, "cx", x, "cy", y);
    buffer_printf(out, " r=\"%d\"/><text class=\"%s bold\" font-size=\"10\" text-anchor=\"middle\"",
                  PLACE_CHART_RADIUS, ink);
    add_coordinates(out, "x", x, "y", y + 3.6);
    buffer_printf(out, ">%c</text></g>\n", letter);
}

static void add_clean(struct buffer *to, const struct archive *archive, uint32_t string)
{
    char *clean = words_clean(archive_text(archive, string));
    buffer_add(to, clean);
    free(clean);
}

void place_chart_add_region(struct buffer *to, const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    char *file = words_clean(archive_text(archive, regions->file[region]));
    const char *slash = strrchr(file, '/');
    add_clean(to, archive, regions->name[region]);
    if (regions->routine[region]) {
        buffer_add(to, " of ");
        add_clean(to, archive, regions->name[regions->routine[region]]);
    }
    buffer_printf(to, " (%s:%u)", slash ? slash + 1 : file, regions->line[region]);
    free(file);
}

void place_chart_add_activity(struct buffer *to, const struct archive *archive, uint32_t activity)
{
    char name[ARCHIVE_NAME], path[256];
    if (activity == ARCHIVE_NONE) {
        buffer_add(to, "unknown");
        return;
    }
    archive_activity_name(archive, archive->activities.place[activity],
                          archive->activities.number[activity], name);
    archive_activity_path(archive, activity, path, sizeof path);
    char *clean = words_clean(path);
    buffer_printf(to, "%s (%s)", name, clean);
    free(clean);
}

void place_chart_add_place(struct buffer *to, const struct archive *archive, uint32_t place)
{
    char name[ARCHIVE_NAME] = "?";
    if (place != ARCHIVE_NONE)
        archive_place_name(archive, place, name);
    buffer_add(to, name);
}

void place_chart_add_finish(struct buffer *to, const struct archive *archive, uint32_t finish)
{
    const struct archive_finishes *all = &archive->finishes;
    uint32_t count = all->participant_count[finish];
    place_chart_add_region(to, archive, archive->nodes.region[all->node[finish]]);
    buffer_add(to, "\nactivity ");
    place_chart_add_activity(to, archive, all->activity[finish]);
    buffer_add(to, " waited ");
    words_time(to, all->end[finish] - all->wait[finish]);
    buffer_add(to, " for ");
    words_count(to, count, true);
    buffer_add(to, count == 1 ? " activity" : " activities");
    if (all->last[finish] == ARCHIVE_NONE)
        return;
    buffer_add(to, "\nlast: ");
    place_chart_add_activity(to, archive, all->last[finish]);
    if (count > 1) {
        buffer_add(to, ", ");
        words_time(to, all->late[finish]);
        buffer_add(to, " after all others");
    }
}
