/* sites.c: see sites.h */
#include "analysis/advice/sites.h"

#include "util/memory.h"
#include "util/number.h"

static bool key_of(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                   uint32_t *b)
{
    const struct archive *archive = cube->archive;
    *a = archive->nodes.region[node];
    *b = archive->lanes.place[archive->nodes.lane[node]];
    return *a && archive->regions.kind[*a] == *(const uint32_t *)with &&
           analysis_efficiency_is_rank(archive, *b);
}

static void add(struct advice_sites_item *to, const struct cube_row *row)
{
    const struct cube_sums *sums = &row->sums;
    to->count = number_add(to->count, sums->count);
    to->bytes = number_add(to->bytes, sums->bytes);
    to->time = number_add(to->time, sums->time);
    if (!to->ranks || sums->time < to->least) {
        to->least = sums->time;
        to->least_place = row->b;
    }
    if (!to->ranks || sums->time > to->most) {
        to->most = sums->time;
        to->most_place = row->b;
    }
    to->ranks++;
}

struct advice_sites_item *advice_sites(const struct advice_facts *facts, uint32_t kind)
{
    struct cube_rows rows = cube_project(facts->cube, key_of, &kind);
    struct advice_sites_item *all = memory_zeroed(facts->archive->regions.rows + 1, sizeof *all);
    for (size_t i = 0; i < rows.count; i++) {
        if (rows.rows[i].sums.count || rows.rows[i].sums.unfinished)
            add(&all[rows.rows[i].a], &rows.rows[i]);
    }
    cube_rows_free(&rows);
    return all;
}
