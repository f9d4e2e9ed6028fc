/* whatif.c: see whatif.h */
#include "report/analysis/whatif.h"

#include "analysis/code.h"
#include "cube/region_keys.h"
#include "report/table/json.h"
#include "report/table/library.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/progress.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST = 200, /* regions that are tried: those with the most time of their own */
    OFF = 5,    /* %: a replay that differs from the run by more is mentioned */
};

static const double least_share = 0.005; /* of the time: regions with less are not tried */
static const double free_of_cost = 1e12; /* a factor with which nothing is left */

/* A region, and what the run gains from it. */
struct gain {
    uint32_t region;
    uint64_t own; /* ns */
    struct analysis_whatif_answer twice, none;
};

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* Returns the gain as a percentage of the run; negative if it gets longer. */
static double gain_of(const struct analysis_whatif *whatif, uint64_t time)
{
    return percent((double)whatif->replayed - (double)time, (double)whatif->replayed);
}

/* Returns how it is known where the changed regions ran. */
static const char *evidence(const struct analysis_whatif_answer *answer)
{
    if (!answer->region)
        return "";
    if ((double)answer->sure >= 0.95 * (double)answer->placed)
        return "logged";
    return (double)answer->sure >= 0.05 * (double)answer->placed ? "partly logged" : "source lines";
}

static uint64_t all_time(const struct analysis_whatif *whatif)
{
    const struct analysis_whatif_change everything = {.faster = 1};
    const struct analysis_whatif_scenario scenario = {.changes = &everything, .count = 1};
    return analysis_whatif_ask(whatif, &scenario).region;
}

static void add_network(const struct analysis_whatif *whatif, struct report_sheet *sheet)
{
    struct buffer line = {0};
    if (whatif->latency < 0 && whatif->bandwidth < 0)
        return;
    buffer_add(&line, "The network of this run, from its receives:");
    if (whatif->latency >= 0)
        buffer_printf(&line, " latency %.3g us", 1e6 * whatif->latency);
    if (whatif->latency >= 0 && whatif->bandwidth >= 0)
        buffer_add(&line, ",");
    if (whatif->bandwidth >= 0)
        buffer_printf(&line, " bandwidth %.3g GB/s", 1e-9 * whatif->bandwidth);
    report_sheet_note(sheet, "%s.", line.text);
    buffer_free(&line);
}

/* Adds how the run differs from a whole run of one program. */
static void add_state(const struct analysis_whatif *whatif, struct report_sheet *sheet)
{
    if (whatif->running)
        report_sheet_note(sheet, "The run has not ended: gains are those of the part so far.");
    else if (whatif->ended_early)
        report_sheet_note(sheet,
                          "The run ended early, or measuring stopped: gains are those of the "
                          "part that was measured.");
    if (whatif->processes)
        report_sheet_note(sheet,
                          "The %zu processes are not ranks of one MPI program, and their waits for "
                          "each other were not recorded: each begins when it did in the run, so "
                          "gains are lower bounds.",
                          whatif->processes);
    if (whatif->has_places)
        report_sheet_note(sheet, "Moves between places take as long as they did, and activities "
                                 "begin at other places when they did, so gains are lower bounds.");
    if (whatif->missing)
        report_sheet_note(sheet,
                          "%llu waits for %s that are unknown, or never came, are ignored, so "
                          "gains are estimated.",
                          (unsigned long long)whatif->missing,
                          whatif->has_places ? "places" : "ranks");
}

/* Adds what one must know to trust the numbers. */
static void add_notes(const struct analysis_whatif *whatif, struct report_sheet *sheet,
                      const char *evidence_word)
{
    double off =
        percent((double)whatif->replayed - (double)whatif->measured, (double)whatif->measured);
    add_state(whatif, sheet);
    if (fabs(off) > OFF)
        report_sheet_note(sheet,
                          "The replay without any change takes %.1f %% %s than the run did; gains "
                          "are relative to the replay.",
                          fabs(off), off > 0 ? "longer" : "less");
    if (whatif->ignores_lanes)
        report_sheet_note(sheet,
                          "Estimated: other threads of a process count as far as its main thread "
                          "waits for them; their own work is not replayed. 'triptych run "
                          "--events=%ssync,tasks' logs what is needed for that.",
                          whatif->has_messages ? "comm," : "");
    if (whatif->exact_waits && !whatif->estimated_waits)
        report_sheet_note(sheet, "Exact: threads wait for each other at barriers, at the ends of "
                                 "parallel regions and in joins, as in the run.");
    if (whatif->estimated_waits)
        report_sheet_note(sheet,
                          "Exact: barriers, ends of parallel regions, joins. Estimated: threads "
                          "get locks in the order in which they come, a condition is signalled by "
                          "the same thread as in the run, and tasks stay on their threads.");
    if (whatif->has_messages && evidence_word)
        report_sheet_note(sheet,
                          "For regions that were not logged, source lines tell between "
                          "which MPI calls they ran; 'triptych run --events=comm,routines,loops' "
                          "logs them.");
    if (whatif->has_messages)
        add_network(whatif, sheet);
}

static const struct report_sheet_column columns[] = {
    {.key = "change", .heading = "change", .kind = SHEET_TEXT, .min = 40},
    {.key = "time_ns", .heading = "seconds", .kind = SHEET_TIME},
    {.key = "gain_percent", .heading = "gain %", .kind = SHEET_PERCENT},
    {.key = "speedup", .heading = "speed-up", .kind = SHEET_MEAN, .drop = 1},
    {.key = "region_ns", .heading = "in region", .kind = SHEET_TIME, .drop = 3},
    {.key = "share_percent", .heading = "share %", .kind = SHEET_PERCENT, .drop = 2},
    {.key = "evidence", .heading = "where from", .kind = SHEET_WORD, .drop = 4},
};

static void add_row(struct report_sheet *sheet, const struct analysis_whatif *whatif,
                    const char *name, const struct analysis_whatif_answer *answer, uint64_t whole)
{
    report_sheet_text(sheet, "change", name);
    report_sheet_time(sheet, "time_ns", answer->time, false);
    report_sheet_real(sheet, "gain_percent", gain_of(whatif, answer->time));
    report_sheet_real(sheet, "speedup",
                      answer->time ? (double)whatif->replayed / (double)answer->time : 0);
    if (answer->region) {
        report_sheet_time(sheet, "region_ns", answer->region, false);
        report_sheet_real(sheet, "share_percent", percent((double)answer->region, (double)whole));
    } else {
        report_sheet_nothing_range(sheet, "region_ns", "share_percent");
    }
    report_sheet_text(sheet, "evidence", evidence(answer));
}

static void write_sheet(FILE *out, const struct analysis_whatif *whatif, struct report_sheet *own,
                        const struct report_options *options)
{
    struct buffer to = {0};
    char *library = report_library_of(whatif->cube->archive);
    struct report_sheet *sheet = library ? report_library_sheet(library, own) : own;
    if (options->format == REPORT_CSV) {
        report_csv_sheet(&to, sheet);
    } else if (options->format == REPORT_JSON) {
        json_t *root = json_object();
        json_object_set_new(root, "triptych_what_if", json_integer(1));
        json_object_set_new(root, "measured_ns", report_json_count(whatif->measured));
        json_object_set_new(root, "replayed_ns", report_json_count(whatif->replayed));
        json_object_set_new(root, sheet->key, report_json_sheet(sheet));
        char *text = json_dumps(root, JSON_INDENT(1));
        buffer_printf(&to, "%s\n", text ? text : "");
        free(text);
        json_decref(root);
    } else {
        report_text_sheet(&to, options, sheet);
    }
    fwrite(to.text ? to.text : "", 1, to.used, out);
    buffer_free(&to);
    if (library)
        report_library_sheet_free(sheet);
    free(library);
    report_sheet_free(own);
}

void report_whatif_write(FILE *out, const struct analysis_whatif *whatif,
                         const struct report_whatif_row *rows, size_t count,
                         const struct report_options *options)
{
    struct report_sheet *sheet = report_sheet_new("changes", "What if");
    uint64_t whole = all_time(whatif);
    bool guessed = false, sends = false;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof *columns);
    add_row(sheet, whatif, "(as it was)",
            &(struct analysis_whatif_answer){.time = whatif->replayed}, whole);
    for (size_t i = 0; i < count; i++) {
        struct analysis_whatif_answer answer = analysis_whatif_ask(whatif, &rows[i].scenario);
        guessed |= answer.sure < answer.placed;
        sends |= rows[i].scenario.network == WHATIF_NETWORK_GIVEN;
        add_row(sheet, whatif, rows[i].name, &answer, whole);
        if ((double)answer.placed < 0.95 * (double)answer.region)
            report_sheet_note(sheet,
                              "%s: %.1f %% of the region's time could not be placed between %s, "
                              "so the gain is a lower bound.",
                              rows[i].name,
                              100 - percent((double)answer.placed, (double)answer.region),
                              whatif->has_messages ? "MPI calls" : "logged events");
    }
    if (sends && whatif->unsized)
        report_sheet_note(sheet,
                          "The bytes of %llu messages and collective operations are not known: on "
                          "the other network they take its latency only.",
                          (unsigned long long)whatif->unsized);
    add_notes(whatif, sheet, guessed ? "" : NULL);
    write_sheet(out, whatif, sheet, options);
}

static int by_own(const void *left, const void *right)
{
    const struct gain *a = left, *b = right;
    return a->own != b->own ? (a->own > b->own ? -1 : 1)
                            : (a->region > b->region) - (a->region < b->region);
}

static int by_gain(const void *left, const void *right)
{
    const struct gain *a = left, *b = right;
    if (a->twice.time != b->twice.time)
        return a->twice.time < b->twice.time ? -1 : 1;
    return by_own(left, right);
}

/* Returns the regions with the most time of their own. The caller frees them. */
static struct gain *find_regions(const struct cube *cube, uint64_t whole, size_t *count)
{
    const struct archive *archive = cube->archive;
    struct gain *all = memory_zeroed(archive->regions.rows + 1, sizeof *all);
    *count = 0;
    for (uint32_t i = 0; i < archive->regions.rows; i++)
        all[i].region = i;
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i];
        if (analysis_is_code(archive->regions.kind[region]))
            all[region].own = number_add(all[region].own, cube->self[i]);
    }
    qsort(all, archive->regions.rows, sizeof *all, by_own);
    while (*count < archive->regions.rows && *count < MOST && all[*count].own &&
           (double)all[*count].own >= least_share * (double)whole)
        ++*count;
    return all;
}

static struct analysis_whatif_answer ask(const struct analysis_whatif *whatif, uint32_t region,
                                         double faster)
{
    const struct analysis_whatif_change change = {
        .region = region, .faster = faster, .exclusive = true};
    return analysis_whatif_ask(whatif,
                               &(struct analysis_whatif_scenario){.changes = &change, .count = 1});
}

static const struct report_sheet_column all_columns[] = {
    {.key = "region", .heading = "region, or change", .kind = SHEET_TEXT, .min = 40},
    {.key = "gain_percent", .heading = "gain %", .kind = SHEET_PERCENT},
    {.key = NULL, .heading = "gain", .kind = SHEET_PERCENT, .bar = true, .drop = 3},
    {.key = "time_ns", .heading = "seconds", .kind = SHEET_TIME, .drop = 1},
    {.key = "most_percent", .heading = "at most %", .kind = SHEET_PERCENT},
    {.key = "share_percent", .heading = "share %", .kind = SHEET_PERCENT},
    {.key = "exclusive_ns", .heading = "exclusive", .kind = SHEET_TIME, .drop = 2},
    {.key = "evidence", .heading = "where from", .kind = SHEET_WORD, .drop = 4},
};

/* Adds a change of the whole program. */
static void add_whole(struct report_sheet *sheet, const struct analysis_whatif *whatif,
                      const char *name, const struct analysis_whatif_scenario *scenario)
{
    struct analysis_whatif_answer answer = analysis_whatif_ask(whatif, scenario);
    double gain = gain_of(whatif, answer.time);
    char *library = report_library_of(whatif->cube->archive);
    report_library_cell(sheet, library, "region", name);
    free(library);
    report_sheet_real(sheet, "gain_percent", gain);
    report_sheet_real(sheet, "gain", gain > 0 ? gain : 0);
    report_sheet_time(sheet, "time_ns", answer.time, false);
    report_sheet_real(sheet, "most_percent", gain);
    report_sheet_nothing_range(sheet, "share_percent", "exclusive_ns");
    report_sheet_text(sheet, "evidence", "");
}

static void add_gain(struct report_sheet *sheet, const struct analysis_whatif *whatif,
                     const struct gain *gain, uint64_t whole)
{
    char *label = cube_region_keys_label(whatif->cube->archive, gain->region);
    double part = gain_of(whatif, gain->twice.time);
    report_sheet_text(sheet, "region", label);
    report_sheet_real(sheet, "gain_percent", part);
    report_sheet_real(sheet, "gain", part > 0 ? part : 0);
    report_sheet_time(sheet, "time_ns", gain->twice.time, false);
    report_sheet_real(sheet, "most_percent", gain_of(whatif, gain->none.time));
    report_sheet_real(sheet, "share_percent", percent((double)gain->twice.region, (double)whole));
    report_sheet_time(sheet, "exclusive_ns", gain->twice.region, false);
    report_sheet_text(sheet, "evidence", evidence(&gain->twice));
    free(label);
}

void report_whatif_write_all(FILE *out, const struct analysis_whatif *whatif,
                             const struct report_options *options)
{
    uint64_t whole = all_time(whatif);
    size_t count, shown;
    struct gain *all = find_regions(whatif->cube, whole, &count);
    for (size_t i = 0; i < count; i++) {
        all[i].twice = ask(whatif, all[i].region, 2);
        all[i].none = ask(whatif, all[i].region, free_of_cost);
    }
    qsort(all, count, sizeof *all, by_gain);
    shown = options->top && options->top < count ? options->top : count;
    struct report_sheet *sheet =
        report_sheet_new("regions", "What if a region's own code took half its time");
    report_sheet_add_columns(sheet, all_columns, sizeof all_columns / sizeof *all_columns);
    for (size_t i = 0; i < shown; i++)
        add_gain(sheet, whatif, &all[i], whole);
    sheet->more = count - shown;
    const struct analysis_whatif_change even = {.faster = 1, .even = true};
    if (whatif->has_messages) {
        add_whole(sheet, whatif,
                  whatif->exact_waits ? "(all ranks and threads compute equally long)"
                                      : "(all ranks compute equally long)",
                  &(struct analysis_whatif_scenario){.changes = &even, .count = 1});
        add_whole(sheet, whatif, "(MPI calls only wait for each other)",
                  &(struct analysis_whatif_scenario){.network = WHATIF_NETWORK_IDEAL});
    }
    report_sheet_meaning(sheet, "at most %", "the gain if it took no time at all");
    report_sheet_meaning(sheet, "share %",
                         whatif->has_places
                             ? "of the time of all places and threads, without waits"
                             : "of the time of all ranks and threads, without MPI and waits");
    add_notes(whatif, sheet, "");
    write_sheet(out, whatif, sheet, options);
    free(all);
}
