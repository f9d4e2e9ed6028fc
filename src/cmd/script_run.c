/* script_run.c: see script_run.h */
#include "cmd/script_run.h"

#include "archive/archive.h"
#include "archive/write/create.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/script_result.h"
#include "launch/paths.h"
#include "script/agents/fleet.h"
#include "script/agents/network.h"
#include "script/graph/check.h"
#include "script/journal/journal.h"
#include "script/journal/resume.h"
#include "script/record/provenance.h"
#include "script/record/record.h"
#include "script/run/folder.h"
#include "script/run/run.h"
#include "util/memory.h"
#include "util/privacy.h"
#include "util/progress.h"
#include "util/ram.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Everything of one run. */
struct work {
    struct script_folder folder;
    struct script_journal *journal;
    struct script_run_result result;
    struct script_graph *graph;
    struct script_ruby *ruby;           /* a script that goes on; or NULL */
    struct script_resume *resume;       /* or NULL */
    struct script_schedule_link *links; /* of agents, or NULL */
    bool *kept;                         /* of the tasks before the run; NULL: they were asked for */
    uint64_t *preloaded;
    uint32_t jobs;
    json_t *about; /* run.json */
    struct archive_new archive;
    struct script_agents_fleet *fleet; /* or NULL */
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
        work->resume = script_resume_new(graph, earlier, work->folder.path, work->journal);
        work->kept = memory_zeroed(graph->task_count + 1, sizeof *work->kept);
        work->preloaded = memory_zeroed(graph->stream_count + 1, sizeof *work->preloaded);
        if (!script_resume_more(work->resume, work->kept, work->preloaded, error))
            return false;
    }
    if (!script_folder_commit(&work->folder, error))
        return false;
    if (work->resume)
        script_resume_move(work->resume, work->folder.path);
    if (!work->ruby || !work->resume) /* else it asks for more of the earlier run */
        script_folder_forget(&work->folder);
    return script_provenance_write(work->about, work->folder.path, error);
}

/* Starts the agents if tasks are to be run by some. */
static bool start_agents(struct work *work, const struct cmd_script_request *request,
                         struct error *error)
{
    uint32_t share = request->slurm ? 0 : request->jobs / (request->agents ? request->agents : 1);
    const struct script_agents_fleet_options options = {
        .count = request->agents,
        .cores = request->has_jobs         ? request->jobs
                 : request->slurm || share ? share
                                           : 1,
        .limit = request->lost_after,
        .slurm = request->slurm,
        .program = launch_paths_script_agent(),
    };
    if (request->array || (!request->agents && !request->slurm))
        return true;
    work->fleet = script_agents_fleet_new(&options, error);
    return work->fleet != NULL;
}

/* True if tasks are placed by a plan: if that was asked for, or if some have costs. */
static bool is_planned(const struct script_graph *graph, const struct cmd_script_request *request)
{
    bool is_known = request->has_schedule || request->speeds;
    for (size_t i = 0; i < graph->task_count && !is_known; i++)
        is_known = graph->tasks[i].cost > 0;
    return is_known;
}

static bool find_earlier(void *owner, bool *kept, uint64_t *preloaded, struct error *error)
{
    struct work *work = owner;
    if (!work->kept)
        return script_resume_more(work->resume, kept, preloaded, error);
    memcpy(kept, work->kept, work->graph->task_count * sizeof *kept);
    memcpy(preloaded, work->preloaded, work->graph->stream_count * sizeof *preloaded);
    free(work->kept);
    work->kept = NULL;
    return true;
}

/* Takes what a script that goes on has said, and checks it. */
static enum script_said take_more(void *owner, struct error *error)
{
    struct work *work = owner;
    struct buffer notes = {0};
    enum script_said said = script_ruby_take(work->ruby, work->graph, error);
    if (said != SCRIPT_SAID_WRONG && !script_graph_check(work->graph, work->jobs, &notes, error))
        said = SCRIPT_SAID_WRONG;
    cmd_script_notes_print(&notes);
    buffer_free(&notes);
    return said;
}

static void answer(void *owner, const char *line)
{
    script_ruby_answer(((struct work *)owner)->ruby, line);
}

static void ended(void *owner, pid_t pid, int status)
{
    script_ruby_ended(((struct work *)owner)->ruby, pid, status);
}

static bool run_tasks(struct work *work, struct script_graph *graph,
                      const struct cmd_script_request *request, struct error *error)
{
    static char self[PATH_MAX];
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        return error_errno(error, "cannot find the command's own path");
    if (!start_agents(work, request, error))
        return false;
    if (request->speeds && request->speed_count != script_agents_fleet_count(work->fleet))
        return error_set(error, "--speeds has %u numbers, but there are %u agents",
                         request->speed_count, script_agents_fleet_count(work->fleet));
    static const struct script_schedule_link usual = {.bandwidth = 1e9, .latency = 1e-4};
    static const double budget = 0.5; /* s */
    bool planned = is_planned(graph, request);
    if (work->fleet && planned)
        work->links = script_agents_network(work->fleet, budget, usual);
    const struct script_run_earlier earlier = {work, find_earlier};
    const struct script_run_more more = {
        .owner = work,
        .fd = work->ruby ? script_ruby_descriptor(work->ruby) : -1,
        .take = take_more,
        .answer = answer,
        .ended = ended,
    };
    const struct script_run_options options = {
        .folder = work->folder.path,
        .cores = request->jobs,
        .memory = work->fleet || request->array || request->memory ? request->memory : ram_size(),
        .counts = request->output || request->array,
        .quiet = request->quiet,
        .earlier = work->resume ? &earlier : NULL,
        .more = work->ruby ? &more : NULL,
        .triptych = self,
        .array_program = request->array ? launch_paths_script_agent() : NULL,
        .array_rate = request->submit_rate,
        .fleet = work->fleet,
        .planned = planned,
        .links = work->links,
        .algorithm = request->schedule,
        .speeds = request->speeds};
    bool good = script_run(graph, &options, work->journal, &work->result, error);
    if (work->ruby && work->resume)
        script_folder_forget(&work->folder);
    return good && (work->result.signal || script_journal_end(work->journal, &work->result, error));
}

/* Writes how the run ended, also as an archive if that was asked for. */
static bool write_result(struct work *work, const struct script_graph *graph,
                         const struct cmd_script_request *request, struct error *error)
{
    script_provenance_end(work->about, graph, &work->result, work->journal, work->folder.path);
    if (!script_provenance_write(work->about, work->folder.path, error))
        return false;
    if (!request->output)
        return true;
    struct progress progress;
    privacy_begin();
    progress_start(&progress, "writing the archive");
    const struct script_record_run run = {graph, &work->result, work->fleet, work->folder.path};
    bool good = script_record(request->output, &run, error) &&
                archive_write_run(request->output, work->about, error) &&
                archive_seal(request->output, &progress, error);
    progress_end(&progress);
    if (!good)
        return false;
    archive_keep(&work->archive);
    work->archive.path = NULL;
    fprintf(stderr, "triptych script: wrote %s; now `triptych report %s` or `triptych view %s`\n",
            request->output, request->output, request->output);
    return true;
}

static void work_free(struct work *work)
{
    script_agents_fleet_free(work->fleet);
    if (work->archive.path)
        archive_discard(&work->archive);
    script_journal_free(work->journal);
    script_folder_close(&work->folder);
    script_run_result_free(&work->result);
    script_resume_free(work->resume);
    free(work->kept);
    free(work->preloaded);
    free(work->links);
    json_decref(work->about);
}

/* Makes the archive, so that it is known before the run whether it can be written. */
static bool make_archive(struct work *work, const char *path, bool force, struct error *error)
{
    privacy_begin();
    bool good = archive_create(&work->archive, path, force, error) == ARCHIVE_CREATED;
    privacy_leave();
    if (!good)
        archive_discard(&work->archive);
    if (!good)
        work->archive.path = NULL;
    return good;
}

int cmd_script_run(struct script_graph *graph, struct script_ruby *ruby,
                   const struct cmd_script_request *request, char **command)
{
    struct work work = {.folder.lock = -1, .graph = graph, .ruby = ruby, .jobs = request->jobs};
    struct error error = {0};
    const struct script_run_result *result = &work.result;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    work.about = script_provenance_begin(command, graph);
    bool good =
        (!ruby || !request->array ||
         error_set(&error,
                   "%s:%u: a script that waits for its tasks cannot have them run in job "
                   "arrays: leave --array out",
                   graph->question.file, graph->question.line)) &&
        (!request->output || make_archive(&work, request->output, request->force, &error)) &&
        prepare(&work, graph, request, &error) && run_tasks(&work, graph, request, &error);
    if (!request->quiet && result->tasks)
        cmd_script_result_print(graph, result);
    if (good && result->signal)
        fprintf(stderr, "triptych script: stopped by signal %d; --resume continues\n",
                result->signal);
    good = good && write_result(&work, graph, request, &error);
    int status = good ? CMD_DONE : options_fail("script", error.text);
    if (!good && result->tasks)
        fputs("triptych script: what is done is kept; --resume continues\n", stderr);
    if (result->counts[SCRIPT_FAILED] || result->signal)
        status = CMD_FAILED;
    work_free(&work);
    return status;
}
