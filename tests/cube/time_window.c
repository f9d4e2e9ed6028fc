/* time_window.c: how long windows of a large archive take.
 *
 *   time_window make FOLDER LANES EVENTS   writes one, always the same, and seals it
 *   time_window FOLDER [PIXELS [ROUNDS [N]]]   prints the time of windows of ten lengths, in ms; or
 *                                          of an Nth of the run alone */
#include "archive/events/blocks.h"
#include "archive/table/atomic_file.h"
#include "archive/write/place.h"
#include "cube/cycles.h"
#include "cube/window.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { START = 1000000000, ROUNDS = 9, MOST_ROUNDS = 1000 };

enum { MAIN, STEP, SOLVE, SMOOTH, EXCHANGE, SEND, RECEIVE, BARRIER, WRITE, INNER, REGIONS };

static const struct {
    const char *name;
    uint32_t kind, flags;
} about[REGIONS] = {
    [MAIN] = {"main", TRI_KIND_ROUTINE, 0},
    [STEP] = {"step", TRI_KIND_LOOP, 0},
    [SOLVE] = {"solve", TRI_KIND_ROUTINE, 0},
    [SMOOTH] = {"smooth", TRI_KIND_ROUTINE, 0},
    [EXCHANGE] = {"exchange", TRI_KIND_ROUTINE, 0},
    [SEND] = {"send", TRI_KIND_COMM, TRI_WRITES},
    [RECEIVE] = {"receive", TRI_KIND_COMM, TRI_READS},
    [BARRIER] = {"barrier", TRI_KIND_CLOCK, 0},
    [WRITE] = {"write", TRI_KIND_IO, 0},
    [INNER] = {"inner", TRI_KIND_ROUTINE, 0},
};

static uint64_t state = 88172645463325252;

static uint64_t random_below(uint64_t most)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % most;
}

static void fail(const char *text)
{
    fprintf(stderr, "time_window: %s\n", text);
    exit(1);
}

static double clock_ms(clockid_t of)
{
    struct timespec time;
    clock_gettime(of, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double now(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

struct lane {
    struct raw_write_lane *to;
    const uint32_t *regions;
    uint64_t now, acts;
};

static void enter(struct lane *lane, int region)
{
    archive_raw_write_enter(
        lane->to,
        archive_raw_write_node(lane->to, archive_raw_write_inside(lane->to), lane->regions[region]),
        lane->now);
    lane->acts++;
}

static void leave(struct lane *lane, uint64_t after)
{
    lane->now += random_below(2 * after + 1);
    archive_raw_write_leave(lane->to, lane->now, false);
    lane->now += random_below(after / 4 + 2);
}

/* A step: many short calls at once, then some of other lengths, messages, sometimes output. */
static void step(struct lane *lane)
{
    enter(lane, STEP);
    enter(lane, SOLVE);
    for (uint64_t i = 20 + random_below(60); i; i--) {
        enter(lane, SMOOTH);
        if (random_below(3) == 0) {
            enter(lane, INNER);
            leave(lane, 200);
        }
        leave(lane, UINT64_C(100) << random_below(9));
    }
    leave(lane, 100);
    enter(lane, EXCHANGE);
    for (int i = 0; i < 4; i++) {
        enter(lane, i % 2 ? RECEIVE : SEND);
        leave(lane, 3000);
    }
    leave(lane, 100);
    enter(lane, BARRIER);
    leave(lane, UINT64_C(1000) << random_below(6));
    if (random_below(50) == 0) {
        enter(lane, WRITE);
        leave(lane, 1000000);
    }
    leave(lane, 500);
}

static void make(const char *path, uint32_t lanes, uint64_t events)
{
    struct error error;
    uint32_t regions[REGIONS];
    if (!archive_file_make_folder(path, &error))
        fail(error.text);
    struct raw_write *place = archive_raw_write_open(
        path,
        &(struct archive_raw_write_about){.parent = ARCHIVE_NONE, .start = START, .host = "host"},
        &error);
    if (!place)
        fail(error.text);
    for (uint32_t i = 0; i < REGIONS; i++)
        regions[i] = archive_raw_write_region(
            place, &(struct archive_raw_write_region){.kind = about[i].kind,
                                                      .flags = about[i].flags,
                                                      .line = i + 1,
                                                      .name = about[i].name,
                                                      .file = "made.c"});
    for (uint32_t i = 0; i < lanes; i++) {
        struct archive_raw_write_lane_about of = {
            .number = i, .start = START, .parent = ARCHIVE_NONE};
        struct lane lane = {archive_raw_write_lane_open(place, &of, &error), regions,
                            START + random_below(1000000), 0};
        if (!lane.to)
            fail(error.text);
        enter(&lane, MAIN);
        while (lane.acts < events / lanes)
            step(&lane);
        leave(&lane, 1000);
        if (!archive_raw_write_lane_close(lane.to, lane.now + 1, &error))
            fail(error.text);
    }
    if (!archive_raw_write_close(place, &error))
        fail(error.text);
    double start = now();
    if (!archive_seal(path, NULL, &error))
        fail(error.text);
    printf("sealed in %.3f s\n", (now() - start) / 1e3);
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

/* Windows anywhere, or from one moment on. */
static void time_zoom(struct cube_window_reader *reader, const struct archive *archive,
                      const char *name, uint64_t at, uint64_t length, size_t pixels, int rounds)
{
    static double times[MOST_ROUNDS], sum_times[MOST_ROUNDS];
    double cpu = 0, sum_cpu = 0;
    static struct cube_window window;
    struct error error;
    cube_window_read(reader, &(struct cube_window_request){.to = UINT64_MAX, .pixels = pixels},
                     &window, &error); /* its memory is there from now on */
    uint64_t zero = archive_zero(archive), end = 0;
    for (size_t i = 0; i < archive->lanes.rows; i++)
        end = archive->lanes.end[i] > end ? archive->lanes.end[i] : end;
    struct cube_window_sum *sums = memory_zeroed(archive->lanes.rows, sizeof *sums);
    for (int i = 0; i < rounds; i++) {
        uint64_t from = at ? at : zero + random_below(end - zero - length + 1);
        struct cube_window_request request = {.from = from, .to = from + length, .pixels = pixels};
        double start = now(), start_cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        if (!cube_window_read(reader, &request, &window, &error))
            fail(error.text);
        times[i] = now() - start;
        cpu += clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start_cpu;
        start_cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        start = now();
        if (!cube_window_sums(reader, &request, sums, &error))
            fail(error.text);
        sum_times[i] = now() - start;
        sum_cpu += clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start_cpu;
    }
    free(sums);
    qsort(times, (size_t)rounds, sizeof times[0], ascending);
    qsort(sum_times, (size_t)rounds, sizeof sum_times[0], ascending);
    printf("%-9s %5u %5zu %8.2f %8.2f %8.2f   %8.2f %8.2f %8.2f\n", name, window.level, window.bins,
           times[rounds / 2], times[rounds - 1], cpu / rounds, sum_times[rounds / 2],
           sum_times[rounds - 1], sum_cpu / rounds);
}

/* The block whose acts begin closest together. */
static size_t densest(const struct archive *archive)
{
    const struct archive_blocks *blocks = &archive->blocks;
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < blocks->rows; i++) {
        if (blocks->events[i] == EVENT_BLOCK &&
            (found == SIZE_MAX ||
             blocks->last[i] - blocks->base[i] < blocks->last[found] - blocks->base[found]))
            found = i;
    }
    return found;
}

static void time_all(const char *path, size_t pixels, int rounds, uint64_t only)
{
    struct error error;
    double start = now();
    struct archive *archive = archive_open(path, &error);
    struct cube_window_reader *reader = archive ? cube_window_open(archive, &error) : NULL;
    if (!reader)
        fail(error.text);
    uint64_t length = 0;
    for (size_t i = 0; i < archive->lanes.rows; i++)
        length = archive->lanes.end[i] - archive_zero(archive) > length
                     ? archive->lanes.end[i] - archive_zero(archive)
                     : length;
    printf("opened in %.2f ms; %zu lanes, %.3f s, %zu pixels; times in ms\n", now() - start,
           archive->lanes.rows, (double)length / 1e9, pixels);
    puts("window    level  bins   median    worst      CPU    sums: median  worst      CPU");
    static const uint64_t parts[] = {1, 3, 10, 30, 100, 300, 1000, 10000, 1000000};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "1/%llu", (unsigned long long)parts[i]);
        if ((!only || parts[i] == only) && length / parts[i])
            time_zoom(reader, archive, name, 0, length / parts[i], pixels, rounds);
    }
    size_t burst = densest(archive);
    if (!only && burst < archive->blocks.rows)
        time_zoom(reader, archive, "burst", archive->blocks.base[burst],
                  archive->blocks.last[burst] - archive->blocks.base[burst] + 1, pixels, rounds);
    cube_window_close(reader);
    archive_close(archive);
}

int main(int argc, char **argv)
{
    if (argc == 5 && !strcmp(argv[1], "make")) {
        make(argv[2], (uint32_t)strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
    } else if (argc >= 2 && argc <= 5 && strcmp(argv[1], "make") != 0) {
        long rounds = argc > 3 ? strtol(argv[3], NULL, 10) : ROUNDS;
        time_all(argv[1], argc > 2 ? strtoul(argv[2], NULL, 10) : 2000,
                 rounds > 0 && rounds < MOST_ROUNDS ? (int)rounds : ROUNDS,
                 argc > 4 ? strtoull(argv[4], NULL, 10) : 0);
    } else {
        fputs("time_window make FOLDER LANES EVENTS | time_window FOLDER [PIXELS [ROUNDS [N]]]\n",
              stderr);
        return 2;
    }
    return 0;
}
