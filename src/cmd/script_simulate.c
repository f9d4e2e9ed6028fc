/* script_simulate.c: see script_simulate.h */
#include "cmd/script_simulate.h"

#include "archive/archive.h"
#include "archive/write/create.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/script_gantt.h"
#include "launch/paths.h"
#include "launch/run_description.h"
#include "script/costs/graph_problem.h"
#include "script/costs/learned.h"
#include "script/record/provenance.h"
#include "script/schedule/plan_check.h"
#include "script/simulate/record.h"
#include "script/simulate/simulate.h"
#include "util/memory.h"
#include "util/privacy.h"
#include "util/progress.h"
#include "util/words.h"

#include <stdio.h>
#include <stdlib.h>

static bool write_file(const char *path, const struct buffer *text, struct error *error)
{
    FILE *out = fopen(path, "we");
    if (!out)
        return error_errno(error, "cannot write %s", path);
    fwrite(text->text, 1, text->used, out);
    return fclose(out) == 0 || error_errno(error, "cannot write %s", path);
}

/* Writes the chart: a table if the file's name ends with .csv, else a picture. */
static bool write_chart(const struct script_graph *graph, const struct cmd_script_request *request,
                        const struct script_schedule_problem *problem,
                        const struct script_simulate_result *result, struct error *error)
{
    const char **names = memory_zeroed(graph->task_count + 1, sizeof *names);
    struct buffer text = {0};
    for (size_t t = 0; t < graph->task_count; t++)
        names[t] = graph->tasks[t].name;
    struct cmd_script_gantt gantt = {
        .result = result, .problem = problem, .names = names, .title = request->script};
    if (words_ends(request->gantt, ".csv"))
        cmd_script_gantt_csv(&gantt, &text);
    else
        cmd_script_gantt_svg(&gantt, &text);
    bool good = write_file(request->gantt, &text, error);
    buffer_free(&text);
    free(names);
    return good;
}

/* Writes the simulated run as an archive. */
static bool write_archive(const struct script_graph *graph,
                          const struct cmd_script_request *request, char **command,
                          const struct script_simulate_result *result, struct error *error)
{
    struct archive_new made;
    struct progress progress;
    privacy_begin();
    if (archive_create(&made, request->output, request->force, error) != ARCHIVE_CREATED) {
        archive_discard(&made);
        privacy_leave();
        return false;
    }
    json_t *about = script_provenance_begin(command, graph);
    launch_description_end(about, 0);
    json_object_set_new(about, "simulated_on", launch_description_text(request->simulate));
    progress_start(&progress, "writing the archive");
    bool good = script_simulate_record(request->output, graph, result, error) &&
                archive_write_run(request->output, about, error) &&
                archive_seal(request->output, &progress, error);
    progress_end(&progress);
    json_decref(about);
    if (good)
        archive_keep(&made);
    else
        archive_discard(&made);
    privacy_leave();
    return good;
}

static void add_seconds(struct buffer *to, const char *words, double seconds)
{
    buffer_printf(to, "%-22s ", words);
    words_number(to, seconds, 6);
    buffer_add(to, " s\n");
}

static void print_result(const struct cmd_script_request *request,
                         const struct script_schedule_problem *problem,
                         const struct script_simulate_result *result)
{
    struct buffer text = {0};
    bool *used = memory_zeroed(result->machine_count + (size_t)1, sizeof *used);
    double busy = 0, all = 0;
    uint32_t machines = 0;
    for (uint32_t t = 0; t < problem->task_count; t++) {
        const struct script_schedule_slot *slot = &result->plan.slots[t];
        busy += (slot->end - slot->start) * problem->tasks[t].cores;
        machines += !used[slot->machine];
        used[slot->machine] = true;
    }
    for (uint32_t m = 0; m < result->machine_count; m++)
        all += used[m] ? result->machines[m].cores * result->plan.makespan : 0;
    add_seconds(&text, "simulated time", result->plan.makespan);
    add_seconds(&text, "planned time", result->planned);
    buffer_printf(&text, "%-22s %s\n", "schedule",
                  script_schedule_algorithm_name(request->schedule));
    if (result->counts.adopted || result->counts.stolen)
        buffer_printf(&text, "%-22s re-placed %ux, %u tasks stolen\n", "corrected",
                      result->counts.adopted, result->counts.stolen);
    buffer_printf(&text, "%-22s %u\n", "tasks", problem->task_count);
    buffer_printf(&text, "%-22s %u of %u\n", "machines used", machines, result->machine_count);
    if (all > 0)
        buffer_printf(&text, "%-22s %.1f %%\n", "their cores in use", 100 * busy / all);
    fputs(text.text, stdout);
    buffer_free(&text);
    free(used);
}

/* Returns what tasks took in an earlier run, as factors of what they are planned with. NULL with an
 * error. To be freed. */
static double *learn_actual(struct script_graph *graph, const struct cmd_script_request *request,
                            const struct script_costs_problem *made, struct error *error)
{
    size_t count = graph->task_count, found;
    double *planned = memory_zeroed(count + 1, sizeof *planned);
    double *factors = memory_zeroed(count + 1, sizeof *factors);
    for (size_t i = 0; i < count; i++) {
        planned[i] = graph->tasks[i].cost;
        graph->tasks[i].cost = 0;
    }
    bool good = script_costs_learn(graph, request->actual, &found, error);
    for (size_t i = 0; i < count; i++) {
        double work = made->problem.tasks[i].work;
        double took = graph->tasks[i].cost * request->speed;
        factors[i] = took > 0 && work > 0 ? took / work : 1;
        graph->tasks[i].cost = planned[i];
    }
    if (good && found < count)
        fprintf(stderr, "triptych script: %s knows what %zu of %zu tasks took\n", request->actual,
                found, count);
    free(planned);
    if (good)
        return factors;
    free(factors);
    return NULL;
}

int cmd_script_simulate(struct script_graph *graph, const struct cmd_script_request *request,
                        char **command)
{
    struct script_costs_problem made;
    struct script_simulate_result result = {0};
    struct error error = {0};
    bool good = script_costs_problem_make(graph, request->speed, &made, &error);
    if (good && made.unknown && !request->quiet)
        fprintf(stderr,
                "triptych script: %zu of %zu tasks have no cost; each counts with the mean of the "
                "others, or 1 s\n",
                made.unknown, graph->task_count);
    double *actual = good && request->actual ? learn_actual(graph, request, &made, &error) : NULL;
    struct script_simulate_request question = {
        .program = launch_paths_simulate(),
        .platform = request->simulate,
        .problem = &made.problem,
        .actual = actual,
        .options = {.algorithm = request->schedule, .refine = true, .steal = true}};
    good = good && !error.text[0] && script_simulate_run(&question, &result, &error);
    if (good && request->gantt)
        good = write_chart(graph, request, &made.problem, &result, &error);
    if (good && request->output)
        good = write_archive(graph, request, command, &result, &error);
    if (good)
        print_result(request, &made.problem, &result);
    script_simulate_free(&result);
    free(actual);
    script_costs_problem_free(&made);
    return good ? CMD_DONE : options_fail("script", error.text);
}
