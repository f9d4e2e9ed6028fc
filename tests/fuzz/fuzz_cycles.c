/* fuzz_cycles.c: opens whatever it is given as an archive, and projects it in every way. */
#include "container.h"

#include "cube/matrix.h"
#include "cube/timeline.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

enum { WAYS = 90 };

/* Times are those of the archive, which may be anything. The classes of a lane never last longer
 * than the lane. */
static void add(void *to, const struct cube_cycles_cell *cell)
{
    uint64_t *sum = to;
    if (__builtin_add_overflow(*sum, cell->time, sum))
        abort();
}

static void check_lives(const struct archive *archive)
{
    struct cube_cycles_shape shape;
    struct error error;
    static const struct cube_cycles_range all = {.to = UINT64_MAX};
    if (!cube_cycles_shape(archive, &all, &shape, &error) || shape.usual)
        return; /* the table may say what it likes */
    for (uint32_t i = 0; i < archive->lanes.rows && i < 64; i++) {
        uint64_t sum = 0, start = archive->lanes.start[i], end = archive->lanes.end[i];
        if (cube_cycles_of_lane(archive, &shape, i, add, &sum, &error) &&
            sum > (end > start ? end - start : 0))
            abort();
    }
}

static void project(const struct archive *archive, size_t way)
{
    static const char *const patterns[] = {"*", "class:*", "file:*.c"};
    struct error error;
    struct cube_projection_request request = {
        .subject = (enum cube_projection_subject)(way % 3),
        .axes = (enum cube_projection_axes)(way / 3 % 3),
        .measure = (enum cube_projection_measure)(way % 10),
        .by = (enum cube_projection_by)(way / 10 % 4),
        .range = {.to = UINT64_MAX},
        .whats = &patterns[way % 3],
        .what_count = way & 1,
        .most_whats = way % 4,
        .most_cycles = 1 + way * 7,
        .most_lanes = way,
    };
    if (archive->lanes.rows && way & 2) {
        uint64_t start = archive->lanes.start[0], end = archive->lanes.end[0];
        request.range.from = start / 2 + end / 2;
    }
    cube_projection_free(cube_projection_new(archive, &request, NULL, &error));
    cube_projection_free(cube_matrix_new(archive, &request, &error));
}

/* Bars of a lane follow each other, and are filled by their classes. */
static void check_timeline(const struct archive *archive, size_t way)
{
    struct error error;
    struct cube_timeline_request request = {.range = {.to = UINT64_MAX},
                                            .columns = way % 50,
                                            .most_lanes = 1 + way % 64,
                                            .most_messages = way % 7,
                                            .most_operations = way % 3};
    struct cube_timeline *timeline = cube_timeline_new(archive, &request, NULL, &error);
    for (size_t i = 0; timeline && i < timeline->bar_count; i++) {
        const struct cube_timeline_bar *bar = &timeline->bars[i];
        uint64_t sum = 0;
        for (int class = 0; class < CYCLES_CLASSES; class ++)
            sum += bar->time[class];
        if (bar->end <= bar->start || sum != bar->end - bar->start || bar->end > timeline->end)
            abort();
    }
    cube_timeline_free(timeline);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct archive_folder_memory_file files[CONTAINER_FILES];
    struct archive_folder folder = {.files = files,
                                    .file_count = container_open(bytes, size, files)};
    struct error error;
    struct archive *archive = archive_read(&folder, "fuzz.tri", &error);
    if (archive) {
        check_lives(archive);
        if (archive_find_messages(archive, &error))
            check_timeline(archive, size);
        project(archive, size % WAYS);
        project(archive, size / WAYS % WAYS);
    }
    archive_close(archive);
    return 0;
}
