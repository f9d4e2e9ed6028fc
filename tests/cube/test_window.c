/* test_window.c: windows of random lanes say what their acts say, whatever the zoom: of archives
 * that are sealed and of those that are not. */
#include "archive/table/atomic_file.h"
#include "archive/time/cycle_spread.h"
#include "archive/write/place.h"
#include "cube/window.h"
#include "unit.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LANES = 12, REGIONS = 9, START = 1000000, MOST_DEPTH = 60 };

/* How often something is tried: CUBE_WINDOWS, where each time takes long. */
static int tries(int usual)
{
    const char *few = getenv("CUBE_WINDOWS");
    return few ? atoi(few) : usual;
}

static uint64_t state = 88172645463325252;

static uint64_t random_below(uint64_t most)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % most;
}

/* From 0 to about 2^bits, all sizes as often. */
static uint64_t random_length(unsigned bits)
{
    return random_below((UINT64_C(1) << random_below(bits + 1)));
}

/* Bursts, nests, long acts, acts of no length, stretches with nothing. */
static void write_lane(struct raw_write *place, uint32_t number, const uint32_t regions[REGIONS])
{
    struct error error;
    uint64_t now = START + random_length(20), begun = now;
    struct raw_write_lane *lane = archive_raw_write_lane_open(
        place,
        &(struct archive_raw_write_lane_about){
            .number = number, .start = now, .pool = number % 2, .parent = ARCHIVE_NONE},
        &error);
    assert_non_null(lane);
    size_t most = number < 2 ? (size_t)100 * number : 1 + random_below(20000);
    unsigned pace = 4 + (unsigned)random_below(10), depth = 1 + (unsigned)random_below(MOST_DEPTH);
    for (size_t i = 0; i < most;) {
        unsigned what = (unsigned)random_below(100);
        if (what == 0)
            pace = (unsigned)random_below(14);
        if (what == 1 && random_below(20) == 0)
            now += random_length(32);
        if (random_below(3))
            now += random_length(pace);
        if (what % 2 && archive_raw_write_depth(lane) < depth) {
            archive_raw_write_enter(
                lane,
                archive_raw_write_node(lane, archive_raw_write_inside(lane),
                                       regions[random_below(1 + random_below(REGIONS))]),
                now);
            i++;
        } else if (archive_raw_write_depth(lane) &&
                   (what > 5 || archive_raw_write_depth(lane) > 3)) {
            archive_raw_write_leave(lane, now, false);
        }
    }
    while (archive_raw_write_depth(lane) && random_below(10))
        archive_raw_write_leave(lane, now += random_length(pace), false);
    if (now == begun)
        now++;
    assert_true(archive_raw_write_lane_close(lane, now + (random_below(2) ? random_length(25) : 0),
                                             &error));
}

static void write_archive(const char *path)
{
    static const uint32_t kinds[REGIONS] = {TRI_KIND_ROUTINE, TRI_KIND_ROUTINE, TRI_KIND_LOOP,
                                            TRI_KIND_IO,      TRI_KIND_CLOCK,   TRI_KIND_COMM,
                                            TRI_KIND_COMM,    TRI_KIND_SPAWN,   TRI_KIND_ATOMIC};
    struct error error;
    struct raw_write *place = archive_raw_write_open(
        path,
        &(struct archive_raw_write_about){.parent = ARCHIVE_NONE, .start = START, .host = "host"},
        &error);
    uint32_t regions[REGIONS];
    assert_non_null(place);
    for (uint32_t i = 0; i < REGIONS; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%u", i);
        regions[i] = archive_raw_write_region(
            place, &(struct archive_raw_write_region){.kind = kinds[i],
                                                      .flags = i == 5 ? TRI_WRITES : TRI_READS,
                                                      .line = i + 1,
                                                      .name = name,
                                                      .file = "a.c"});
    }
    for (uint32_t i = 0; i < LANES; i++)
        write_lane(place, i, regions);
    assert_true(archive_raw_write_close(place, &error));
}

/* All stretches of all lanes, made in the plainest way. */
struct stretch {
    uint64_t start, end;
    uint32_t node;
};

struct plain {
    struct stretch *stretches;
    size_t count, room;
    uint64_t *begun; /* moments at which acts began */
    size_t acts, acts_room;
};

struct visit {
    uint64_t end;
    uint32_t node;
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

static struct plain read_plain(const struct archive *archive, uint32_t lane)
{
    struct error error;
    struct archive_act act;
    struct plain plain = {0};
    struct visit stack[MOST_DEPTH + 2];
    size_t depth = 0;
    uint64_t now = archive->lanes.start[lane];
    struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, &error);
    assert_non_null(acts);
    while (archive_acts_next(acts, &act)) {
        while (depth && stack[depth - 1].end <= act.start && depth > 1) {
            pass(&plain, &now, stack[depth - 1].end, stack[depth - 1].node);
            depth--;
        }
        if (depth) {
            pass(&plain, &now, act.start, stack[depth - 1].node);
            plain.begun =
                memory_grow(plain.begun, &plain.acts_room, plain.acts + 1, sizeof *plain.begun);
            plain.begun[plain.acts++] = act.start;
        }
        assert_true(depth < MOST_DEPTH + 2);
        stack[depth++] = (struct visit){act.end, act.node};
    }
    for (; depth; depth--)
        pass(&plain, &now, stack[depth - 1].end, stack[depth - 1].node);
    archive_acts_free(acts);
    return plain;
}

/* What was between two moments. */
static void sum_up(const struct archive *archive, const struct plain *plain, uint32_t lane,
                   uint64_t from, uint64_t to, uint64_t *times, struct cube_window_sum *sum)
{
    size_t low = 0, high = plain->count;
    *sum = (struct cube_window_sum){0};
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (plain->stretches[middle].end <= from)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < plain->count && plain->stretches[low].start < to; low++) {
        struct stretch of = plain->stretches[low];
        of.start = of.start > from ? of.start : from;
        of.end = of.end < to ? of.end : to;
        if (times)
            times[of.node] += of.end - of.start;
        sum->time[archive_cycles_class_of(archive, archive->nodes.region[of.node], lane)] +=
            of.end - of.start;
    }
    low = 0, high = plain->acts;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (plain->begun[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < plain->acts && plain->begun[low] < to; low++)
        sum->begun += plain->begun[low] < archive->lanes.end[lane];
}

/* By the words of pyramid_bin.h. */
static void check_item(const struct archive *archive, const struct plain *plain, uint32_t lane,
                       uint64_t from, uint64_t length, const struct archive_pyramid_item *item)
{
    struct cube_window_sum sum;
    uint64_t *times = memory_zeroed(archive->nodes.rows, sizeof *times), most = 0;
    uint32_t node = ARCHIVE_NONE;
    sum_up(archive, plain, lane, from, from + length, times, &sum);
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (times[i] > most) {
            most = times[i];
            node = i;
        }
    }
    free(times);
    assert_int_equal(item->node, node);
    assert_int_equal(item->begun, sum.begun);
    assert_int_equal(item->share, (unsigned __int128)most * 31 / length);
    unsigned class = 0, other = CYCLES_CLASSES;
    for (unsigned i = 1; i < CYCLES_CLASSES; i++)
        class = sum.time[i] > sum.time[class] ? i : class;
    for (unsigned i = 0; i < CYCLES_CLASSES; i++) {
        if (i != class && sum.time[i] && (other == CYCLES_CLASSES || sum.time[i] > sum.time[other]))
            other = i;
    }
    assert_int_equal(item->part, (unsigned __int128)sum.time[class] * 31 / length);
    assert_int_equal(item->class, class);
    assert_int_equal(item->other, other == CYCLES_CLASSES ? class : other);
}

static void check_window(struct cube_window_reader *reader, const struct archive *archive,
                         const struct plain *plain, const struct cube_window_request *request,
                         struct cube_window *window, size_t most)
{
    struct error error;
    struct cube_window_sum sums[LANES], sum;
    assert_true(cube_window_read(reader, request, window, &error));
    assert_true(cube_window_sums(reader, request, sums, &error));
    assert_true(window->bins <= request->pixels);
    uint64_t length = UINT64_C(1) << window->level;
    for (size_t i = 0; i < window->lanes; i++) {
        uint32_t lane = request->lanes ? request->lanes[i] : (uint32_t)i;
        for (size_t tried = 0; tried < most; tried++) {
            size_t bin = most < window->bins ? random_below(window->bins) : tried;
            if (bin >= window->bins)
                break;
            check_item(archive, &plain[lane], lane, window->start + bin * length, length,
                       &window->items[i * window->bins + bin]);
        }
        sum_up(archive, &plain[lane], lane, request->from, request->to, NULL, &sum);
        assert_memory_equal(&sum, &sums[i], sizeof sum);
    }
}

/* Windows of all lengths, anywhere; `count` of them. */
static void check_windows(const char *path, int count)
{
    struct error error;
    struct cube_window window = {0};
    struct plain plain[LANES];
    uint64_t start, end;
    struct archive *archive = archive_open(path, &error);
    assert_non_null(archive);
    assert_true(archive_spread_extent(archive, &start, &end));
    for (uint32_t i = 0; i < LANES; i++)
        plain[i] = read_plain(archive, i);
    struct cube_window_reader *reader = cube_window_open(archive, &error);
    assert_non_null(reader);
    for (int i = 0; i < count; i++) {
        uint64_t length = 1 + random_length(40);
        length = length < end - start && i ? length : end - start;
        uint64_t from = start + random_below(end - start - length + 1);
        uint32_t lane = (uint32_t)random_below(LANES), acts = (uint32_t)plain[lane].acts;
        if (i % 2 && acts) /* somewhere where something is */
            from = plain[lane].begun[random_below(acts)];
        struct cube_window_request request = {
            .from = from, .to = from + length, .pixels = 1 + random_length(12)};
        uint32_t some[] = {lane, (lane + 5) % LANES};
        if (i % 3 == 0) {
            request.lanes = some;
            request.lane_count = 2;
        }
        check_window(reader, archive, plain, &request, &window, 25);
    }
    cube_window_free(&window);
    cube_window_close(reader);
    for (uint32_t i = 0; i < LANES; i++) {
        free(plain[i].stretches);
        free(plain[i].begun);
    }
    archive_close(archive);
}

/* A file of the pyramid that is shorter than it was, or has other numbers in it. */
static void damage(const char *path, const char *file)
{
    struct error error;
    char *name = memory_printf("%s/tables/%s", path, file);
    FILE *in = fopen(name, "r+");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    uint64_t size = (uint64_t)ftell(in);
    char *was = memory_zeroed(size + 1, 1);
    rewind(in);
    assert_int_equal(fread(was, 1, size, in), size);
    uint64_t number = random_below(4) ? random_length(20) : UINT64_MAX;
    for (int i = 0; size && i < 40; i++) {
        fseek(in, (long)(random_below(size) / 8 * 8), SEEK_SET);
        fwrite(&number, 1, size < 8 ? size : 8, in);
        number ^= random_length(63);
    }
    fclose(in);
    if (random_below(4) == 0)
        assert_int_equal(truncate(name, (long)random_below(size + 1) / 8 * 8), 0);
    struct archive *archive = archive_open(path, &error);
    struct cube_window_reader *reader = archive ? cube_window_open(archive, &error) : NULL;
    struct cube_window window = {0};
    struct cube_window_sum sums[LANES];
    for (int i = 0; reader && i < 20; i++) {
        uint64_t length = 1 + random_length(40);
        struct cube_window_request request = {.from = START + random_length(32),
                                              .to = START + length,
                                              .pixels = 1 + random_below(2000)};
        request.to = i ? request.from + length : UINT64_MAX;
        if (cube_window_read(reader, &request, &window, &error))
            assert_true(window.bins <= request.pixels);
        cube_window_sums(reader, &request, sums, &error);
    }
    cube_window_free(&window);
    cube_window_close(reader);
    archive_close(archive);
    in = fopen(name, "w");
    assert_non_null(in);
    assert_int_equal(fwrite(was, 1, size, in), size);
    fclose(in);
    free(was);
    free(name);
}

static void damaged_tables_do_no_harm(void **unused)
{
    static const char *const files[] = {
        "pyramid_lanes/tile.u64",    "pyramid_lanes/mark.u64", "pyramid_tiles/numbers.u64",
        "pyramid_items/numbers.u16", "pyramid_many/item.u64",  "pyramid_marks/row.u64",
        "pyramid_marks/time.u64",    "pyramid_marks/open.u64", "pyramid_open/end.u64",
        "pyramid_open/around.u64",   "pyramid_open/node.u32",  "pyramid_shape/top.u32"};
    enum { FILES = sizeof files / sizeof files[0] };
    struct error error;
    char path[] = "/tmp/test_window-XXXXXX";
    (void)unused;
    assert_non_null(mkdtemp(path));
    write_archive(path);
    assert_true(archive_seal(path, NULL, &error));
    for (int i = 0; i < tries(3) * FILES; i++)
        damage(path, files[i % FILES]);
    assert_true(archive_file_remove(path, &error));
}

static void windows_say_what_acts_say(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2 && i < tries(2); i++) {
        struct error error;
        char path[] = "/tmp/test_window-XXXXXX";
        assert_non_null(mkdtemp(path));
        write_archive(path);
        check_windows(path, tries(8));
        if (!archive_seal(path, NULL, &error))
            fail_msg("%s", error.text);
        check_windows(path, tries(30));
        assert_true(archive_file_remove(path, &error));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(windows_say_what_acts_say),
                                       cmocka_unit_test(damaged_tables_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
