/* mpi.c: the tables of kpx's mtool: MPI calls by node. Nodes are ranks, numbered from 1. */
#include "report/kpx/kpx.h"

#include "report/mpi/comm.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The tables while they are written. */
struct mtool {
    const struct report_view *view;
    struct report_comm comm;
    struct report_kpx_files files;
    uint32_t *nodes;   /* by row of places: number of its node, from 1; 0: none */
    size_t name_width; /* of the functions' names */
    struct buffer *to;
};

/* The times that nodes spent at a site, or in all of them. */
struct times {
    uint64_t *ns, *counts; /* by node, from 1 */
    uint8_t *at_least;
    bool untimed;
};

static struct times times_new(const struct mtool *mtool)
{
    size_t nodes = mtool->comm.ranks + 1;
    return (struct times){.ns = memory_zeroed(nodes, sizeof(uint64_t)),
                          .counts = memory_zeroed(nodes, sizeof(uint64_t)),
                          .at_least = memory_zeroed(nodes, sizeof(uint8_t))};
}

static void times_free(struct times *times)
{
    free(times->ns);
    free(times->counts);
    free(times->at_least);
}

static void times_add(struct times *to, uint32_t node, const struct cube_sums *sums)
{
    to->ns[node] = number_add(to->ns[node], sums->time);
    to->counts[node] = number_add(to->counts[node], sums->count);
    to->at_least[node] |= sums->at_least;
    to->untimed |= sums->untimed;
}

/* Adds seconds with six decimals, with a "+" if they are a lower bound; "-" if not timed. */
static void add_seconds(struct mtool *mtool, const struct times *times, uint64_t ns, bool at_least)
{
    uint64_t us = ns / 1000 + (ns % 1000 >= 500);
    char text[40] = "-";
    if (!times || !times->untimed)
        snprintf(text, sizeof text, "%" PRIu64 ".%06" PRIu64 "%s", us / 1000000, us % 1000000,
                 at_least ? "+" : "");
    buffer_printf(mtool->to, "%14s", text);
}

/* Adds the most or the least time of a node. Another node may have more, if its time is a lower
 * bound. */
static void add_extreme(struct mtool *mtool, const struct times *times, bool most)
{
    uint32_t found = 1;
    bool at_least = false;
    for (uint32_t i = 1; i <= mtool->comm.ranks; i++) {
        bool better = most ? times->ns[i] > times->ns[found] : times->ns[i] < times->ns[found];
        found = better ? i : found;
        at_least |= times->at_least[i];
    }
    buffer_add(mtool->to, most ? "  Maximum" : "  Minimum");
    add_seconds(mtool, times, times->ns[found], most ? at_least : times->at_least[found]);
    buffer_printf(mtool->to, "  node %u\n", found);
}

/* Adds the maximum, the minimum, the mean, and the time of each node. */
static void add_times(struct mtool *mtool, const struct times *times)
{
    uint64_t sum = 0;
    bool at_least = false;
    for (uint32_t i = 1; i <= mtool->comm.ranks; i++) {
        sum = number_add(sum, times->ns[i]);
        at_least |= times->at_least[i];
    }
    add_extreme(mtool, times, true);
    add_extreme(mtool, times, false);
    buffer_add(mtool->to, "  Mean   ");
    add_seconds(mtool, times, sum / mtool->comm.ranks, at_least);
    buffer_add(mtool->to, "\n     node          time (counts)\n");
    for (uint32_t i = 1; i <= mtool->comm.ranks; i++) {
        buffer_printf(mtool->to, "%9u", i);
        add_seconds(mtool, times, times->ns[i], times->at_least[i]);
        buffer_printf(mtool->to, " (%" PRIu64 ")\n", times->counts[i]);
    }
    buffer_add(mtool->to, "\n");
}

/* Adds "MPI_Send            48 pass.f". */
static void add_site(struct mtool *mtool, uint32_t region)
{
    char *name = words_clean(report_view_name(mtool->view, region));
    char *file = words_clean(mtool->files.of_region[region]);
    char line[16] = "-";
    if (mtool->view->archive->regions.line[region])
        snprintf(line, sizeof line, "%u", mtool->view->archive->regions.line[region]);
    buffer_printf(mtool->to, "%-*s %6s %s", (int)mtool->name_width, name, line, *file ? file : "-");
    free(name);
    free(file);
}

static void list_sites(struct mtool *mtool)
{
    const struct report_comm *comm = &mtool->comm;
    buffer_printf(mtool->to, "Number of nodes : %zu\n%s call lines  : %zu\n\n", comm->ranks,
                  mtool->view->options->library ? mtool->view->options->library : "MPI",
                  comm->count);
    buffer_printf(mtool->to, "%-*s %6s %s\n", (int)mtool->name_width, "Subroutine/Function", "line",
                  "file");
    for (size_t i = 0; i < comm->count; i++) {
        add_site(mtool, comm->sites[i].region);
        buffer_add(mtool->to, "\n");
    }
    buffer_add(mtool->to, "\n");
}

static struct times times_of_site(const struct mtool *mtool, const struct report_comm_site *site)
{
    struct times times = times_new(mtool);
    for (size_t i = site->first; i < site->first + site->count; i++) {
        const struct cube_row *row = &mtool->comm.rows.rows[i];
        times_add(&times, mtool->nodes[row->b], &row->sums);
    }
    return times;
}

static void write_sites(struct mtool *mtool)
{
    for (size_t i = 0; i < mtool->comm.count; i++) {
        struct times times = times_of_site(mtool, &mtool->comm.sites[i]);
        add_site(mtool, mtool->comm.sites[i].region);
        buffer_add(mtool->to, "\n");
        add_times(mtool, &times);
        times_free(&times);
    }
}

/* Writes the longest run time of a node, and the times of nodes in MPI. Returns the mean of these.
 */
static double write_totals(struct mtool *mtool)
{
    const struct report_comm *comm = &mtool->comm;
    struct times times = times_new(mtool);
    const struct archive_lanes *lanes = &mtool->view->archive->lanes;
    uint64_t elapsed = 0, sum = 0;
    bool at_least = false;
    for (size_t i = 0; i < lanes->rows; i++)
        at_least |= comm->takes_part[lanes->place[i]] && lanes->at_least[i];
    for (size_t i = 0; i < comm->rows.count; i++)
        times_add(&times, mtool->nodes[comm->rows.rows[i].b], &comm->rows.rows[i].sums);
    for (uint32_t i = 0; i < mtool->view->archive->places.rows; i++)
        elapsed = comm->takes_part[i] && comm->life[i] > elapsed ? comm->life[i] : elapsed;
    for (uint32_t i = 1; i <= comm->ranks; i++)
        sum = number_add(sum, times.ns[i]);
    buffer_add(mtool->to, "TOTAL Elapsed Time");
    add_seconds(mtool, NULL, elapsed, at_least);
    buffer_add(mtool->to, "\n\nTOTAL OVERHEAD\n");
    add_times(mtool, &times);
    times_free(&times);
    return (double)sum / (double)comm->ranks;
}

static void write_ratios(struct mtool *mtool, double overhead)
{
    const struct report_comm *comm = &mtool->comm;
    buffer_printf(mtool->to, "%-*s %6s %-20s %14s %8s\n", (int)mtool->name_width,
                  "Subroutine/Function", "line", "file", "average", "ratio %");
    for (size_t i = 0; i < comm->count; i++) {
        const struct report_comm_site *site = &comm->sites[comm->by_time[i]];
        struct times times = {.untimed = site->sums.untimed};
        size_t begin = mtool->to->used;
        add_site(mtool, site->region);
        size_t width = words_width(mtool->to->text + begin), name = mtool->name_width + 8 + 20;
        buffer_printf(mtool->to, "%*s ", width < name ? (int)(name - width) : 0, "");
        add_seconds(mtool, &times, site->sums.time / comm->ranks, site->sums.at_least);
        if (times.untimed || overhead <= 0)
            buffer_printf(mtool->to, " %8s\n", "-");
        else
            buffer_printf(mtool->to, " %8.1f\n",
                          100 * (double)site->sums.time / (double)comm->ranks / overhead);
    }
}

static void number_nodes(struct mtool *mtool)
{
    uint32_t number = 0;
    size_t places = mtool->view->archive->places.rows;
    mtool->nodes = memory_zeroed(places + 1, sizeof *mtool->nodes);
    for (uint32_t i = 0; i < places; i++)
        mtool->nodes[i] = mtool->comm.takes_part[i] ? ++number : 0;
    mtool->name_width = strlen("Subroutine/Function");
    for (size_t i = 0; i < mtool->comm.count; i++) {
        size_t width = words_width(report_view_name(mtool->view, mtool->comm.sites[i].region));
        mtool->name_width = width > mtool->name_width ? width : mtool->name_width;
    }
}

void report_kpx_mpi(const struct report_view *view, struct buffer *to)
{
    struct mtool mtool = {
        .view = view, .comm = report_comm_new(view), .files = report_kpx_files_new(view), .to = to};
    if (mtool.comm.count && mtool.comm.ranks) {
        number_nodes(&mtool);
        list_sites(&mtool);
        write_sites(&mtool);
        write_ratios(&mtool, write_totals(&mtool));
        free(mtool.nodes);
    }
    report_kpx_files_free(&mtool.files);
    report_comm_free(&mtool.comm);
}
