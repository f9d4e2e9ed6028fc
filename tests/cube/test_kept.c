/* test_kept.c: windows of the visits that a filter keeps say what these visits say, whatever the
 * filter keeps and whatever the zoom. */
#include "archive/events/events.h"
#include "archive/table/atomic_file.h"
#include "archive/time/cycle_spread.h"
#include "archive/write/place.h"
#include "cube/kept.h"
#include "unit.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LANES = 6, REGIONS = 5, START = 1000000, MOST_DEPTH = 40, WINDOWS = 24 };

static uint64_t state = 88172645463325252;

static uint64_t random_below(uint64_t most)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % most;
}

static uint64_t random_length(unsigned bits)
{
    return random_below((UINT64_C(1) << random_below(bits + 1)));
}

/* Lane 0 has no visits; lanes 1 to 3 have many visits of few nodes, with bursts and pauses; lane 4
 * has more nodes than sweeping takes; lane 5 has few visits. */
static void write_lane(struct raw_write *place, uint32_t number, const uint32_t regions[REGIONS])
{
    static const size_t visits[LANES] = {0, 60000, 40000, 25000, 20000, 300};
    struct error error;
    uint64_t now = START + random_length(12);
    struct raw_write_lane *lane = archive_raw_write_lane_open(
        place,
        &(struct archive_raw_write_lane_about){
            .number = number, .start = now, .pool = true, .parent = ARCHIVE_NONE},
        &error);
    assert_non_null(lane);
    size_t depth = number == 4 ? 30 : 2 + number;
    for (size_t i = 0; i < visits[number];) {
        now += random_below(3) ? random_length(number == 3 ? 3 : 8) : 0;
        now += random_below(5000) ? 0 : random_length(24);
        if (random_below(2) && archive_raw_write_depth(lane) < depth) {
            uint32_t region = regions[random_below(number == 4 ? REGIONS : 3)];
            archive_raw_write_enter(
                lane, archive_raw_write_node(lane, archive_raw_write_inside(lane), region), now);
            i++;
        } else if (archive_raw_write_depth(lane)) {
            archive_raw_write_leave(lane, now, false);
        }
    }
    while (archive_raw_write_depth(lane))
        archive_raw_write_leave(lane, now += random_length(8), false);
    assert_true(archive_raw_write_lane_close(lane, now + 1 + random_length(16), &error));
}

static void write_archive(const char *path)
{
    static const uint32_t kinds[REGIONS] = {TRI_KIND_ROUTINE, TRI_KIND_LOOP, TRI_KIND_IO,
                                            TRI_KIND_COMM, TRI_KIND_CLOCK};
    static const char *const names[REGIONS] = {"a", "b", "c", "d", "e"};
    struct error error;
    struct raw_write *place = archive_raw_write_open(
        path,
        &(struct archive_raw_write_about){.parent = ARCHIVE_NONE, .start = START, .host = "host"},
        &error);
    uint32_t regions[REGIONS];
    assert_non_null(place);
    for (uint32_t i = 0; i < REGIONS; i++)
        regions[i] = archive_raw_write_region(
            place, &(struct archive_raw_write_region){
                       .kind = kinds[i], .line = i + 1, .name = names[i], .file = "a.c"});
    for (uint32_t i = 0; i < LANES; i++)
        write_lane(place, i, regions);
    assert_true(archive_raw_write_close(place, &error));
    if (!archive_seal(path, NULL, &error))
        fail_msg("%s", error.text);
}

/* The kept visits of a lane as stretches, made in the plainest way. */
struct stretch {
    uint64_t start, end;
    uint32_t node; /* ARCHIVE_NONE: nobody */
};

struct plain {
    struct stretch *stretches;
    uint64_t *begun;
    size_t count, room, acts, acts_room;
};

static void pass(struct plain *plain, uint64_t *now, uint64_t until, uint32_t node)
{
    if (until <= *now)
        return;
    plain->stretches =
        memory_grow(plain->stretches, &plain->room, plain->count + 1, sizeof *plain->stretches);
    plain->stretches[plain->count++] = (struct stretch){*now, until, node};
    *now = until;
}

static struct plain read_plain(const struct archive *archive, uint32_t lane,
                               const struct archive_excerpt_rows *rows)
{
    struct stretch stack[MOST_DEPTH + 2] = {{0, archive->lanes.end[lane], ARCHIVE_NONE}};
    struct plain plain = {0};
    struct archive_act act;
    size_t depth = 1;
    uint64_t now = archive->lanes.start[lane];
    struct sealed_acts *acts = archive_sealed_acts_new(archive, lane, 0, UINT64_MAX);
    while (archive_sealed_acts_next(acts, &act)) {
        uint64_t row = archive_sealed_acts_row(acts);
        if (!(rows->bits[row / 64] >> row % 64 & 1))
            continue;
        for (; depth > 1 && stack[depth - 1].end <= act.start; depth--)
            pass(&plain, &now, stack[depth - 1].end, stack[depth - 1].node);
        pass(&plain, &now, act.start, stack[depth - 1].node);
        plain.begun =
            memory_grow(plain.begun, &plain.acts_room, plain.acts + 1, sizeof *plain.begun);
        plain.begun[plain.acts++] = act.start;
        assert_true(depth < MOST_DEPTH + 2);
        stack[depth++] = (struct stretch){act.start, act.end, act.node};
    }
    for (; depth; depth--)
        pass(&plain, &now, stack[depth - 1].end, stack[depth - 1].node);
    archive_sealed_acts_free(acts);
    return plain;
}

/* By the words of pyramid_bin.h. */
static void check_item(const struct archive *archive, const struct plain *plain, uint32_t lane,
                       uint64_t from, uint64_t length, const struct archive_pyramid_item *item)
{
    static uint64_t times[1 << 20];
    uint64_t by_class[CYCLES_CLASSES] = {0}, most = 0, begun = 0, to = from + length;
    uint32_t node = ARCHIVE_NONE;
    assert_true(archive->nodes.rows <= sizeof times / sizeof times[0]);
    size_t low = 0, high = plain->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (plain->stretches[middle].end <= from)
            low = middle + 1;
        else
            high = middle;
    }
    size_t first = low;
    for (; low < plain->count && plain->stretches[low].start < to; low++) {
        struct stretch of = plain->stretches[low];
        uint64_t time = (of.end < to ? of.end : to) - (of.start > from ? of.start : from);
        if (of.node == ARCHIVE_NONE)
            continue;
        times[of.node] += time;
        by_class[archive_cycles_class_of(archive, archive->nodes.region[of.node], lane)] += time;
        if (times[of.node] > most || (times[of.node] == most && of.node < node)) {
            most = times[of.node];
            node = of.node;
        }
    }
    for (size_t i = first; i < low; i++) {
        if (plain->stretches[i].node != ARCHIVE_NONE)
            times[plain->stretches[i].node] = 0;
    }
    for (size_t i = 0; i < plain->acts; i++)
        begun += plain->begun[i] >= from && plain->begun[i] < to &&
                 plain->begun[i] < archive->lanes.end[lane];
    unsigned class = 0, other = CYCLES_CLASSES;
    for (unsigned i = 1; i < CYCLES_CLASSES; i++)
        class = by_class[i] > by_class[class] ? i : class;
    for (unsigned i = 0; i < CYCLES_CLASSES; i++) {
        if (i != class && by_class[i] && (other == CYCLES_CLASSES || by_class[i] > by_class[other]))
            other = i;
    }
    assert_int_equal(item->node, node);
    assert_int_equal(item->begun, begun);
    assert_int_equal(item->share, (unsigned __int128)most * 31 / length);
    assert_int_equal(item->part, (unsigned __int128)by_class[class] * 31 / length);
    assert_int_equal(item->class, class);
    assert_int_equal(item->other, other == CYCLES_CLASSES ? class : other);
}

static void check_windows(struct cube_window_reader *reader, const struct archive *archive,
                          const struct archive_excerpt_rows *rows)
{
    struct error error;
    struct cube_window window = {0};
    struct plain plain[LANES];
    uint64_t start, end;
    atomic_bool stop = false;
    struct cube_kept *kept = cube_kept_new(reader, rows, &stop, &error);
    assert_non_null(kept);
    assert_true(cube_kept_bytes(kept) > 0);
    assert_true(archive_spread_extent(archive, &start, &end));
    for (uint32_t i = 0; i < LANES; i++)
        plain[i] = read_plain(archive, i, rows);
    for (int i = 0; i < WINDOWS; i++) {
        uint32_t lane = (uint32_t)random_below(LANES), some[] = {lane, (lane + 3) % LANES};
        uint64_t length = 1 + random_length(36);
        length = length < end - start && i ? length : end - start;
        uint64_t from = start + random_below(end - start - length + 1);
        if (i % 2 && plain[lane].acts) /* somewhere where something is */
            from = plain[lane].begun[random_below(plain[lane].acts)];
        struct cube_window_request request = {
            .from = from, .to = from + length, .pixels = 1 + random_length(12)};
        request.lanes = i % 3 ? NULL : some;
        request.lane_count = i % 3 ? 0 : 2;
        assert_true(cube_kept_window(kept, &request, &window, &error));
        assert_true(window.bins <= request.pixels);
        for (size_t k = 0; k < window.lanes; k++) {
            uint32_t of = request.lanes ? request.lanes[k] : (uint32_t)k;
            for (int tried = 0; tried < 12; tried++) {
                size_t bin = random_below(window.bins);
                check_item(archive, &plain[of], of, window.start + (bin << window.level),
                           UINT64_C(1) << window.level, &window.items[k * window.bins + bin]);
            }
        }
    }
    for (uint32_t i = 0; i < LANES; i++) {
        free(plain[i].stretches);
        free(plain[i].begun);
    }
    cube_window_free(&window);
    cube_kept_free(kept);
}

/* The filters: which visits they keep. */
enum filter { NONE, FEW, HALF, NEARLY_ALL, ALL, LONG, SOME_NODES, SOME_BLOCKS, FILTERS };

static bool keeps(enum filter filter, const struct archive_act *act, uint64_t row)
{
    switch (filter) {
    case NONE:
        return false;
    case FEW:
        return random_below(500) == 0;
    case HALF:
        return random_below(2);
    case NEARLY_ALL:
        return random_below(500);
    case LONG:
        return act->end - act->start > 40;
    case SOME_NODES:
        return act->node % 3;
    case SOME_BLOCKS: /* nothing, all or some of each block */
        return row / EVENT_BLOCK % 3 == 0 || (row / EVENT_BLOCK % 3 == 1 && random_below(2));
    default:
        return true;
    }
}

static void windows_say_what_kept_visits_say(void **unused)
{
    (void)unused;
    struct error error;
    char path[] = "/tmp/test_kept-XXXXXX";
    assert_non_null(mkdtemp(path));
    write_archive(path);
    struct archive *archive = archive_open(path, &error);
    assert_non_null(archive);
    struct cube_window_reader *reader = cube_window_open(archive, &error);
    assert_non_null(reader);
    for (enum filter filter = NONE; filter < FILTERS; filter++) {
        struct archive_excerpt_rows rows;
        archive_excerpt_rows_begin(&rows, archive_event_blocks_rows(archive));
        for (uint32_t lane = 0; lane < LANES; lane++) {
            struct archive_act act;
            struct sealed_acts *acts = archive_sealed_acts_new(archive, lane, 0, UINT64_MAX);
            while (archive_sealed_acts_next(acts, &act)) {
                if (keeps(filter, &act, archive_sealed_acts_row(acts)))
                    archive_excerpt_rows_add(&rows, archive_sealed_acts_row(acts));
            }
            archive_sealed_acts_free(acts);
        }
        check_windows(reader, archive, &rows);
        archive_excerpt_rows_free(&rows);
    }
    cube_window_close(reader);
    archive_close(archive);
    assert_true(archive_file_remove(path, &error));
}

static void a_picture_can_be_stopped(void **unused)
{
    (void)unused;
    struct error error;
    char path[] = "/tmp/test_kept-XXXXXX";
    atomic_bool stop = true;
    struct archive_excerpt_rows rows;
    assert_non_null(mkdtemp(path));
    write_archive(path);
    struct archive *archive = archive_open(path, &error);
    assert_non_null(archive);
    struct cube_window_reader *reader = cube_window_open(archive, &error);
    archive_excerpt_rows_begin(&rows, archive_event_blocks_rows(archive));
    memset(rows.bits, 255, rows.rows / 64 * sizeof *rows.bits);
    assert_null(cube_kept_new(reader, &rows, &stop, &error));
    assert_non_null(strstr(error.text, "stopped"));
    archive_excerpt_rows_free(&rows);
    cube_window_close(reader);
    archive_close(archive);
    assert_true(archive_file_remove(path, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(windows_say_what_kept_visits_say),
                                       cmocka_unit_test(a_picture_can_be_stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
