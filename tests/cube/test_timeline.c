/* test_timeline.c: the bars of an archive with so many acts that they are made of bins. */
#include "archive/table/atomic_file.h"
#include "archive/write/place.h"
#include "cube/timeline.h"
#include "unit.h"

#include <triptych/probes.h>

#include <stdlib.h>

enum {
    START = 1000000,
    MANY = (1 << 20) + 1, /* acts */
    HALF = 4 * MANY,      /* ns: the length of the first act, and of all others together */
    END = START + 2 * HALF,
    COLUMNS = 100,
    FEW = 20, /* acts, one to three columns long each */
    LANES = 260,
};

static uint64_t edges[2 * FEW]; /* where acts of the second lane begin and end */

static void write_lane(struct raw_write *place, uint32_t number, const uint32_t regions[2])
{
    struct error error;
    const struct archive_raw_write_lane_about about = {
        .number = number, .start = START, .parent = ARCHIVE_NONE};
    struct raw_write_lane *lane = archive_raw_write_lane_open(place, &about, &error);
    assert_non_null(lane);
    uint32_t outer = archive_raw_write_node(lane, RAW_WRITE_ROOT, regions[0]);
    uint32_t inner = archive_raw_write_node(lane, outer, regions[1]);
    archive_raw_write_enter(lane, outer, START);
    if (number == 0) {
        archive_raw_write_enter(lane, inner, START);
        archive_raw_write_leave(lane, START + HALF, false);
        for (uint64_t i = 0; i + 1 < MANY; i++) {
            archive_raw_write_enter(lane, inner, START + HALF + 4 * i + 1);
            archive_raw_write_leave(lane, START + HALF + 4 * i + 3, false);
        }
    } else if (number == 1) {
        uint64_t now = START;
        for (int i = 0; i < 2 * FEW; i++) {
            now += 2 * HALF / (2 * FEW + 1) * (uint64_t)(3 + i % 5) / 5;
            edges[i] = now;
            if (i % 2)
                archive_raw_write_leave(lane, now, false);
            else
                archive_raw_write_enter(lane, inner, now);
        }
    }
    archive_raw_write_leave(lane, END, false);
    assert_true(archive_raw_write_lane_close(lane, END, &error));
}

static void write_archive(const char *path)
{
    struct error error;
    const struct archive_raw_write_about about = {
        .parent = ARCHIVE_NONE, .start = START, .host = "host"};
    struct raw_write *place = archive_raw_write_open(path, &about, &error);
    uint32_t regions[2];
    assert_non_null(place);
    for (uint32_t i = 0; i < 2; i++) {
        const struct archive_raw_write_region region = {
            .kind = TRI_KIND_ROUTINE, .line = i + 1, .name = i ? "inner" : "outer", .file = "a.c"};
        regions[i] = archive_raw_write_region(place, &region);
    }
    for (uint32_t i = 0; i < LANES; i++)
        write_lane(place, i, regions);
    assert_true(archive_raw_write_close(place, &error));
    assert_true(archive_seal(path, NULL, &error));
}

static void long_visits_are_one_bar(const struct cube_timeline *timeline)
{
    const struct cube_timeline_lane *lane = &timeline->lanes[0];
    size_t in_first = 0;
    for (size_t i = lane->first; i < lane->first + lane->count; i++)
        in_first += timeline->bars[i].start < START + HALF - HALF / COLUMNS * 3;
    assert_in_range(in_first, 1, 2); /* before it, the bin in which it began */
    const struct cube_timeline_bar *bar = &timeline->bars[lane->first + in_first - 1];
    assert_int_equal(bar->stretches, 1);
    assert_true(bar->end - bar->start > HALF - HALF / COLUMNS * 4);
}

static void mixed_bars_are_not_pure(const struct cube_timeline *timeline)
{
    const struct cube_timeline_lane *lane = &timeline->lanes[1];
    size_t pure = 0;
    for (size_t i = lane->first; i < lane->first + lane->count; i++) {
        const struct cube_timeline_bar *bar = &timeline->bars[i];
        if (bar->stretches != 1)
            continue;
        pure++;
        for (int k = 0; k < 2 * FEW; k++)
            assert_false(bar->start < edges[k] && edges[k] < bar->end);
    }
    assert_true(pure > 0);
}

/* Within the stretch bars are unknown, elsewhere they are not; those that touch both are short. */
static void only_unknown_within(const struct cube_timeline *timeline, size_t number, uint64_t from,
                                uint64_t to)
{
    const struct cube_timeline_lane *lane = &timeline->lanes[number];
    uint64_t column = 2 * HALF / COLUMNS, unknown = 0;
    for (size_t i = lane->first; i < lane->first + lane->count; i++) {
        const struct cube_timeline_bar *bar = &timeline->bars[i];
        unknown += bar->time[CYCLES_UNKNOWN];
        if (bar->start >= from && bar->end <= to)
            assert_int_equal(bar->time[CYCLES_UNKNOWN], bar->end - bar->start);
        else if (bar->end <= from || bar->start >= to)
            assert_int_equal(bar->time[CYCLES_UNKNOWN], 0);
        else
            assert_true(bar->end - bar->start <= 2 * column);
    }
    assert_int_equal(unknown, to - from);
    assert_int_equal(lane->time[CYCLES_UNKNOWN], to - from);
}

/* Events of the first two lanes were dropped: in the middle, and from a moment on. What is known is
 * what remains of the sums without it. */
static void what_was_dropped_is_cut_out_of_bins(struct archive *archive,
                                                const struct cube_timeline_request *request)
{
    struct error error = {0};
    uint64_t from[LANES] = {START + HALF / 2 + 7, START + HALF}, to[LANES] = {END - HALF / 3, END};
    uint64_t *before[] = {archive->lanes.dropped_from, archive->lanes.dropped_to};
    archive->lanes.dropped_from = from;
    archive->lanes.dropped_to = to;
    struct cube_timeline *timeline = cube_timeline_new(archive, request, NULL, &error);
    assert_non_null(timeline);
    for (size_t i = 0; i < LANES; i++) {
        assert_int_equal(timeline->lanes[i].time[CYCLES_UNKNOWN], to[i] - from[i]);
        assert_int_equal(timeline->lanes[i].time[CYCLES_PROGRAM], 2 * HALF - (to[i] - from[i]));
    }
    for (size_t i = 0; i < 2; i++)
        only_unknown_within(timeline, i, from[i], to[i]);
    cube_timeline_free(timeline);
    archive->lanes.dropped_from = before[0];
    archive->lanes.dropped_to = before[1];
}

static void bars_of_bins(void **state)
{
    struct error error = {0};
    char path[] = "/tmp/test_timeline-XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(path));
    write_archive(path);
    struct archive *archive = archive_open(path, &error);
    assert_non_null(archive);
    const struct cube_timeline_request request = {.range.to = UINT64_MAX, .columns = COLUMNS};
    struct cube_timeline *timeline = cube_timeline_new(archive, &request, NULL, &error);
    assert_string_equal(error.text, "");
    assert_non_null(timeline);
    assert_int_equal(timeline->lane_count, LANES);
    long_visits_are_one_bar(timeline);
    mixed_bars_are_not_pure(timeline);
    for (size_t i = 0; i < LANES; i++) {
        uint64_t time = 0;
        for (size_t k = 0; k < CYCLES_CLASSES; k++)
            time += timeline->lanes[i].time[k];
        assert_int_equal(timeline->lanes[i].lane, i);
        assert_int_equal(time, 2 * HALF);
    }
    cube_timeline_free(timeline);
    what_was_dropped_is_cut_out_of_bins(archive, &request);
    archive_close(archive);
    assert_true(archive_file_remove(path, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bars_of_bins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
