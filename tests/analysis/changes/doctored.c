/* doctored.c: see doctored.h */
#include "doctored.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000000 };

/* A program in the making. */
struct making {
    const struct doctored *change;
    struct made_place *place;
    struct made_profile *profile;
    uint64_t random;
    double run; /* factor of all times of the run */
};

/* Returns a number from 0 to below 1. */
static double draw(struct making *making)
{
    making->random = making->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(making->random >> 11) / 9007199254740992.0;
}

/* Returns a factor about 1: sums of uniform numbers, and one in twenty that takes much longer. */
static double noise(struct making *making)
{
    double sum = -6, size = making->change->noise;
    for (int i = 0; i < 12; i++)
        sum += draw(making);
    double outlier = draw(making) < 0.05 ? 1 + 20 * size * draw(making) : 1;
    return exp(size * sum) * outlier;
}

static uint64_t time_of(struct making *making, double ms)
{
    return (uint64_t)(ms * MS * making->run * noise(making));
}

static uint32_t region(struct making *making, uint32_t kind, uint32_t line, uint32_t seq,
                       const char *name, uint32_t routine)
{
    char text[128];
    const char *other = making->change->other && *name ? making->change->other : "";
    snprintf(text, sizeof text, "%s%s", other, name);
    struct format_region row = {.kind = kind,
                                .seq = seq,
                                .line = line + making->change->moved +
                                        (making->change->other ? 1000 : 0),
                                .end_line = line + making->change->moved,
                                .routine = routine};
    const char *own = making->change->file ? making->change->file : "made.c";
    const char *file = making->change->other ? "other.c" : own;
    return made_region(making->place, row, text, file, "");
}

static uint32_t node(struct making *making, uint32_t parent, uint32_t of, uint64_t visits,
                     uint64_t time)
{
    return made_node(making->profile, parent, of, making->change->other ? 3 * visits + 1 : visits,
                     time);
}

static void set_trips(struct making *making, uint32_t at, uint64_t trips)
{
    made_at(making->profile, at)->trips = making->change->other ? 7 * trips + 3 : trips;
}

/* Inclusive times. */
struct times {
    uint64_t loop43, loop42, solve, norm, send12, send14, loop10, print, loop18, main;
    uint64_t loop82, loop81, extra;
};

static struct times draw_times(struct making *making)
{
    const struct doctored *change = making->change;
    struct times t = {.loop43 = time_of(making, 500 * (change->slower > 0 ? change->slower : 1))};
    t.loop42 = t.loop43 + time_of(making, 20);
    t.solve = t.loop42 + time_of(making, 3);
    t.norm = time_of(making, 200);
    t.send12 = time_of(making, 100);
    t.send14 = time_of(making, 30);
    if (change->added) {
        t.loop82 = time_of(making, 290);
        t.loop81 = t.loop82 + time_of(making, 8);
        t.extra = t.loop81 + time_of(making, 2);
    }
    t.loop10 = t.solve + t.norm + t.send12 + t.send14 + t.extra + time_of(making, 5);
    t.print = time_of(making, 40);
    t.loop18 = change->gone ? 0 : time_of(making, 10);
    t.main = t.loop10 + t.print + t.loop18 + time_of(making, 15);
    return t;
}

/* Adds a routine that only one side has. */
static void add_extra(struct making *making, uint32_t parent, const struct times *t)
{
    uint32_t extra = region(making, TRI_KIND_ROUTINE, 80, 1, "extra", 0);
    uint32_t loop81 = region(making, TRI_KIND_LOOP, 81, 1, "", extra);
    uint32_t loop82 = region(making, TRI_KIND_LOOP, 82, 2, "", extra);
    uint32_t in_extra = node(making, parent, extra, 20, t->extra);
    uint32_t in_81 = node(making, in_extra, loop81, 20, t->loop81);
    set_trips(making, in_81, 200);
    set_trips(making, node(making, in_81, loop82, 200, t->loop82), 30000);
}

static void add_nodes(struct making *making, uint32_t root, const struct times *t)
{
    const struct doctored *change = making->change;
    uint32_t main = region(making, TRI_KIND_ROUTINE, 1, 1, "main", 0);
    uint32_t solve =
        region(making, TRI_KIND_ROUTINE, 40, 1, change->name ? change->name : "solve", 0);
    uint32_t norm = region(making, TRI_KIND_ROUTINE, 60, 1, "norm", 0);
    uint32_t loop10 = region(making, TRI_KIND_LOOP, 10, 1, "", main);
    uint32_t send12 = region(making, TRI_KIND_COMM, 12, 0, "MPI_Send", main);
    uint32_t send14 = region(making, TRI_KIND_COMM, 14, 0, "MPI_Send", main);
    uint32_t print = region(making, TRI_KIND_IO, 16, 1, "fprintf", main);
    uint32_t loop18 = region(making, TRI_KIND_LOOP, 18, 2, "", main);
    uint32_t loop42 = region(making, TRI_KIND_LOOP, 42, 1, "", solve);
    uint32_t loop43 = region(making, TRI_KIND_LOOP, 43, 2, "", solve);
    uint32_t in_main = node(making, root, main, 1, t->main);
    uint32_t in_10 = node(making, in_main, loop10, 1, t->loop10);
    set_trips(making, in_10, 20);
    uint32_t in_solve = node(making, in_10, solve, 20, t->solve);
    uint32_t in_42 = node(making, in_solve, loop42, 20, t->loop42);
    set_trips(making, in_42, change->trips ? change->trips : 2000);
    set_trips(making, node(making, in_42, loop43, 2000, t->loop43), 200000);
    if (change->added)
        add_extra(making, in_10, t);
    uint32_t in_norm = node(making, in_10, norm, 20, change->counted ? 0 : t->norm);
    if (change->counted)
        made_sampled(making->profile, in_norm, 20, 0, 0);
    made_at(making->profile, node(making, in_10, send12, 20, t->send12))->bytes =
        change->bytes ? change->bytes : 16000;
    made_at(making->profile, node(making, in_10, send14, 20, t->send14))->bytes = 320;
    made_at(making->profile, node(making, in_main, print, 100, t->print))->bytes = 1300;
    if (!change->gone)
        set_trips(making, node(making, in_main, loop18, 1, t->loop18), 7);
}

struct made *doctored_new(const struct doctored *change)
{
    struct made *made = made_new();
    struct making *making = calloc(1, sizeof *making);
    static char run_json[512]; /* the archive points to it, until the next one is made */
    making->change = change;
    making->random = change->seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    making->place = made_add_place(made);
    making->run = 1;
    making->run = noise(making);
    making->place->record.parent_place = -1;
    making->place->record.state = FORMAT_PLACE_EXITED;
    making->profile = made_add_profile(making->place);
    struct times times = draw_times(making);
    uint64_t end = MADE_START + times.main;
    add_nodes(making, made_lane(making->profile, 0, "a", MADE_START, end), &times);
    making->place->record.end = end;
    making->place->record.last = (struct format_moment){end, end, 0};
    if (change->started) {
        snprintf(run_json, sizeof run_json,
                 "{\"triptych\": \"0.1.0\", \"command\": [\"./made\"], \"state\": \"ended\", "
                 "\"exit_status\": 0, \"start\": \"2026-01-%02uT00:00:00Z\", \"start_ns\": %llu, "
                 "\"real_start_ns\": %llu, \"end_ns\": %llu}",
                 change->started, (unsigned long long)MADE_START,
                 (unsigned long long)change->started * 86400 * 1000000000ULL,
                 (unsigned long long)end);
        made->run = run_json;
    }
    free(making);
    return made;
}
