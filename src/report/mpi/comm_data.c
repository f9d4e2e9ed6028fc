/* comm_data.c: the table of the data that messages carry. */
#include "report/table/view.h"

#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdlib.h>

/* The messages with the same data at both ends, as texts; 0: not known. */
struct carried {
    uint32_t data, received;
    uint64_t messages, bytes;
    bool is_unsized; /* the bytes of some are not known */
};

static int by_bytes(const void *left, const void *right)
{
    const struct carried *a = left, *b = right;
    if (a->bytes != b->bytes)
        return a->bytes > b->bytes ? -1 : 1;
    if (a->messages != b->messages)
        return a->messages > b->messages ? -1 : 1;
    if (a->data != b->data)
        return a->data < b->data ? -1 : 1;
    return a->received < b->received ? -1 : a->received > b->received;
}

/* Returns the sums of all messages whose sends are known, the most bytes first; to be freed. */
static struct carried *find_carried(const struct archive_messages *messages, size_t *found)
{
    size_t count = 0, room = 1;
    struct carried *all = memory_zeroed(room, sizeof *all);
    struct pairs rows = {0};
    for (size_t i = 0; i < messages->rows; i++) {
        if (messages->send[i] == ARCHIVE_NONE)
            continue;
        uint32_t data = messages->data[i], received = messages->received_data[i];
        uint32_t row = pairs_add(&rows, data, received, (uint32_t)count);
        if (row == count) {
            all = memory_grow(all, &room, count + 1, sizeof *all);
            all[count++] = (struct carried){.data = data, .received = received};
        }
        all[row].messages++;
        all[row].is_unsized |= messages->bytes[i] == ARCHIVE_UNKNOWN;
        all[row].bytes = number_add(all[row].bytes, archive_sized(messages->bytes[i]));
    }
    pairs_free(&rows);
    *found = count;
    if (count)
        qsort(all, count, sizeof *all, by_bytes);
    return all;
}

struct report_sheet *report_comm_data(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"data", "sent", SHEET_TEXT, 0, 8, false},
        {"received_data", "received as", SHEET_TEXT, 0, 8, false},
        {"messages", "messages", SHEET_COUNT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 0, 0, false},
        {"mean_bytes", "mean", SHEET_MEAN, 1, 0, false},
        {"percent", "% of bytes", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
    };
    struct report_sheet *sheet = report_sheet_new("comm_data", "MPI: data of messages");
    size_t count = 0;
    struct carried *all = find_carried(&view->archive->messages, &count);
    uint64_t bytes = 0;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    bool is_whole = true;
    for (size_t i = 0; i < count; i++) {
        bytes = number_add(bytes, all[i].bytes);
        is_whole &= !all[i].is_unsized;
    }
    size_t shown = report_view_shown(view, sheet, count);
    for (size_t i = 0; i < shown; i++) {
        const struct carried *one = &all[i];
        double percent = bytes ? 100.0 * (double)one->bytes / (double)bytes : 0;
        report_view_data_cell(view, sheet, "data", one->data);
        report_view_data_cell(view, sheet, "received_data", one->received);
        report_sheet_count(sheet, "messages", one->messages);
        if (one->is_unsized) {
            report_sheet_unknown_range(sheet, "bytes", "share");
            continue;
        }
        report_sheet_count(sheet, "bytes", one->bytes);
        report_sheet_real(sheet, "mean_bytes", (double)one->bytes / (double)one->messages);
        if (is_whole) {
            report_sheet_real(sheet, "percent", percent);
            report_sheet_real(sheet, "share", percent);
        } else {
            report_sheet_unknown_range(sheet, "percent", "share");
        }
    }
    report_sheet_note(sheet, "sent, received as: the arguments of the calls, as the source writes "
                             "them, or their variables; -: not known.");
    free(all);
    return sheet;
}
