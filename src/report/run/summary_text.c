/* summary_text.c: the head and the foot of a report. */
#include "report/run/summary.h"

#include "archive/live/sent_filters.h"
#include "cube/lcct.h"
#include "cube/missing.h"
#include "format/place.h"
#include "report/table/node_words.h"
#include "report/table/text.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void add_field(const struct report_view *view, struct buffer *to, const char *name,
                      const char *value)
{
    struct buffer line = {0};
    char *clean = words_clean(value);
    buffer_printf(&line, "%-9s%s", name, clean);
    report_text_wrapped(to, view->options, TEXT_PLAIN, line.text, "         ");
    buffer_free(&line);
    free(clean);
}

static void add_started(const struct report_view *view, struct buffer *to)
{
    const struct archive *archive = view->archive;
    struct buffer value = {0};
    uint64_t real =
        archive->run.real_start ? archive->run.real_start : archive->places.real_start[0];
    time_t seconds = (time_t)(real / 1000000000);
    struct tm day;
    char text[64] = "";
    if (real && gmtime_r(&seconds, &day))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &day);
    buffer_add(&value, *text ? text : archive->run.started);
    const char *host =
        *archive->run.host ? archive->run.host : report_view_text(view, archive->places.host[0]);
    if (*host)
        buffer_printf(&value, "%son %s", value.used ? " " : "", host);
    if (*archive->run.cwd)
        buffer_printf(&value, " in %s", archive->run.cwd);
    if (value.used)
        add_field(view, to, "started", value.text);
    buffer_free(&value);
}

static void add_size(const struct report_view *view, struct buffer *to)
{
    const struct archive *archive = view->archive;
    struct buffer value = {0};
    const char *clock = report_summary_clock(archive);
    bool at_least;
    uint64_t time = report_summary_time(archive, &at_least);
    buffer_add(&value, at_least ? "at least " : "");
    words_time(&value, time);
    bool one_place = archive->places.rows == 1, one_lane = archive->lanes.rows == 1;
    buffer_printf(&value, "; %zu place%s (%s), %zu lane%s (%s)", archive->places.rows,
                  one_place ? "" : "s", report_view_place_word(view, one_place),
                  archive->lanes.rows, one_lane ? "" : "s", report_view_lane_word(view, one_lane));
    if (archive->lanes.rows != 1) {
        buffer_add(&value, ", which took ");
        words_time(&value, view->cube->total);
        buffer_add(&value, " together");
    }
    buffer_printf(&value, "; clock: %s",
                  !strcmp(clock, "counter") ? "hardware counter"
                  : !strcmp(clock, "cpu")   ? "CPU time of each lane"
                                            : clock);
    add_field(view, to, "time", value.text);
    buffer_free(&value);
}

static void add_damage(const struct report_view *view, struct buffer *to)
{
    struct buffer value = {0};
    report_summary_damage(view->archive, &value);
    if (value.used)
        add_field(view, to, "damaged", value.text);
    buffer_free(&value);
}

static void add_unseen(const struct report_view *view, struct buffer *to)
{
    struct buffer value = {0};
    report_summary_unseen_mpi(view->archive, &value);
    if (value.used)
        add_field(view, to, "note", value.text);
    buffer_free(&value);
}

/* Adds what was selected, if this is a part of another archive. */
static void add_part(const struct report_view *view, struct buffer *to)
{
    const struct archive_run *run = &view->archive->run;
    struct buffer value = {0};
    buffer_printf(&value, "a selection of %s: %s; all figures are of the selection only",
                  run->part_of, run->query);
    if (*run->query || *run->part_of)
        add_field(view, to, "part", value.text);
    buffer_free(&value);
}

static void add_floor(const struct report_view *view, struct buffer *to)
{
    struct buffer value = {0};
    report_summary_floor(view, &value);
    add_field(view, to, "floor", value.text);
    buffer_free(&value);
}

/* Lists the filters that were sent while the program ran. */
static void add_sent_filters(const struct report_view *view, struct buffer *to)
{
    struct archive_sent_filters filters;
    uint64_t start = view->archive->run.real_start;
    archive_sent_filters_read(&filters, view->archive->path);
    for (size_t i = 0; i < filters.count; i++) {
        struct buffer value = {0};
        uint64_t sent = filters.rows[i].sent;
        buffer_add(&value, "sent at ");
        words_time(&value, start && sent > start ? sent - start : 0);
        buffer_printf(&value, ": %s", filters.rows[i].text);
        add_field(view, to, "filter", value.text);
        buffer_free(&value);
    }
    archive_sent_filters_free(&filters);
}

void report_summary_head(const struct report_view *view, struct buffer *to)
{
    const struct archive *archive = view->archive;
    struct buffer state = {0};
    report_summary_state(archive, &state);
    const char *command = archive->run.command;
    add_field(view, to, "archive", archive->path);
    add_part(view, to);
    add_field(view, to, "command",
              *command ? command : report_view_text(view, archive->places.command[0]));
    add_started(view, to);
    add_size(view, to);
    add_field(view, to, "state", state.text);
    if (*archive->run.options && strcmp(archive->run.options, "{}") != 0)
        add_field(view, to, "options", archive->run.options);
    add_sent_filters(view, to);
    add_damage(view, to);
    add_unseen(view, to);
    if (view->cube->compensated)
        add_field(view, to, "note",
                  "the least overhead that measuring can have had is subtracted from all times "
                  "(--compensate)");
    if (view->cube->floor)
        add_floor(view, to);
    buffer_add(to, "\n");
    buffer_free(&state);
}

static void words_overhead(struct buffer *to, const struct cube *cube)
{
    bool is_range = cube->overhead_least < cube->overhead_most && !cube->disturbed;
    if (cube->disturbed)
        buffer_add(to, "unknown: the machine was busy when the costs of probes were measured; ");
    buffer_add(to, cube->disturbed ? "measuring added at least "
                   : is_range      ? "measuring added between "
                                   : "measuring added about ");
    if (is_range) {
        words_time(to, cube->overhead_least);
        buffer_add(to, " and ");
    }
    words_time(to, cube->disturbed ? cube->overhead_least : cube->overhead_most);
    buffer_add(to, " (");
    report_summary_overhead(cube, to);
    buffer_add(to, " % of the time of all lanes without it)");
}

void report_summary_foot(const struct report_view *view, struct buffer *to)
{
    const struct cube *cube = view->cube;
    struct buffer value = {0};
    if (cube->paused) {
        words_time(&value, cube->paused);
        buffer_printf(&value, " (%.1f %%) between tri_pause() and tri_resume()",
                      report_view_percent(view, cube->paused));
        add_field(view, to, "paused", value.text);
        buffer_free(&value);
    }
    if (cube_missing_write(&value, view->archive)) {
        buffer_add(&value, "; the profile's counts and times include them");
        add_field(view, to, "events", value.text);
        buffer_free(&value);
    }
    if (cube_lcct_is_known(view->archive)) {
        add_field(view, to, "overhead",
                  "unknown: the overhead of counting in binaries is not estimated");
        return;
    }
    words_overhead(&value, cube);
    if (cube->compensated) {
        buffer_add(&value, "; ");
        words_time(&value, cube->measured - cube->total);
        buffer_add(&value, " of it is subtracted above");
    } else {
        buffer_add(&value, "; --compensate subtracts the certain part");
    }
    report_summary_floor_overhead(cube, &value);
    add_field(view, to, "overhead", value.text);
    buffer_free(&value);
}
