/* fuzz_archive.c: opens whatever it is given as an archive, sums it up and reports it in every way.
 */
#include "container.h"

#include "archive/archive.h"
#include "report/analysis/whatif.h"
#include "report/run/report.h"
#include "report/show/place_charts.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

enum {
    WAYS = 5,
    REPLAYED = 8, /* inputs of which one is replayed, which takes five times as long as the rest */
    MOST_LANES = 64,
};

/* One way of reporting: all of them would take most of the time of a run. */
static void report_one_way(const struct archive *archive, FILE *out, size_t way)
{
    static const char *const routines[WAYS] = {NULL, "main", NULL, NULL, NULL};
    struct error error;
    struct report_options options = {
        .format = way == 3   ? REPORT_JSON
                  : way == 4 ? REPORT_CSV
                             : REPORT_TEXT,
        .sort = (enum report_sort)way,
        .top = way == 1 ? 3 : 0,
        .sections = ~0u,
        .routine = routines[way],
        .tree = way == 2,
        .lanes = way == 3,
        .compensate = way & 1,
        .table = "loops",
        .width = way ? 80 : 200,
        .color = way == 0,
        .utf8 = way != 1,
    };
    report_write(out, archive, &options, &error);
}

/* The gains of all regions, if the run can be replayed. */
static void replay(const struct archive *archive, FILE *out)
{
    struct error error;
    const struct report_options options = {.format = REPORT_TEXT, .width = 80};
    struct cube *cube = cube_new(archive, false);
    struct analysis_whatif *whatif = analysis_whatif_new(cube, &error);
    if (whatif) {
        report_whatif_write_all(out, whatif, &options);
        analysis_whatif_free(whatif);
    }
    cube_free(cube);
}

/* All of its acts, and those of a part of its time. */
static void read_acts(const struct archive *archive)
{
    struct error error;
    struct archive_act act;
    for (uint32_t i = 0; i < 2 * archive->lanes.rows && i < MOST_LANES; i++) {
        uint32_t lane = i / 2;
        uint64_t start = archive->lanes.start[lane], end = archive->lanes.end[lane];
        struct archive_acts *acts =
            i & 1 ? archive_acts_of(archive, lane, start / 2 + end / 2, end, &error)
                  : archive_acts_of(archive, lane, 0, UINT64_MAX, &error);
        while (archive_acts_next(acts, &act))
            archive_facts_of(archive, &act);
        archive_acts_free(acts);
    }
}

/* The charts of a program of places. */
static void draw_places(struct archive *archive)
{
    const struct report_show_origin origin = {"fuzz.tri", "fuzz", false};
    const struct report_show_look look = {0};
    struct error error;
    for (int i = SHOW_MOVEMENT; i <= SHOW_SYNCHRONIZATION; i++) {
        struct buffer to = {0};
        report_show_place_chart(&to, archive, &origin, (enum report_show_chart)i, 0, UINT64_MAX,
                                &look, &error);
        buffer_free(&to);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    static FILE *out;
    struct archive_folder_memory_file files[CONTAINER_FILES];
    struct archive_folder folder = {.files = files,
                                    .file_count = container_open(bytes, size, files)};
    struct error error;
    if (!out)
        out = fopen("/dev/null", "w");
    struct archive *archive = archive_read(&folder, "fuzz.tri", &error);
    bool matched = archive && archive_find_messages(archive, &error);
    if (archive && out)
        report_one_way(archive, out, size % WAYS);
    if (matched && out && size % REPLAYED == 0)
        replay(archive, out);
    if (archive) {
        archive_find_activities(archive, &error);
        read_acts(archive);
        draw_places(archive);
    }
    archive_close(archive);
    return 0;
}
