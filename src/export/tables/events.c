/* events.c: the table `events`: every visit that was logged. */
#include "export/tables/tables.h"

#include <string.h>

enum {
    ROW,
    LANE,
    NODE,
    REGION,
    START,
    DURATION,
    TRIPS,
    BYTES,
    OBJECT,
    RUNS,
    ACTIVITY,
    HOLDER,
    HELD,
    SOURCE,
    TARGET,
    TAG,
    COMMUNICATOR,
    UNFINISHED,
    ABORTED,
    CONTINUED,
    COLUMNS
};

void export_tables_describe_events(struct export_tables_table *table)
{
    static const struct export_tables_column columns[COLUMNS] = {
        [ROW] = {"row", TABLES_WHOLE, NULL},
        [LANE] = {"lane", TABLES_WHOLE, "lanes"},
        [NODE] = {"node", TABLES_WHOLE, "nodes"},
        [REGION] = {"region", TABLES_WHOLE, "regions"},
        [START] = {"start", TABLES_WHOLE, NULL},
        [DURATION] = {"duration", TABLES_WHOLE, NULL},
        [TRIPS] = {"trips", TABLES_WHOLE, NULL},
        [BYTES] = {"bytes", TABLES_WHOLE, NULL},
        [OBJECT] = {"object", TABLES_WHOLE, "regions"},
        [RUNS] = {"runs", TABLES_WHOLE, NULL},
        [ACTIVITY] = {"activity", TABLES_WHOLE, NULL},
        [HOLDER] = {"holder", TABLES_WHOLE, NULL},
        [HELD] = {"held", TABLES_WHOLE, NULL},
        [SOURCE] = {"source", TABLES_WHOLE, "places"},
        [TARGET] = {"target", TABLES_WHOLE, "places"},
        [TAG] = {"tag", TABLES_WHOLE, NULL},
        [COMMUNICATOR] = {"communicator", TABLES_WHOLE, "communicators"},
        [UNFINISHED] = {"unfinished", TABLES_FLAG, NULL},
        [ABORTED] = {"aborted", TABLES_FLAG, NULL},
        [CONTINUED] = {"continued", TABLES_FLAG, NULL},
    };
    *table = (struct export_tables_table){.name = "events", .column_count = COLUMNS};
    memcpy(table->columns, columns, sizeof columns);
}

static struct export_tables_cell number(bool known, uint64_t value)
{
    return (struct export_tables_cell){known && value <= INT64_MAX, {(int64_t)value}};
}

/* Fills in the peers of an MPI call. */
static void fill_peers(struct export_tables_cell *cells, const struct archive *archive,
                       const struct archive_act *act)
{
    size_t places = archive->places.rows, communicators = archive->communicators.rows;
    cells[SOURCE] = number(act->told & ARCHIVE_TOLD_SOURCE && act->source < places, act->source);
    cells[TARGET] = number(act->told & ARCHIVE_TOLD_TARGET && act->target < places, act->target);
    cells[TAG] = (struct export_tables_cell){act->told & ARCHIVE_TOLD_TAG, {(int32_t)act->tag}};
    cells[COMMUNICATOR] =
        number(act->told & ARCHIVE_TOLD_COMMUNICATOR && act->communicator < communicators,
               act->communicator);
}

static void fill(struct export_tables_cell *cells, const struct export_tables *tables,
                 const struct archive_act *act)
{
    const struct archive *archive = tables->job->archive;
    uint32_t region = archive->nodes.region[act->node];
    cells[NODE] = number(true, act->node);
    cells[REGION] = number(true, region);
    cells[START] = (struct export_tables_cell){true, {(int64_t)(act->start - tables->zero)}};
    cells[DURATION] = number(act->end >= act->start, act->end - act->start);
    cells[TRIPS] = number(act->trips != ARCHIVE_UNKNOWN, act->trips);
    bool is_moved = act->bytes || !(act->flags & ARCHIVE_ACT_UNFINISHED);
    cells[BYTES] =
        number(is_moved && archive_tells_act_bytes(archive, region, act->bytes), act->bytes);
    cells[OBJECT] = number(act->file, act->file);
    cells[RUNS] = number(act->runs != ARCHIVE_NONE, act->runs);
    cells[ACTIVITY] = number(act->activity != ARCHIVE_NONE, act->activity);
    cells[HOLDER] = number(act->holder != ARCHIVE_NONE, act->holder);
    cells[HELD] = number(act->held, act->held);
    fill_peers(cells, archive, act);
    cells[UNFINISHED] = number(true, (act->flags & ARCHIVE_ACT_UNFINISHED) != 0);
    cells[ABORTED] = number(true, (act->flags & ARCHIVE_ACT_ABORTED) != 0);
    cells[CONTINUED] = number(true, (act->flags & ARCHIVE_ACT_CONTINUED) != 0);
}

bool export_tables_each_event(const struct export_tables *tables, tables_take *take, void *to,
                              struct error *error)
{
    struct export_job *job = tables->job;
    const struct archive *archive = job->archive;
    struct export_tables_cell cells[COLUMNS];
    uint64_t row = 0, all = export_acts(archive);
    bool good = true;
    if (!export_has_events(archive))
        return true;
    job->wrote_events = true;
    for (uint32_t lane = 0; good && lane < archive->lanes.rows; lane++) {
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, error);
        struct archive_act act;
        good = acts;
        cells[LANE] = number(true, lane);
        for (bool first = true; good && archive_acts_next(acts, &act); first = false) {
            if (first && archive->nodes.parent[act.node] == ARCHIVE_NONE)
                continue; /* the lane itself */
            cells[ROW] = number(true, row++);
            fill(cells, tables, &act);
            good =
                take(to, cells) && (row % TABLES_OFTEN != 0 || export_go_on(job, row, all, error));
        }
        archive_acts_free(acts);
    }
    return good;
}
