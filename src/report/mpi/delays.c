/* delays.c: see delays.h */
#include "report/mpi/delays.h"

#include "archive/messages/mpi_calls.h"
#include "cube/missing.h"
#include "format/event.h"
#include "report/mpi/comm.h"
#include "report/table/text.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

struct delays_kept {
    bool found;
    struct analysis_delays delays;
    struct interned *keys; /* (region, place) -> row of `waited` */
    uint64_t *waited;
    size_t count, room;
};

struct delays_kept *report_delays_kept_new(void)
{
    return memory_zeroed(1, sizeof(struct delays_kept));
}

void report_delays_kept_free(struct delays_kept *kept)
{
    if (kept->found)
        interned_free(kept->keys);
    analysis_delays_free(&kept->delays);
    free(kept->waited);
    free(kept);
}

static void add_waited(struct delays_kept *kept, uint32_t region, uint32_t place, uint64_t time)
{
    const uint32_t key[] = {region, place};
    uint32_t row = interned_add(kept->keys, key, sizeof key);
    if (row == kept->count) {
        kept->waited = memory_grow(kept->waited, &kept->room, row + 1, sizeof *kept->waited);
        kept->waited[kept->count++] = 0;
    }
    kept->waited[row] = number_add(kept->waited[row], time);
}

const struct analysis_delays *report_delays_of(const struct report_view *view)
{
    struct delays_kept *kept = view->kept->delays;
    if (kept->found)
        return &kept->delays;
    kept->found = true;
    kept->keys = interned_new();
    kept->delays = analysis_delays_find(view->archive);
    for (size_t i = 0; i < kept->delays.count; i++) {
        const struct analysis_delay_item *item = &kept->delays.items[i];
        add_waited(kept, item->region, item->place, item->time);
        add_waited(kept, item->region, ARCHIVE_NONE, item->time);
    }
    return &kept->delays;
}

bool report_delays_known(const struct report_view *view)
{
    return view->archive->messages.rows || view->archive->collectives.rows;
}

uint64_t report_delays_waited(const struct report_view *view, uint32_t region, uint32_t place)
{
    const uint32_t key[] = {region, place};
    report_delays_of(view);
    uint32_t row = interned_find(view->kept->delays->keys, key, sizeof key);
    return row == UINT32_MAX ? 0 : view->kept->delays->waited[row];
}

const char *report_delays_kind(enum analysis_delay_kind kind)
{
    static const char *const words[DELAY_KINDS] = {
        [DELAY_LATE_SENDER] = "late sender",   [DELAY_LATE_RECEIVER] = "late receiver",
        [DELAY_BARRIER] = "wait at barrier",   [DELAY_N_TO_N] = "wait at NxN",
        [DELAY_EARLY_REDUCE] = "early reduce", [DELAY_LATE_BROADCAST] = "late broadcast",
        [DELAY_EARLY_SCAN] = "early scan",
    };
    return words[kind];
}

/* Adds "12" if the line is of `file`, else "solve.c:12"; the name if the line is unknown. */
static void add_line(const struct report_view *view, uint32_t region, const char *file,
                     struct buffer *to)
{
    uint32_t line = view->archive->regions.line[region];
    const char *own = report_view_file(view, region);
    if (!line)
        buffer_add(to, report_view_name(view, region));
    else if (!strcmp(own, file))
        buffer_printf(to, "%u", line);
    else
        buffer_printf(to, "%s:%u", own, line);
}

/* True if another region is described by the same words. */
static bool is_ambiguous(const struct report_view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    for (uint32_t i = 1; i < regions->rows; i++) {
        if (i != region && regions->kind[i] == regions->kind[region] &&
            regions->seq[i] == regions->seq[region] &&
            !strcmp(report_view_name(view, i), report_view_name(view, region)) &&
            !strcmp(report_view_routine(view, i), report_view_routine(view, region)))
            return true;
    }
    return false;
}

/* Returns the routine that a call is in, or the routine or loop that a lane is in. */
static const char *routine_of(const struct report_view *view, uint32_t region)
{
    bool itself = view->archive->regions.kind[region] == TRI_KIND_ROUTINE;
    return itself ? report_view_name(view, region) : report_view_routine(view, region);
}

/* True if the two calls are in the routine that the lane is in, so that their lines say where it
 * is there. If that is not known, the routine of both is the one if the lane went down in it. Else
 * it may have returned from it, and come again. */
static bool is_range(const struct report_view *view, const struct analysis_delay_item *item)
{
    const uint32_t *lines = view->archive->regions.line;
    const char *routine = routine_of(view, item->doing ? item->doing : item->before);
    if (item->doing && !strcmp(routine, ""))
        return true;
    if (strcmp(routine_of(view, item->before), routine) != 0)
        return false;
    if (!item->after)
        return true;
    return !strcmp(routine_of(view, item->after), routine) &&
           (item->doing || (lines[item->after] && lines[item->after] < lines[item->before]));
}

/* ", line 18 to 20", " up to line 20"; ", from MPI_Recv to MPI_Send" where lines are not known. */
static void add_range(const struct report_view *view, const struct analysis_delay_item *item,
                      const char *file, struct buffer *to)
{
    const uint32_t *lines = view->archive->regions.line;
    bool known = lines[item->before] && (!item->after || lines[item->after]);
    if (item->after) {
        buffer_add(to, known ? ", line " : ", from ");
        add_line(view, item->after, file, to);
        buffer_add(to, " to ");
    } else {
        buffer_add(to, known ? " up to line " : " up to ");
    }
    add_line(view, item->before, file, to);
}

/* "MPI_Recv of main (late.c:23)" */
static void add_call(const struct report_view *view, uint32_t region, struct buffer *to)
{
    report_view_describe(view, region, to);
    report_view_place(view, region, to);
}

/* "between MPI_Recv of take (late.c:8) and MPI_Send of give (late.c:20)"; "up to MPI_Send of give
 * (late.c:20)" */
static void add_calls(const struct report_view *view, const struct analysis_delay_item *item,
                      struct buffer *to)
{
    if (!item->after) {
        buffer_add(to, "up to ");
    } else if (item->after == item->before) {
        buffer_add(to, "between two visits of ");
    } else {
        buffer_add(to, "between ");
        add_call(view, item->after, to);
        buffer_add(to, " and ");
    }
    add_call(view, item->before, to);
}

void report_delays_doing(const struct report_view *view, const struct analysis_delay_item *item,
                         struct buffer *to)
{
    const char *routine = item->before ? report_view_routine(view, item->before) : "";
    uint32_t where = item->doing ? item->doing : item->before;
    if (item->before && !is_range(view, item)) {
        if (item->doing)
            report_view_describe(view, item->doing, to);
        buffer_add(to, item->doing ? ", " : "code ");
        add_calls(view, item, to);
        return;
    }
    if (item->doing)
        report_view_describe(view, item->doing, to);
    else if (item->before)
        buffer_add(to, *routine ? routine : "the program");
    if (item->before && where) {
        add_range(view, item, report_view_file(view, where), to);
    } else if (item->doing && view->archive->regions.line[item->doing] &&
               (archive_mpi_is_call(view->archive, item->doing) ||
                is_ambiguous(view, item->doing))) {
        const char *file = item->late ? report_view_file(view, item->late) : "";
        buffer_add(to, strcmp(report_view_file(view, item->doing), file) ? ", " : ", line ");
        add_line(view, item->doing, file, to);
    }
}

/* Returns the time of all waits with the same place, call, cause and doing. */
static uint64_t time_of(const struct analysis_delays *delays,
                        const struct analysis_delay_item *like)
{
    uint64_t time = 0;
    for (size_t i = 0; i < delays->count; i++) {
        const struct analysis_delay_item *item = &delays->items[i];
        if (item->place == like->place && item->region == like->region &&
            item->cause == like->cause && item->doing == like->doing)
            time = number_add(time, item->time);
    }
    return time;
}

/* Returns the place that waits most, and its time. */
static uint32_t worst_place(const struct report_view *view, const struct analysis_delays *delays,
                            uint64_t *most)
{
    size_t places = view->archive->places.rows;
    uint64_t *time = memory_zeroed(places + 1, sizeof *time);
    uint32_t worst = 0;
    for (size_t i = 0; i < delays->count; i++)
        time[delays->items[i].place] =
            number_add(time[delays->items[i].place], delays->items[i].time);
    for (uint32_t i = 0; i < places; i++) {
        if (time[i] > time[worst])
            worst = i;
    }
    *most = time[worst];
    free(time);
    return worst;
}

static void add_sentence(const struct report_view *view, const struct analysis_delays *delays,
                         struct buffer *to)
{
    char waiting[ARCHIVE_NAME], cause[ARCHIVE_NAME];
    uint64_t most;
    uint32_t worst = worst_place(view, delays, &most);
    const struct analysis_delay_item *item = delays->items;
    while (item->place != worst)
        item++;
    archive_place_name(view->archive, worst, waiting);
    archive_place_name(view->archive, item->cause, cause);
    buffer_printf(to, "%-9s%s", "waits", delays->at_least ? "at least " : "");
    words_time(to, delays->all);
    buffer_printf(to, " in all ranks together, %.1f %% of the run. %s%s waits most: ",
                  report_view_percent(view, delays->all),
                  delays->at_least ? "As far as is known, rank " : "Rank ", waiting);
    words_time(to, most);
    buffer_add(to, ", ");
    words_time(to, time_of(delays, item));
    buffer_add(to, " in ");
    add_call(view, item->region, to);
    uint32_t data = analysis_delays_data(view->archive, item);
    if (data)
        buffer_printf(to, ", data: %s,", report_view_text(view, data));
    buffer_printf(to, " for rank %s, which comes late to ", cause);
    add_call(view, item->late, to);
    struct buffer doing = {0};
    report_delays_doing(view, item, &doing);
    if (doing.used) {
        buffer_add(to, " because it is in ");
        buffer_add(to, doing.text);
    }
    buffer_add(to, ".");
    buffer_free(&doing);
}

/* True if calls whose waits are not known took much time, compared with the known waits. */
static bool has_unknown_waits(const struct report_view *view, const struct analysis_delays *delays)
{
    uint64_t time = 0;
    for (size_t i = 0; i < view->regions.count; i++) {
        const struct cube_row *row = &view->regions.rows[i];
        uint32_t mpi = view->archive->regions.mpi[row->a];
        if ((format_mpi_kind(mpi) == FORMAT_MPI_MEMORY ||
             format_mpi_operation(mpi) == FORMAT_MPI_NEIGHBOR) &&
            !(mpi & FORMAT_MPI_LOCAL))
            time = number_add(time, row->sums.time);
    }
    return time > delays->all / 50;
}

/* Why there may be more waits than those that were found. */
static void add_missing(const struct report_view *view, struct buffer *to)
{
    if (*view->archive->run.part_of)
        buffer_add(to, "this is a part of another archive");
    else if (!cube_missing_write_of(to, view->archive, FORMAT_EVENTS_COMM))
        buffer_add(to, "some of the event log is missing");
}

void report_delays_text(const struct report_view *view, struct buffer *to)
{
    const struct analysis_delays *delays = report_delays_of(view);
    struct buffer line = {0};
    if (!delays->count && !(delays->at_least && report_delays_known(view)))
        return;
    if (delays->count)
        add_sentence(view, delays, &line);
    else
        buffer_printf(&line, "%-9sNone was found.", "waits");
    if (has_unknown_waits(view, delays))
        buffer_add(&line, " Waits in one-sided communication and for neighbours are not known.");
    if (delays->at_least) {
        buffer_printf(&line, " There may be %s: ", delays->count ? "more" : "some");
        add_missing(view, &line);
        buffer_add(&line, ".");
    }
    report_text_clean(to, view->options, TEXT_PLAIN, &line, "         ");
    buffer_add(to, "\n");
}
