/* window.c: see window.h. doc/view.md has the layout of the answer. */
#include "serve/window.h"

#include "cube/missing.h"
#include "cube/window_chosen.h"
#include "serve/bytes.h"
#include "serve/filter.h"
#include "serve/lanes.h"
#include "serve/paths.h"
#include "serve/range.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    MOST_PIXELS = 16384,
    MOST_ROWS = 4096,
    MOST_COLLECTED = 4000000, /* events */
    FLAG_FILTERED = 1,
    FLAG_LIVE = 2,
    FLAG_MERGED = 4,
    SHARE_WHOLE = 255,
};

/* An item of the answer, for one bin or several equal ones. */
struct stretch {
    uint32_t path; /* ARCHIVE_NONE: nothing is known, or the lane did not exist */
    uint32_t begun;
    uint8_t class, share, other;
};

/* A window that is being written. */
struct writing {
    struct serve_run *run;
    const struct serve_paths *paths;
    struct serve_lanes lanes;
    struct serve_range range;
    struct cube_window window;
    size_t rows;
    const char *filter; /* NULL: none */
    struct buffer *to;
};

static struct stretch plain(const struct writing *writing, const struct archive_pyramid_item *item)
{
    if (item->node == ARCHIVE_NONE)
        return (struct stretch){
            .path = ARCHIVE_NONE, .begun = item->begun, .class = CYCLES_UNKNOWN};
    return (struct stretch){.path = writing->paths->path_of[item->node],
                            .begun = item->begun,
                            .class = item->class,
                            .share = (uint8_t)(item->part * SHARE_WHOLE / PYRAMID_WHOLE),
                            .other = item->other};
}

/* The same bin of several lanes, added up. */
struct merging {
    unsigned time[CYCLES_CLASSES]; /* in 31sts of a bin */
    unsigned seen;                 /* bits of the classes that have any */
    unsigned lanes;                /* that existed */
    uint64_t begun;
};

static struct merging add_up(const struct archive_pyramid_item *item, size_t lanes, size_t stride)
{
    struct merging sum = {0};
    for (size_t i = 0; i < lanes; i++, item += stride) {
        sum.begun += item->begun;
        if (item->node == ARCHIVE_NONE)
            continue;
        sum.lanes++;
        sum.seen |= 1u << item->class | 1u << item->other;
        sum.time[item->class] += item->part;
        if (item->other != item->class)
            sum.time[item->other] += PYRAMID_WHOLE - item->part;
    }
    return sum;
}

/* Returns the class with the most time, without one of them; `without` if no other has any. */
static unsigned most_of(const struct merging *sum, unsigned without)
{
    unsigned found = without;
    for (unsigned left = sum->seen & ~(1u << without); left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        if (sum->time[i] && (found == without || sum->time[i] > sum->time[found]))
            found = i;
    }
    return found;
}

/* Merges the same bin of several lanes: the class with the most time, the longest node of that
 * class, or else of any, and the mean share of the lanes that existed. */
static struct stretch merge(const struct writing *writing, size_t first, size_t end, size_t bin)
{
    size_t bins = writing->window.bins;
    const struct archive_pyramid_item *items = &writing->window.items[first * bins + bin];
    struct merging sum = add_up(items, end - first, bins);
    unsigned class = most_of(&sum, CYCLES_CLASSES), best = 0;
    struct stretch stretch = {.path = ARCHIVE_NONE,
                              .begun = sum.begun > UINT32_MAX ? UINT32_MAX : (uint32_t)sum.begun,
                              .class = CYCLES_UNKNOWN};
    if (class == CYCLES_CLASSES)
        return stretch;
    for (size_t i = 0; i < end - first; i++) {
        const struct archive_pyramid_item *item = &items[i * bins];
        unsigned rank = 1u + item->share + (item->class == class ? PYRAMID_WHOLE + 1 : 0);
        if (item->node != ARCHIVE_NONE && rank > best) {
            best = rank;
            stretch.path = writing->paths->path_of[item->node];
        }
    }
    stretch.class = (uint8_t) class;
    stretch.share = (uint8_t)(sum.time[class] / sum.lanes * SHARE_WHOLE / PYRAMID_WHOLE);
    stretch.other = (uint8_t)most_of(&sum, class);
    return stretch;
}

/* Returns an item with nothing known in it where events of the lane were dropped. */
static struct stretch hide(const struct writing *writing,
                           const struct cube_missing_stretch *dropped, size_t bin,
                           struct stretch stretch)
{
    uint64_t length = UINT64_C(1) << writing->window.level;
    uint64_t middle = writing->window.start + bin * length + length / 2;
    if (middle < dropped->from || middle >= dropped->to)
        return stretch;
    return (struct stretch){.path = ARCHIVE_NONE, .class = CYCLES_UNKNOWN, .share = SHARE_WHOLE};
}

static bool is_same(const struct stretch *a, const struct stretch *b)
{
    return a->path == b->path && a->class == b->class && a->share == b->share &&
           a->other == b->other;
}

static void write_stretch(struct buffer *to, size_t bin, const struct stretch *stretch)
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

/* Writes the bins of the lanes from `first` to before `end` as one row. */
static void write_row(const struct writing *writing, size_t first, size_t end)
{
    struct cube_missing_stretch dropped = {0};
    struct stretch last = {0};
    struct buffer runs = {0};
    size_t begin = 0;
    uint32_t count = 0;
    bool one = end - first == 1;
    if (one)
        cube_missing_on_lane(writing->run->archive, writing->lanes.rows[first], &dropped);
    for (size_t bin = 0; bin < writing->window.bins; bin++) {
        struct stretch now =
            one ? plain(writing, &writing->window.items[first * writing->window.bins + bin])
                : merge(writing, first, end, bin);
        now = hide(writing, &dropped, bin, now);
        if (bin && is_same(&now, &last)) {
            last.begun = now.begun > UINT32_MAX - last.begun ? UINT32_MAX : last.begun + now.begun;
            continue;
        }
        if (bin)
            write_stretch(&runs, begin, &last);
        count += bin > 0;
        begin = bin;
        last = now;
    }
    write_stretch(&runs, begin, &last);
    serve_bytes_u32(writing->to, count + 1);
    buffer_add_bytes(writing->to, runs.text, runs.used);
    buffer_free(&runs);
}

static size_t first_of_row(const struct writing *writing, size_t row)
{
    return row * writing->lanes.count / writing->rows;
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
    for (size_t row = 0; row < writing->rows; row++)
        write_row(writing, first_of_row(writing, row), first_of_row(writing, row + 1));
}

/* Events that a filter keeps, on their way into a window. */
struct keeping {
    struct cube_chosen *chosen;
    uint64_t start; /* ns: the zero of the query's times */
    struct kept {
        uint64_t begin, end;
        uint32_t lane, node;
    } * kept; /* collected because they come in another order */
    size_t count, room;
    bool disordered, collects, too_many;
};

static bool keep(struct keeping *keeping, const struct kept *kept)
{
    if (!keeping->collects) {
        keeping->disordered =
            !cube_chosen_add(keeping->chosen, kept->lane, kept->node, kept->begin, kept->end);
        return !keeping->disordered;
    }
    keeping->too_many = keeping->count == MOST_COLLECTED;
    if (keeping->too_many)
        return false;
    keeping->kept =
        memory_grow(keeping->kept, &keeping->room, keeping->count + 1, sizeof *keeping->kept);
    keeping->kept[keeping->count++] = *kept;
    return true;
}

static bool take_events(void *to, const struct query_rows *rows)
{
    struct keeping *keeping = to;
    const int64_t *lanes = rows->columns[0].whole, *nodes = rows->columns[1].whole;
    const int64_t *begins = rows->columns[2].whole, *ends = rows->columns[3].whole;
    for (size_t i = 0; i < rows->count; i++) {
        struct kept kept = {keeping->start + (uint64_t)begins[i],
                            keeping->start + (uint64_t)ends[i], (uint32_t)lanes[i],
                            (uint32_t)nodes[i]};
        if (!keep(keeping, &kept))
            return false;
    }
    return true;
}

static int by_lane(const void *left, const void *right)
{
    const struct kept *a = left, *b = right;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->end > b->end ? -1 : a->end < b->end;
}

/* Runs the filter: events mostly come in the order that the window needs; if not, they are
 * collected and sorted. */
static bool run_filter(struct writing *writing, const struct cube_window_request *request,
                       const struct query_plan *plan, struct serve_answer *answer)
{
    struct error error = {0};
    struct keeping keeping = {0};
    struct query_data *data = serve_run_data(writing->run, answer);
    bool good = data;
    for (int round = 0; good && (round == 0 || (round == 1 && keeping.disordered)); round++) {
        keeping.collects = round;
        keeping.start = data->start;
        keeping.chosen = cube_chosen_new(writing->run->reader, request, &writing->window, &error);
        good = keeping.chosen || serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
        if (good && !serve_filter_run(plan, data, take_events, &keeping, answer))
            good = keeping.disordered && round == 0;
        if (keeping.count)
            qsort(keeping.kept, keeping.count, sizeof *keeping.kept, by_lane);
        for (size_t i = 0; good && i < keeping.count; i++) {
            const struct kept *kept = &keeping.kept[i];
            cube_chosen_add(keeping.chosen, kept->lane, kept->node, kept->begin, kept->end);
        }
        cube_chosen_end(keeping.chosen);
    }
    if (keeping.too_many)
        good = serve_answer_error(answer, SERVE_CONFLICT,
                                  "the filter keeps too many events in another order than that of "
                                  "their start",
                                  "leave out `sorted`, or add `limit(N)` behind it");
    free(keeping.kept);
    return good;
}

static bool read_filtered(struct writing *writing, const struct cube_window_request *request,
                          struct serve_answer *answer)
{
    const char *fields = ".map(e -> {lane: e.lane, node: e.node, begin: e.startTime, end: "
                         "e.finishTime})";
    bool at_least,
        whole = !writing->range.from && writing->range.zero + writing->range.to >=
                                            archive_end(writing->run->archive, &at_least);
    char *calls = whole ? memory_string(fields)
                        : memory_printf(".overlaps(%lluns, %lluns)\n%s",
                                        (unsigned long long)writing->range.from,
                                        (unsigned long long)writing->range.to, fields);
    struct query_plan *plan = serve_filter_plan(writing->filter, calls, answer);
    bool good = plan && run_filter(writing, request, plan, answer);
    query_plan_free(plan);
    free(calls);
    return good;
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
    window->items =
        memory_grow(window->items, &window->room, window->lanes + 1, sizeof *window->items);
    for (size_t i = 0; i < window->lanes; i++)
        window->items[i] = archive_pyramid_item_none();
    return true;
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
                                          .pixels = (size_t)pixels};
    if (!reader)
        return false;
    if (is_outside(writing, cube_window_pyramid(reader)))
        return true;
    if (writing->filter)
        return read_filtered(writing, &request, answer);
    return cube_window_read(reader, &request, &writing->window, &error) ||
           serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
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
    if (good && read_window(&writing, pixels, answer)) {
        writing.paths = serve_run_paths(run);
        writing.rows = writing.lanes.count < rows ? writing.lanes.count : (size_t)rows;
        answer->status = SERVE_OK;
        answer->type = "application/octet-stream";
        write_window(&writing);
    }
    cube_window_free(&writing.window);
    serve_lanes_free(&writing.lanes);
    return answer->status == SERVE_OK;
}
