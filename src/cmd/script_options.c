/* script_options.c: see script_options.h */
#include "cmd/script_options.h"

#include "cmd/options.h"
#include "util/duration.h"
#include "util/memory.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_FORCE = 256,
    OPTION_MACHINE,
    OPTION_DRY_RUN,
    OPTION_DOT,
    OPTION_FOLDER,
    OPTION_RESUME,
    OPTION_AGAIN,
    OPTION_SIMULATE,
    OPTION_SCHEDULE,
    OPTION_SPEED,
    OPTION_SPEEDS,
    OPTION_COSTS,
    OPTION_ACTUAL,
    OPTION_GANTT,
    OPTION_BACKEND,
    OPTION_AGENTS,
    OPTION_LOST_AFTER,
    OPTION_ARRAY,
    OPTION_SUBMIT_RATE,
    OPTION_MEMORY
};

static const struct options_row rows[] = {
    {.name = "jobs",
     .argument = "N",
     .id = 'j',
     .help = "cores to use (default: those of this machine); with agents, of each",
     .expects = "a number of cores from 1 to 4096",
     .common = true},
    {.name = "memory",
     .argument = "SIZE",
     .id = OPTION_MEMORY,
     .help = "memory for all tasks that run at a time, as far as they say what they need "
             "(default: that of this machine); with agents, of each",
     .expects = "a size such as 500M or 16G"},
    {.name = "backend",
     .argument = "NAME",
     .id = OPTION_BACKEND,
     .help = "where tasks run: local (default), or slurm: by an agent on each node of the "
             "allocation, which one srun starts",
     .expects = "local or slurm",
     .common = true},
    {.name = "agents",
     .argument = "N",
     .id = OPTION_AGENTS,
     .help = "run tasks by N agents: with slurm, on so many nodes; else all on this machine",
     .expects = "a number of agents from 1 to 4096",
     .common = true},
    {.name = "array",
     .id = OPTION_ARRAY,
     .help = "with slurm: submit tasks as elements of job arrays by sbatch, instead of running "
             "them by agents; tasks that read streams run here"},
    {.name = "submit-rate",
     .argument = "N",
     .id = OPTION_SUBMIT_RATE,
     .help = "with --array: sbatch commands per second, each for up to 1000 tasks (default: 1)",
     .expects = "a number from 0.01 to 100"},
    {.name = "lost-after",
     .argument = "TIME",
     .id = OPTION_LOST_AFTER,
     .help = "silence after which an agent is lost, and its tasks run elsewhere (default: 60s)",
     .expects = "a time from 4s to 24h"},
    {.name = "machine",
     .argument = "FILE",
     .id = OPTION_MACHINE,
     .help = "this machine, as `triptych machine --measure` writes it, for the models of tasks"},
    {.name = "costs",
     .argument = "RUN",
     .id = OPTION_COSTS,
     .help = "take costs of tasks and sizes of streams from an earlier run: its folder work.run, "
             "or its archive work.tri",
     .expects = "the folder or the archive of an earlier run"},
    {.name = "output",
     .argument = "NAME.tri",
     .id = 'o',
     .help = "write the run as an archive: tasks as regions, streams as messages",
     .expects = "the name of an archive such as work.tri",
     .common = true},
    {.name = "force", .id = OPTION_FORCE, .help = "replace an existing archive"},
    {.name = "dry-run",
     .id = OPTION_DRY_RUN,
     .help = "print what would be run, and run nothing",
     .common = true},
    {.name = "dot",
     .argument = "FILE",
     .id = OPTION_DOT,
     .help = "write the graph of tasks and streams for Graphviz; FILE may be -",
     .common = true},
    {.name = "folder",
     .argument = "NAME.run",
     .id = OPTION_FOLDER,
     .help = "folder of the run (default: named after the script, here)",
     .expects = "the name of a folder"},
    {.name = "resume",
     .id = OPTION_RESUME,
     .help = "continue an interrupted run: tasks that it has done, with the same command, "
             "executable and input files, are not run again",
     .common = true},
    {.name = "again",
     .id = OPTION_AGAIN,
     .help = "start from the beginning, although the last run was interrupted"},
    {.name = "simulate",
     .argument = "PLATFORM.xml",
     .id = OPTION_SIMULATE,
     .help = "run nothing: simulate the tasks, by their costs, on the machines of a SimGrid "
             "platform",
     .expects = "the path of a SimGrid platform",
     .common = true},
    {.name = "actual",
     .argument = "RUN",
     .id = OPTION_ACTUAL,
     .help = "in a simulation, tasks take what they took in an earlier run, which the scheduler "
             "learns only as they end",
     .expects = "the folder or the archive of an earlier run"},
    {.name = "schedule",
     .argument = "ALGORITHM",
     .id = OPTION_SCHEDULE,
     .help = "how tasks are placed by their costs, on agents or in a simulation: heft (default), "
             "peft, min-min or random",
     .expects = "heft, peft, min-min or random"},
    {.name = "speeds",
     .argument = "LIST",
     .id = OPTION_SPEEDS,
     .help = "relative speeds of the agents' cores, such as 1,1,0.5 (default: as they measure)",
     .expects = "numbers greater than 0, one for each agent, with commas between them"},
    {.name = "speed",
     .argument = "FLOPS",
     .id = OPTION_SPEED,
     .help = "operations per second of the machine that costs are for (default: 1e9)",
     .expects = "a number greater than 0, such as 2.5e9"},
    {.name = "gantt",
     .argument = "FILE",
     .id = OPTION_GANTT,
     .help = "write what a simulation ran when and where: FILE.svg or FILE.csv",
     .expects = "the name of a file"},
    {.name = "quiet", .id = 'q', .help = "no progress line and no table at the end"},
    {0},
};

static const struct options_command command = {
    .name = "script",
    .until_argument = true,
    .usage = "script [OPTIONS] FILE.rb [ARGUMENTS...]",
    .about = "Runs a task script: Ruby that makes tasks, which are ordinary programs, and connects "
             "their standard inputs and outputs by streams. Lines of several writers are merged, "
             "and every reader gets all of them. Tasks run as soon as what they need is there and "
             "there are cores and memory for them.",
    .rows = rows,
    .more = "The exit status is 0 if all tasks ended well, 1 if one failed. Ctrl-C stops all of "
            "them.",
    .examples = "  triptych script work.rb\n"
                "  triptych script --dry-run work.rb 100\n"
                "  triptych script --dot - work.rb | dot -Tsvg > work.svg\n"
                "  triptych script --backend slurm --agents 16 work.rb\n"
                "  triptych script --simulate cluster.xml --gantt work.svg work.rb\n",
};

static uint32_t own_cores(void)
{
    cpu_set_t cores;
    int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
    return count > 0 ? (uint32_t)count : 1;
}

static bool take_speeds(const char *text, struct cmd_script_request *request)
{
    size_t room = 0;
    free(request->speeds);
    request->speeds = NULL;
    request->speed_count = 0;
    for (const char *at = text;; at++) {
        char *end;
        double speed = strtod(at, &end);
        if (end == at || (*end && *end != ',') || !isfinite(speed) || speed <= 0)
            return false;
        request->speeds = memory_grow(request->speeds, &room, request->speed_count + (size_t)1,
                                      sizeof *request->speeds);
        request->speeds[request->speed_count++] = speed;
        at = end;
        if (!*at)
            return true;
    }
}

static bool take_simulation(int id, const char *value, struct cmd_script_request *request)
{
    char *end;
    switch (id) {
    case OPTION_SIMULATE:
        request->simulate = value;
        return *value != '\0';
    case OPTION_SCHEDULE:
        request->has_schedule = true;
        return script_schedule_algorithm_find(value, &request->schedule);
    case OPTION_SPEED:
        request->speed = strtod(value, &end);
        return *value && !*end && isfinite(request->speed) && request->speed > 0;
    case OPTION_ACTUAL:
        request->actual = value;
        return *value != '\0';
    case OPTION_COSTS:
        request->costs = value;
        return *value != '\0';
    case OPTION_SPEEDS:
        return take_speeds(value, request);
    default:
        request->gantt = value;
        return *value != '\0';
    }
}

/* Takes an option; false if its value is wrong. */
static bool take(int id, const struct options_reader *reader, struct cmd_script_request *request)
{
    uint64_t number;
    double seconds;
    char *end;
    switch (id) {
    case 'j':
        if (!options_number(reader->value, 1, 4096, &number))
            return false;
        request->jobs = (uint32_t)number;
        request->has_jobs = true;
        return true;
    case OPTION_AGENTS:
        if (!options_number(reader->value, 1, 4096, &number))
            return false;
        request->agents = (uint32_t)number;
        return true;
    case OPTION_MEMORY:
        return options_bytes(reader->value, &request->memory);
    case OPTION_ARRAY:
        request->array = true;
        return true;
    case OPTION_SUBMIT_RATE:
        request->submit_rate = strtod(reader->value, &end);
        return *reader->value && !*end && request->submit_rate >= 0.01 &&
               request->submit_rate <= 100;
    case OPTION_LOST_AFTER:
        if (!duration_read(reader->value, &seconds) || seconds < 4 || seconds > 86400)
            return false;
        request->lost_after = (uint32_t)seconds;
        return true;
    case OPTION_BACKEND:
        request->slurm = !strcmp(reader->value, "slurm");
        return request->slurm || !strcmp(reader->value, "local");
    case 'o':
        request->output = reader->value;
        return *reader->value != '\0';
    case OPTION_MACHINE:
        request->machine = reader->value;
        return true;
    case OPTION_FORCE:
        request->force = true;
        return true;
    case OPTION_DRY_RUN:
        request->dry_run = true;
        return true;
    case OPTION_DOT:
        request->dot = reader->value;
        return true;
    case OPTION_RESUME:
        request->resume = true;
        return true;
    case OPTION_AGAIN:
        request->again = true;
        return true;
    case OPTION_FOLDER:
        request->folder = reader->value;
        return *reader->value != '\0';
    case 'q':
        request->quiet = true;
        return true;
    default:
        return take_simulation(id, reader->value, request);
    }
}

int cmd_script_options_read(int argc, char **argv, struct cmd_script_request *request)
{
    struct options_reader reader;
    *request = (struct cmd_script_request){
        .jobs = own_cores(), .speed = 1e9, .lost_after = 60, .submit_rate = 1};
    options_begin(&reader, &command, argc, argv);
    for (int id; (id = options_next(&reader)) != OPTIONS_END;) {
        if (id == OPTIONS_STOP)
            return reader.status;
        if (!take(id, &reader, request))
            return options_wrong(&reader);
    }
    if (request->resume && request->again)
        return options_misuse("script", "--resume and --again exclude each other");
    if (request->speeds && !request->agents && !request->slurm)
        return options_misuse("script", "--speeds are those of agents: give --agents, too");
    if (request->speeds && request->agents && request->agents != request->speed_count)
        return options_misuse("script", "--speeds must give one speed for each agent");
    if (request->actual && !request->simulate)
        return options_misuse("script", "--actual is for a simulation: give --simulate, too");
    if (request->gantt && !request->simulate)
        return options_misuse("script", "--gantt shows a simulation: give --simulate, too");
    if (request->array && (!request->slurm || request->agents))
        return options_misuse("script", "--array submits tasks to Slurm instead of running them by "
                                        "agents: give --backend slurm, and no --agents");
    if (optind == argc)
        return options_misuse("script", "name a script, such as `triptych script work.rb`");
    if (request->simulate || (request->slurm && !request->has_jobs))
        request->jobs = 4096; /* the platform says how many cores there are */
    request->script = argv[optind];
    request->arguments = argv + optind + 1;
    return -1;
}
