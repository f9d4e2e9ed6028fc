/* test_loops.c: what was counted in a binary, of which every number is known by hand; and files
 * that make no sense. */
#include "unit.h"

#include "archive/table/schema.h"
#include "format/loops.h"
#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NONE = UINT32_MAX,
    FUNCTIONS = 4,
    MAIN = 1, /* numbers of functions */
    LEAF = 2,
    ODD = 3,
    RECORDS = 11,
    OWN_FILES = 5,
    MODULES = 40, /* of a process that loads many libraries */
};

/* main runs through a loop that calls leaf, its condition behind its body; leaf has a loop that a
 * register tells, by fours, and one that always turns 8 times; odd has two ways into its loop; cold
 * was left as it is. */
static const struct format_function functions[FUNCTIONS] = {
    {.start = 0x100,
     .end = 0x134,
     .name = 1,
     .counters = 2,
     .slots = 1,
     .blocks = 5,
     .edges = 8,
     .loops = 1},
    {.start = 0x200,
     .end = 0x240,
     .name = 6,
     .flags = FORMAT_FUNCTION_LEAF,
     .counters = 2,
     .first_slot = 1,
     .first_block = 5,
     .first_edge = 8,
     .first_loop = 1,
     .blocks = 4,
     .edges = 7,
     .loops = 2},
    {.start = 0x300,
     .end = 0x340,
     .name = 11,
     .counters = 4,
     .first_slot = 1,
     .first_block = 9,
     .first_edge = 15,
     .first_loop = 3,
     .blocks = 4,
     .edges = 7,
     .loops = 1},
    {.start = 0x400,
     .end = 0x480,
     .name = 15,
     .why = 20,
     .flags = FORMAT_FUNCTION_NATIVE,
     .first_slot = 1,
     .first_block = 13,
     .first_edge = 22,
     .first_loop = 4},
};
static const char texts[] = "\0main\0leaf\0odd\0cold\0nobody knows\0/nowhere/a.out";
static const struct format_slot slots[] = {{.function = LEAF - 1, .node = 2}};
static const struct format_block blocks[] = {
    {0x100, 20, 5, NONE, 0}, {0x114, 12, 3, 0, 0},    {0x120, 4, 1, 0, 0},  {0x124, 8, 2, 0, 0},
    {0x12c, 8, 2, NONE, 0},  {0x200, 12, 3, NONE, 0}, {0x20c, 8, 2, 0, 0},  {0x214, 16, 4, 1, 0},
    {0x224, 4, 1, NONE, 0},  {0x300, 8, 2, NONE, 0},  {0x308, 12, 3, 0, 0}, {0x314, 12, 3, 0, 0},
    {0x320, 4, 1, NONE, 0},
};
static const struct format_edge edges[] = {
    {0, 1, FORMAT_EDGE_ENTER, NONE, 1}, {1, 4, FORMAT_EDGE_TAKEN, NONE, 1},
    {2, 0, FORMAT_EDGE_LOST, NONE, 1},  {2, 3, FORMAT_EDGE_BACK, NONE, 1},
    {3, 4, FORMAT_EDGE_NEXT, NONE, 1},  {4, 2, FORMAT_EDGE_TAKEN, 0, 1},
    {4, 5, FORMAT_EDGE_NEXT, NONE, 1},  {5, 0, FORMAT_EDGE_LEAVE, 1, 1},

    {0, 1, FORMAT_EDGE_ENTER, NONE, 1}, {1, 2, FORMAT_EDGE_NEXT, NONE, 1},
    {2, 2, FORMAT_EDGE_TAKEN, 0, 4},    {2, 3, FORMAT_EDGE_NEXT, NONE, 1},
    {3, 3, FORMAT_EDGE_TAKEN, NONE, 0}, {3, 4, FORMAT_EDGE_NEXT, NONE, 1},
    {4, 0, FORMAT_EDGE_LEAVE, 1, 1},

    {0, 1, FORMAT_EDGE_ENTER, NONE, 1}, {1, 2, FORMAT_EDGE_NEXT, 0, 1},
    {1, 3, FORMAT_EDGE_TAKEN, NONE, 1}, {2, 3, FORMAT_EDGE_NEXT, NONE, 1},
    {3, 2, FORMAT_EDGE_TAKEN, 1, 1},    {3, 4, FORMAT_EDGE_NEXT, NONE, 1},
    {4, 0, FORMAT_EDGE_LEAVE, 3, 1},
};
static const struct format_loop loops[] = {
    {4, NONE, 1, 0, NONE, 0, 0, 0, 0, 0, 1, {NONE, NONE}, 0, 0, 0},
    {2, NONE, 1, FORMAT_LOOP_COUNTED, NONE, 0, 4, 0, 0, 0, 1, {NONE, NONE}, 0, 0, 0},
    {3, NONE, 1, FORMAT_LOOP_COUNTED, NONE, 8, 0, 0, 0, 0, 1, {NONE, NONE}, 0, 0, 0},
    {2, NONE, 1, FORMAT_LOOP_IRREDUCIBLE, 2, 0, 0, 0, 0, 0, 1, {NONE, NONE}, 0, 0, 0},
};

struct sample {
    struct made *made;
    char plan[4096];
    size_t plan_size;
    union {
        struct format_contexts header;
        char bytes[RECORDS * FORMAT_CONTEXT_RECORD];
        uint64_t words[RECORDS * FORMAT_CONTEXT_RECORD / 8];
    } contexts;
    struct {
        struct format_lost_header header;
        struct format_lost calls[1];
    } lost;
    struct format_module module;
    uint64_t native[sizeof(struct format_native) / 8 + FUNCTIONS + 1];
    struct archive_folder_memory_file files[48];
};

static void add_section(struct sample *sample, enum format_plan_section which, const void *from,
                        size_t count, size_t size)
{
    struct format_plan *header = (struct format_plan *)(void *)sample->plan;
    header->sections[which] = (struct format_section){sample->plan_size, count};
    memcpy(sample->plan + sample->plan_size, from, count * size);
    sample->plan_size += (count * size + 7) / 8 * 8;
}

#define ADD(which, array)                                                                          \
    add_section(sample, FORMAT_PLAN_##which, array, sizeof array / sizeof array[0], sizeof array[0])

static void make_plan(struct sample *sample)
{
    struct format_plan header = {
        .magic = FORMAT_PLAN_MAGIC, .version = FORMAT_LOOPS_VERSION, .path = 33};
    sample->plan_size = sizeof header;
    memcpy(sample->plan, &header, sizeof header);
    ADD(FUNCTIONS, functions);
    ADD(SLOTS, slots);
    ADD(BLOCKS, blocks);
    ADD(EDGES, edges);
    ADD(LOOPS, loops);
    ADD(TEXTS, texts);
}

static void add_context(struct sample *sample, uint32_t record, struct format_context context,
                        const uint64_t *values, size_t count)
{
    char *at = sample->contexts.bytes + (size_t)record * FORMAT_CONTEXT_RECORD;
    context.self = record;
    context.counted = (uint32_t)count;
    context.records = count ? 2 : 1;
    memcpy(at, &context, sizeof context);
    if (count)
        memcpy(at + sizeof context, values, count * sizeof *values);
}

/* main once, seven times leaf; odd twice by somebody; a handler calls leaf once. */
static void make_contexts(struct sample *sample)
{
    sample->contexts.header = (struct format_contexts){
        .magic = FORMAT_CONTEXTS_MAGIC, .version = FORMAT_LOOPS_VERSION, .used = RECORDS};
    struct format_context root = {
        .function = FORMAT_CONTEXT_ROOT, .site = FORMAT_NO_SITE, .closed = 1};
    struct format_context call = {.function = MAIN, .site = FORMAT_NO_SITE, .above = 1};
    add_context(sample, 1, root, NULL, 0);
    add_context(sample, 2, call, (const uint64_t[]){7, 1}, 2);
    call.above = 2;
    call.function = LEAF;
    call.site = 0;
    add_context(sample, 4, call, (const uint64_t[]){4 * 70, 7}, 2);
    call.function = ODD;
    call.site = FORMAT_NO_SITE;
    add_context(sample, 6, call, (const uint64_t[]){1, 3, 3, 2}, 4);
    call.function = FORMAT_CONTEXT_SIGNAL;
    add_context(sample, 8, call, NULL, 0);
    call.function = LEAF;
    call.above = 8;
    add_context(sample, 9, call, (const uint64_t[]){0, 1}, 2);
}

static struct sample *make(void)
{
    struct sample *sample = calloc(1, sizeof *sample);
    assert_non_null(sample);
    sample->made = made_new();
    for (int i = 0; i < 2; i++) { /* the second one has the same */
        struct made_profile *profile = made_add_profile(made_add_place(sample->made));
        made_lane(profile, 0, "main", MADE_START, MADE_START + 1000);
    }
    make_plan(sample);
    make_contexts(sample);
    sample->module = (struct format_module){.first = 1, .count = FUNCTIONS, .plan = "a.plan"};
    struct format_native *native = (struct format_native *)(void *)sample->native;
    native->magic = FORMAT_NATIVE_MAGIC;
    native->version = FORMAT_LOOPS_VERSION;
    native->samples = 30;
    native->functions[FUNCTIONS] = 11;
    sample->lost.header = (struct format_lost_header){
        .magic = FORMAT_LOST_MAGIC, .version = FORMAT_LOOPS_VERSION, .used = 1};
    return sample;
}

static void release(struct sample *sample)
{
    made_free(sample->made);
    free(sample);
}

/* The own files of place 0 first. */
static struct archive_folder folder_of(struct sample *sample)
{
    struct archive_folder folder = made_folder(sample->made);
    const struct archive_folder_memory_file own[] = {
        {"loops/a.plan", sample->plan, sample->plan_size},
        {"places/0/loops-0", &sample->contexts, sizeof sample->contexts},
        {"places/0/lost-0", &sample->lost, sizeof sample->lost},
        {"places/0/modules", &sample->module, sizeof sample->module},
        {"places/0/native", sample->native, sizeof sample->native},
        {"places/1/loops-0", &sample->contexts, sizeof sample->contexts},
        {"places/1/modules", &sample->module, sizeof sample->module},
    };
    memcpy(sample->files, own, sizeof own);
    memcpy(sample->files + sizeof own / sizeof own[0], folder.files,
           folder.file_count * sizeof *folder.files);
    return (struct archive_folder){.files = sample->files,
                                   .file_count = folder.file_count + sizeof own / sizeof own[0]};
}

static struct archive *read_sample(struct sample *sample)
{
    struct error error = {0};
    struct archive_folder folder = folder_of(sample);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    assert_true(archive_schema_check(archive, &error));
    return archive;
}

/* The node of a region below another one, by name; a loop by its number. */
static uint32_t below(const struct archive *archive, uint32_t parent, const char *name,
                      uint32_t seq)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t region = nodes->region[i];
        if (nodes->parent[i] == parent && archive->regions.seq[region] == seq &&
            !strcmp(archive_text(archive, archive->regions.name[region]), name))
            return i;
    }
    fail_msg("there is no node %s %u", name, seq);
    return ARCHIVE_NONE;
}

static void has(const struct archive *archive, uint32_t node, uint64_t count, uint64_t trips,
                uint64_t instructions)
{
    assert_int_equal(archive->nodes.visits[node], count);
    assert_int_equal(archive->nodes.trips[node], trips);
    assert_int_equal(archive->nodes.instructions[node], instructions);
    assert_false(archive->nodes.timed[node]);
}

static void counters_become_nodes(void **state)
{
    (void)state;
    struct sample *sample = make();
    struct archive *archive = read_sample(sample);
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t root = 0, called = below(archive, root, "main", 0);
    has(archive, called, 1, 0, 5 + 2);
    uint32_t loop = below(archive, called, "", 1);
    has(archive, loop, 1, 7, 7 * 3 + 7 * 1 + 8 * 2);
    assert_int_equal(nodes->trips_min[loop], 7);
    uint32_t leaf = below(archive, loop, "leaf", 0);
    has(archive, leaf, 7, 0, 7 * (3 + 1));
    has(archive, below(archive, leaf, "", 1), 7, 70 + 7, (70 + 7) * 2);
    assert_int_equal(nodes->trips_min[below(archive, leaf, "", 1)], ARCHIVE_UNKNOWN);
    has(archive, below(archive, leaf, "", 2), 7, 7 * 8, 7 * 8 * 4);
    assert_int_equal(nodes->trips_max[below(archive, leaf, "", 2)], 8);
    uint32_t odd = below(archive, called, "odd", 0);
    has(archive, odd, 2, 0, 2 * (2 + 1));
    has(archive, below(archive, odd, "", 1), 2, 3 + 2, 4 * 3 + 5 * 3);
    has(archive, below(archive, called, "leaf", 0), 1, 0, 4); /* of the handler */
    assert_string_equal(archive_text(archive, archive->places.damage[0]), "");
    archive_close(archive);
    release(sample);
}

static void regions_are_those_of_all_places(void **state)
{
    (void)state;
    struct sample *sample = make();
    struct archive *archive = read_sample(sample);
    assert_int_equal(archive->regions.rows, 1 + 3 + 4);
    assert_int_equal(archive->loops.rows, 4);
    assert_int_equal(archive->loops.address[0], 0x124);
    assert_string_equal(archive_text(archive, archive->loops.binary[0]), "/nowhere/a.out");
    assert_int_equal(archive->loops.factor[1], 4);
    assert_int_equal(archive->loops.flags[3], FORMAT_LOOP_IRREDUCIBLE);
    assert_int_equal(archive->natives.rows, 2);
    assert_string_equal(archive_text(archive, archive->natives.name[0]), "cold");
    assert_string_equal(archive_text(archive, archive->natives.why[0]), "nobody knows");
    assert_int_equal(archive->natives.size[0], 0x80);
    assert_int_equal(archive->natives.samples[0], 11);
    assert_int_equal(archive->places.pc_samples[0], 30);
    archive_close(archive);
    release(sample);
}

/* Each has a plan of its own: they must stay where they are while others are read. */
static void many_modules(void **state)
{
    (void)state;
    struct sample *sample = make();
    struct archive_folder folder = folder_of(sample);
    struct archive_folder_memory_file *files = calloc(folder.file_count + MODULES, sizeof *files);
    struct format_module *modules = calloc(MODULES, sizeof *modules);
    char(*names)[32] = calloc(MODULES, sizeof *names);
    assert_true(files && modules && names);
    memcpy(files, folder.files, folder.file_count * sizeof *files);
    for (uint32_t i = 0; i < MODULES; i++) {
        modules[i] = (struct format_module){.first = 1 + i * FUNCTIONS, .count = FUNCTIONS};
        snprintf(modules[i].plan, sizeof modules[i].plan, "%u.plan", i);
        snprintf(names[i], sizeof names[i], "loops/%u.plan", i);
        files[folder.file_count++] =
            (struct archive_folder_memory_file){names[i], sample->plan, sample->plan_size};
    }
    for (size_t i = 0; i < OWN_FILES; i++) {
        if (!strcmp(files[i].path, "places/0/modules"))
            files[i] = (struct archive_folder_memory_file){"places/0/modules", modules,
                                                           MODULES * sizeof *modules};
    }
    folder.files = files;
    struct error error = {0};
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    has(archive, below(archive, 0, "main", 0), 1, 0, 5 + 2);
    assert_string_equal(archive_text(archive, archive->places.damage[0]), "");
    archive_close(archive);
    free(names);
    free(modules);
    free(files);
    release(sample);
}

/* leaf called exit when it was called the last time. */
static void calls_that_do_not_come_back(void **state)
{
    (void)state;
    struct sample *sample = make();
    sample->lost.header.used = 2;
    sample->lost.calls[0] = (struct format_lost){.context = 2, .node = 2, .count = 1, .skipped = 1};
    sample->contexts.words[2 * 8 + 9] = 0; /* nor did main */
    struct archive *archive = read_sample(sample);
    uint32_t called = below(archive, 0, "main", 0), loop = below(archive, called, "", 1);
    has(archive, called, 1, 0, 5);
    has(archive, loop, 1, 7, 7 * 3 - 1 + 6 * 1 + 7 * 2);
    assert_string_equal(archive_text(archive, archive->places.damage[0]), "");
    archive_close(archive);
    release(sample);
}

static void counters_that_contradict_each_other(void **state)
{
    (void)state;
    struct sample *sample = make();
    sample->lost.header.used = 2;
    sample->lost.calls[0] = (struct format_lost){.context = 2, .node = 2, .count = 9};
    struct archive *archive = read_sample(sample);
    assert_string_equal(archive_text(archive, archive->places.damage[0]),
                        "contexts whose counters contradict each other: 1");
    archive_close(archive);
    release(sample);
}

static void what_was_killed_is_told(void **state)
{
    (void)state;
    struct sample *sample = make();
    struct format_context *root = (struct format_context *)(void *)&sample->contexts.words[8];
    root->closed = 0;
    sample->contexts.words[2 * 8 + 9] = 0; /* main did not return */
    sample->made->places[0].record.state = FORMAT_PLACE_RUNNING;
    sample->made->places[0].record.end = 0;
    struct archive *archive = read_sample(sample);
    uint32_t called = below(archive, 0, "main", 0);
    assert_int_equal(archive->nodes.visits[called], 1);
    assert_int_equal(archive->nodes.unfinished[called], 1);
    assert_int_equal(archive->places.state[0], ARCHIVE_UNFINISHED);
    assert_non_null(strstr(archive_text(archive, archive->places.why[0]), "missing (on 1 lane)"));
    archive_close(archive);
    release(sample);
}

/* A signal ended the program inside of leaf's first loop, of which a register tells the trips. */
static void a_loop_that_was_left_is_told(void **state)
{
    (void)state;
    struct sample *sample = make();
    sample->lost.header.used = 2;
    sample->lost.calls[0] = (struct format_lost){.context = 4, .node = 2, .count = 1};
    struct archive *archive = read_sample(sample);
    assert_non_null(strstr(archive_text(archive, archive->places.why[0]), "counted ahead"));
    assert_null(strstr(archive_text(archive, archive->places.why[0]), "calls"));
    assert_string_equal(archive_text(archive, archive->places.why[1]), "");
    archive_close(archive);
    release(sample);
}

static void *in_plan(struct sample *sample, enum format_plan_section which)
{
    const struct format_plan *header = (const struct format_plan *)(const void *)sample->plan;
    return sample->plan + header->sections[which].offset;
}

/* What the loop of main took, ns; UINT64_MAX: that is not known. */
static uint64_t time_of(uint64_t open, uint64_t ticks, uint32_t clock, uint32_t timer)
{
    struct sample *sample = make();
    ((struct format_function *)in_plan(sample, FORMAT_PLAN_FUNCTIONS))->counters = 7;
    ((struct format_loop *)in_plan(sample, FORMAT_PLAN_LOOPS))->timer = timer;
    struct format_context call = {.function = MAIN, .site = FORMAT_NO_SITE, .above = 1};
    add_context(sample, 2, call, (const uint64_t[]){7, 1, open, 5, ticks, 0, 0}, 7);
    sample->made->places[0].record.clock = clock;
    struct archive *archive = read_sample(sample);
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t time = UINT64_MAX;
    if (timer <= 3) {
        uint32_t loop = below(archive, below(archive, 0, "main", 0), "", 1);
        assert_int_equal(nodes->trips[loop], 7);
        time = nodes->timed[loop] ? nodes->inclusive_time[loop] : UINT64_MAX;
    } else {
        assert_string_not_equal(archive_text(archive, archive->places.damage[0]), "");
    }
    archive_close(archive);
    release(sample);
    return time;
}

static void times_are_taken_if_they_are_whole(void **state)
{
    (void)state;
    enum { COUNTER = FORMAT_CLOCK_COUNTER, TIMER = 3 };
    assert_int_equal(time_of(0, 500, COUNTER, TIMER), 500);
    assert_int_equal(time_of(0, 1001, COUNTER, TIMER), UINT64_MAX); /* longer than the lane */
    assert_int_equal(time_of(0, UINT64_MAX - 5, COUNTER, TIMER), UINT64_MAX);
    assert_int_equal(time_of(1, 500, COUNTER, TIMER), UINT64_MAX);          /* open */
    assert_int_equal(time_of(UINT64_MAX, 500, COUNTER, TIMER), UINT64_MAX); /* left too often */
    assert_int_equal(time_of(FORMAT_TIMER_OFF, 500, COUNTER, TIMER), UINT64_MAX);
    assert_int_equal(time_of(0, 500, FORMAT_CLOCK_MONOTONIC, TIMER), UINT64_MAX);
    assert_int_equal(time_of(0, 500, COUNTER, 0), UINT64_MAX);
    assert_int_equal(time_of(0, 500, COUNTER, TIMER + 1), UINT64_MAX); /* there are not as many */
    assert_int_equal(time_of(0, 500, COUNTER, UINT32_MAX), UINT64_MAX);
}

static void look(const struct archive_folder *folder)
{
    struct error error = {0};
    struct archive *archive = archive_read(folder, "made.tri", &error);
    if (archive)
        assert_true(archive_schema_check(archive, &error));
    archive_close(archive);
}

/* In a plan of optimised code, the loop of main that leads elsewhere, and nowhere on. */
static void a_plan_that_turns_around(void **state)
{
    (void)state;
    struct sample *sample = make();
    const struct format_plan *header = (const struct format_plan *)(const void *)sample->plan;
    char *bytes = sample->plan;
    struct format_block *block =
        (struct format_block *)(void *)(bytes + header->sections[FORMAT_PLAN_BLOCKS].offset);
    struct format_edge *edge =
        (struct format_edge *)(void *)(bytes + header->sections[FORMAT_PLAN_EDGES].offset);
    for (uint32_t i = 0; i < functions[0].blocks; i++) {
        block[i].instructions = 0;
        block[i].loop = 0;
    }
    static const uint32_t ways[][2] = {{0, 1}, {1, 2}, {4, 3}, {3, 2}, {2, 3}};
    for (uint32_t i = 0; i < functions[0].edges; i++) {
        edge[i].from = i < 5 ? ways[i][0] : 5;
        edge[i].to = i < 5 ? ways[i][1] : 0;
        edge[i].kind = FORMAT_EDGE_NEXT;
    }
    struct archive_folder folder = folder_of(sample);
    look(&folder);
    release(sample);
}

static void a_plan_that_is_damaged_is_told(void **state)
{
    (void)state;
    struct sample *sample = make();
    struct format_plan *header = (struct format_plan *)(void *)sample->plan;
    header->sum = format_sum(0, sample->plan, sample->plan_size / 8);
    struct archive *archive = read_sample(sample);
    assert_string_equal(archive_text(archive, archive->places.damage[0]), "");
    archive_close(archive);
    sample->plan[sample->plan_size - 20] ^= 1;
    archive = read_sample(sample);
    assert_non_null(strstr(archive_text(archive, archive->places.damage[0]),
                           "unreadable plans of binaries: 1"));
    archive_close(archive);
    release(sample);
}

static void files_that_are_cut_off(void **state)
{
    (void)state;
    struct sample *sample = make();
    sample->lost.header.used = 2;
    sample->lost.calls[0] = (struct format_lost){.context = 2, .node = 2, .count = 1};
    struct archive_folder folder = folder_of(sample);
    for (size_t i = 0; i < OWN_FILES; i++) {
        size_t whole = sample->files[i].size;
        for (size_t size = 0; size < whole; size += size % 64 == 63 || size % 64 == 0 ? 1 : 7) {
            void *exact = malloc(size ? size : 1); /* so that a byte too far is seen */
            assert_non_null(exact);
            struct archive_folder_memory_file before = sample->files[i];
            memcpy(exact, before.data, size);
            sample->files[i].data = exact;
            sample->files[i].size = size;
            look(&folder);
            sample->files[i] = before;
            free(exact);
        }
    }
    release(sample);
}

static void bytes_that_are_wrong(void **state)
{
    (void)state;
    static const unsigned char wrong[] = {0xff, 0x80, 0x01};
    struct sample *sample = make();
    sample->lost.header.used = 2;
    sample->lost.calls[0] = (struct format_lost){.context = 2, .node = 2, .count = 1};
    struct archive_folder folder = folder_of(sample);
    for (size_t i = 0; i < OWN_FILES; i++) {
        unsigned char *bytes = (unsigned char *)(uintptr_t)sample->files[i].data;
        for (size_t at = i % 2; at < sample->files[i].size; at += 2) {
            bytes[at] ^= wrong[at % sizeof wrong];
            look(&folder);
            bytes[at] ^= wrong[at % sizeof wrong];
        }
    }
    release(sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_become_nodes),
        cmocka_unit_test(regions_are_those_of_all_places),
        cmocka_unit_test(many_modules),
        cmocka_unit_test(calls_that_do_not_come_back),
        cmocka_unit_test(counters_that_contradict_each_other),
        cmocka_unit_test(what_was_killed_is_told),
        cmocka_unit_test(a_loop_that_was_left_is_told),
        cmocka_unit_test(times_are_taken_if_they_are_whole),
        cmocka_unit_test(a_plan_that_turns_around),
        cmocka_unit_test(a_plan_that_is_damaged_is_told),
        cmocka_unit_test(files_that_are_cut_off),
        cmocka_unit_test(bytes_that_are_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
