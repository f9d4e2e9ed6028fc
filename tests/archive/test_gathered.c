/* test_gathered.c: places that are only in what rank 0 gathered, made by hand, whole and damaged.
 */
#include "unit.h"

#include "archive/archive.h"
#include "archive/table/gathered.h"
#include "made.h"
#include "measure/mpi/defined.h"
#include "measure/mpi/stream.h"

#include <stdlib.h>
#include <string.h>

struct bytes {
    char all[16384];
    size_t size;
};

static void put(void *to, const void *piece, size_t size)
{
    struct bytes *bytes = to;
    assert_true(bytes->size + size <= sizeof bytes->all);
    memcpy(bytes->all + bytes->size, piece, size);
    bytes->size += size;
}

/* main, which is called once, and a loop in it. */
struct names {
    uint32_t routine, loop, root, main, inside, lights;
};

static struct names define(struct defined *set)
{
    struct names names;
    const struct format_defined_region routine = {.kind = TRI_KIND_ROUTINE, .line = 3};
    const struct format_defined_region loop = {.kind = TRI_KIND_LOOP, .line = 5};
    uint32_t text = defined_add(set, FORMAT_DEFINE_TEXT, NULL, 0, "main", 4);
    uint32_t file = defined_add(set, FORMAT_DEFINE_TEXT, NULL, 0, "main.c", 6);
    names.routine = defined_add(set, FORMAT_DEFINE_REGION, (uint32_t[]){text, file, 0, 0, 0}, 5,
                                &routine, sizeof routine);
    names.loop = defined_add(set, FORMAT_DEFINE_REGION, (uint32_t[]){0, file, 0, 0, names.routine},
                             5, &loop, sizeof loop);
    names.root = defined_add(set, FORMAT_DEFINE_NODE, (uint32_t[]){0, 0}, 2, NULL, 0);
    names.main =
        defined_add(set, FORMAT_DEFINE_NODE, (uint32_t[]){names.root, names.routine}, 2, NULL, 0);
    names.inside =
        defined_add(set, FORMAT_DEFINE_NODE, (uint32_t[]){names.main, names.loop}, 2, NULL, 0);
    union {
        struct format_lights_header header;
        struct format_light rows[2];
    } lights = {.header = {.magic = FORMAT_LIGHTS_MAGIC, .version = FORMAT_VERSION, .used = 2}};
    lights.rows[1] = (struct format_light){.region = 1, .anchor = 2, .trips = -1}; /* main */
    names.lights = defined_add(set, FORMAT_DEFINE_LIGHTS, NULL, 0, &lights, sizeof lights);
    return names;
}

static void tell(struct stream *stream, const uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        stream_number(stream, numbers[i]);
}

#define TELL(stream, ...)                                                                          \
    tell(stream, (const uint64_t[]){__VA_ARGS__},                                                  \
         sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static void tell_rank(struct stream *stream, const struct format_place *like, uint32_t rank,
                      const struct names *names)
{
    struct format_place page = *like;
    struct format_lane lane = {
        .type = FORMAT_LANE, .self = 1, .start = MADE_START, .end = MADE_START + 1000, .state = 1};
    page.rank = rank;
    page.number = 0; /* as that of rank 0: it is on another disk */
    page.state = FORMAT_PLACE_STOPPED;
    page.end = MADE_START + 1000;
    stream->piece.head = (struct format_gathered_piece){.rank = rank};
    stream_array(stream, &page, sizeof page);
    TELL(stream, 3, names->routine, TRI_TIME, 0, 1, 900, names->loop, TRI_TIME, 0, 1, 800);
    TELL(stream, 1, 8, 7, FORMAT_LANE);
    stream_array(stream, &lane, sizeof lane);
    TELL(stream, FORMAT_NODE, names->root, MADE_START, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    TELL(stream, FORMAT_NODE, names->main, 0, 1, 900, 901, 900, 0, 0, 0, 0, 0);
    TELL(stream, FORMAT_ANCHOR, names->inside, 0, 1, 800, 801, 800, 42 + rank, 43 + rank, 42 + rank,
         0, 0, 1, 1, 0, 100 + rank, 3 + 1, 9); /* one sum, one range, and the record of them */
    TELL(stream, FORMAT_SAMPLED, 3, 5, 1, 900, 0, 0);
    TELL(stream, FORMAT_NONE);
    TELL(stream, 0, 0, 0);       /* no communicators, members, objects */
    TELL(stream, names->lights); /* light regions */
    stream_flush(stream);
}

/* Rank 0 with its folder; ranks 1 and 2 are only gathered. */
static struct made *one_rank(void)
{
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    made_rank(place, 0, 3);
    made_lane(made_add_profile(place), 0, "main", MADE_START, MADE_START + 1000);
    return made;
}

static void gather(const struct made *made, struct bytes *bytes)
{
    struct defined set = {0}, child = {0};
    define(&child);
    defined_merge(&set, child.bytes, child.used);
    struct names names = define(&set);
    assert_int_equal(set.count, child.count); /* they are the same */
    struct stream *stream = calloc(1, sizeof *stream);
    struct format_gathered header = {.magic = FORMAT_GATHERED_MAGIC,
                                     .version = FORMAT_GATHERED_VERSION,
                                     .ranks = 3,
                                     .definitions = set.used};
    stream->send = put;
    stream->to = bytes;
    put(bytes, &header, sizeof header);
    put(bytes, set.bytes, set.used);
    tell_rank(stream, &made->places[0].record, 2, &names);
    tell_rank(stream, &made->places[0].record, 1, &names);
    tell_rank(stream, &made->places[0].record, 0, &names); /* has its folder */
    free(stream);
    defined_free(&set);
    defined_free(&child);
}

static struct archive *read_with(struct made *made, const struct bytes *bytes)
{
    struct error error = {0};
    struct archive_folder folder = made_folder(made);
    struct archive_folder_memory_file files[33];
    memcpy(files, folder.files, folder.file_count * sizeof *files);
    files[folder.file_count] =
        (struct archive_folder_memory_file){"places/0/gathered", bytes->all, bytes->size};
    folder.files = files;
    folder.file_count++;
    return archive_read(&folder, "made.tri", &error);
}

static void like_the_others(void **state)
{
    (void)state;
    struct bytes *bytes = calloc(1, sizeof *bytes);
    struct made *made = one_rank();
    gather(made, bytes);
    struct archive *archive = read_with(made, bytes);
    assert_int_equal(archive->places.rows, 3);
    assert_int_equal(archive->skipped, 0);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(archive->places.rank[i], i);
    assert_int_equal(archive->places.number[2], 1); /* 0 is taken */
    assert_int_equal(archive->places.number[1], 2);
    size_t loops = 0, lights = 0;
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i];
        uint32_t rank = archive->places.rank[archive->lanes.place[archive->nodes.lane[i]]];
        if (archive->nodes.how[i] & ARCHIVE_LIGHT) { /* it is no loop, and its range says nothing */
            assert_int_equal(archive->nodes.visits[i], 100 + rank);
            lights++;
        } else if (archive->nodes.visits[i] && archive->regions.line[region] == 3) {
            assert_int_equal(archive->nodes.untimed[i], 5);
        }
        if (archive->regions.kind[region] != TRI_KIND_LOOP)
            continue;
        assert_int_equal(archive->nodes.trips[i], 42 + rank);
        assert_int_equal(archive->nodes.inclusive_time[i], 800);
        assert_int_equal(archive->nodes.time_min[i], 800);
        assert_int_equal(archive->regions.line[archive->regions.routine[region]], 3);
        assert_string_equal(archive_text(archive, archive->regions.file[region]), "main.c");
        loops++;
    }
    assert_int_equal(loops, 2);
    assert_int_equal(lights, 2);
    archive_close(archive);
    made_free(made);
    free(bytes);
}

/* Whatever the bytes are: something is read, or said to be damaged. */
static void damaged(void **state)
{
    (void)state;
    struct bytes *whole = calloc(1, sizeof *whole), *bytes = calloc(1, sizeof *bytes);
    struct made *made = one_rank();
    gather(made, whole);
    size_t said = 0;
    for (size_t i = 0; i < whole->size; i += i < 400 ? 1 : 7) {
        static const unsigned char flips[] = {1, 0x80, 0xff};
        for (size_t j = 0; j < sizeof flips; j++) {
            *bytes = *whole;
            bytes->all[i] = (char)(bytes->all[i] ^ flips[j]);
            struct archive *archive = read_with(made, bytes);
            assert_non_null(archive);
            assert_true(archive->places.rows >= 1);
            said += archive->skipped != 0;
            archive_close(archive);
        }
        bytes->size = i;
        struct archive *archive = read_with(made, bytes);
        assert_non_null(archive);
        archive_close(archive);
    }
    assert_true(said > 100);
    made_free(made);
    free(whole);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(like_the_others),
        cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
