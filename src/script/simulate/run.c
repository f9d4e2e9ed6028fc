/* run.c: asks triptych-simulate. Question, answer and messages go through files in memory, so that
 * neither side waits for the other. */
#include "script/simulate/simulate.h"
#include "script/simulate/wire.h"
#include "util/memory.h"
#include "util/words.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { QUESTION, ANSWER, MESSAGES, FILES };

static bool write_all(int file, const void *bytes, size_t size)
{
    for (const char *at = bytes; size;) {
        ssize_t written = write(file, at, size);
        if (written <= 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

static bool ask(int file, const struct script_simulate_request *request, struct error *error)
{
    const struct script_schedule_problem *problem = request->problem;
    struct script_simulate_question question = {.magic = SIMULATE_MAGIC,
                                                .task_count = problem->task_count,
                                                .edge_count = problem->edge_count,
                                                .has_actual = request->actual != NULL,
                                                .options = request->options};
    if (!write_all(file, &question, sizeof question) ||
        !write_all(file, problem->tasks, problem->task_count * sizeof *problem->tasks) ||
        !write_all(file, problem->edges, problem->edge_count * sizeof *problem->edges) ||
        (request->actual &&
         !write_all(file, request->actual, problem->task_count * sizeof *request->actual)) ||
        lseek(file, 0, SEEK_SET) != 0)
        return error_errno(error, "cannot pass the tasks on to the simulation");
    return true;
}

static bool start_and_wait(const struct script_simulate_request *request, const int *files,
                           int *status, struct error *error)
{
    char *words[] = {(char *)request->program, (char *)request->platform, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, files[QUESTION], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, files[ANSWER], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, files[MESSAGES], STDERR_FILENO);
    errno = posix_spawn(&child, request->program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (errno)
        return error_errno(error, "cannot start %s", request->program);
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return error_errno(error, "cannot wait for %s", request->program);
    return true;
}

/* Returns all of a file in memory, with a zero byte behind it; to be freed. */
static char *contents(int file, size_t *size)
{
    struct stat about;
    *size = fstat(file, &about) == 0 ? (size_t)about.st_size : 0;
    char *text = memory_zeroed(*size + 1, 1);
    ssize_t got = pread(file, text, *size, 0);
    *size = got > 0 ? (size_t)got : 0;
    return text;
}

/* Says why there is no answer: the first line of what the program said, our own or SimGrid's. */
static bool refuse(const struct script_simulate_request *request, int messages, struct error *error)
{
    size_t size;
    char *text = contents(messages, &size);
    char *line = words_begins(text, "error: ") ? text + strlen("error: ") : text;
    line[strcspn(line, "\n")] = '\0';
    char *clean = words_clean(line);
    error_set(error, "the platform %s cannot be simulated: %s", request->platform,
              *clean ? clean : "SimGrid ended without a result");
    free(clean);
    free(text);
    return false;
}

static bool read_machines(struct script_simulate_result *result, const char *at,
                          const struct script_simulate_answer *answer)
{
    const char *names = at + answer->machine_count * sizeof(struct script_simulate_answer_machine);
    const char *end = names + answer->name_bytes;
    result->machine_count = answer->machine_count;
    result->machines = memory_zeroed(answer->machine_count + (size_t)1, sizeof *result->machines);
    for (uint32_t m = 0; m < answer->machine_count; m++) {
        struct script_simulate_answer_machine machine;
        memcpy(&machine, at + m * sizeof machine, sizeof machine);
        size_t length = strnlen(names, (size_t)(end - names));
        if (names + length == end)
            return false;
        result->machines[m] =
            (struct script_simulate_machine){memory_string(names), machine.speed, machine.cores};
        names += length + 1;
    }
    return true;
}

static bool read_answer(const char *bytes, size_t size, uint32_t tasks,
                        struct script_simulate_result *result)
{
    struct script_simulate_answer answer;
    if (size < sizeof answer)
        return false;
    memcpy(&answer, bytes, sizeof answer);
    size_t slots = tasks * sizeof *result->plan.slots;
    if (answer.magic != SIMULATE_MAGIC || answer.task_count != tasks ||
        size != sizeof answer + slots + answer.name_bytes +
                    answer.machine_count * sizeof(struct script_simulate_answer_machine))
        return false;
    result->plan = (struct script_schedule_plan){
        .slots = memory_zeroed(slots + 1, 1), .task_count = tasks, .makespan = answer.makespan};
    memcpy(result->plan.slots, bytes + sizeof answer, slots);
    result->is_corrected = answer.is_corrected != 0;
    result->planned = answer.planned;
    result->counts = answer.counts;
    return read_machines(result, bytes + sizeof answer + slots, &answer);
}

static bool run_with(const struct script_simulate_request *request, const int *files,
                     struct script_simulate_result *result, struct error *error)
{
    int status = 0;
    size_t size;
    if (!ask(files[QUESTION], request, error) || !start_and_wait(request, files, &status, error))
        return false;
    if (status != 0)
        return refuse(request, files[MESSAGES], error);
    char *bytes = contents(files[ANSWER], &size);
    bool good = read_answer(bytes, size, request->problem->task_count, result);
    free(bytes);
    return good || error_set(error, "%s gave no usable answer", request->program);
}

bool script_simulate_run(const struct script_simulate_request *request,
                         struct script_simulate_result *result, struct error *error)
{
    *result = (struct script_simulate_result){0};
    if (access(request->program, X_OK) != 0)
        return error_set(error,
                         "simulations need SimGrid, and this triptych was built without it: "
                         "install the package libsimgrid-dev and build again (%s is missing)",
                         request->program);
    if (access(request->platform, R_OK) != 0)
        return error_errno(error, "cannot read the platform %s", request->platform);
    int files[FILES];
    bool good = true;
    for (int i = 0; i < FILES; i++) {
        files[i] = memfd_create("triptych-simulate", MFD_CLOEXEC);
        good = good && files[i] >= 0;
    }
    if (!good)
        error_errno(error, "cannot make a file in memory");
    good = good && run_with(request, files, result, error);
    for (int i = 0; i < FILES; i++)
        if (files[i] >= 0)
            close(files[i]);
    return good;
}

void script_simulate_free(struct script_simulate_result *result)
{
    for (uint32_t m = 0; m < result->machine_count; m++)
        free(result->machines[m].name);
    free(result->machines);
    script_schedule_plan_free(&result->plan);
    *result = (struct script_simulate_result){0};
}
