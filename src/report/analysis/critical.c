/* critical.c: see critical.h */
#include "report/analysis/critical.h"

#include "archive/live/sent_filters.h"
#include "format/event.h"
#include "format/mpi.h"
#include "report/analysis/efficiency.h"
#include "report/analysis/lost_events.h"
#include "report/mpi/delays.h"
#include "report/table/library.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>

enum { SAID = 3 }; /* regions that a sentence names */

static const double worth_naming = 5; /* % of the path */

struct critical_kept {
    bool found;
    struct analysis_critical critical;
};

struct critical_kept *report_critical_kept_new(void)
{
    return memory_zeroed(1, sizeof(struct critical_kept));
}

void report_critical_kept_free(struct critical_kept *kept)
{
    analysis_critical_free(&kept->critical);
    free(kept);
}

const struct analysis_critical *report_critical_of(const struct report_view *view)
{
    struct critical_kept *kept = view->kept->critical;
    if (!kept->found)
        kept->critical = analysis_critical_find(view->archive);
    kept->found = true;
    return &kept->critical;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* Adds "loop 1 of main", "main, line 12 to 20" or "MPI_Recv of main". */
static void add_where(const struct report_view *view, const struct analysis_critical_item *item,
                      struct buffer *to)
{
    const struct analysis_delay_item same = {
        .doing = item->region, .after = item->after, .before = item->before, .late = item->before};
    if (item->before)
        report_delays_doing(view, &same, to);
    else if (item->region)
        report_view_describe(view, item->region, to);
    else
        buffer_add(to, "the program");
}

static void add_rank(const struct report_view *view, uint32_t place, struct buffer *to)
{
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, place, name);
    buffer_printf(to, "%s %s", view->archive->ranked ? "rank" : "place", name);
}

/* True if most of the path is in calls that ask MPI whether something has come, for reasons that
 * are not known: then another rank was late, but not which one. */
static bool mostly_asks(const struct report_view *view, const struct analysis_critical *critical)
{
    uint64_t time = 0;
    for (size_t i = 0; i < critical->count; i++) {
        const struct analysis_critical_item *item = &critical->items[i];
        uint32_t mpi = view->archive->regions.mpi[item->region];
        enum format_mpi_kind kind = format_mpi_kind(mpi);
        bool asks = kind == FORMAT_MPI_PROBE || (kind == FORMAT_MPI_WAIT && mpi & FORMAT_MPI_LOCAL);
        time += asks ? item->time : 0;
    }
    return time > critical->time / 2;
}

void report_critical_text(const struct report_view *view, struct buffer *to)
{
    const struct analysis_critical *critical = report_critical_of(view);
    struct buffer line = {0};
    if (critical->state != CRITICAL_KNOWN || !critical->count)
        return;
    buffer_printf(&line, "%-9sThe critical path is ", "path");
    words_time(&line, critical->time);
    buffer_add(&line, " long: ");
    for (size_t i = 0; i < critical->count && i < SAID; i++) {
        const struct analysis_critical_item *item = &critical->items[i];
        if (i && percent(item->time, critical->time) < worth_naming)
            break;
        buffer_printf(&line, "%s%.1f %% of it ", i ? ", " : "",
                      percent(item->time, critical->time));
        buffer_add(&line, "in ");
        if (item->region && !item->before)
            report_efficiency_site(view, item->region, &line);
        else
            add_where(view, item, &line);
        if (item->mostly) {
            buffer_add(&line, ", mostly ");
            report_efficiency_site(view, item->mostly, &line);
        }
        if (critical->place_count > 1) {
            buffer_add(&line, item->most == item->time ? " on " : ", most on ");
            add_rank(view, item->place, &line);
        }
    }
    buffer_add(&line, mostly_asks(view, critical)
                          ? ". What these calls waited for is not known: the run may depend on "
                            "other ranks instead."
                          : ". The run gets shorter only if this path does.");
    report_text_clean(to, view->options, TEXT_PLAIN, &line, "         ");
    buffer_add(to, "\n");
    buffer_free(&line);
}

static const char *const state_words[CRITICAL_STATES] = {
    [CRITICAL_KNOWN] = "known",
    [CRITICAL_ALONE] = "one lane",
    [CRITICAL_PROCESSES] = "processes",
    [CRITICAL_CPU_TIME] = "cpu time",
    [CRITICAL_NO_EVENTS] = "no events",
    [CRITICAL_PART] = "part",
    [CRITICAL_RUNNING] = "running",
    [CRITICAL_DIED] = "killed",
    [CRITICAL_NO_RANKS] = "missing ranks",
    [CRITICAL_DROPPED] = "dropped",
    [CRITICAL_FILTERED] = "filtered",
    [CRITICAL_UNMATCHED] = "unmatched",
    [CRITICAL_CLOCKS] = "clocks",
    [CRITICAL_UNREADABLE] = "damaged",
};

/* Adds "rank 2 ended early (it was killed, ...)" or "measuring stopped on rank 2". */
static void add_death(const struct report_view *view, uint32_t place, struct buffer *to)
{
    bool stopped = view->archive->places.state[place] == ARCHIVE_STOPPED;
    if (stopped)
        buffer_add(to, "measuring stopped on ");
    add_rank(view, place, to);
    if (!stopped)
        buffer_add(to, " ended early (it was killed, crashed, or ended without MPI_Finalize)");
    buffer_add(to, ", so later waits of the others have unknown causes");
}

static void add_count(uint64_t count, const char *what, struct buffer *to)
{
    words_count(to, count, true);
    buffer_add(to, what);
}

static void add_dropped(const struct report_view *view, const struct analysis_critical *critical,
                        struct buffer *to)
{
    if (critical->missing)
        add_count(critical->missing, " events are missing", to);
    else
        buffer_add(to, "some of the event log is missing");
    if (critical->place == ARCHIVE_NONE)
        return;
    buffer_add(to, ", on ");
    add_rank(view, critical->place, to);
    buffer_add(to, " and maybe others");
    report_lost_events(view->archive, "; ", to);
}

/* Adds "it needs `triptych run --events=comm,io`". */
static void add_needs(const struct analysis_critical *critical, struct buffer *to)
{
    static const struct {
        uint32_t bit;
        const char *word;
    } kinds[] = {{FORMAT_EVENTS_COMM, "comm"},
                 {FORMAT_EVENTS_IO, "io"},
                 {FORMAT_EVENTS_SYNC, "sync"},
                 {FORMAT_EVENTS_TASKS, "tasks"}};
    const char *between = "";
    buffer_add(to, "it needs `triptych run --events=");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!(critical->needs & kinds[i].bit))
            continue;
        buffer_printf(to, "%s%s", between, kinds[i].word);
        between = ",";
    }
    buffer_add(to, "`");
}

/* Adds why the path is unknown. */
static void add_reason(const struct report_view *view, const struct analysis_critical *critical,
                       struct buffer *to)
{
    switch (critical->state) {
    case CRITICAL_ALONE:
        buffer_add(to, "the run has one lane, which is the whole path");
        break;
    case CRITICAL_PROCESSES:
        buffer_add(to, "the ");
        add_count(
            critical->missing,
            " processes are not ranks of one MPI program, and their waits for each other were not "
            "recorded",
            to);
        break;
    case CRITICAL_CPU_TIME:
        buffer_add(to,
                   "`--clock cpu` was given, and CPU times of different lanes cannot be compared");
        break;
    case CRITICAL_NO_EVENTS:
        add_needs(critical, to);
        break;
    case CRITICAL_PART:
        buffer_add(to, "this archive is a part of another one");
        break;
    case CRITICAL_RUNNING:
        buffer_add(to, "the run has not ended");
        break;
    case CRITICAL_DIED:
        add_death(view, critical->place, to);
        break;
    case CRITICAL_NO_RANKS:
        add_count(critical->missing, " ranks of the program are not in the archive", to);
        break;
    case CRITICAL_DROPPED:
        add_dropped(view, critical, to);
        break;
    case CRITICAL_FILTERED:
        buffer_printf(to, "events were filtered (%s)", archive_sent_filters_by(view->archive));
        break;
    case CRITICAL_UNMATCHED:
        add_count(
            critical->missing,
            " messages have no known sender, or collective operations were not begun by all ranks",
            to);
        break;
    case CRITICAL_CLOCKS:
        add_count(critical->missing, " waits are between hosts whose clocks were not compared", to);
        break;
    default:
        buffer_add(to, "some of the archive cannot be read");
    }
}

void report_critical_missing_text(const struct report_view *view, bool asked, struct buffer *to)
{
    const struct analysis_critical *critical = report_critical_of(view);
    struct buffer line = {0};
    bool usual = critical->state == CRITICAL_ALONE || critical->state == CRITICAL_PROCESSES ||
                 critical->state == CRITICAL_NO_EVENTS || critical->state == CRITICAL_CPU_TIME;
    if (critical->state == CRITICAL_KNOWN || (usual && !asked))
        return;
    buffer_add(&line, "The critical path is not known: ");
    add_reason(view, critical, &line);
    buffer_add(&line, ".");
    report_text_clean(to, view->options, TEXT_PLAIN, &line, "  ");
    buffer_add(to, "\n");
    buffer_free(&line);
}

struct report_sheet *report_critical(const struct report_view *view)
{
    const struct analysis_critical *critical = report_critical_of(view);
    struct report_sheet *sheet = report_sheet_new("critical", "Critical path");
    struct buffer reason = {0};
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){"state", NULL, SHEET_TEXT, 0, 0, false});
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){"time_ns", NULL, SHEET_TIME, 0, 0, false});
    report_sheet_add_column(
        sheet, (struct report_sheet_column){"stretches", NULL, SHEET_COUNT, 0, 0, false});
    report_sheet_add_column(
        sheet, (struct report_sheet_column){"sentence", NULL, SHEET_TEXT, 0, 0, false});
    report_sheet_text(sheet, "state", state_words[critical->state]);
    if (critical->state == CRITICAL_KNOWN) {
        report_sheet_time(sheet, "time_ns", critical->time, false);
        report_sheet_count(sheet, "stretches", critical->stretch_count);
    } else {
        report_sheet_unknown(sheet, "time_ns");
        report_sheet_unknown(sheet, "stretches");
        add_reason(view, critical, &reason);
    }
    report_library_cell(sheet, view->options->library, "sentence", reason.text ? reason.text : "");
    buffer_free(&reason);
    return sheet;
}

static void note_threads(const struct analysis_critical *critical, struct report_sheet *sheet)
{
    if (critical->no_threads)
        report_sheet_note(
            sheet, "Waits of threads were not logged, so the path uses one lane of each rank. "
                   "`triptych run --events=comm,sync,tasks` logs them.");
}

/* Sets the mean over the ranks of the time in the region, counted from the log as the path is: the
 * profile may have visits that the log has not. False if it is unknown. */
static bool mean_of(const struct report_view *view, const struct analysis_critical_item *item,
                    uint64_t *mean)
{
    uint64_t places = 0;
    if (!view->archive->ranked || !item->region || item->after || item->before)
        return false;
    for (size_t i = 0; i < view->archive->places.rows; i++)
        places += view->archive->places.rank[i] != ARCHIVE_NONE;
    *mean = places ? item->everywhere / places : 0;
    return places > 0;
}

static void add_item(const struct report_view *view, const struct analysis_critical *critical,
                     const struct analysis_critical_item *item, struct report_sheet *sheet)
{
    const struct archive_regions *regions = &view->archive->regions;
    struct buffer where = {0}, mostly = {0};
    char place[ARCHIVE_NAME] = "";
    uint64_t mean = 0;
    add_where(view, item, &where);
    if (item->mostly)
        report_efficiency_site(view, item->mostly, &mostly);
    if (item->place != ARCHIVE_NONE)
        archive_place_name(view->archive, item->place, place);
    uint32_t line = item->region ? regions->line[item->region] : 0;
    report_sheet_text(sheet, "kind", item->region ? report_view_kind(view, item->region) : "");
    report_sheet_text(sheet, "where", where.text ? where.text : "");
    report_sheet_text(sheet, "mostly", mostly.text ? mostly.text : "");
    report_sheet_text(sheet, "name", item->region ? report_view_name(view, item->region) : "");
    report_sheet_text(sheet, "routine",
                      item->region ? report_view_routine(view, item->region) : "");
    report_sheet_time(sheet, "time_ns", item->time, false);
    report_sheet_real(sheet, "percent", percent(item->time, critical->time));
    report_sheet_real(sheet, "share", percent(item->time, critical->time));
    report_sheet_text(sheet, "on", place);
    report_view_rank_cell(view, sheet, item->place);
    if (mean_of(view, item, &mean))
        report_sheet_time(sheet, "mean_ns", mean, false);
    else
        report_sheet_unknown(sheet, "mean_ns");
    report_sheet_count(sheet, "stretches", item->count);
    report_sheet_line(sheet, "line", line);
    report_sheet_line(sheet, "after_line", item->after ? regions->line[item->after] : 0);
    report_sheet_line(sheet, "before_line", item->before ? regions->line[item->before] : 0);
    report_sheet_text(sheet, "file", item->region ? report_view_file(view, item->region) : "");
    buffer_free(&where);
    buffer_free(&mostly);
}

/* Returns the number of items at the end below 0.1 % of the path, which a text shows only with
 * --top 0. */
static size_t count_little(const struct report_view *view, const struct analysis_critical *critical)
{
    size_t count = 0;
    if (view->options->format != REPORT_TEXT || !view->options->top)
        return 0;
    while (count < critical->count &&
           percent(critical->items[critical->count - 1 - count].time, critical->time) < 0.1)
        count++;
    return count;
}

struct report_sheet *report_critical_path(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"kind", "kind", SHEET_WORD, 3, 6, false},
        {"where", "where", SHEET_TEXT, 0, 36, false},
        {"mostly", "mostly", SHEET_TEXT, 1, 24, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {NULL, "on", SHEET_WORD, 1, 2, false},
    };
    const struct report_sheet_column others[] = {
        {"mean_ns", "mean s", SHEET_TIME, 2, 0, false},
        {"stretches", "stretches", SHEET_COUNT, 4, 0, false},
        {"line", "line", SHEET_ID, 2, 0, false},
        {"after_line", NULL, SHEET_ID, 0, 0, false},
        {"before_line", NULL, SHEET_ID, 0, 0, false},
        {"file", "file", SHEET_TEXT, 3, 8, false},
    };
    const struct analysis_critical *critical = report_critical_of(view);
    struct report_sheet *sheet = report_sheet_new("critical_path", "Critical path");
    size_t top = view->options->top;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    if (view->archive->ranked)
        report_sheet_add_column(sheet,
                                (struct report_sheet_column){"rank", NULL, SHEET_ID, 0, 0, false});
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        report_sheet_add_column(sheet, others[i]);
    size_t little = count_little(view, critical), count = critical->count - little;
    sheet->more = top && count > top ? count - top : 0;
    for (size_t i = 0; i < count - sheet->more; i++)
        add_item(view, critical, &critical->items[i], sheet);
    if (little)
        report_sheet_note(sheet, "%zu more %s less than 0.1 %% of the path; --top 0 shows %s.",
                          little, little == 1 ? "has" : "have", little == 1 ? "it" : "them");
    report_sheet_meaning(
        sheet, "mostly",
        "the region with most of this time by the profile, where only calls were logged");
    report_sheet_note(
        sheet,
        "seconds: time on the path in the innermost logged region. on: the %s with the most of "
        "it.%s",
        view->archive->ranked ? "rank" : "place",
        view->archive->ranked ? " MPI_Init and MPI_Finalize are not part of the path." : "");
    report_sheet_meaning(
        sheet, "mean s",
        "logged time in the region without other logged regions, averaged over all ranks; if it is "
        "below the seconds, the path runs through ranks that have more of it than others");
    note_threads(critical, sheet);
    return sheet;
}

struct report_sheet *report_critical_places(const struct report_view *view)
{
    const struct analysis_critical *critical = report_critical_of(view);
    struct report_sheet *sheet = report_sheet_new("critical_places", "Critical path by place");
    if (view->archive->ranked)
        report_sheet_add_column(
            sheet, (struct report_sheet_column){"rank", "rank", SHEET_ID, 0, 0, false});
    report_sheet_add_column(
        sheet, (struct report_sheet_column){"place", view->archive->ranked ? NULL : "place",
                                            SHEET_ID, 0, 0, false});
    report_sheet_add_column(
        sheet, (struct report_sheet_column){"time_ns", "seconds", SHEET_TIME, 0, 0, false});
    report_sheet_add_column(
        sheet, (struct report_sheet_column){"percent", "%", SHEET_PERCENT, 0, 0, false});
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){NULL, "share", SHEET_PERCENT, 5, 0, true});
    report_sheet_add_column(
        sheet, (struct report_sheet_column){"stretches", "stretches", SHEET_COUNT, 0, 0, false});
    size_t count = critical->place_count > 1 ? critical->place_count : 0;
    size_t top = view->options->top;
    sheet->more = top && count > top ? count - top : 0;
    for (size_t i = 0; i < count - sheet->more; i++) {
        const struct analysis_critical_place *place = &critical->places[i];
        report_view_rank_cell(view, sheet, place->place);
        report_sheet_count(sheet, "place", view->archive->places.number[place->place]);
        report_sheet_time(sheet, "time_ns", place->time, false);
        report_sheet_real(sheet, "percent", percent(place->time, critical->time));
        report_sheet_real(sheet, "share", percent(place->time, critical->time));
        report_sheet_count(sheet, "stretches", place->stretches);
    }
    return sheet;
}
