/* sample.c: see sample.h */
#include "sample.h"

#include "report/show/palette.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const sample_names[] = {"usual", "one-lane", "one-cycle", "many",    "huge",
                                    "long",  "zero",     "empty",     "hostile", "bytes",
                                    "tiny",  "late",     NULL};

struct shape {
    size_t whats, lanes, cycles;
    uint64_t length; /* ns */
};

/* Between 0 and 1, the same in every run and on every machine. */
static double noise(size_t a, size_t b, size_t c)
{
    uint64_t x = a * UINT64_C(0x9e3779b97f4a7c15) + b * UINT64_C(0xbf58476d1ce4e5b9) +
                 c * UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 29;
    return (double)(x >> 40) / (double)(1 << 24);
}

static const char *const classes[] = {
    "program", "runtime", "MPI point-to-point", "MPI collective", "sync", "io", "idle"};
static const char *const routines[] = {
    "solve (cg.c:17)",       "exchange (halo.c:88)",    "norm (cg.c:61)", "assemble (fem.c:120)",
    "read_mesh (mesh.c:14)", "precondition (ilu.c:33)", "others"};

/* The share of a class on a lane in a part of the run from 0 to 1: read, work in waves, wait. */
static double share(size_t what, size_t lane, size_t lanes, double when, size_t cycle)
{
    double uneven = lanes > 1 ? (double)lane / (double)(lanes - 1) : 0.5;
    double wave = 0.5 + 0.5 * sin(when * 40 + (double)lane * 0.3);
    double reading = when < 0.12 ? 0.7 : 0;
    double wait =
        when > 0.12 ? fmin(0.75, 0.08 + 0.5 * uneven * wave + 0.1 * noise(lane, cycle, 1)) : 0.1;
    double shares[7] = {0};
    shares[5] = reading * (lane == 0 ? 1 : 0);
    shares[6] = when < 0.12 && lane ? 0.85 : when > 0.94 ? 0.6 * uneven : 0;
    shares[4] = (1 - shares[5] - shares[6]) * wait;
    double rest = 1 - shares[4] - shares[5] - shares[6];
    shares[2] = rest * 0.05;
    shares[3] = rest * 0.04 * wave;
    shares[1] = rest * 0.03;
    shares[0] = 1 - shares[1] - shares[2] - shares[3] - shares[4] - shares[5] - shares[6];
    return shares[what % 7];
}

static struct shape shape_of(const char *name)
{
    struct shape shape = {7, 8, 120, 20000000};
    if (!strcmp(name, "one-lane"))
        shape.lanes = 1;
    if (!strcmp(name, "one-cycle"))
        shape.cycles = 1;
    if (!strcmp(name, "many"))
        shape.lanes = 128, shape.cycles = 300;
    if (!strcmp(name, "huge"))
        shape.lanes = SHOW_SVG_LANES, shape.cycles = SHOW_SVG_COLUMNS;
    if (!strcmp(name, "empty"))
        shape.whats = shape.lanes = 0;
    if (!strcmp(name, "tiny"))
        shape.length = 40;
    if (!strcmp(name, "long"))
        shape.lanes = 5;
    return shape;
}

static void name_what(struct cube_projection_item *item, const char *name, size_t i, bool by_class)
{
    *item = (struct cube_projection_item){
        .region = ARCHIVE_NONE, .class = CYCLES_CLASSES, .lane = ARCHIVE_NONE, .lanes = 1};
    if (!strcmp(name, "long"))
        item->label =
            memory_printf("a_very_long_name_<of>_\"a\"_routine_&_its_\033[31mparents_%zu::"
                          "that_goes_on_and_on_and_on (a/folder/of/folders/file.c:%zu)",
                          i, i * 1000);
    else
        item->label = memory_string(by_class ? classes[i] : routines[i]);
    if (by_class)
        item->class = (uint32_t)i;
    else if (i < 6)
        item->region = (uint32_t)i + 1;
}

static void name_lane(struct cube_projection_item *item, const char *name, size_t i)
{
    *item = (struct cube_projection_item){
        .region = ARCHIVE_NONE, .class = CYCLES_CLASSES, .lane = (uint32_t)i, .lanes = 1};
    if (!strcmp(name, "huge"))
        item->label = memory_printf("%zu.0-%zu.7", i, i);
    else if (!strcmp(name, "long"))
        item->label = memory_printf("12345.%zu of a host with a long name", i);
    else
        item->label = memory_printf("%zu.%zu", i / 4, i % 4);
}

static double value_at(const char *name, const struct cube_projection *made,
                       const struct shape *shape, enum report_show_display display, size_t row,
                       size_t column, double scale)
{
    static const double nonsense[] = {NAN, INFINITY, -INFINITY, -1, 1e308, 0, 0.5};
    if (!strcmp(name, "zero"))
        return 0;
    if (!strcmp(name, "hostile"))
        return nonsense[(row * 3 + column) % 7];
    double when = ((double)column + 0.5) / (double)made->columns, sum = 0;
    if (!strcmp(name, "late") && row == 2 && column < made->columns / 3)
        return NAN;
    switch (report_show_axes(display)) {
    case PROJECTION_WHEN_WHERE:
        return scale * (1 - share(6, row, shape->lanes, when, column) -
                        share(4, row, shape->lanes, when, column));
    case PROJECTION_WHAT_WHEN:
        for (size_t lane = 0; lane < shape->lanes; lane++)
            sum += share(row, lane, shape->lanes, when, column);
        return scale * sum / (double)shape->lanes;
    default:
        for (size_t cycle = 0; cycle < shape->cycles; cycle++)
            sum += share(row, column, shape->lanes, ((double)cycle + 0.5) / (double)shape->cycles,
                         cycle);
        return scale * sum * (double)shape->length / 1e9;
    }
}

struct cube_projection *sample_make(const char *name, enum report_show_display display,
                                    enum cube_projection_subject subject)
{
    struct shape shape = shape_of(name);
    enum cube_projection_axes axes = report_show_axes(display);
    bool bytes = subject == PROJECTION_COMMUNICATION || !strcmp(name, "bytes");
    struct cube_projection *made = memory_zeroed(1, sizeof *made);
    made->rows = axes == PROJECTION_WHEN_WHERE ? shape.lanes : shape.whats;
    made->columns = axes == PROJECTION_WHAT_WHERE ? shape.lanes : shape.cycles;
    made->row = memory_zeroed(made->rows + 1, sizeof *made->row);
    made->value = memory_zeroed(made->rows * made->columns + 1, sizeof *made->value);
    made->zero = 1000000000;
    made->start = made->zero + (strcmp(name, "late") ? 0 : 1500000000);
    made->length = shape.length;
    made->unit = bytes ? "bytes" : axes == PROJECTION_WHAT_WHERE ? "s" : "of the time";
    made->merged_cycles = !strcmp(name, "huge") ? 25 : 1;
    made->merged_lanes = !strcmp(name, "huge") ? 8 : 1;
    made->source = strcmp(name, "late") ? CYCLES_OF_EVENTS : CYCLES_OF_SAMPLES;
    made->hidden_whats = subject == PROJECTION_UTILISATION ? 0 : 12;
    for (size_t i = 0; i < made->rows; i++) {
        if (axes == PROJECTION_WHEN_WHERE)
            name_lane(&made->row[i], name, i);
        else
            name_what(&made->row[i], name, i, subject == PROJECTION_UTILISATION);
    }
    if (axes == PROJECTION_WHAT_WHERE)
        made->column = memory_zeroed(made->columns + 1, sizeof *made->column);
    for (size_t i = 0; made->column && i < made->columns; i++)
        name_lane(&made->column[i], name, i);
    for (size_t i = 0; i < made->rows * made->columns; i++)
        made->value[i] = value_at(name, made, &shape, display, i / made->columns, i % made->columns,
                                  bytes ? 3.7e6 : 1);
    return made;
}

void sample_free(struct cube_projection *projection)
{
    for (size_t i = 0; i < projection->rows; i++)
        free(projection->row[i].label);
    for (size_t i = 0; projection->column && i < projection->columns; i++)
        free(projection->column[i].label);
    free(projection->row);
    free(projection->column);
    free(projection->value);
    free(projection);
}
