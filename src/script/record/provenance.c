/* provenance.c: see provenance.h */
#include "script/record/provenance.h"

#include "archive/write/create.h"
#include "launch/run_description.h"
#include "script/record/costs.h"
#include "util/memory.h"
#include "util/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the commit of the current folder; NULL if it has none, or there is no git. */
static json_t *commit(void)
{
    char line[80] = "";
    FILE *git = popen("git rev-parse HEAD 2>/dev/null", "re");
    if (!git)
        return NULL;
    if (!fgets(line, sizeof line, git))
        line[0] = '\0';
    pclose(git);
    line[strcspn(line, "\n")] = '\0';
    return line[0] ? json_string(line) : NULL;
}

json_t *script_provenance_begin(char **command, const struct script_graph *graph)
{
    json_t *run = launch_description_new(command, "monotonic", json_object());
    json_t *head = commit();
    json_array_insert_new(json_object_get(run, "command"), 0, json_string("triptych"));
    json_object_set_new(run, "script", launch_description_text(graph->file));
    json_object_set_new(run, "tasks", json_integer((json_int_t)graph->task_count));
    json_object_set_new(run, "streams", json_integer((json_int_t)graph->stream_count));
    if (head)
        json_object_set_new(run, "commit", head);
    return run;
}

/* Lists the archives of measured tasks. */
static json_t *measured(const struct script_graph *graph, const struct script_run_result *result,
                        const char *folder)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < graph->task_count; i++) {
        if (!graph->tasks[i].measure || !result->tasks[i].attempts)
            continue;
        char *path = memory_printf("%s/measured/%u.tri", folder, i);
        json_t *one = json_object();
        json_object_set_new(one, "task", json_integer(i));
        json_object_set_new(one, "name", launch_description_text(graph->tasks[i].name));
        json_object_set_new(one, "archive", launch_description_text(path));
        json_array_append_new(all, one);
        free(path);
    }
    return all;
}

/* Describes the nodes: what each ran, and how fast it was believed to be at the end. */
static json_t *nodes(const struct script_run_result *result, size_t task_count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < result->node_count; i++) {
        const struct script_run_node *node = &result->nodes[i];
        json_int_t tasks = 0, stolen = 0;
        for (size_t t = 0; result->tasks && t < task_count; t++) {
            bool here = result->tasks[t].attempts && result->tasks[t].agent == i;
            tasks += here;
            stolen += here && result->tasks[t].stolen;
        }
        json_t *about =
            json_pack("{s:o, s:I, s:I, s:I}", "host", launch_description_text(node->host), "cores",
                      (json_int_t)node->cores, "tasks", tasks, "stolen", stolen);
        if (node->speed > 0)
            json_object_set_new(about, "speed", json_real(node->speed));
        if (node->link.bandwidth > 0) {
            json_object_set_new(about, "latency", json_real(node->link.latency));
            json_object_set_new(about, "bandwidth", json_real(node->link.bandwidth));
        }
        json_array_append_new(list, about);
    }
    return list;
}

/* Says how tasks were placed. */
static json_t *schedule(const struct script_run_schedule *schedule)
{
    return json_pack("{s:s, s:f, s:I, s:I, s:I}", "algorithm",
                     script_schedule_algorithm_name(schedule->algorithm), "planned_s",
                     schedule->planned, "plans", (json_int_t)schedule->plans, "adopted",
                     (json_int_t)schedule->adopted, "stolen", (json_int_t)schedule->stolen);
}

void script_provenance_end(json_t *run, const struct script_graph *graph,
                           const struct script_run_result *result,
                           const struct script_journal *journal, const char *folder)
{
    static const char *const words[SCRIPT_STATES] = {
        [SCRIPT_DONE] = "done",
        [SCRIPT_KEPT] = "kept",
        [SCRIPT_FAILED] = "failed",
        [SCRIPT_SKIPPED] = "not_run",
    };
    json_t *counts = json_object();
    for (int i = 0; i < SCRIPT_STATES; i++) {
        if (words[i])
            json_object_set_new(counts, words[i], json_integer((json_int_t)result->counts[i]));
    }
    bool failed = result->counts[SCRIPT_FAILED] || result->signal;
    launch_description_end(run, failed ? 1 << 8 : 0);
    json_object_set_new(run, "start_ns", json_integer((json_int_t)result->start));
    json_object_set_new(run, "end_ns", json_integer((json_int_t)result->end));
    json_object_set_new(run, "outcome", counts);
    json_object_set_new(run, "measured", measured(graph, result, folder));
    json_object_set_new(run, "costs", record_costs(graph, result));
    json_object_set_new(run, "tasks", json_integer((json_int_t)graph->task_count));
    json_object_set_new(run, "streams", json_integer((json_int_t)graph->stream_count));
    json_object_set_new(run, "nodes", nodes(result, graph->task_count));
    if (result->schedule.is_used)
        json_object_set_new(run, "schedule", schedule(&result->schedule));
    json_object_set_new(run, "inputs", script_journal_inputs(journal));
}

bool script_provenance_write(const json_t *run, const char *folder, struct error *error)
{
    return archive_write_run(folder, run, error);
}
