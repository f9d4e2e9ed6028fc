/* made_sample.c: the sample archive, with one of everything a report shows. */
#include "made.h"

#define SECOND UINT64_C(1000000000)
#define MS UINT64_C(1000000)

static const char run[] =
    "{\"triptych\": \"0.1.0\", \"command\": [\"./heat\", \"500\", \"a b\"],"
    " \"cwd\": \"/home/someone\", \"host\": \"host\", \"start\": \"2023-11-14T22:13:20Z\","
    " \"start_ns\": 1000000000, \"end_ns\": 11000000000, \"real_start_ns\": 1700000000000000000,"
    " \"exit_status\": 3, \"clock\": \"counter\","
    " \"options\": {\"exclude\": [\"kind:io\"]}, \"state\": \"ended\"}";

struct regions {
    uint32_t main, solve, sweep, sweep_inner, fib, fib_while, tiny, helper, report, load, print,
        assembly, data, out, pause;
};

static void add_left_out(struct made_place *place)
{
    made_region(
        place,
        (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 200, .reason = FORMAT_EXCLUDED},
        "trace", "src/log.c", "");
    made_region(place, (struct format_region){.kind = TRI_KIND_FILE, .reason = FORMAT_EXCLUDED},
                "/data/of_excluded_io", "", ""); /* not to be listed */
    made_region(place,
                (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 210, .reason = FORMAT_HOT},
                "swap", "src/log.c", "");
    made_region(place,
                (struct format_region){.kind = TRI_KIND_LOOP,
                                       .line = 220,
                                       .reason = FORMAT_UNMEASURED,
                                       .flags = TRI_UNMEASURED,
                                       .seq = 9},
                "", "src/log.c", "the loop comes from a macro");
    made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 230}, "usage",
                "src/main.c", "");
}

static struct regions add_regions(struct made_place *place)
{
    struct regions r;
    r.main = made_region(
        place, (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 10, .end_line = 60}, "main",
        "src/main.c", "");
    r.solve = made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 12},
                          "solve", "src/solve.c", "");
    r.sweep = made_region(place,
                          (struct format_region){.kind = TRI_KIND_LOOP,
                                                 .flags = TRI_DETERMINED,
                                                 .seq = 1,
                                                 .line = 20,
                                                 .routine = r.solve},
                          "sweep", "src/solve.c", "");
    r.sweep_inner = made_region(place,
                                (struct format_region){.kind = TRI_KIND_LOOP,
                                                       .flags = TRI_DETERMINED | TRI_LEAF,
                                                       .seq = 2,
                                                       .line = 21,
                                                       .routine = r.solve},
                                "", "src/solve.c", "");
    r.fib = made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 40}, "fib",
                        "src/a_rather_long_folder_name/with_a_long_file_name_in_it.c", "");
    r.fib_while = made_region(
        place,
        (struct format_region){
            .kind = TRI_KIND_LOOP, .flags = TRI_WHILE, .seq = 1, .line = 44, .routine = r.fib},
        "", "src/a_rather_long_folder_name/with_a_long_file_name_in_it.c", "");
    r.tiny = made_region(place,
                         (struct format_region){.kind = TRI_KIND_ROUTINE,
                                                .line = 70,
                                                .mode = TRI_SAMPLE,
                                                .reason = FORMAT_THROTTLED,
                                                .visits = 10000},
                         "tiny", "src/solve.c", "");
    r.helper = made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 80},
                           "helper_with_a_name_that_goes_on_and_on_for_ever", "src/solve.c", "");
    r.report = made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 90},
                           "report", "src/report.c", "");
    r.load = made_region(
        place,
        (struct format_region){
            .kind = TRI_KIND_IO, .flags = TRI_READS, .seq = 1, .line = 15, .routine = r.main},
        "fread", "src/main.c", "");
    r.print = made_region(
        place,
        (struct format_region){
            .kind = TRI_KIND_IO, .flags = TRI_WRITES, .seq = 1, .line = 95, .routine = r.report},
        "printf", "src/report.c", "");
    r.assembly = made_region(place, (struct format_region){.kind = TRI_KIND_USER, .line = 30},
                             "assembly", "src/main.c", "");
    r.data = made_region(place, (struct format_region){.kind = TRI_KIND_FILE}, "/data/field.bin",
                         "", "");
    r.out = made_region(place, (struct format_region){.kind = TRI_KIND_FILE}, "stdout", "", "");
    r.pause =
        made_region(place, (struct format_region){.kind = TRI_KIND_PAUSE}, "(paused)", "", "");
    add_left_out(place);
    return r;
}

static void set_trips(struct format_node *node, uint64_t trips, uint64_t min, uint64_t max)
{
    node->trips = trips;
    node->trips_min = min;
    node->trips_max = max;
}

static void set_bytes(struct made_profile *profile, uint32_t io, uint32_t file, uint64_t bytes)
{
    made_at(profile, io)->bytes = bytes;
    made_at(profile, file)->bytes = bytes;
}

/* 10 s: main 9.9 s, in it solve 6 s, fib 1.5 s in three levels, report 0.5 s, I/O, a pause of 0.25
 * s. */
static void add_main_lane(struct made_profile *profile, const struct regions *r)
{
    uint32_t root = made_lane(profile, 0, "heat", MADE_START, 0);
    uint32_t main_node = made_node(profile, root, r->main, 1, 9900 * MS);
    uint32_t load = made_node(profile, main_node, r->load, 4, 100 * MS);
    set_bytes(profile, load, made_node(profile, load, r->data, 4, 100 * MS), 4096000);
    uint32_t solve = made_node(profile, main_node, r->solve, 2, 6 * SECOND);
    uint32_t sweep = made_node(profile, solve, r->sweep, 2, 5500 * MS);
    set_trips(made_at(profile, sweep), 1000, 400, 600);
    uint32_t inner = made_node(profile, sweep, r->sweep_inner, 1000, 4 * SECOND);
    set_trips(made_at(profile, inner), 500000, 500, 500);
    uint32_t tiny =
        made_node(profile, sweep, r->tiny, 123456789, 1 * MS); /* all were timed at first */
    made_node(profile, tiny, r->helper, 10, 250 * MS);
    made_sampled(profile, tiny, 123446789, 1000, 20000); /* 20 ns: the clock takes 8 of them */
    uint32_t fib = made_node(profile, main_node, r->fib, 1, 1500 * MS);
    uint32_t fib2 = made_node(profile, fib, r->fib, 2, 1400 * MS);
    uint32_t fib3 = made_node(profile, fib2, r->fib, 4, 1000 * MS);
    set_trips(made_at(profile, made_node(profile, fib3, r->fib_while, 4, 400 * MS)), 17, 0, 9);
    uint32_t report = made_node(profile, main_node, r->report, 1, 500 * MS);
    uint32_t print = made_node(profile, report, r->print, 20, 50 * MS);
    set_bytes(profile, print, made_node(profile, print, r->out, 20, 50 * MS), 2000);
    made_node(profile, main_node, r->pause, 1, 250 * MS);
    made_node(profile, main_node, r->assembly, 3, 300 * MS);
    made_node(profile, main_node, r->assembly, 1, 100 * MS); /* a second node for the same path */
}

struct made *made_sample(void)
{
    struct made *made = made_new();
    struct made_place *first = made_add_place(made);
    struct regions r = add_regions(first);
    made->run = run;
    first->record.state = FORMAT_PLACE_EXITED;
    first->record.end = MADE_START + 10 * SECOND;
    first->record.last = (struct format_moment){first->record.end, first->record.end, 0};
    struct made_profile *profile = made_add_profile(first);
    add_main_lane(profile, &r);
    struct made_profile *worker = made_add_profile(first);
    uint32_t root = made_lane(worker, 1, "worker", MADE_START + SECOND, MADE_START + 3 * SECOND);
    uint32_t solve = made_node(worker, root, r.solve, 1, 1800 * MS);
    set_trips(made_at(worker, made_node(worker, solve, r.sweep, 1, 1700 * MS)), 300, 300, 300);

    struct made_place *second = made_add_place(made); /* forked, then killed in a loop */
    struct regions s = add_regions(second);
    second->record.start.ticks = second->record.start.monotonic = MADE_START + 4 * SECOND;
    second->record.last = second->record.start;
    profile = made_add_profile(second);
    root = made_lane(profile, 0, "heat", MADE_START + 4 * SECOND, 0);
    uint32_t main_node = made_node(profile, root, s.main, 0, 0);
    made_at(profile, main_node)->open = MADE_START + 4 * SECOND;
    solve = made_node(profile, main_node, s.solve, 1, 0);
    made_at(profile, solve)->open = MADE_START + 4 * SECOND;
    uint32_t sweep = made_node(profile, solve, s.sweep, 1, 0);
    made_at(profile, sweep)->open = MADE_START + 5 * SECOND;
    return made;
}
