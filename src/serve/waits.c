/* waits.c: see waits.h. doc/view.md has the layout of the answer. */
#include "serve/waits.h"

#include "serve/bytes.h"
#include "serve/kept_waits.h"
#include "serve/lanes.h"
#include "serve/part.h"
#include "serve/range.h"
#include "serve/wait_list.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    MOST_PIXELS = 16384,
    MOST_ROWS = 4096,
    MOST_WAITS = 100000,
    USUAL_WAITS = 2000,
    FLAG_AT_LEAST = 1,
    FLAG_MERGED = 2,
    WHOLE = 255,
};

/* An answer that is being written. */
struct writing {
    const struct serve_kept_waits *waits;
    struct serve_lanes lanes;
    struct serve_range range;
    uint64_t from, to; /* the range on the clock of the waits */
    unsigned level;
    size_t rows, bins;
    uint64_t (*time)[DELAY_KINDS]; /* by bin of a row: ns */
    uint64_t sums[DELAY_KINDS], calls[DELAY_KINDS];
    struct buffer *to_rows;
};

/* Returns the first bin's start: bins begin at multiples of their length since the run's start. */
static uint64_t start_of(const struct writing *writing)
{
    return writing->range.from >> writing->level << writing->level;
}

/* Finds the lowest level at which the range has no more bins than pixels. */
static void choose_bins(struct writing *writing, uint64_t pixels)
{
    const struct serve_range *range = &writing->range;
    uint64_t last = range->to > range->from ? range->to - 1 : range->from;
    while ((last >> writing->level) - (range->from >> writing->level) >= pixels)
        writing->level++;
    writing->bins = (size_t)((last >> writing->level) - (range->from >> writing->level)) + 1;
}

/* Adds a wait to the bins that it touches. */
static void spread(struct writing *writing, const struct serve_wait *wait)
{
    uint64_t zero = writing->range.zero + start_of(writing);
    uint64_t from = wait->start > writing->from ? wait->start : writing->from;
    uint64_t to = wait->until < writing->to ? wait->until : writing->to;
    if (from >= to)
        return;
    writing->sums[wait->kind] += to - from;
    writing->calls[wait->kind]++;
    for (uint64_t at = from; at < to;) {
        uint64_t bin = (at - zero) >> writing->level;
        uint64_t end = zero + ((bin + 1) << writing->level);
        end = end < to ? end : to;
        writing->time[bin][wait->kind] += end - at;
        at = end;
    }
}

/* The waits of a bin: the kind with the most time, and the share of all kinds. */
struct binned {
    uint8_t kind, share;
};

static struct binned bin_of(const struct writing *writing, size_t bin, size_t lanes)
{
    struct binned binned = {0};
    uint64_t all = 0;
    for (size_t kind = 0; kind < DELAY_KINDS; kind++) {
        all += writing->time[bin][kind];
        if (writing->time[bin][kind] > writing->time[bin][binned.kind])
            binned.kind = (uint8_t)kind;
    }
    uint64_t whole = (uint64_t)lanes << writing->level;
    uint64_t share = number_scale(all < whole ? all : whole, WHOLE, whole);
    binned.share = (uint8_t)(all && !share ? 1 : share);
    return binned;
}

static void write_run(struct buffer *to, size_t first, size_t end, struct binned binned)
{
    serve_bytes_u32(to, (uint32_t)first);
    serve_bytes_u32(to, (uint32_t)(end - first));
    serve_bytes_u32(to, binned.kind | (uint32_t)binned.share << 8);
}

/* Writes the runs of bins in which a row's lanes waited. */
static void write_row(struct writing *writing, size_t lanes)
{
    struct buffer runs = {0};
    uint32_t count = 0;
    for (size_t bin = 0, end; bin < writing->bins; bin = end) {
        struct binned now = bin_of(writing, bin, lanes);
        for (end = bin + 1; end < writing->bins; end++) {
            struct binned next = bin_of(writing, end, lanes);
            if (next.share != now.share || next.kind != now.kind)
                break;
        }
        if (!now.share)
            continue;
        write_run(&runs, bin, end, now);
        count++;
    }
    serve_bytes_u32(writing->to_rows, count);
    if (runs.used)
        buffer_add_bytes(writing->to_rows, runs.text, runs.used);
    buffer_free(&runs);
}

static size_t first_of_row(const struct writing *writing, size_t row)
{
    return row * writing->lanes.count / writing->rows;
}

static void write_rows(struct writing *writing)
{
    const struct serve_kept_waits *waits = writing->waits;
    writing->time = memory_zeroed(writing->bins + 1, sizeof *writing->time);
    for (size_t row = 0; row < writing->rows; row++) {
        size_t first = first_of_row(writing, row), end = first_of_row(writing, row + 1);
        memset(writing->time, 0, writing->bins * sizeof *writing->time);
        for (size_t i = first; i < end; i++) {
            uint32_t lane = writing->lanes.rows[i];
            for (size_t k = serve_kept_waits_from(waits, lane, writing->from);
                 k < waits->first[lane + 1] && waits->all[k].start < writing->to; k++)
                spread(writing, &waits->all[k]);
        }
        write_row(writing, end - first);
    }
    free(writing->time);
}

static void write_head(const struct writing *writing, struct buffer *to)
{
    buffer_add_bytes(to, "TRID", 4);
    serve_bytes_u32(to, VERSION);
    serve_bytes_u64(to, start_of(writing));
    serve_bytes_u32(to, writing->level);
    serve_bytes_u32(to, (uint32_t)writing->rows);
    serve_bytes_u32(to, (uint32_t)writing->bins);
    serve_bytes_u32(to, (writing->waits->at_least ? FLAG_AT_LEAST : 0u) |
                            (writing->rows < writing->lanes.count ? FLAG_MERGED : 0u));
    serve_bytes_u32(to, DELAY_KINDS);
    serve_bytes_u32(to, 0);
    for (size_t kind = 0; kind < DELAY_KINDS; kind++) {
        serve_bytes_u64(to, writing->sums[kind]);
        serve_bytes_u64(to, writing->calls[kind]);
    }
    for (size_t row = 0; row < writing->rows; row++)
        serve_bytes_u32(to, writing->lanes.rows[first_of_row(writing, row)]);
}

/* Returns the waits of a run, found when they are first needed. NULL: the answer is an error. */
static const struct serve_kept_waits *waits_of(struct serve_run *run, struct serve_answer *answer)
{
    struct error error = {0};
    if (!run->waits) {
        if (!archive_find_messages(run->archive, &error)) {
            serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
            return NULL;
        }
        run->waits = serve_kept_waits_new(run->archive);
    }
    return run->waits;
}

static bool write_answer(struct writing *writing, const struct serve_request *request,
                         const struct archive *archive, struct serve_answer *answer)
{
    uint64_t pixels = 1024, rows = MOST_ROWS, most = USUAL_WAITS;
    const struct serve_values *values = &request->values;
    if (!serve_values_number(values, "pixels", 1, MOST_PIXELS, &pixels) ||
        !serve_values_number(values, "rows", 1, MOST_ROWS, &rows) ||
        !serve_values_number(values, "most", 0, MOST_WAITS, &most))
        return serve_answer_error(answer, SERVE_BAD_REQUEST,
                                  "`pixels` must be from 1 to 16384, `rows` from 1 to 4096, and "
                                  "`most` from 0 to 100000",
                                  NULL);
    if (serve_values_flag(values, "list"))
        return serve_wait_list(writing->waits, archive, &writing->lanes, &writing->range,
                               (size_t)most, answer);
    struct buffer runs = {0};
    writing->rows = writing->lanes.count < rows ? writing->lanes.count : (size_t)rows;
    writing->from = writing->range.zero + writing->range.from;
    writing->to = writing->range.zero + writing->range.to;
    writing->to_rows = &runs;
    choose_bins(writing, pixels);
    write_rows(writing);
    write_head(writing, &answer->body);
    if (runs.used)
        buffer_add_bytes(&answer->body, runs.text, runs.used);
    buffer_free(&runs);
    writing->to_rows = NULL;
    answer->status = SERVE_OK;
    answer->type = "application/octet-stream";
    return true;
}

bool serve_waits(struct serve_run *run, const struct serve_request *request,
                 struct serve_answer *answer)
{
    run = serve_part_of(run, request, answer);
    if (!run)
        return false;
    struct writing writing = {0};
    bool good = serve_lanes_read(&writing.lanes, request, run->archive->lanes.rows, answer) &&
                serve_range_read(&writing.range, request, run->archive, answer) &&
                (writing.waits = waits_of(run, answer)) &&
                write_answer(&writing, request, run->archive, answer);
    serve_lanes_free(&writing.lanes);
    return good;
}
