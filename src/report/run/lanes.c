/* lanes.c: the tables of places (processes) and lanes (threads). */
#include "report/table/view.h"

#include "report/table/node_words.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

static const char *state_name(uint32_t state)
{
    static const char *const names[] = {
        [ARCHIVE_RUNNING] = "running",           [ARCHIVE_ENDED] = "ended",
        [ARCHIVE_REPLACED] = "replaced by exec", [ARCHIVE_UNFINISHED] = "unfinished",
        [ARCHIVE_STOPPED] = "measuring stopped",
    };
    return state < sizeof names / sizeof names[0] ? names[state] : "?";
}

/* Returns the time of each lane's root; to be freed. */
static uint64_t *lane_times(const struct report_view *view)
{
    const struct archive_nodes *nodes = &view->archive->nodes;
    uint64_t *times = memory_zeroed(view->archive->lanes.rows, sizeof *times);
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] == ARCHIVE_NONE)
            times[nodes->lane[i]] = number_add(times[nodes->lane[i]], view->cube->time[i]);
    }
    return times;
}

static void add_rank_column(const struct report_view *view, struct report_sheet *sheet)
{
    if (view->archive->ranked)
        report_sheet_add_column(
            sheet, (struct report_sheet_column){"rank", "rank", SHEET_ID, 0, 0, false});
}

/* Returns the ns for which the lanes of each place were ready but not running; ARCHIVE_UNKNOWN if
 * no lane's is known. To be freed. */
static uint64_t *queued_of_places(const struct archive_lanes *lanes, size_t places)
{
    uint64_t *queued = memory_zeroed(places + 1, sizeof *queued);
    for (size_t i = 0; i < places; i++)
        queued[i] = ARCHIVE_UNKNOWN;
    for (size_t i = 0; i < lanes->rows; i++) {
        uint64_t *to = &queued[lanes->place[i]];
        if (lanes->queued[i] != ARCHIVE_UNKNOWN)
            *to = *to == ARCHIVE_UNKNOWN ? lanes->queued[i] : number_add(*to, lanes->queued[i]);
    }
    return queued;
}

static void time_cell(struct report_sheet *sheet, const char *column, uint64_t ns)
{
    if (ns == ARCHIVE_UNKNOWN)
        report_sheet_unknown(sheet, column);
    else
        report_sheet_time(sheet, column, ns, false);
}

static void count_cell(struct report_sheet *sheet, const char *column, uint64_t count)
{
    if (count == ARCHIVE_UNKNOWN)
        report_sheet_unknown(sheet, column);
    else
        report_sheet_count(sheet, column, count);
}

/* Adds a number that is stored in hundredths. */
static void hundredths_cell(struct report_sheet *sheet, const char *column, uint32_t hundredths)
{
    if (hundredths == ARCHIVE_NONE)
        report_sheet_unknown(sheet, column);
    else
        report_sheet_real(sheet, column, hundredths / 100.0);
}

/* Adds the cells of the machine, and of the resources that the process used. */
static void resource_cells(const struct archive_places *places, size_t i, uint64_t queued,
                           struct report_sheet *sheet)
{
    uint64_t user = places->cpu_user[i], system = places->cpu_system[i];
    time_cell(sheet, "CPU s", user == ARCHIVE_UNKNOWN ? user : number_add(user, system));
    time_cell(sheet, "cpu_user_ns", user);
    time_cell(sheet, "cpu_system_ns", system);
    time_cell(sheet, "queued_ns", queued);
    count_cell(sheet, "cores",
               places->cores[i] == ARCHIVE_NONE ? ARCHIVE_UNKNOWN : places->cores[i]);
    count_cell(sheet, "cores_online",
               places->cores_online[i] == ARCHIVE_NONE ? ARCHIVE_UNKNOWN : places->cores_online[i]);
    hundredths_cell(sheet, "core_quota", places->quota[i] ? places->quota[i] : ARCHIVE_NONE);
    hundredths_cell(sheet, "load_start", places->load_start[i]);
    hundredths_cell(sheet, "load_end", places->load_end[i]);
    count_cell(sheet, "voluntary_switches", places->voluntary[i]);
    count_cell(sheet, "involuntary_switches", places->involuntary[i]);
    if (places->memory[i] == ARCHIVE_UNKNOWN)
        report_sheet_unknown(sheet, "memory MB");
    else
        report_sheet_real(sheet, "memory MB", (double)places->memory[i] / 1e6);
    count_cell(sheet, "memory_bytes", places->memory[i]);
    count_cell(sheet, "major_faults", places->major_faults[i]);
    count_cell(sheet, "minor_faults", places->minor_faults[i]);
}

struct report_sheet *report_places(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"place", "place", SHEET_ID, 0, 0, false},
        {"pid", "pid", SHEET_ID, 3, 0, false},
        {"parent", NULL, SHEET_COUNT, 0, 0, false},
        {"host", "host", SHEET_TEXT, 2, 8, false},
        {"lanes", "lanes", SHEET_COUNT, 2, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {NULL, "CPU s", SHEET_TIME, 1, 0, false},
        {"cpu_user_ns", NULL, SHEET_TIME, 0, 0, false},
        {"cpu_system_ns", NULL, SHEET_TIME, 0, 0, false},
        {"queued_ns", "queued s", SHEET_TIME, 2, 0, false},
        {"cores", "cores", SHEET_COUNT, 2, 0, false},
        {"cores_online", NULL, SHEET_COUNT, 0, 0, false},
        {"core_quota", NULL, SHEET_MEAN, 0, 0, false},
        {"load_start", "load", SHEET_MEAN, 3, 0, false},
        {"load_end", NULL, SHEET_MEAN, 0, 0, false},
        {"voluntary_switches", "switches", SHEET_COUNT, 2, 0, false},
        {"involuntary_switches", "forced", SHEET_COUNT, 1, 0, false},
        {NULL, "memory MB", SHEET_MEAN, 1, 0, false},
        {"memory_bytes", NULL, SHEET_COUNT, 0, 0, false},
        {"major_faults", NULL, SHEET_COUNT, 0, 0, false},
        {"minor_faults", NULL, SHEET_COUNT, 0, 0, false},
        {"state", "state", SHEET_WORD, 0, 10, false},
        {"program", "program", SHEET_TEXT, 0, 12, false},
        {"command", NULL, SHEET_TEXT, 0, 0, false},
        {"why", "why", SHEET_TEXT, 0, 20, false},
        {"damage", "damage", SHEET_TEXT, 0, 20, false},
    };
    const struct archive_places *places = &view->archive->places;
    const struct archive_lanes *lanes = &view->archive->lanes;
    struct report_sheet *sheet = report_sheet_new(
        "places", report_view_is_script(view) ? "Places (nodes)" : "Places (processes)");
    uint64_t *count = memory_zeroed(places->rows, sizeof *count);
    uint64_t *queued = queued_of_places(lanes, places->rows);
    for (size_t i = 0; i < lanes->rows; i++)
        count[lanes->place[i]]++;
    add_rank_column(view, sheet);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < places->rows; i++) {
        report_view_rank_cell(view, sheet, (uint32_t)i);
        report_sheet_count(sheet, "place", places->number[i]);
        report_sheet_count(sheet, "pid", places->pid[i]);
        if (places->parent[i] == ARCHIVE_NONE)
            report_sheet_unknown(sheet, "parent");
        else
            report_sheet_count(sheet, "parent", places->parent[i]);
        report_sheet_text(sheet, "host", report_view_text(view, places->host[i]));
        report_sheet_count(sheet, "lanes", count[i]);
        report_sheet_time(sheet, "time_ns", number_minus(places->end[i], places->start[i]),
                          places->state[i] == ARCHIVE_UNFINISHED);
        report_sheet_flag(sheet, "time_at_least", places->state[i] == ARCHIVE_UNFINISHED);
        resource_cells(places, i, queued[i], sheet);
        report_sheet_text(sheet, "state", state_name(places->state[i]));
        report_sheet_text(sheet, "program", report_view_text(view, places->program[i]));
        report_sheet_text(sheet, "command", report_view_text(view, places->command[i]));
        report_sheet_text(sheet, "why", report_view_text(view, places->why[i]));
        report_sheet_text(sheet, "damage", report_view_text(view, places->damage[i]));
    }
    free(count);
    free(queued);
    report_sheet_meaning(sheet, "CPU s", "CPU time of all threads");
    report_sheet_meaning(sheet, "queued s", "ready to run while others had the cores");
    report_sheet_meaning(sheet, "cores", "cores that the process may run on");
    report_sheet_meaning(sheet, "load", "load average over a minute at the start");
    report_sheet_meaning(sheet, "switches", "voluntary context switches (a thread waited)");
    report_sheet_meaning(sheet, "forced",
                         "involuntary context switches (another thread got the core)");
    report_sheet_meaning(sheet, "memory MB", "peak resident memory");
    return sheet;
}

struct report_sheet *report_lanes(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"place", "place", SHEET_ID, 0, 0, false},
        {"lane", "lane", SHEET_ID, 0, 0, false},
        {"name", "name", SHEET_TEXT, 0, 8, false},
        {"tid", "thread", SHEET_ID, 1, 0, false},
        {"activity", NULL, SHEET_ID, 0, 0, false},
        {"parent", NULL, SHEET_ID, 0, 0, false},
        {"pool", NULL, SHEET_FLAG, 0, 0, false},
        {"state", "state", SHEET_WORD, 0, 8, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"cpu_ns", "CPU s", SHEET_TIME, 2, 0, false},
        {"cpu_in_mpi_ns", "in MPI s", SHEET_TIME, 3, 0, false},
        {"queued_ns", "queued s", SHEET_TIME, 2, 0, false},
    };
    const struct archive *archive = view->archive;
    const struct archive_lanes *lanes = &archive->lanes;
    struct report_sheet *sheet = report_sheet_new(
        "lanes", report_view_is_script(view) ? "Lanes (cores)" : "Lanes (threads)");
    uint64_t *times = lane_times(view);
    size_t top = view->options->top;
    add_rank_column(view, sheet);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    sheet->more = top && lanes->rows > top ? lanes->rows - top : 0;
    for (size_t i = 0; i < lanes->rows - sheet->more; i++) {
        struct cube_sums sums = {.at_least = lanes->at_least[i]};
        report_view_rank_cell(view, sheet, lanes->place[i]);
        report_sheet_count(sheet, "place", archive->places.number[lanes->place[i]]);
        report_sheet_count(sheet, "lane", lanes->number[i]);
        report_sheet_text(sheet, "name", report_view_text(view, lanes->name[i]));
        report_sheet_count(sheet, "tid", lanes->tid[i]);
        report_sheet_count(sheet, "activity", lanes->activity[i]);
        if (lanes->parent[i] == ARCHIVE_NONE)
            report_sheet_unknown(sheet, "parent");
        else
            report_sheet_count(sheet, "parent", lanes->parent[i]);
        report_sheet_flag(sheet, "pool", lanes->pool[i]);
        report_sheet_text(sheet, "state",
                          lanes->running[i]  ? "running"
                          : lanes->forked[i] ? "forked"
                                             : "");
        report_view_time_cells(view, sheet, &report_view_time_share, &sums, times[i]);
        report_view_at_least_cell(sheet, &sums);
        time_cell(sheet, "cpu_ns", lanes->cpu[i]);
        time_cell(sheet, "cpu_in_mpi_ns", lanes->cpu_in_mpi[i]);
        time_cell(sheet, "queued_ns", lanes->queued[i]);
    }
    report_sheet_meaning(sheet, "CPU s", "CPU time of the thread");
    report_sheet_meaning(sheet, "in MPI s",
                         "about that part of the CPU time that was spent in MPI calls");
    report_sheet_meaning(sheet, "queued s", "ready to run while another thread had the core");
    free(times);
    return sheet;
}
