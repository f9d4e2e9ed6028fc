/* script.c: `triptych script`: runs the tasks of a script. */
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/script_options.h"
#include "cmd/script_result.h"
#include "cmd/script_run.h"
#include "cmd/script_simulate.h"

#include "launch/paths.h"
#include "script/costs/costs.h"
#include "script/costs/learned.h"
#include "script/graph/check.h"
#include "script/graph/print.h"
#include "script/ruby/read.h"
#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes the graph as a picture's description. */
static bool write_dot(const struct script_graph *graph, const char *path, struct error *error)
{
    struct buffer text = {0};
    bool standard = !strcmp(path, "-");
    script_graph_dot(graph, &text);
    FILE *out = standard ? stdout : fopen(path, "we");
    if (!out) {
        buffer_free(&text);
        return error_errno(error, "cannot write %s", path);
    }
    fputs(text.text, out);
    bool good = standard ? fflush(out) == 0 : fclose(out) == 0;
    buffer_free(&text);
    return good || error_errno(error, "cannot write %s", path);
}

static void print_plan(const struct script_graph *graph)
{
    struct buffer text = {0};
    script_graph_list(graph, &text);
    fputs(text.text ? text.text : "", stdout);
    buffer_free(&text);
}

/* Takes costs from an earlier run. */
static bool learn(struct script_graph *graph, const char *path, struct error *error)
{
    size_t found;
    if (!script_costs_learn(graph, path, &found, error))
        return false;
    if (found < graph->task_count)
        fprintf(stderr, "triptych script: %s knows the costs of %zu of %zu tasks\n", path, found,
                graph->task_count);
    return true;
}

/* Ends a script that waits for tasks, which are not run. */
static bool leave(struct script_graph *graph, struct script_ruby *ruby, struct buffer *notes,
                  struct error *error)
{
    const char *file = graph->question.file;
    uint32_t line = graph->question.line;
    if (!script_ruby_leave(ruby, graph, error))
        return false;
    buffer_printf(notes,
                  "%s:%u: the script waits here for tasks that are not run: what it would make of "
                  "their results is left out\n",
                  file, line);
    return true;
}

int cmd_script(int argc, char **argv)
{
    struct cmd_script_request request;
    struct script_graph graph = {0};
    struct script_ruby *ruby = NULL;
    struct buffer notes = {0};
    struct error error = {0};
    int status = cmd_script_options_read(argc, argv, &request);
    if (status >= 0) {
        free(request.speeds);
        return status;
    }
    graph.costs = script_costs_new(request.machine, &error);
    bool good = graph.costs && script_ruby_read(&graph, launch_paths_script_reader(),
                                                request.script, request.arguments, &ruby, &error);
    bool is_run = !request.dry_run && !request.simulate && !request.dot;
    good = good && (!ruby || is_run || leave(&graph, ruby, &notes, &error)) &&
           script_graph_check(&graph, request.jobs, &notes, &error) &&
           (!request.costs || learn(&graph, request.costs, &error)) &&
           (!request.dot || write_dot(&graph, request.dot, &error));
    if (good && script_costs_trouble(graph.costs))
        buffer_printf(&notes, "some tasks have no predicted time: %s\n",
                      script_costs_trouble(graph.costs));
    cmd_script_notes_print(&notes);
    buffer_free(&notes);
    if (!good)
        status = options_fail("script", error.text);
    else if (!graph.task_count && !request.dot && !ruby)
        fprintf(stderr, "triptych script: %s makes no task\n", request.script);
    else if (request.dry_run)
        print_plan(&graph);
    else if (request.simulate)
        status = cmd_script_simulate(&graph, &request, argv);
    else if (!request.dot)
        status = cmd_script_run(&graph, ruby, &request, argv);
    script_ruby_free(ruby);
    script_costs_free(graph.costs);
    script_graph_free(&graph);
    free(request.speeds);
    return status < 0 ? CMD_DONE : status;
}
