/* advice.c: see advice.h */
#include "report/analysis/advice.h"

#include "report/analysis/critical.h"
#include "report/analysis/divide.h"
#include "report/analysis/efficiency.h"
#include "report/analysis/stalls.h"
#include "report/analysis/waits.h"
#include "report/mpi/delays.h"
#include "report/table/library.h"
#include "report/table/text.h"
#include "util/words.h"

#include <stdlib.h>

static double percent(const struct analysis_advice_finding *finding)
{
    return finding->of ? 100.0 * (double)finding->cost / (double)finding->of : 0;
}

/* Adds a line; the fields of a finding begin with a blank, and are indented further. */
static void add_line(const struct report_view *view, struct buffer *to,
                     enum report_text_style style, const char *field, const struct buffer *text)
{
    const char *indent = field[0] == ' ' ? "             " : "   ";
    struct buffer line = {0};
    buffer_printf(&line, "%s%s", field, text->text ? text->text : "");
    char *clean = words_clean(line.text);
    report_text_wrapped(to, view->options, style, clean, indent);
    free(clean);
    buffer_free(&line);
}

static void add_cost(const struct report_view *view, const struct analysis_advice_finding *finding,
                     struct buffer *to)
{
    struct buffer text = {0};
    if (!finding->cost) {
        buffer_add(&text, "too little to be measured");
        add_line(view, to, TEXT_PLAIN, "   costs     ", &text);
        buffer_free(&text);
        return;
    }
    buffer_add(&text, finding->at_least ? "at least " : "");
    words_time(&text, finding->cost);
    buffer_printf(&text, ", %.1f %% of the ", percent(finding));
    words_time(&text, finding->of);
    buffer_printf(&text, " of all %s%s", finding->of_lanes ? "lanes" : "ranks",
                  finding->at_least ? "; there may be more, as events are missing" : "");
    add_line(view, to, TEXT_PLAIN, "   costs     ", &text);
    buffer_free(&text);
}

static void add_sites(const struct report_view *view, const struct analysis_advice_finding *finding,
                      struct buffer *to)
{
    struct buffer text = {0};
    for (size_t i = 0; i < finding->site_count; i++) {
        buffer_add(&text, i ? "; " : "");
        report_efficiency_site(view, finding->sites[i], &text);
    }
    if (text.used)
        add_line(view, to, TEXT_PLAIN, "   where     ", &text);
    else if (finding->kind == ADVICE_IMBALANCE && !report_efficiency_sees_code(view)) {
        buffer_add(&text,
                   "build the program with `triptych cc` or `triptych fc` to see the loop or "
                   "routine");
        add_line(view, to, TEXT_FAINT, "   where     ", &text);
    }
    buffer_free(&text);
}

static void add_finding(const struct report_view *view,
                        const struct analysis_efficiency *efficiency,
                        const struct analysis_advice_finding *finding, size_t number,
                        struct buffer *to)
{
    struct buffer title = {0}, evidence = {0}, advice = {0};
    char field[32];
    snprintf(field, sizeof field, "%zu. ", number);
    report_advice_title(view, finding, &title);
    report_advice_evidence(view, efficiency, finding, &evidence);
    buffer_add(&advice, report_advice_try(view, finding));
    add_line(view, to, TEXT_STRONG, field, &title);
    add_cost(view, finding, to);
    add_line(view, to, TEXT_PLAIN, "   evidence  ", &evidence);
    add_sites(view, finding, to);
    add_line(view, to, TEXT_PLAIN, "   try       ", &advice);
    buffer_add(to, "\n");
    buffer_free(&title);
    buffer_free(&evidence);
    buffer_free(&advice);
}

/* Adds a note on patterns that could not be looked for. */
static void add_limits(const struct report_view *view, const struct analysis_advice *advice,
                       const struct analysis_efficiency *efficiency, struct buffer *to)
{
    struct buffer text = {0};
    if (efficiency->state == EFFICIENCY_CPU_TIME)
        buffer_add(&text,
                   "the clock was the CPU time of each lane, which stops while a rank waits, so "
                   "ranks cannot be judged. Run without --clock cpu.");
    else if (efficiency->state == EFFICIENCY_UNMEASURED)
        buffer_add(&text, "MPI calls were not measured, so ranks cannot be judged.");
    else if (efficiency->state == EFFICIENCY_UNTIMED)
        buffer_add(&text, "MPI calls were counted, not timed, so ranks cannot be judged.");
    else if (efficiency->state == EFFICIENCY_UNFINISHED)
        buffer_add(&text,
                   "ranks are unfinished or running, and were measured for different times, so "
                   "their load balance is unknown.");
    else if (efficiency->state == EFFICIENCY_PART)
        buffer_add(&text,
                   "this is a part of another archive, so the load balance of ranks and threads "
                   "is unknown.");
    else if (advice->needs_events)
        buffer_add(&text,
                   "messages were not logged, so rings, small messages, messages of ranks to "
                   "themselves and ranks that produce the work of all could not be found. "
                   "`triptych run --events=comm,io mpirun ...` logs them.");
    else if (advice->needs_io)
        buffer_add(&text, "I/O was not logged, so serialised I/O could not be found. `triptych run "
                          "--events=comm,io mpirun ...` logs it.");
    if (text.used) {
        add_line(view, to, TEXT_FAINT, "Note: ", &text);
        buffer_add(to, "\n");
    }
    buffer_free(&text);
}

void report_advice_text(const struct report_view *view, struct buffer *to)
{
    const struct analysis_efficiency *efficiency = report_efficiency_of(view);
    struct analysis_advice advice =
        analysis_advice_find(view->cube, efficiency, report_delays_of(view));
    struct buffer title = {0};
    size_t top = view->options->top, shown = top && top < advice.count ? top : advice.count;
    report_waits_text(view, to);
    report_stalls_text(view, to);
    report_efficiency_text(view, to);
    report_delays_text(view, to);
    report_critical_text(view, to);
    if (advice.count)
        buffer_printf(&title, "Advice: %zu finding%s, the most expensive first", advice.count,
                      advice.count == 1 ? "" : "s");
    else
        buffer_add(&title, "Advice: no finding; none of the known patterns costs much here");
    add_line(view, to, TEXT_TITLE, "", &title);
    if (!advice.count)
        buffer_add(to, "\n");
    for (size_t i = 0; i < shown; i++)
        add_finding(view, efficiency, &advice.findings[i], i + 1, to);
    add_limits(view, &advice, efficiency, to);
    report_divide_text(view, to);
    buffer_free(&title);
    analysis_advice_free(&advice);
}

static void add_row(const struct report_view *view, const struct analysis_efficiency *efficiency,
                    const struct analysis_advice_finding *finding, struct report_sheet *sheet)
{
    const struct archive_regions *regions = &view->archive->regions;
    const char *library = view->options->library;
    struct buffer title = {0}, evidence = {0}, where = {0};
    report_advice_title(view, finding, &title);
    report_advice_evidence(view, efficiency, finding, &evidence);
    for (size_t i = 0; i < finding->site_count; i++) {
        buffer_add(&where, i ? "; " : "");
        report_efficiency_site(view, finding->sites[i], &where);
    }
    report_sheet_text(sheet, "finding", report_advice_key(finding->kind));
    report_library_cell(sheet, library, "title", title.text ? title.text : "");
    report_sheet_time(sheet, "cost_ns", finding->cost, finding->at_least);
    report_sheet_flag(sheet, "cost_at_least", finding->at_least);
    report_sheet_real(sheet, "percent", percent(finding));
    report_sheet_text(sheet, "of", finding->of_lanes ? "lanes" : "ranks");
    report_library_cell(sheet, library, "evidence", evidence.text ? evidence.text : "");
    report_sheet_text(sheet, "where", where.text ? where.text : "");
    if (finding->site_count) {
        report_sheet_text(sheet, "routine", report_view_routine(view, finding->sites[0]));
        report_sheet_text(sheet, "file", report_view_file(view, finding->sites[0]));
        report_sheet_line(sheet, "line", regions->line[finding->sites[0]]);
    } else {
        report_sheet_text(sheet, "routine", "");
        report_sheet_text(sheet, "file", "");
        report_sheet_nothing(sheet, "line");
    }
    if (finding->place == ARCHIVE_NONE ||
        !analysis_efficiency_is_rank(view->archive, finding->place))
        report_sheet_nothing(sheet, "rank");
    else
        report_sheet_id(sheet, "rank", view->archive->places.rank[finding->place]);
    report_library_cell(sheet, library, "try", report_advice_try(view, finding));
    buffer_free(&title);
    buffer_free(&evidence);
    buffer_free(&where);
}

struct report_sheet *report_advice(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"finding", "finding", SHEET_WORD, 0, 12, false},
        {"title", NULL, SHEET_TEXT, 0, 0, false},
        {"cost_ns", "costs s", SHEET_TIME, 0, 0, false},
        {"cost_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {"of", NULL, SHEET_TEXT, 0, 0, false},
        {"evidence", NULL, SHEET_TEXT, 0, 0, false},
        {"where", "where", SHEET_TEXT, 1, 12, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {"line", NULL, SHEET_ID, 0, 0, false},
        {"rank", NULL, SHEET_ID, 0, 0, false},
        {"try", NULL, SHEET_TEXT, 0, 0, false},
    };
    const struct analysis_efficiency *efficiency = report_efficiency_of(view);
    struct analysis_advice advice =
        analysis_advice_find(view->cube, efficiency, report_delays_of(view));
    struct report_sheet *sheet = report_sheet_new("advice", "Advice");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < advice.count; i++)
        add_row(view, efficiency, &advice.findings[i], sheet);
    analysis_advice_free(&advice);
    return sheet;
}
