/* window.c: see window.h. doc/view.md has the layout of the answer. */
#include "serve/window.h"

#include "cube/missing.h"
#include "serve/bytes.h"
#include "serve/filter.h"
#include "serve/kept.h"
#include "serve/lanes.h"
#include "serve/paths.h"
#include "serve/range.h"
#include "serve/stretch.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum {
    VERSION = 1,
    MOST_PIXELS = 16384,
    MOST_ROWS = 4096,
    FLAG_FILTERED = 1,
    FLAG_LIVE = 2,
    FLAG_MERGED = 4,
};

/* A row as it is sent. */
struct serve_row {
    struct buffer runs;
    uint32_t count;
};

/* A window that is being written. */
struct writing {
    struct serve_run *run;
    const struct serve_paths *paths;
    struct serve_lanes lanes;
    struct serve_range range;
    struct cube_window window;
    size_t rows;
    struct serve_row *encoded; /* by row */
    const char *filter;        /* NULL: none */
    struct buffer *to;
};

static size_t first_of_row(const struct writing *writing, size_t row)
{
    return cube_window_first_lane(row, writing->rows, writing->lanes.count);
}

/* Returns an item with nothing known in it where events of the lane were dropped. */
static struct serve_stretch hide(const struct writing *writing,
                                 const struct cube_missing_stretch *dropped, size_t bin,
                                 struct serve_stretch stretch)
{
    uint64_t length = UINT64_C(1) << writing->window.level;
    uint64_t middle = writing->window.start + bin * length + length / 2;
    if (middle < dropped->from || middle >= dropped->to)
        return stretch;
    return (struct serve_stretch){
        .path = ARCHIVE_NONE, .class = CYCLES_UNKNOWN, .share = SERVE_WHOLE};
}

static bool is_same(const struct serve_stretch *a, const struct serve_stretch *b)
{
    return a->path == b->path && a->class == b->class && a->share == b->share &&
           a->other == b->other;
}

static void write_stretch(struct buffer *to, size_t bin, const struct serve_stretch *stretch)
{
    const struct {
        uint32_t bin, path, begun;
        uint8_t class, share, other, none;
    } run = {htole32((uint32_t)bin),
             htole32(stretch->path),
             htole32(stretch->begun),
             stretch->class,
             stretch->share,
             stretch->other,
             0};
    _Static_assert(sizeof run == 16, "a run has 16 bytes");
    buffer_add_bytes(to, &run, sizeof run);
}

/* Encodes the bins of the lanes of a row; see cube_window_take. */
static void encode_row(void *of, size_t number, const struct archive_pyramid_item *items,
                       size_t lanes)
{
    const struct writing *writing = of;
    struct serve_row *row = &writing->encoded[number];
    struct cube_missing_stretch dropped = {0};
    struct serve_stretch last = {0};
    size_t begin = 0, bins = writing->window.bins, first = first_of_row(writing, number);
    bool one = lanes == 1;
    struct serve_stretch *merged = one ? NULL : memory_zeroed(bins + 1, sizeof *merged);
    if (one)
        cube_missing_on_lane(writing->run->archive, writing->lanes.rows[first], &dropped);
    else
        serve_stretch_merge(items, lanes, bins, writing->paths->path_of, merged);
    for (size_t bin = 0; bin < bins; bin++) {
        struct serve_stretch now =
            one ? hide(writing, &dropped, bin,
                       serve_stretch_of(&items[bin], writing->paths->path_of))
                : merged[bin];
        if (bin && is_same(&now, &last)) {
            last.begun = now.begun > UINT32_MAX - last.begun ? UINT32_MAX : last.begun + now.begun;
            continue;
        }
        if (bin)
            write_stretch(&row->runs, begin, &last);
        row->count += bin > 0;
        begin = bin;
        last = now;
    }
    write_stretch(&row->runs, begin, &last);
    row->count++;
    free(merged);
}

static void write_window(struct writing *writing)
{
    const struct cube_window *window = &writing->window;
    struct buffer *to = writing->to;
    unsigned flags = (writing->filter ? FLAG_FILTERED : 0u) |
                     (writing->run->live ? FLAG_LIVE : 0u) |
                     (writing->rows < writing->lanes.count ? FLAG_MERGED : 0u);
    buffer_add_bytes(to, "TRIW", 4);
    serve_bytes_u32(to, VERSION);
    serve_bytes_u64(to, number_minus(window->start, writing->range.zero));
    serve_bytes_u32(to, window->level);
    serve_bytes_u32(to, (uint32_t)writing->rows);
    serve_bytes_u32(to, (uint32_t)window->bins);
    serve_bytes_u32(to, flags);
    for (size_t row = 0; row < writing->rows; row++)
        serve_bytes_u32(to, writing->lanes.rows[first_of_row(writing, row)]);
    if (writing->rows % 2)
        serve_bytes_u32(to, 0);
    for (size_t row = 0; row < writing->rows; row++) {
        serve_bytes_u32(to, writing->encoded[row].count);
        buffer_add_bytes(to, writing->encoded[row].runs.text, writing->encoded[row].runs.used);
    }
}

/* True if no lane existed in the range: before the first process, or after the last. Then the
 * window has one bin, with nothing in it. */
static bool is_outside(struct writing *writing, const struct archive_pyramid *pyramid)
{
    const struct serve_range *range = &writing->range;
    struct cube_window *window = &writing->window;
    if (range->zero + range->to > pyramid->zero &&
        range->zero + range->from < pyramid->zero + pyramid->length)
        return false;
    window->start = range->zero + range->from;
    window->bins = 1;
    window->lanes = writing->lanes.count;
    while (UINT64_C(2) << window->level <= range->to - range->from)
        window->level++;
    struct archive_pyramid_item none = archive_pyramid_item_none();
    for (size_t i = 0; i < writing->rows; i++)
        encode_row(writing, i, &none, 1);
    return true;
}

/* Reads a window of what the filter keeps. */
static bool read_kept(struct writing *writing, const struct cube_window_request *request,
                      struct serve_answer *answer)
{
    struct error error = {0};
    struct serve_kept *kept = serve_kept_of(writing->run, writing->filter, answer);
    struct cube_kept *picture = kept ? serve_kept_picture(writing->run, kept, answer) : NULL;
    return picture && (cube_kept_window(picture, request, &writing->window, &error) ||
                       serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL));
}

static bool read_window(struct writing *writing, uint64_t pixels, struct serve_answer *answer)
{
    struct error error = {0};
    struct cube_window_reader *reader = serve_run_windows(writing->run, answer);
    const struct serve_range *range = &writing->range;
    struct cube_window_request request = {.lanes = writing->lanes.rows,
                                          .lane_count = writing->lanes.count,
                                          .from = range->zero + range->from,
                                          .to = range->zero + range->to,
                                          .pixels = (size_t)pixels,
                                          .rows = writing->rows,
                                          .take = encode_row,
                                          .of = writing};
    if (!reader)
        return false;
    if (is_outside(writing, cube_window_pyramid(reader)))
        return true;
    if (writing->filter)
        return read_kept(writing, &request, answer);
    return cube_window_read(reader, &request, &writing->window, &error) ||
           serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
}

static void answer_window(struct writing *writing, uint64_t pixels, uint64_t rows,
                          struct serve_answer *answer)
{
    writing->paths = serve_run_paths(writing->run);
    writing->rows = writing->lanes.count < rows ? writing->lanes.count : (size_t)rows;
    writing->encoded = memory_zeroed(writing->rows + 1, sizeof *writing->encoded);
    if (read_window(writing, pixels, answer)) {
        answer->status = SERVE_OK;
        answer->type = "application/octet-stream";
        buffer_free(&answer->body); /* of a first attempt that failed */
        write_window(writing);
    }
    for (size_t i = 0; i < writing->rows; i++)
        buffer_free(&writing->encoded[i].runs);
    free(writing->encoded);
}

bool serve_window(struct serve_run *run, const struct serve_request *request,
                  struct serve_answer *answer)
{
    uint64_t pixels = 1024, rows = MOST_ROWS;
    struct writing writing = {
        .run = run, .filter = serve_filter_text(request), .to = &answer->body};
    bool good = serve_lanes_read(&writing.lanes, request, run->archive->lanes.rows, answer) &&
                serve_range_read(&writing.range, request, run->archive, answer);
    if (good && (!serve_values_number(&request->values, "pixels", 1, MOST_PIXELS, &pixels) ||
                 !serve_values_number(&request->values, "rows", 1, MOST_ROWS, &rows)))
        good =
            serve_answer_error(answer, SERVE_BAD_REQUEST,
                               "`pixels` must be from 1 to 16384, and `rows` from 1 to 4096", NULL);
    if (good)
        answer_window(&writing, pixels, rows, answer);
    serve_lanes_free(&writing.lanes);
    return answer->status == SERVE_OK;
}
