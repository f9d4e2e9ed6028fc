/* stalls.c: see stalls.h */
#include "report/analysis/stalls.h"

#include "analysis/stalls.h"
#include "format/event.h"
#include "format/mpi.h"
#include "report/table/text.h"
#include "util/number.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

#define LONG UINT64_C(1000000000) /* ns: calls rarely wait this long unless they are stuck */

static void add_place(const struct report_view *view, struct buffer *to, uint32_t place)
{
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, place, name);
    buffer_printf(to, "rank %s", name);
}

/* Adds "MPI_Recv of main (ring.c:12)". */
static void add_call(const struct report_view *view, struct buffer *to, uint32_t node)
{
    uint32_t region = view->archive->nodes.region[node];
    report_view_describe(view, region, to);
    report_view_place(view, region, to);
}

static const struct analysis_stall *stall_of(const struct analysis_stalls *stalls, uint32_t place)
{
    for (size_t i = 0; i < stalls->count; i++) {
        if (stalls->items[i].place == place)
            return &stalls->items[i];
    }
    return NULL;
}

static bool has_seen_death(const struct analysis_stalls *stalls)
{
    return stalls->has_death && stalls->death.how != DEATH_UNSEEN;
}

/* True if the call certainly began after a rank had died. */
static bool is_late(const struct analysis_stalls *stalls, const struct analysis_stall *stall)
{
    return has_seen_death(stalls) && stall->since > stalls->death.moment;
}

/* Adds what the rank that is waited for should do, and why it does not. */
static void add_peer(const struct report_view *view, const struct analysis_stalls *stalls,
                     const struct analysis_stall *stall, struct buffer *to)
{
    if (stall->peer == ARCHIVE_NONE)
        return;
    uint32_t state = view->archive->places.state[stall->peer];
    buffer_printf(to, ", which should %s a message", stall->sends ? "receive" : "send");
    if ((int32_t)stall->tag != -1)
        buffer_printf(to, " with tag %d", (int32_t)stall->tag);
    if (stall->peer == stall->place)
        buffer_add(to, ": itself");
    else if (is_late(stalls, stall) && stalls->death.place == stall->peer)
        buffer_add(to, ", but had died");
    else if (stall->met)
        buffer_add(to, ", and may be about to");
    else if (stall_of(stalls, stall->peer))
        buffer_add(to, ", but also waits");
    else if (state == ARCHIVE_ENDED || state == ARCHIVE_REPLACED)
        buffer_add(to, ", but has ended");
}

static bool is_deadlock(const struct analysis_stalls *stalls)
{
    return stalls->time >= LONG && (stalls->circles || (stalls->was_all && !stalls->may_leave));
}

/* Adds what the rank may do in its call, beside waiting for others. */
static void add_work(const struct report_view *view, const struct analysis_stall *stall,
                     struct buffer *to)
{
    uint32_t mpi = view->archive->regions.mpi[view->archive->nodes.region[stall->node]];
    enum format_mpi_kind kind = format_mpi_kind(mpi);
    buffer_add(to, kind == FORMAT_MPI_IO ? "; it may be reading or writing"
                   : kind == FORMAT_MPI_COMMUNICATOR || kind == FORMAT_MPI_OTHER
                       ? "; it may wait for another program, or run a function of the program "
                         "that MPI calls"
                   : kind == FORMAT_MPI_WAIT
                       ? "; it may wait for a file, or run a function of the program that MPI calls"
                       : "; it may run a function of the program that MPI calls");
}

static void add_sentence(const struct report_view *view, const struct analysis_stalls *stalls,
                         const struct analysis_stall *stall, struct buffer *to)
{
    add_place(view, to, stall->place);
    bool works = stall->works && !is_deadlock(stalls);
    buffer_add(to, works ? " has been since " : " has waited since ");
    words_time(to, number_minus(stall->since, archive_zero(view->archive)));
    buffer_add(to, " in ");
    add_call(view, to, stall->node);
    if (stall->peer != ARCHIVE_NONE) {
        buffer_add(to, " for ");
        add_place(view, to, stall->peer);
    }
    add_peer(view, stalls, stall, to);
    if (works)
        add_work(view, stall, to);
}

/* Adds "ranks 0 and 1 wait for each other". */
static void add_circle(const struct report_view *view, const struct analysis_stalls *stalls,
                       uint32_t circle, struct buffer *to)
{
    size_t count = 0, listed = 0;
    for (size_t i = 0; i < stalls->count; i++)
        count += stalls->items[i].circle == circle;
    buffer_add(to, count == 1 ? "rank " : "ranks ");
    for (size_t i = 0; i < stalls->count; i++) {
        char name[ARCHIVE_NAME];
        if (stalls->items[i].circle != circle)
            continue;
        archive_place_name(view->archive, stalls->items[i].place, name);
        listed++;
        buffer_printf(to, "%s%s", listed == 1 ? "" : listed == count ? " and " : ", ", name);
    }
    buffer_add(to, count == 1   ? " waits for itself"
                   : count == 2 ? " wait for each other"
                                : " wait for each other in a circle");
}

/* Adds "When rank 1 died, 3 of 4 ranks were in MPI". */
static void add_death(const struct report_view *view, const struct analysis_stalls *stalls,
                      struct buffer *to)
{
    size_t waiting = 0;
    for (size_t i = 0; i < stalls->count; i++)
        waiting += !is_late(stalls, &stalls->items[i]);
    buffer_add(to, "When ");
    add_place(view, to, stalls->death.place);
    buffer_printf(to, " %s, %zu of %zu ranks %s in MPI",
                  stalls->death.how == DEATH_ABORT  ? "ended the run"
                  : stalls->death.how == DEATH_EXIT ? "ended"
                                                    : "died",
                  waiting, stalls->ranks, waiting == 1 ? "was" : "were");
    if (waiting < stalls->count)
        buffer_printf(to, "; %zu entered it later", stalls->count - waiting);
}

static bool has_work(const struct analysis_stalls *stalls)
{
    for (size_t i = 0; i < stalls->count; i++) {
        if (stalls->items[i].works)
            return true;
    }
    return false;
}

static void add_title(const struct report_view *view, const struct analysis_stalls *stalls,
                      struct buffer *to)
{
    struct buffer line = {0};
    bool stuck = is_deadlock(stalls);
    buffer_add(&line, stuck ? "Deadlock: " : "");
    bool perhaps = !stuck && stalls->may_circle && stalls->time >= LONG;
    const char *end = perhaps ? "; this may be a deadlock" : "";
    if (!stuck && has_seen_death(stalls)) {
        add_death(view, stalls, &line);
        buffer_add(&line, end);
        report_text_clean(to, view->options, TEXT_TITLE, &line, "          ");
        return;
    }
    for (uint32_t i = 1; stuck && i <= stalls->circles; i++) {
        add_circle(view, stalls, i, &line);
        buffer_add(&line, i < stalls->circles ? "; " : "");
    }
    if (!stuck || !stalls->circles) {
        size_t waiting = stalls->all ? stalls->ranks : stalls->count;
        const char *doing = !stuck && has_work(stalls) ? "are" : "wait";
        if (stalls->all && waiting == 2)
            buffer_printf(&line, "both ranks %s in MPI", doing);
        else
            buffer_printf(&line, "%zu of %zu ranks %s in MPI", waiting, stalls->ranks, doing);
        if (stuck || (stalls->all && !stalls->has_death)) {
            buffer_add(&line, stalls->has_death ? ", for at least " : ", for the last ");
            words_time(&line, stalls->time);
        }
        buffer_add(&line, end);
    }
    report_text_clean(to, view->options, stuck ? TEXT_WARN : TEXT_TITLE, &line, "          ");
}

/* Adds "rank 1 does not wait: it is in solve (heat.c:12)". */
static void add_other(const struct report_view *view, const struct analysis_stalls_other *other,
                      struct buffer *to)
{
    add_place(view, to, other->place);
    buffer_add(to, " does not wait: it is ");
    if (other->node == ARCHIVE_NONE) {
        buffer_add(to, "outside all measured regions");
        return;
    }
    buffer_add(to, "in ");
    add_call(view, to, other->node);
}

static void add_sentences(const struct report_view *view, const struct analysis_stalls *stalls,
                          struct buffer *to)
{
    size_t top = view->options->top, count = stalls->count + stalls->other_count;
    bool told = false;
    for (size_t i = 0; i < count; i++) {
        struct buffer line = {0};
        if (top && i == top) {
            buffer_add(&line, "  and more; --top 0 lists all");
            report_text_clean(to, view->options, TEXT_FAINT, &line, "    ");
            break;
        }
        buffer_add(&line, "  ");
        if (i < stalls->count)
            add_sentence(view, stalls, &stalls->items[i], &line);
        else
            add_other(view, &stalls->others[i - stalls->count], &line);
        report_text_clean(to, view->options, TEXT_PLAIN, &line, "    ");
    }
    for (size_t i = 0; i < view->archive->logs.rows; i++)
        told |= (view->archive->logs.kinds[i] & FORMAT_EVENTS_COMM) != 0;
    if (!told) {
        struct buffer line = {0};
        buffer_add(
            &line,
            "  triptych run --events=comm logs messages, and shows which rank a send or receive "
            "waits for");
        report_text_clean(to, view->options, TEXT_FAINT, &line, "    ");
    }
}

void report_stalls_text(const struct report_view *view, struct buffer *to)
{
    struct analysis_stalls stalls = analysis_stalls_find(view->archive);
    if (stalls.count) {
        add_title(view, &stalls, to);
        add_sentences(view, &stalls, to);
        buffer_add(to, "\n");
    }
    analysis_stalls_free(&stalls);
}

static void add_row(const struct report_view *view, const struct analysis_stalls *stalls,
                    const struct analysis_stall *stall, struct report_sheet *sheet)
{
    const struct archive *archive = view->archive;
    uint32_t region = archive->nodes.region[stall->node];
    struct buffer sentence = {0};
    add_sentence(view, stalls, stall, &sentence);
    report_sheet_id(sheet, "rank", archive->places.rank[stall->place]);
    report_sheet_id(sheet, "lane", archive->lanes.number[stall->lane]);
    report_sheet_flag(sheet, "stuck",
                      is_deadlock(stalls) &&
                          (stall->circle || (stalls->was_all && !stalls->may_leave)));
    report_sheet_count(sheet, "circle", stall->circle);
    report_sheet_time(sheet, "since_ns", number_minus(stall->since, archive_zero(archive)), false);
    report_sheet_text(sheet, "function", report_view_name(view, region));
    report_sheet_text(sheet, "routine", report_view_routine(view, region));
    report_sheet_line(sheet, "line", archive->regions.line[region]);
    report_sheet_text(sheet, "file", report_view_file(view, region));
    if (stall->peer == ARCHIVE_NONE) {
        report_sheet_unknown(sheet, "for_rank");
        report_sheet_unknown(sheet, "tag");
    } else {
        report_sheet_id(sheet, "for_rank", archive->places.rank[stall->peer]);
        report_sheet_id(sheet, "tag", (int32_t)stall->tag);
    }
    report_sheet_flag(sheet, "after_death", is_late(stalls, stall));
    report_sheet_flag(sheet, "met", stall->met);
    report_sheet_text(sheet, "sentence", sentence.text);
    buffer_free(&sentence);
}

struct report_sheet *report_comm_stalls(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"rank", "rank", SHEET_ID, 0, 0, false},
        {"lane", NULL, SHEET_ID, 0, 0, false},
        {"stuck", NULL, SHEET_FLAG, 0, 0, false},
        {"circle", NULL, SHEET_COUNT, 0, 0, false},
        {"since_ns", "since", SHEET_TIME, 0, 0, false},
        {"function", "call", SHEET_TEXT, 0, 8, false},
        {"routine", "routine", SHEET_TEXT, 0, 8, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", "file", SHEET_TEXT, 0, 8, false},
        {"for_rank", "for", SHEET_ID, 0, 0, false},
        {"tag", "tag", SHEET_ID, 0, 0, false},
        {"after_death", NULL, SHEET_FLAG, 0, 0, false},
        {"met", NULL, SHEET_FLAG, 0, 0, false},
        {"sentence", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct analysis_stalls stalls = analysis_stalls_find(view->archive);
    struct report_sheet *sheet = report_sheet_new("comm_stalls", "MPI: ranks that wait");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < stalls.count; i++)
        add_row(view, &stalls, &stalls.items[i], sheet);
    analysis_stalls_free(&stalls);
    return sheet;
}
