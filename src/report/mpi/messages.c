/* messages.c: the tables of messages between ranks, and of their sizes. */
#include "report/table/view.h"

#include "archive/live/sent_filters.h"
#include "report/run/footnotes.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdio.h>
#include <stdlib.h>

/* The messages from one rank to another. */
struct way {
    uint32_t source, target; /* rows of places */
    uint64_t messages, bytes;
    uint64_t alone; /* messages without a known receive */
    uint32_t data;  /* text: the data that most of the bytes are of; 0: not known */
    uint64_t data_bytes;
    bool is_unsized; /* the bytes of some are not known */
};

/* Sorts by sender, then receiver; an unknown one comes last. */
static int by_places(const void *left, const void *right)
{
    const struct way *a = left, *b = right;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return a->target < b->target ? -1 : a->target > b->target;
}

/* Finds the data of each way that has the most bytes. `rows` has the indexes of ways by places. */
static void find_data(const struct archive_messages *messages, struct way *ways, struct pairs *rows)
{
    struct pairs kinds = {0};
    size_t count = 0, room = 1;
    uint64_t *bytes = memory_zeroed(room, sizeof *bytes);
    for (size_t i = 0; i < messages->rows; i++) {
        if (messages->send[i] == ARCHIVE_NONE)
            continue;
        uint32_t row = pairs_add(rows, messages->source[i], messages->target[i], 0);
        uint32_t kind = pairs_add(&kinds, row, messages->data[i], (uint32_t)count);
        if (kind == count) {
            bytes = memory_grow(bytes, &room, count + 1, sizeof *bytes);
            bytes[count++] = 0;
        }
        bytes[kind] = number_add(bytes[kind], archive_sized(messages->bytes[i]));
        if (bytes[kind] > ways[row].data_bytes || !ways[row].data_bytes) {
            ways[row].data = messages->data[i];
            ways[row].data_bytes = bytes[kind];
        }
    }
    pairs_free(&kinds);
    free(bytes);
}

/* Returns the ways of all messages whose sends are known, sorted; to be freed. */
static struct way *find_ways(const struct archive_messages *messages, size_t *ways_found)
{
    size_t count = 0, room = 1;
    struct way *ways = memory_zeroed(room, sizeof *ways);
    struct pairs rows = {0};
    for (size_t i = 0; i < messages->rows; i++) {
        if (messages->send[i] == ARCHIVE_NONE)
            continue;
        uint32_t source = messages->source[i], target = messages->target[i];
        uint32_t row = pairs_add(&rows, source, target, (uint32_t)count);
        if (row == count) {
            ways = memory_grow(ways, &room, count + 1, sizeof *ways);
            ways[count++] = (struct way){.source = source, .target = target};
        }
        ways[row].messages++;
        ways[row].alone += messages->receive[i] == ARCHIVE_NONE && !messages->filtered[i];
        ways[row].is_unsized |= messages->bytes[i] == ARCHIVE_UNKNOWN;
        ways[row].bytes = number_add(ways[row].bytes, archive_sized(messages->bytes[i]));
    }
    find_data(messages, ways, &rows);
    pairs_free(&rows);
    *ways_found = count;
    if (count)
        qsort(ways, count, sizeof *ways, by_places);
    return ways;
}

/* Joins the ways of ranks into those of blocks of `size` ranks. Returns their number. */
static size_t fold(struct way *ways, size_t count, uint32_t size)
{
    size_t folded = 0;
    for (size_t i = 0; i < count; i++) {
        if (ways[i].source != ARCHIVE_NONE)
            ways[i].source -= ways[i].source % size;
        if (ways[i].target != ARCHIVE_NONE)
            ways[i].target -= ways[i].target % size;
    }
    qsort(ways, count, sizeof *ways, by_places);
    for (size_t i = 0; i < count; i++) {
        struct way *last = folded ? &ways[folded - 1] : NULL;
        if (!last || by_places(last, &ways[i]) != 0) {
            ways[folded++] = ways[i];
            continue;
        }
        last->messages += ways[i].messages;
        last->is_unsized |= ways[i].is_unsized;
        last->alone += ways[i].alone;
        if (ways[i].data_bytes > last->data_bytes) {
            last->data = ways[i].data;
            last->data_bytes = ways[i].data_bytes;
        }
        last->bytes = number_add(last->bytes, ways[i].bytes);
    }
    return folded;
}

/* Joins ranks into blocks, the smallest for which --top has room, so that a text shows all
 * messages. Returns the size of the blocks. */
static uint32_t fold_to(const struct report_view *view, struct way *ways, size_t *count)
{
    size_t top = view->options->top;
    uint32_t size = 1;
    while (view->options->format == REPORT_TEXT && top && *count > top &&
           size < view->archive->places.rows) {
        size *= 2;
        *count = fold(ways, *count, size);
    }
    return size;
}

/* Adds a place, or a block of `size` places ("64-127"), for people and for machines. */
static void place_cells(const struct report_view *view, struct report_sheet *sheet,
                        const char *heading, const char *key, uint32_t place, uint32_t size)
{
    char name[ARCHIVE_NAME] = "?", last[ARCHIVE_NAME], block[2 * ARCHIVE_NAME];
    size_t places = view->archive->places.rows;
    if (place != ARCHIVE_NONE)
        archive_place_name(view->archive, place, name);
    snprintf(block, sizeof block, "%s", name);
    if (place != ARCHIVE_NONE && size > 1 && place + 1 < places) {
        uint32_t end = size < places - place ? place + size : (uint32_t)places;
        archive_place_name(view->archive, end - 1, last);
        snprintf(block, sizeof block, "%s-%s", name, last);
    }
    report_sheet_text(sheet, heading, block);
    if (place == ARCHIVE_NONE || view->archive->places.rank[place] == ARCHIVE_NONE)
        report_sheet_unknown(sheet, key);
    else
        report_sheet_id(sheet, key, view->archive->places.rank[place]);
}

/* Adds notes on messages that are in no row. */
static void note_alone(const struct report_view *view, struct report_sheet *sheet)
{
    const struct archive_messages *messages = &view->archive->messages;
    size_t alone = 0, sends = 0, receives = 0;
    for (size_t i = 0; i < messages->rows; i++) {
        alone += messages->send[i] == ARCHIVE_NONE && !messages->filtered[i];
        sends += messages->filtered[i] == ARCHIVE_FILTERED_SEND;
        receives += messages->filtered[i] == ARCHIVE_FILTERED_RECEIVE;
    }
    report_missing_note(view->archive, sheet);
    if (alone)
        report_sheet_note(sheet, "%zu more messages were received whose sends are unknown.", alone);
    if (receives)
        report_sheet_note(sheet, "The receives of %zu of them were filtered (%s).", receives,
                          archive_sent_filters_by(view->archive));
    if (sends)
        report_sheet_note(sheet, "%zu more messages were received; their sends were filtered (%s).",
                          sends, archive_sent_filters_by(view->archive));
}

struct report_sheet *report_comm_matrix(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {NULL, "from", SHEET_WORD, 0, 4, false},
        {"source", NULL, SHEET_ID, 0, 0, false},
        {NULL, "to", SHEET_WORD, 0, 4, false},
        {"target", NULL, SHEET_ID, 0, 0, false},
        {"messages", "messages", SHEET_COUNT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 0, 0, false},
        {"mean_bytes", "mean", SHEET_MEAN, 1, 0, false},
        {"percent", "% of bytes", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"data", "mostly", SHEET_TEXT, 2, 6, false},
        {"unmatched", "not matched", SHEET_COUNT, 2, 0, false},
    };
    size_t count = 0, top = view->options->top;
    struct way *ways = find_ways(&view->archive->messages, &count);
    struct report_sheet *sheet = report_sheet_new("comm_matrix", "MPI: messages from rank to rank");
    uint64_t all = 0;
    bool is_whole = true;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < count; i++) {
        all = number_add(all, ways[i].bytes);
        is_whole &= !ways[i].is_unsized;
    }
    uint32_t size = fold_to(view, ways, &count);
    sheet->more = top && count > top ? count - top : 0;
    for (size_t i = 0; i < count - sheet->more; i++) {
        const struct way *way = &ways[i];
        double percent = all ? 100.0 * (double)way->bytes / (double)all : 0;
        place_cells(view, sheet, "from", "source", way->source, size);
        place_cells(view, sheet, "to", "target", way->target, size);
        report_sheet_count(sheet, "messages", way->messages);
        if (way->is_unsized) {
            report_sheet_unknown(sheet, "bytes");
            report_sheet_unknown(sheet, "mean_bytes");
        } else {
            report_sheet_count(sheet, "bytes", way->bytes);
            report_sheet_real(sheet, "mean_bytes", (double)way->bytes / (double)way->messages);
        }
        if (is_whole) {
            report_sheet_real(sheet, "percent", percent);
            report_sheet_real(sheet, "share", percent);
        } else {
            report_sheet_unknown(sheet, "percent");
            report_sheet_unknown(sheet, "share");
        }
        report_view_data_cell(view, sheet, "data", way->data);
        report_sheet_count(sheet, "unmatched", way->alone);
    }
    report_sheet_note(sheet,
                      "Point-to-point messages only, without collective operations. mostly: the "
                      "data that most of the bytes are of; -: not known. not matched: messages "
                      "without a known receive.");
    if (size > 1)
        report_sheet_note(sheet, "Ranks are shown in blocks of %u; --top 0 shows each rank.", size);
    note_alone(view, sheet);
    free(ways);
    return sheet;
}

enum { SIZES = 65 }; /* 0, 1, 2-3, 4-7, ... */

static int size_class(uint64_t bytes)
{
    return bytes ? 64 - __builtin_clzll(bytes) : 0;
}

struct report_sheet *report_comm_sizes(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"from", "bytes from", SHEET_COUNT, 0, 0, false},
        {"to", "to", SHEET_COUNT, 0, 0, false},
        {"messages", "messages", SHEET_COUNT, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"bytes", "bytes", SHEET_COUNT, 0, 0, false},
        {"bytes_percent", "% of bytes", SHEET_PERCENT, 1, 0, false},
    };
    const struct archive_messages *messages = &view->archive->messages;
    struct report_sheet *sheet = report_sheet_new("comm_sizes", "MPI: sizes of messages");
    uint64_t count[SIZES] = {0}, bytes[SIZES] = {0}, all = 0, all_bytes = 0, unsized = 0;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < messages->rows; i++) {
        if (messages->send[i] == ARCHIVE_NONE)
            continue;
        unsized += messages->bytes[i] == ARCHIVE_UNKNOWN;
        if (messages->bytes[i] == ARCHIVE_UNKNOWN)
            continue;
        int class = size_class(messages->bytes[i]);
        count[class]++;
        all++;
        bytes[class] = number_add(bytes[class], messages->bytes[i]);
        all_bytes = number_add(all_bytes, messages->bytes[i]);
    }
    for (int i = 0; i < SIZES; i++) {
        if (!count[i])
            continue;
        double percent = 100.0 * (double)count[i] / (double)all;
        uint64_t from = i ? UINT64_C(1) << (i - 1) : 0;
        report_sheet_count(sheet, "from", from);
        report_sheet_count(sheet, "to", i ? from + (from - 1) : 0);
        report_sheet_count(sheet, "messages", count[i]);
        report_sheet_real(sheet, "percent", percent);
        report_sheet_real(sheet, "share", percent);
        report_sheet_count(sheet, "bytes", bytes[i]);
        report_sheet_real(sheet, "bytes_percent",
                          all_bytes ? 100.0 * (double)bytes[i] / (double)all_bytes : 0);
    }
    if (unsized)
        report_sheet_note(sheet, "%llu more messages have an unknown size.",
                          (unsigned long long)unsized);
    return sheet;
}
