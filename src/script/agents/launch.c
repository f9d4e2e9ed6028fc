/* launch.c: see launch.h */
#include "script/agents/launch.h"

#include "script/run/programs.h"
#include "script/run/spawn.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 10, LOOKS = 100 }; /* s until what was started is killed; looks per second */

struct script_agents_launch {
    pid_t *pids; /* 0: ended */
    uint32_t count;
    bool slurm; /* there is one process, srun */
};

uint32_t script_agents_launch_nodes(void)
{
    const char *nodes = getenv("SLURM_JOB_NUM_NODES");
    return getenv("SLURM_JOB_ID") && nodes ? (uint32_t)strtoul(nodes, NULL, 10) : 0;
}

/* Starts one process with the secret in its environment. */
static bool start(struct script_agents_launch *launch, const char *path, char *const *words,
                  char *const *environment, struct error *error)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct script_spawn_command command = {.path = path,
                                           .words = words,
                                           .environment = environment,
                                           .in = null,
                                           .out = STDERR_FILENO,
                                           .err = STDERR_FILENO};
    getrlimit(RLIMIT_NOFILE, &command.files);
    pid_t pid = null >= 0 ? script_spawn_process(&command, error) : -1;
    if (null < 0)
        error_errno(error, "cannot open /dev/null");
    else
        close(null);
    if (pid > 0)
        launch->pids[launch->count++] = pid;
    return pid > 0;
}

static bool start_here(struct script_agents_launch *launch,
                       const struct script_agents_fleet_options *options, uint32_t count,
                       char *port, char *const *environment, struct error *error)
{
    char host[] = "127.0.0.1";
    char *cores = memory_printf("%u", options->cores);
    char *limit = memory_printf("%u", options->limit);
    bool good = true;
    for (uint32_t i = 0; good && i < count; i++) {
        char *number = memory_printf("%u", i);
        char *words[] = {(char *)options->program, host, port, cores, number, limit, NULL};
        good = start(launch, options->program, words, environment, error);
        free(number);
    }
    free(cores);
    free(limit);
    return good;
}

static bool start_slurm(struct script_agents_launch *launch,
                        const struct script_agents_fleet_options *options, uint32_t count,
                        char *port, char *const *environment, struct error *error)
{
    static const char *const fixed[] = {
        "srun",         "--ntasks-per-node=1", "--export=ALL",         "--input=none",
        "--unbuffered", "--mpi=none",          "--kill-on-bad-exit=0", "--cpu-bind=none"};
    enum { FIXED = sizeof fixed / sizeof fixed[0] };
    struct script_programs programs = {0};
    char host[HOST_NAME_MAX + 1] = "", slurm[] = "slurm", overlap[] = "--overlap";
    char *nodes = memory_printf("--nodes=%u", count), *tasks = memory_printf("--ntasks=%u", count);
    char *each = memory_printf("--cpus-per-task=%u", options->cores ? options->cores : 1);
    char *cores = memory_printf("%u", options->cores), *words[FIXED + 12] = {0};
    char *limit = memory_printf("%u", options->limit);
    size_t used = 0;
    gethostname(host, sizeof host - 1);
    for (; used < FIXED; used++)
        words[used] = (char *)fixed[used];
    words[used++] = nodes;
    words[used++] = tasks;
    if (script_agents_launch_nodes())
        words[used++] = overlap; /* the agents share the allocation with steps of its tasks */
    if (options->cores)
        words[used++] = each;
    words[used++] = (char *)options->program;
    words[used++] = host;
    words[used++] = port;
    words[used++] = cores;
    words[used++] = slurm;
    words[used] = limit;
    const char *path = script_programs_find(&programs, words[0], error);
    bool good = path && start(launch, path, words, environment, error);
    script_programs_free(&programs);
    free(nodes);
    free(tasks);
    free(each);
    free(limit);
    free(cores);
    return good;
}

/* Returns the environment of this process with the secret; to be freed with its last text. */
static char **add_secret(const unsigned char secret[AGENTS_SECRET], size_t *last)
{
    char text[2 * AGENTS_SECRET + 1];
    size_t count = 0;
    while (environ[count])
        count++;
    char **all = memory_zeroed(count + 2, sizeof *all);
    memcpy(all, environ, count * sizeof *all);
    script_agents_secret_print(secret, text);
    all[count] = memory_printf(AGENTS_SECRET_VARIABLE "=%s", text);
    explicit_bzero(text, sizeof text);
    *last = count;
    return all;
}

struct script_agents_launch *
script_agents_launch_new(const struct script_agents_fleet_options *options, uint32_t count,
                         const unsigned char secret[AGENTS_SECRET], uint16_t number,
                         struct error *error)
{
    struct script_agents_launch *launch = memory_zeroed(1, sizeof *launch);
    size_t last;
    char **environment = add_secret(secret, &last), *port = memory_printf("%u", number);
    launch->slurm = options->slurm;
    launch->pids = memory_zeroed(options->slurm ? 1 : count, sizeof *launch->pids);
    bool good = options->slurm ? start_slurm(launch, options, count, port, environment, error)
                               : start_here(launch, options, count, port, environment, error);
    explicit_bzero(environment[last], strlen(environment[last]));
    free(environment[last]);
    free(environment);
    free(port);
    if (good)
        return launch;
    script_agents_launch_free(launch);
    return NULL;
}

uint32_t script_agents_launch_running(struct script_agents_launch *launch)
{
    uint32_t running = 0;
    for (uint32_t i = 0; i < launch->count; i++) {
        pid_t ended = launch->pids[i] ? waitpid(launch->pids[i], NULL, WNOHANG) : -1;
        if (ended > 0 || (ended < 0 && errno == ECHILD))
            launch->pids[i] = 0;
        running += launch->pids[i] > 0;
    }
    return running;
}

void script_agents_launch_kill(const struct script_agents_launch *launch, uint32_t agent)
{
    if (!launch->slurm && agent < launch->count && launch->pids[agent] > 0)
        kill(launch->pids[agent], SIGKILL);
}

static void kill_all(const struct script_agents_launch *launch, int number)
{
    for (uint32_t i = 0; i < launch->count; i++) {
        if (launch->pids[i] > 0)
            kill(launch->pids[i], number);
    }
}

void script_agents_launch_free(struct script_agents_launch *launch)
{
    const struct timespec look = {.tv_nsec = 1000000000 / LOOKS};
    if (!launch)
        return;
    for (int i = 0; script_agents_launch_running(launch) && i < PATIENCE * LOOKS; i++) {
        if (i == PATIENCE * LOOKS / 2)
            kill_all(launch, SIGTERM);
        nanosleep(&look, NULL);
    }
    kill_all(launch, SIGKILL);
    while (script_agents_launch_running(launch))
        nanosleep(&look, NULL);
    free(launch->pids);
    free(launch);
}
