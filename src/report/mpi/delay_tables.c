/* delay_tables.c: the tables of waits in MPI: by kind, by cause, and one by one. */
#include "report/mpi/delays.h"

#include "report/run/footnotes.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

static struct report_sheet *make(const char *key, const char *title,
                                 const struct report_sheet_column *columns, size_t count)
{
    struct report_sheet *sheet = report_sheet_new(key, title);
    report_sheet_add_columns(sheet, columns, count);
    return sheet;
}

/* Adds a place's name for people (column `heading`) and its rank for machines (column `key`). */
static void rank_cells(const struct report_view *view, struct report_sheet *sheet,
                       const char *heading, const char *key, uint32_t place)
{
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, place, name);
    report_sheet_text(sheet, heading, name);
    if (view->archive->places.rank[place] == ARCHIVE_NONE)
        report_sheet_unknown(sheet, key);
    else
        report_sheet_id(sheet, key, view->archive->places.rank[place]);
}

/* Columns of a call. */
struct call_columns {
    const char *function, *routine, *line, *file;
};

static const struct call_columns waiting_call = {"function", "routine", "line", "file"};
static const struct call_columns late_call = {"cause_function", "cause_routine", "cause_line",
                                              "cause_file"};

static void call_cells(const struct report_view *view, struct report_sheet *sheet,
                       const struct call_columns *columns, uint32_t region)
{
    report_sheet_text(sheet, columns->function, report_view_name(view, region));
    report_sheet_text(sheet, columns->routine, report_view_routine(view, region));
    report_sheet_line(sheet, columns->line, view->archive->regions.line[region]);
    report_sheet_text(sheet, columns->file, report_view_file(view, region));
}

/* Adds the line of a region, or nothing where there is no region (0). */
static void line_cell(const struct report_view *view, struct report_sheet *sheet,
                      const char *column, uint32_t region)
{
    if (region)
        report_sheet_line(sheet, column, view->archive->regions.line[region]);
    else
        report_sheet_nothing(sheet, column);
}

/* Adds what the late rank did, in words, and for machines. */
static void doing_cells(const struct report_view *view, struct report_sheet *sheet,
                        const struct analysis_delay_item *item)
{
    struct buffer words = {0};
    report_delays_doing(view, item, &words);
    report_sheet_text(sheet, "doing", words.used ? words.text : "");
    report_sheet_text(sheet, "doing_kind", item->doing ? report_view_kind(view, item->doing) : "");
    report_sheet_text(sheet, "doing_name", item->doing ? report_view_name(view, item->doing) : "");
    line_cell(view, sheet, "doing_line", item->doing);
    line_cell(view, sheet, "doing_after_line", item->after);
    line_cell(view, sheet, "doing_before_line", item->before);
    buffer_free(&words);
}

static void time_cells(const struct report_view *view, struct report_sheet *sheet, uint64_t count,
                       uint64_t time)
{
    const struct cube_sums sums = {.at_least = report_delays_of(view)->at_least};
    report_sheet_count_known(sheet, "visits", count, sums.at_least);
    report_view_time_cells(view, sheet, &report_view_time_share, &sums, time);
    report_sheet_flag(sheet, "at_least", sums.at_least);
}

static void note_unknown(const struct report_view *view, const struct analysis_delays *delays,
                         struct report_sheet *sheet)
{
    report_missing_note(view->archive, sheet);
    if (delays->partial)
        report_sheet_note(
            sheet,
            "%llu collective operation%s not included: events of some ranks are missing, so "
            "the last "
            "rank is unknown.",
            (unsigned long long)delays->partial, delays->partial == 1 ? " is" : "s are");
    if (delays->unknown)
        report_sheet_note(
            sheet,
            "%llu messages and parts of collective operations between different clocks are not "
            "included.",
            (unsigned long long)delays->unknown);
}

/* Adds the data that a call waits for; a barrier has none. */
static void data_cell(const struct report_view *view, struct report_sheet *sheet,
                      const struct analysis_delay_item *item)
{
    if (item->kind == DELAY_BARRIER)
        report_sheet_nothing(sheet, "data");
    else
        report_view_data_cell(view, sheet, "data", analysis_delays_data(view->archive, item));
}

struct report_sheet *report_comm_waits(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"kind", "kind", SHEET_WORD, 0, 11, false},
        {NULL, "rank", SHEET_WORD, 0, 4, false},
        {"rank", NULL, SHEET_ID, 0, 0, false},
        {"function", "waits in", SHEET_TEXT, 0, 8, false},
        {"routine", NULL, SHEET_TEXT, 0, 6, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {NULL, "for", SHEET_WORD, 0, 3, false},
        {"cause_rank", NULL, SHEET_ID, 0, 0, false},
        {"cause_function", "late to", SHEET_TEXT, 2, 8, false},
        {"cause_routine", NULL, SHEET_TEXT, 0, 6, false},
        {"cause_line", "late line", SHEET_ID, 2, 0, false},
        {"cause_file", NULL, SHEET_TEXT, 0, 0, false},
        {"data", "data", SHEET_TEXT, 2, 6, false},
        {"doing", "because it is in", SHEET_TEXT, 0, 26, false},
        {"doing_kind", NULL, SHEET_TEXT, 0, 0, false},
        {"doing_name", NULL, SHEET_TEXT, 0, 0, false},
        {"doing_line", NULL, SHEET_ID, 0, 0, false},
        {"doing_after_line", NULL, SHEET_ID, 0, 0, false},
        {"doing_before_line", NULL, SHEET_ID, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 1, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"at_least", NULL, SHEET_FLAG, 0, 0, false},
    };
    const struct analysis_delays *delays = report_delays_of(view);
    struct report_sheet *sheet = make("comm_waits", "MPI: which rank waits for which", columns,
                                      sizeof columns / sizeof columns[0]);
    size_t rows = report_view_shown(view, sheet, delays->count);
    for (size_t i = 0; i < rows; i++) {
        const struct analysis_delay_item *item = &delays->items[i];
        report_sheet_text(sheet, "kind", report_delays_kind(item->kind));
        rank_cells(view, sheet, "rank", "rank", item->place);
        call_cells(view, sheet, &waiting_call, item->region);
        rank_cells(view, sheet, "for", "cause_rank", item->cause);
        call_cells(view, sheet, &late_call, item->late);
        data_cell(view, sheet, item);
        doing_cells(view, sheet, item);
        time_cells(view, sheet, item->count, item->time);
    }
    report_sheet_note(
        sheet,
        "data: that it waits for, or to send. seconds: from the start of the wait until the other "
        "rank came; visits: calls that waited. "
        "because it is in: where the other rank was longest meanwhile, by its events. %%: of "
        "the time of all lanes.");
    note_unknown(view, delays, sheet);
    return sheet;
}

/* Something that a rank, or any of several ranks, did while others waited for it. */
struct cause {
    struct analysis_delay_item item; /* the longest wait's cause, doing, after, before and late,
                               with the sums of all */
    uint64_t ranks;                  /* number of ranks that waited */
    uint64_t causes;                 /* number of ranks that did it */
    uint64_t longest;                /* ns that others waited for the rank in item.cause */
};

struct causes {
    struct cause *all;
    size_t count, room;
};

static int by_time(const void *left, const void *right)
{
    const struct cause *a = left, *b = right;
    if (a->item.time != b->item.time)
        return a->item.time > b->item.time ? -1 : 1;
    if (a->item.cause != b->item.cause)
        return a->item.cause < b->item.cause ? -1 : 1;
    if (a->item.late != b->item.late)
        return a->item.late < b->item.late ? -1 : 1;
    return a->item.doing < b->item.doing ? -1 : a->item.doing > b->item.doing;
}

static struct cause *cause_of(struct causes *causes, struct interned *keys,
                              const struct analysis_delay_item *item, bool of_one)
{
    const uint32_t key[] = {of_one ? item->cause : 0, item->late, item->doing, item->after,
                            item->before};
    uint32_t number = interned_add(keys, key, sizeof key);
    if (number >= causes->count) {
        causes->all = memory_grow(causes->all, &causes->room, number + 1, sizeof *causes->all);
        causes->all[causes->count] = (struct cause){.item = *item};
        causes->all[causes->count].item.count = 0;
        causes->all[causes->count++].item.time = 0;
    }
    return &causes->all[number];
}

/* Adds a pair of numbers. True if it is new. */
static bool is_new(struct interned *known, size_t a, uint32_t b)
{
    const uint64_t key[] = {a, b};
    uint32_t count = interned_count(known);
    return interned_add(known, key, sizeof key) == count;
}

/* Returns the causes, the longest first: of each rank by itself, or of all ranks together. */
static struct causes find_causes(const struct analysis_delays *delays, bool of_one)
{
    struct causes causes = {0};
    struct interned *keys = interned_new(), *waiting = interned_new();
    for (size_t i = 0; i < delays->count; i++) {
        const struct analysis_delay_item *item = &delays->items[i];
        struct cause *cause = cause_of(&causes, keys, item, of_one);
        cause->ranks += is_new(waiting, (size_t)(cause - causes.all), item->place);
        cause->item.count += item->count;
        cause->item.time = number_add(cause->item.time, item->time);
    }
    if (causes.count)
        qsort(causes.all, causes.count, sizeof *causes.all, by_time);
    interned_free(keys);
    interned_free(waiting);
    return causes;
}

/* Returns what ranks did, with the number of ranks that did it and the one that others waited for
 * longest. */
static struct causes find_doings(const struct analysis_delays *delays)
{
    struct causes ranks = find_causes(delays, true), all = find_causes(delays, false);
    struct causes again = {0};
    struct interned *keys = interned_new();
    for (size_t i = 0; i < all.count; i++)
        cause_of(&again, keys, &all.all[i].item, false);
    for (size_t i = 0; i < ranks.count && all.count; i++) { /* the longest first */
        const struct analysis_delay_item *item = &ranks.all[i].item;
        struct cause *cause = &all.all[cause_of(&again, keys, item, false) - again.all];
        if (!cause->causes++) {
            cause->item.cause = item->cause;
            cause->longest = item->time;
        }
    }
    interned_free(keys);
    free(again.all);
    free(ranks.all);
    return all;
}

struct report_sheet *report_comm_doing(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"doing", "ranks are in", SHEET_TEXT, 0, 28, false},
        {"doing_kind", NULL, SHEET_TEXT, 0, 0, false},
        {"doing_name", NULL, SHEET_TEXT, 0, 0, false},
        {"doing_line", NULL, SHEET_ID, 0, 0, false},
        {"doing_after_line", NULL, SHEET_ID, 0, 0, false},
        {"doing_before_line", NULL, SHEET_ID, 0, 0, false},
        {"cause_function", "and late to", SHEET_TEXT, 0, 8, false},
        {"cause_routine", NULL, SHEET_TEXT, 0, 6, false},
        {"cause_line", "line", SHEET_ID, 0, 0, false},
        {"cause_file", "file", SHEET_TEXT, 4, 8, false},
        {"causes", "ranks", SHEET_COUNT, 0, 0, false},
        {NULL, "most by", SHEET_WORD, 2, 4, false},
        {"worst_rank", NULL, SHEET_ID, 0, 0, false},
        {"worst_ns", "most s", SHEET_TIME, 2, 0, false},
        {"ranks", "others wait", SHEET_COUNT, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"at_least", NULL, SHEET_FLAG, 0, 0, false},
    };
    const struct analysis_delays *delays = report_delays_of(view);
    struct causes causes = find_doings(delays);
    struct report_sheet *sheet = make("comm_doing", "MPI: what ranks do while others wait for them",
                                      columns, sizeof columns / sizeof columns[0]);
    size_t rows = report_view_shown(view, sheet, causes.count);
    for (size_t i = 0; i < rows; i++) {
        const struct cause *cause = &causes.all[i];
        doing_cells(view, sheet, &cause->item);
        call_cells(view, sheet, &late_call, cause->item.late);
        report_sheet_count(sheet, "causes", cause->causes);
        rank_cells(view, sheet, "most by", "worst_rank", cause->item.cause);
        report_sheet_time(sheet, "worst_ns", cause->longest, delays->at_least);
        report_sheet_count(sheet, "ranks", cause->ranks);
        time_cells(view, sheet, cause->item.count, cause->item.time);
    }
    report_sheet_note(
        sheet, "ranks: number of ranks that do it; most by: the rank that others wait for "
               "longest, and how long. seconds: of all ranks that wait. %%: of the time of all "
               "lanes.");
    note_unknown(view, delays, sheet);
    free(causes.all);
    return sheet;
}

struct report_sheet *report_comm_causes(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {NULL, "rank", SHEET_WORD, 0, 4, false},
        {"cause_rank", NULL, SHEET_ID, 0, 0, false},
        {"doing", "is in", SHEET_TEXT, 0, 28, false},
        {"doing_kind", NULL, SHEET_TEXT, 0, 0, false},
        {"doing_name", NULL, SHEET_TEXT, 0, 0, false},
        {"doing_line", NULL, SHEET_ID, 0, 0, false},
        {"doing_after_line", NULL, SHEET_ID, 0, 0, false},
        {"doing_before_line", NULL, SHEET_ID, 0, 0, false},
        {"cause_function", "and late to", SHEET_TEXT, 0, 8, false},
        {"cause_routine", NULL, SHEET_TEXT, 0, 6, false},
        {"cause_line", "line", SHEET_ID, 0, 0, false},
        {"cause_file", "file", SHEET_TEXT, 3, 8, false},
        {"ranks", "ranks wait", SHEET_COUNT, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"at_least", NULL, SHEET_FLAG, 0, 0, false},
    };
    const struct analysis_delays *delays = report_delays_of(view);
    struct causes causes = find_causes(delays, true);
    struct report_sheet *sheet =
        make("comm_causes", "MPI: waits by cause", columns, sizeof columns / sizeof columns[0]);
    size_t rows = report_view_shown(view, sheet, causes.count);
    for (size_t i = 0; i < rows; i++) {
        const struct analysis_delay_item *item = &causes.all[i].item;
        rank_cells(view, sheet, "rank", "cause_rank", item->cause);
        doing_cells(view, sheet, item);
        call_cells(view, sheet, &late_call, item->late);
        report_sheet_count(sheet, "ranks", causes.all[i].ranks);
        time_cells(view, sheet, item->count, item->time);
    }
    report_sheet_note(
        sheet, "is in: what the rank did while others waited for it. seconds: of all ranks that "
               "waited. %%: of the time of all lanes.");
    note_unknown(view, delays, sheet);
    free(causes.all);
    return sheet;
}

struct report_sheet *report_comm_kinds(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"kind", "kind", SHEET_WORD, 0, 14, false},
        {"meaning", "meaning", SHEET_WORD, 2, 16, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"at_least", NULL, SHEET_FLAG, 0, 0, false},
    };
    static const char *const meanings[DELAY_KINDS] = {
        [DELAY_LATE_SENDER] = "a receive waits until the message is sent",
        [DELAY_LATE_RECEIVER] = "a send waits until the receive is posted",
        [DELAY_BARRIER] = "ranks wait at a barrier for the last one",
        [DELAY_N_TO_N] = "all need data from all, and wait for the last",
        [DELAY_EARLY_REDUCE] = "the root waits for data from the last rank",
        [DELAY_LATE_BROADCAST] = "the others wait for data from the root",
        [DELAY_EARLY_SCAN] = "a rank waits for data from those before it",
    };
    const struct analysis_delays *delays = report_delays_of(view);
    struct report_sheet *sheet =
        make("comm_kinds", "MPI: waits by kind", columns, sizeof columns / sizeof columns[0]);
    for (int i = 0; i < DELAY_KINDS; i++) {
        if (!delays->calls[i])
            continue;
        report_sheet_text(sheet, "kind", report_delays_kind((enum analysis_delay_kind)i));
        report_sheet_text(sheet, "meaning", meanings[i]);
        time_cells(view, sheet, delays->calls[i], delays->time[i]);
    }
    note_unknown(view, delays, sheet);
    return sheet;
}
