/* summary_floor.c: --floor: the cheaper run that limits the compensation of this one. */
#include "report/run/summary.h"

#include "cube/region_words.h"
#include "util/words.h"

#include <string.h>

enum { MOST_NAMED = 4 };

/* ": f, loop 1 of g, and 2 more" */
static void add_names(const struct cube *cube, struct buffer *to)
{
    const struct cube_floor_result *floored = &cube->floored;
    uint32_t named = 0;
    for (uint32_t i = 0; i < cube->archive->regions.rows && named < MOST_NAMED; i++) {
        if (!floored->kept[i])
            continue;
        buffer_add(to, named++ ? ", " : ": ");
        cube_region_describe(cube->archive, i, to);
    }
    if (floored->regions > named)
        buffer_printf(to, ", and %u more", floored->regions - named);
}

static void add_regions(const struct cube *cube, struct buffer *to)
{
    const struct cube_floor_result *floored = &cube->floored;
    if (!floored->compared) {
        buffer_add(to, "; no region is timed in both runs");
        return;
    }
    buffer_printf(to, "; of %u region%s timed in both runs, ", floored->compared,
                  floored->compared == 1 ? "" : "s");
    if (!floored->regions) {
        buffer_add(to, "compensation takes none below its time there");
        return;
    }
    buffer_printf(to, "%u would fall below %s time there, and %s it", floored->regions,
                  floored->regions == 1 ? "its" : "their",
                  floored->regions == 1 ? "keeps" : "keep");
    add_names(cube, to);
}

static void add_whole(const struct cube *cube, struct buffer *to)
{
    if (!cube->floor->total)
        buffer_printf(to,
                      "; the runs as a whole are not compared: their numbers of lanes differ "
                      "(%zu there, %zu here)",
                      cube->floor->cheap->lanes.rows, cube->archive->lanes.rows);
    if (cube->floored.whole) {
        bool longer = cube->floor->total >= cube->measured;
        buffer_printf(to, "; all lanes together %s", longer ? "took no less there (" : "keep the ");
        words_time(to, cube->floor->total);
        buffer_add(to, longer ? ")" : " that they took there");
    }
    if (cube->floored.left) {
        buffer_add(to, "; ");
        words_time(to, cube->floored.left);
        buffer_add(to, " less is subtracted because of that");
    }
}

void report_summary_floor(const struct report_view *view, struct buffer *to)
{
    const struct cube *cube = view->cube;
    const struct archive *cheap = cube->floor->cheap;
    buffer_add(to, cheap->path);
    buffer_printf(to, " (%s", cheap->run.command);
    bool has_options = *cheap->run.options && strcmp(cheap->run.options, "{}") != 0;
    buffer_printf(to, "%s%s)", has_options ? ", options " : "",
                  has_options ? cheap->run.options : "");
    add_regions(cube, to);
    add_whole(cube, to);
}

void report_summary_floor_overhead(const struct cube *cube, struct buffer *to)
{
    const struct cube_floor *floor = cube->floor;
    if (!floor || !floor->cpu)
        return;
    buffer_add(to, "; CPU time: ");
    words_time(to, floor->cpu);
    buffer_add(to, ", in the cheaper run ");
    words_time(to, floor->cheap_cpu);
    buffer_add(to, cube->floored.narrowed      ? ", which narrows the range"
                   : cube->floored.contradicts ? ", which contradicts the range"
                                               : "");
}
