/* write_fortran.c: writes an archive of a program in Fortran and C into the folder that is named:
 * units, internal files, modules, an ENTRY, what is not told. Every number is known. With "counts",
 * nothing was timed; with "huge", the numbers are as large as they can be. */
#include "made.h"

#include <stdbool.h>
#include <string.h>

#define MS UINT64_C(1000000)

static const char run[] =
    "{\"triptych\": \"0.1.0\", \"command\": [\"./swim\"], \"cwd\": \"/home/someone\","
    " \"host\": \"host\", \"start\": \"2023-11-14T22:13:20Z\", \"start_ns\": 1000000000,"
    " \"end_ns\": 2000000000, \"real_start_ns\": 1700000000000000000, \"exit_status\": 0,"
    " \"clock\": \"counter\", \"options\": {}, \"state\": \"ended\"}";

static const char untold[] = "bytes not counted: Fortran I/O does not report them";
static const char shared[] = "trips not counted: the iterations are shared between threads";

struct writer {
    struct made_place *place;
    struct made_profile *profile;
    bool counts, huge;
};

static uint32_t routine(struct writer *to, const char *name, const char *file, uint32_t line)
{
    return made_region(to->place,
                       (struct format_region){.kind = TRI_KIND_ROUTINE,
                                              .line = line,
                                              .mode = to->counts ? TRI_COUNT : TRI_TIME},
                       name, file, "");
}

static uint32_t part(struct writer *to, struct format_region row, const char *name,
                     const char *file, const char *note)
{
    if (row.reason == FORMAT_MEASURED)
        row.mode = to->counts ? TRI_COUNT : TRI_TIME;
    return made_region(to->place, row, name, file, note);
}

static uint32_t loop(struct writer *to, uint32_t of, uint32_t seq, uint32_t flags, uint32_t line,
                     const char *label, const char *file, const char *note)
{
    struct format_region row = {
        .kind = TRI_KIND_LOOP, .routine = of, .seq = seq, .flags = flags, .line = line};
    if (flags & TRI_UNMEASURED)
        row.reason = FORMAT_UNMEASURED;
    return part(to, row, label, file, note);
}

static uint32_t io(struct writer *to, uint32_t of, uint32_t seq, uint32_t flags, uint32_t line,
                   const char *word, const char *file, const char *note)
{
    struct format_region row = {
        .kind = TRI_KIND_IO, .routine = of, .seq = seq, .flags = flags, .line = line};
    return part(to, row, word, file, note);
}

static uint32_t file_of_unit(struct writer *to, const char *path, int unit)
{
    struct format_region row = {.kind = TRI_KIND_FILE, .line = 0x80000000u + (uint32_t)unit};
    return part(to, row, path, "", "");
}

static uint32_t file(struct writer *to, const char *path)
{
    return part(to, (struct format_region){.kind = TRI_KIND_FILE}, path, "", "");
}

static uint64_t scaled(const struct writer *to, uint64_t number)
{
    return to->huge ? number * UINT64_C(1000000000) : number;
}

static uint32_t node(struct writer *to, uint32_t parent, uint32_t region, uint64_t count,
                     uint64_t ms)
{
    return made_node(to->profile, parent, region, scaled(to, count), to->counts ? 0 : ms * MS);
}

static uint32_t turned(struct writer *to, uint32_t parent, uint32_t region, uint64_t count,
                       uint64_t ms, uint64_t trips)
{
    uint32_t number = node(to, parent, region, count, ms);
    struct format_node *at = made_at(to->profile, number);
    at->trips = scaled(to, trips);
    at->trips_min = at->trips_max = trips / count;
    return number;
}

static void moved(struct writer *to, uint32_t parent, uint32_t statement, uint32_t target,
                  uint64_t count, uint64_t ms, uint64_t bytes)
{
    uint32_t visit = node(to, parent, statement, count, ms);
    uint32_t on_file = node(to, visit, target, count, ms);
    made_at(to->profile, visit)->bytes = made_at(to->profile, on_file)->bytes = bytes;
}

/* The main program: reads, steps, writes. Returns the node of its first loop. */
static uint32_t add_main(struct writer *to, uint32_t root)
{
    const char *f = "swim.f";
    uint32_t swim = routine(to, "SWIM", f, 3);
    uint32_t steps = loop(to, swim, 1, TRI_DETERMINED, 20, "100", f, "");
    uint32_t search = loop(to, swim, 2, 0, 40, "20", f, "");
    uint32_t open = io(to, swim, 1, 0, 8, "OPEN", f, untold);
    uint32_t read = io(to, swim, 2, TRI_READS, 9, "READ", f, untold);
    uint32_t format = io(to, swim, 3, TRI_WRITES, 22, "WRITE", f, untold);
    uint32_t print = io(to, swim, 4, TRI_WRITES, 23, "PRINT", f, untold);
    uint32_t inquire = io(to, swim, 5, 0, 50, "INQUIRE", f, untold);
    uint32_t in = file_of_unit(to, "/home/someone/in.dat", -10);
    uint32_t body = node(to, root, swim, 1, 900);
    moved(to, body, open, in, 1, 5, 0);
    moved(to, body, read, in, 3, 20, 0);
    uint32_t turning = turned(to, body, steps, 1, 700, 10);
    moved(to, turning, format, file(to, "(internal file)"), 10, 4, 0);
    moved(to, turning, print, file_of_unit(to, "stdout", 6), 10, 6, 0);
    turned(to, body, search, 2, 30, 9);
    node(to, body, inquire, 1, 1);
    return turning;
}

/* Two modules with a routine of the same name; one has an ENTRY, and loops of all sorts. */
static void add_modules(struct writer *to, uint32_t turning)
{
    const char *g = "src/grid.F90";
    uint32_t step = routine(to, "grid::step", g, 12);
    uint32_t restart = routine(to, "grid::restart", g, 30);
    uint32_t sweep = loop(to, step, 1, TRI_DETERMINED, 14, "sweep", g, "");
    uint32_t until = loop(to, step, 2, TRI_WHILE, 18, "", g, "");
    uint32_t divided = loop(to, step, 3, TRI_DETERMINED, 22, "", g, shared);
    loop(to, step, 4, TRI_DETERMINED | TRI_UNMEASURED, 25, "", g, "the loop comes from a macro");
    uint32_t output = routine(to, "output::step", "src/output.f90", 5);
    uint32_t rows =
        loop(to, output, 1, 0, 6, "", "src/output.f90", "trips not counted: nobody does");
    uint32_t field = io(to, output, 1, TRI_WRITES, 7, "WRITE", "src/output.f90", untold);
    uint32_t body = node(to, turning, step, 10, 500);
    uint32_t sweeping = turned(to, body, sweep, 10, 300, 1000);
    turned(to, sweeping, until, 1000, 100, 0);
    node(to, body, divided, 10, 50);
    node(to, turning, restart, 1, 20);
    uint32_t out = node(to, turning, output, 10, 100);
    node(to, out, rows, 10, 5);
    moved(to, out, field, file_of_unit(to, "/home/someone/out.dat", 10), 5, 30, 0);
    moved(to, out, field, file_of_unit(to, "/home/someone/out.dat", 11), 3, 20, 0);
    moved(to, out, field, file_of_unit(to, "/home/someone/second part.dat", 10), 2, 10, 0);
    made_region(to->place,
                (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 60, .reason = FORMAT_HOT},
                "grid::flux", g, "");
}

/* C code that writes to the same file, by its name as it was given. */
static void add_c(struct writer *to, uint32_t turning)
{
    uint32_t checksum = routine(to, "checksum", "sum.c", 4);
    uint32_t put = io(to, checksum, 1, TRI_WRITES, 6, "fwrite", "sum.c", "");
    uint32_t body = node(to, turning, checksum, 1, 10);
    moved(to, body, put, file(to, "out.dat"), 1, 8, 4000);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    struct made *made = made_new();
    struct writer to = {.place = made_add_place(made),
                        .counts = argc > 2 && !strcmp(argv[2], "counts"),
                        .huge = argc > 2 && !strcmp(argv[2], "huge")};
    made->run = run;
    to.place->record.state = FORMAT_PLACE_EXITED;
    to.place->record.end = MADE_START + 1000 * MS;
    to.place->record.last = (struct format_moment){to.place->record.end, to.place->record.end, 0};
    to.profile = made_add_profile(to.place);
    uint32_t turning = add_main(&to, made_lane(to.profile, 0, "swim", MADE_START, 0));
    add_modules(&to, turning);
    add_c(&to, turning);
    made_write(made, argv[1]);
    made_free(made);
    return 0;
}
