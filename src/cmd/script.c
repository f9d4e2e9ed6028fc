/* script.c: `triptych script`: runs the tasks of a script. */
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/script_options.h"
#include "cmd/script_result.h"

#include "launch/paths.h"
#include "script/graph/check.h"
#include "script/graph/print.h"
#include "script/journal/journal.h"
#include "script/journal/resume.h"
#include "script/ruby/read.h"
#include "script/run/folder.h"
#include "script/run/run.h"
#include "util/memory.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_notes(const struct buffer *notes)
{
    for (const char *line = notes->text ? notes->text : "", *end; (end = strchr(line, '\n'));
         line = end + 1)
        fprintf(stderr, "triptych script: %.*s\n", (int)(end - line), line);
}

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

/* Everything of one run. */
struct work {
    struct script_folder folder;
    struct script_journal *journal;
    struct script_run_result result;
    bool *kept;
    uint64_t *preloaded;
};

/* Prepares the folder and the journal, and what can be kept of an earlier run. */
static bool prepare(struct work *work, const struct script_graph *graph,
                    const struct cmd_script_request *request, struct error *error)
{
    if (!script_folder_open(&work->folder, request->folder, request->script, error))
        return false;
    const char *earlier = work->folder.earlier;
    if (earlier && !request->resume && !request->again && script_journal_is_interrupted(earlier))
        return error_set(error,
                         "the last run in %s was interrupted: --resume continues it, --again "
                         "starts from the beginning",
                         work->folder.root);
    work->journal = script_journal_new(work->folder.path, graph, error);
    if (!work->journal)
        return false;
    if (request->resume && earlier) {
        work->kept = memory_zeroed(graph->task_count + 1, sizeof *work->kept);
        work->preloaded = memory_zeroed(graph->stream_count + 1, sizeof *work->preloaded);
        if (!script_resume(graph, earlier, work->folder.path, work->journal, work->kept,
                           work->preloaded, error))
            return false;
    }
    return script_folder_commit(&work->folder, error);
}

static bool run_tasks(struct work *work, struct script_graph *graph,
                      const struct cmd_script_request *request, struct error *error)
{
    static char self[PATH_MAX];
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        return error_errno(error, "cannot find the command's own path");
    const struct script_run_options options = {.folder = work->folder.path,
                                               .cores = request->jobs,
                                               .quiet = request->quiet,
                                               .kept = work->kept,
                                               .preloaded = work->preloaded,
                                               .triptych = self};
    return script_run(graph, &options, work->journal, &work->result, error) &&
           (work->result.signal || script_journal_end(work->journal, &work->result, error));
}

/* Runs the tasks. Returns the exit status. */
static int run(struct script_graph *graph, const struct cmd_script_request *request)
{
    struct work work = {.folder.lock = -1};
    struct error error = {0};
    bool good = prepare(&work, graph, request, &error) && run_tasks(&work, graph, request, &error);
    const struct script_run_result *result = &work.result;
    if (!request->quiet && result->tasks)
        cmd_script_result_print(graph, result);
    if (good && result->signal)
        fprintf(stderr, "triptych script: stopped by signal %d; --resume continues\n",
                result->signal);
    int status = good ? CMD_DONE : options_fail("script", error.text);
    if (result->counts[SCRIPT_FAILED] || result->signal)
        status = CMD_FAILED;
    script_journal_free(work.journal);
    script_folder_close(&work.folder);
    free(work.result.tasks);
    free(work.kept);
    free(work.preloaded);
    return status;
}

int cmd_script(int argc, char **argv)
{
    struct cmd_script_request request;
    struct script_graph graph = {0};
    struct buffer notes = {0};
    struct error error = {0};
    int status = cmd_script_options_read(argc, argv, &request);
    if (status >= 0)
        return status;
    bool good = script_ruby_read(&graph, launch_paths_script_reader(), request.script,
                                 request.arguments, &error) &&
                script_graph_check(&graph, request.jobs, &notes, &error) &&
                (!request.dot || write_dot(&graph, request.dot, &error));
    print_notes(&notes);
    buffer_free(&notes);
    if (!good)
        status = options_fail("script", error.text);
    else if (request.dry_run)
        print_plan(&graph);
    else if (!request.dot)
        status = run(&graph, &request);
    script_graph_free(&graph);
    return status < 0 ? CMD_DONE : status;
}
