/* model_learn_runs.c: see model_learn_runs.h */
#include "cmd/model_learn_runs.h"
#include "archive/archive.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/progress.h"
#include "util/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Logged visits that a run for a curve may have: more take long and say little more. */
static const double most_events = 6e6;

/* What the runs have in common. */
struct runs {
    const struct learn_plan *plan;
    struct model_learn *learn;
    char *folder;
    bool probes; /* the program has source probes */
    bool known;  /* whether it has */
    size_t done, all;
    struct progress progress;
};

char *learn_runs_command(const char *command, int64_t n, int64_t p)
{
    struct buffer buffer = {0};
    buffer_add(&buffer, "");
    while (*command) {
        if (strncmp(command, "{n}", 3) == 0 || strncmp(command, "{p}", 3) == 0) {
            buffer_printf(&buffer, "%lld", (long long)(command[1] == 'n' ? n : p));
            command += 3;
        } else {
            buffer_add_bytes(&buffer, command++, 1);
        }
    }
    return buffer_take(&buffer);
}

char **learn_runs_words(const char *command, struct error *error)
{
    char *text = memory_zeroed(2 * strlen(command) + 2, 1), *to = text;
    char **words = memory_zeroed(strlen(command) + 2, sizeof *words);
    size_t count = 0;
    char quote = 0;
    bool inside = false;
    for (const char *at = command; *at; at++) {
        if (!quote && (*at == ' ' || *at == '\t' || *at == '\n')) {
            if (inside)
                *to++ = 0;
            inside = false;
            continue;
        }
        if (!inside)
            words[count++] = to;
        inside = true;
        if (quote ? *at == quote : *at == '\'' || *at == '"')
            quote = quote ? 0 : *at;
        else if (*at == '\\' && quote != '\'' && at[1])
            *to++ = *++at;
        else
            *to++ = *at;
    }
    if (quote || count == 0) {
        free(text);
        free(words);
        error_set(error,
                  quote ? "a quote of the command is not closed: %s"
                        : "the command to learn from is empty%s",
                  quote ? command : "");
        return NULL;
    }
    return words;
}

/* Executes triptych itself. Output of the program is not shown; its messages are. */
static bool execute(char **words, const char *command, struct error *error)
{
    const pid_t child = fork();
    if (child < 0)
        return error_errno(error, "no process can be started");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* a run that nobody waits for ends */
        int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (nowhere >= 0) {
            dup2(nowhere, STDIN_FILENO);
            dup2(nowhere, STDOUT_FILENO);
        }
        execv("/proc/self/exe", words);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return error_errno(error, "the run cannot be waited for");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFSIGNALED(status))
        return error_set(error, "signal %d ended the run of `%s`", WTERMSIG(status), command);
    return error_set(error, "`%s` ended with exit status %d; does it work by itself?", command,
                     WEXITSTATUS(status));
}

/* Runs the command with the given words in front of it, and opens its archive. NULL with an
 * error. */
static struct archive *run(struct runs *runs, const char *const *front, const char *name,
                           const char *command, int64_t n, int64_t p, struct error *error)
{
    enum { MOST_FRONT = 24 };
    char *text = learn_runs_command(command, n, p);
    char **program = learn_runs_words(text, error), *words[MOST_FRONT + 512] = {"triptych"};
    char *path =
        memory_printf("%s/%s-%lld-%lld.tri", runs->folder, name, (long long)n, (long long)p);
    size_t count = 1;
    for (; *front; front++)
        words[count++] = (char *)(uintptr_t)*front;
    words[count++] = "-q";
    words[count++] = "--force";
    words[count++] = "-o";
    words[count++] = path;
    struct archive *archive = NULL;
    for (size_t at = 0; program && program[at] && count < MOST_FRONT + 510; at++)
        words[count++] = program[at];
    if (program && execute(words, text, error))
        archive = archive_open(path, error);
    if (program)
        free(program[0]);
    free(program);
    free(path);
    free(text);
    progress_show(&runs->progress, ++runs->done, runs->all);
    return archive;
}

/* Counts: by source probes if the program has some, otherwise in the binary. */
static bool take_counts(struct runs *runs, int64_t n, int64_t p, struct error *error)
{
    static const char *const probes[] = {"run", "--count", "--collect", "mpi", NULL};
    static const char *const binary[] = {"loops", NULL};
    struct archive *archive = NULL;
    if (runs->probes || !runs->known) {
        archive = run(runs, probes, "count", runs->plan->command, n, p, error);
        if (!archive)
            return false;
        runs->probes = model_learn_has_loops(archive);
        runs->known = true;
        if (!runs->probes) {
            archive_close(archive);
            archive = NULL;
        }
    }
    if (!runs->probes)
        archive = run(runs, binary, "count", runs->plan->command, n, p, error);
    if (!archive)
        return false;
    bool right = model_learn_counts(runs->learn, n, p, archive, error);
    archive_close(archive);
    return right;
}

/* Takes exclusive times, which tell the shares of loops, where instructions are not counted, and
 * messages with the loops around them. */
static bool take_work(struct runs *runs, int64_t n, int64_t p, struct error *error)
{
    static const char *const timed[] = {"run", "--no-samples",  "--throttle",
                                        "off", "--events=comm", NULL};
    struct archive *archive = run(runs, timed, "work", runs->plan->command, n, p, error);
    bool right = archive && model_learn_work(runs->learn, n, p, archive, error) &&
                 model_learn_messages(runs->learn, n, p, archive, error);
    archive_close(archive);
    return right;
}

/* Takes CPU times, several times, with the probes of the source switched off. */
static bool take_times(struct runs *runs, int64_t n, int64_t p, struct error *error)
{
    static const char *const plain[] = {
        "run",       "--no-samples", "--events=comm", "--collect", "mpi",     "--exclude",
        "kind:loop", "--exclude",    "kind:routine",  "--exclude", "kind:io", NULL};
    const char *command = runs->plan->timed ? runs->plan->timed : runs->plan->command;
    bool right = true;
    for (unsigned time = 0; time < runs->plan->repeat && right; time++) {
        struct archive *archive = run(runs, plain, "time", command, n, p, error);
        right = archive && model_learn_times(runs->learn, n, p, archive, error);
        if (right && time == 0 && !runs->probes) /* they are the same in every run */
            right = model_learn_messages(runs->learn, n, p, archive, error);
        archive_close(archive);
    }
    return right;
}

/* Logs the trips of all loops with one rank. */
static bool log_trips(struct runs *runs, int64_t n, struct error *error)
{
    static const char *const logged[] = {"run",        "--no-samples", "--events=loops,routines",
                                         "--throttle", "off",          NULL};
    if (model_learn_visits(runs->learn, n) > most_events)
        return true;
    struct archive *archive = run(runs, logged, "shape", runs->plan->command, n, 1, error);
    bool right = archive && model_learn_shape(runs->learn, n, archive, false, error);
    archive_close(archive);
    return right;
}

/* Logs the CPU times of rows with one rank, without the routines that are called most. */
static bool log_times(struct runs *runs, int64_t n, struct error *error)
{
    enum { FIXED = 7, MOST = 15 };
    const char *front[MOST + 1] = {
        "run", "--no-samples", "--events=loops,routines", "--throttle", "off", "--clock", "cpu"};
    char *hot[MOST] = {0};
    size_t words = FIXED, count = 0;
    for (size_t at = 0; words + 2 <= MOST && count < MOST; at++) {
        if (!(hot[count] = model_learn_hot(runs->learn, n, at)))
            break;
        bool seen = !*hot[count];
        for (size_t old = 0; old < count; old++)
            seen = seen || strcmp(hot[old], hot[count]) == 0;
        if (seen) {
            free(hot[count]);
            continue;
        }
        front[words++] = "--exclude";
        front[words++] = hot[count++];
    }
    front[words] = NULL;
    struct archive *archive = run(runs, front, "rows", runs->plan->command, n, 1, error);
    bool right = archive && model_learn_shape(runs->learn, n, archive, true, error);
    archive_close(archive);
    for (size_t at = 0; at < MOST; at++)
        free(hot[at]);
    return right;
}

/* Takes curves from the smallest n on: each larger one refines them. */
static bool take_shapes(struct runs *runs, struct error *error)
{
    const struct learn_plan *plan = runs->plan;
    bool right = true, logged = true;
    for (size_t at = 0; at < plan->size_count && right; at++) {
        const int64_t n = plan->sizes[at];
        if (logged)
            right = log_trips(runs, n, error);
        logged = logged && !model_learn_lacks_shape(runs->learn, n);
        if (right && model_learn_lacks_shape(runs->learn, n))
            right = log_times(runs, n, error);
    }
    return right;
}

static bool run_all(struct runs *runs, struct error *error)
{
    const struct learn_plan *plan = runs->plan;
    runs->all = plan->size_count * plan->rank_count * (2 + plan->repeat);
    for (size_t size = 0; size < plan->size_count; size++)
        for (size_t ranks = 0; ranks < plan->rank_count; ranks++) {
            const int64_t n = plan->sizes[size], p = plan->ranks[ranks];
            if (!take_counts(runs, n, p, error) ||
                (runs->probes && !take_work(runs, n, p, error)) || !take_times(runs, n, p, error))
                return false;
        }
    if (model_learn_fit(runs->learn) > 0 && runs->probes) {
        if (!take_shapes(runs, error))
            return false;
        (void)model_learn_fit(runs->learn);
    }
    return true;
}

bool learn_runs(const struct learn_plan *plan, struct model_learn *learn, struct error *error)
{
    struct runs runs = {.plan = plan, .learn = learn};
    struct scratch scratch;
    const char *temporary = getenv("TMPDIR");
    if (plan->keep) {
        runs.folder = memory_string(plan->keep);
        if (mkdir(plan->keep, 0777) != 0 && errno != EEXIST) {
            free(runs.folder);
            return error_errno(error, "the folder %s cannot be made", plan->keep);
        }
    } else {
        runs.folder =
            memory_printf("%s/triptych-learn-XXXXXX", temporary && *temporary ? temporary : "/tmp");
        if (!scratch_make(&scratch, runs.folder, error)) {
            free(runs.folder);
            return false;
        }
    }
    progress_start(&runs.progress, "learning");
    bool right = run_all(&runs, error);
    progress_end(&runs.progress);
    if (!plan->keep)
        scratch_remove(&scratch, runs.folder);
    free(runs.folder);
    return right;
}
