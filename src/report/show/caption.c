/* caption.c: titles, notes and tooltips of a display: see chart.h */
#include "report/show/chart.h"

#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void chart_title(struct buffer *to, const struct report_show_panel *panel, bool utf8)
{
    const char *subject = report_show_subject_word(panel->subject);
    if (panel->display == SHOW_TIMELINE) { /* shows all of it */
        buffer_add(to, "Timeline");
        return;
    }
    buffer_printf(to, "%c%s%s%s", subject[0] - 32, subject + 1, utf8 ? " · " : ": ",
                  report_show_title(panel->display, utf8));
}

/* Returns "time", "bytes", "visits" ... */
static const char *measure_word(const struct chart *chart)
{
    return chart->kind == SCALE_SHARE || chart->kind == SCALE_SECONDS ? "time" : chart->unit;
}

void chart_subtitle(struct buffer *to, const struct chart *chart)
{
    bool classes = chart->panel->subject == PROJECTION_UTILISATION;
    bool time = chart->kind == SCALE_SHARE || chart->kind == SCALE_SECONDS;
    const char *each = chart->data->by ? chart->data->by : classes ? "class" : "region";
    const char *slice = chart->data->merged_cycles > 1 ? "column" : "cycle";
    switch (chart->panel->display) {
    case SHOW_WHAT_WHEN:
    case SHOW_OVERALL_WHAT_WHEN:
        if (time)
            buffer_printf(to, "share of the lanes' time, by %s", each);
        else
            buffer_printf(to, "%s in each %s, by %s", measure_word(chart), slice, each);
        break;
    case SHOW_WHEN_WHERE:
        if (time && classes && !chart->panel->chosen)
            buffer_printf(to, "share of a lane's time at work, not in %s",
                          chart->panel->library ? chart->panel->library : "MPI");
        else if (time)
            buffer_printf(to, "share of a lane's time %s",
                          chart->panel->chosen ? "in the chosen regions"
                                               : "in the program's own code");
        else
            buffer_printf(to, "%s of each lane in each %s", measure_word(chart), slice);
        break;
    case SHOW_MATRIX:
        buffer_printf(to, "%s from each %s (row) to each %s (column), %s", measure_word(chart),
                      each, each,
                      chart->panel->collective ? "by collective operations" : "point to point");
        if (chart->data->merged_lanes > 1)
            buffer_printf(to, "; %llu %ss in each row and column",
                          (unsigned long long)chart->data->merged_lanes, each);
        break;
    default:
        buffer_printf(to, "%s on each lane, by %s", measure_word(chart), each);
        break;
    }
}

static void add_cycles(struct buffer *to, const struct cube_projection *data, bool utf8)
{
    uint64_t merged = data->merged_cycles > 1 ? data->merged_cycles : 1;
    buffer_add(to, "cycles of ");
    scale_value(to, SCALE_SECONDS, (double)data->length / (double)merged / 1e9, utf8);
    if (merged > 1)
        buffer_printf(to, ", %llu to a column", (unsigned long long)merged);
}

static void add_count(struct buffer *to, uint64_t count, const char *what)
{
    if (!count)
        return;
    buffer_add(to, "; ");
    words_count(to, count, true);
    buffer_printf(to, " %s", what);
}

void chart_unsized(struct buffer *to, const struct report_show_panel *panel)
{
    const struct cube_projection *data = panel->projection;
    bool both_ends = data->unit && strstr(data->unit, "sent and received");
    add_count(to, data->unsized,
              panel->collective ? "operations of which some bytes are not known are not included"
              : both_ends       ? "sends and receives count as 0 bytes, as theirs are not known"
                                : "messages count as 0 bytes, as theirs are not known");
    add_count(to, data->unsized_moves,
              "one-sided operations count as 0 bytes, as theirs are not known");
    add_count(to, data->unsized_sites, "call sites have calls whose bytes are not known");
}

static void matrix_note(struct buffer *to, const struct chart *chart, bool utf8)
{
    const struct cube_projection *data = chart->data;
    buffer_printf(to, "from events; %s from ",
                  chart->panel->collective ? "operations that began" : "messages sent");
    double start = ((double)data->start - (double)data->zero) / 1e9;
    scale_value(to, SCALE_SECONDS, start, utf8);
    buffer_add(to, " to ");
    scale_value(to, SCALE_SECONDS, start + (double)data->length / 1e9, utf8);
    if (chart->panel->collective) {
        buffer_add(to, "; bytes as in the ranks' buffers");
        add_count(to, data->outside,
                  "operations with unknown senders or receivers are not included");
        chart_unsized(to, chart->panel);
        return;
    }
    if (data->data.used)
        buffer_printf(to, "; data: %s", data->data.text);
    add_count(to, data->unreceived, "messages without a receive are included");
    add_count(to, data->moves, "one-sided operations are included");
    chart_unsized(to, chart->panel);
    char *outside = memory_printf("messages from or to other %ss are not included", data->by);
    add_count(to, data->outside, outside);
    free(outside);
}

void chart_note(struct buffer *to, const struct chart *chart, bool utf8)
{
    const struct cube_projection *data = chart->data;
    if (chart->panel->display == SHOW_MATRIX) {
        matrix_note(to, chart, utf8);
        return;
    }
    buffer_add(to, data->source == CYCLES_OF_EVENTS ? "from events; "
                                                    : "from samples of the profile; ");
    add_cycles(to, data, utf8);
    if (data->merged_lanes > 1)
        buffer_printf(to, "; up to %llu lanes to a %s", (unsigned long long)data->merged_lanes,
                      chart->panel->display == SHOW_WHAT_WHERE ? "column" : "row");
    if (data->hidden_whats)
        buffer_printf(to, "; %zu smaller in \"others\"", data->hidden_whats);
    chart_unsized(to, chart->panel);
}

void chart_tip(struct buffer *to, const struct chart *chart, size_t row, size_t column,
               size_t columns)
{
    buffer_printf(to, "%s, ", chart->row[row]);
    if (chart->column) {
        buffer_add(to, chart->column[column]);
    } else {
        scale_value(to, SCALE_SECONDS, chart_time(chart, (double)column), true);
        buffer_add(to, " to ");
        scale_value(to, SCALE_SECONDS, chart_time(chart, (double)(column + columns)), true);
    }
    buffer_add(to, ": ");
    if (chart_unknown(chart, row, column)) {
        buffer_add(to, "unknown");
        return;
    }
    scale_value(to, chart->kind, chart_value(chart, row, column), true);
    if (chart->kind == SCALE_COUNT && *chart->unit)
        buffer_printf(to, " %s", chart->unit);
}
