/* batch.c: see batch.h */
#include "script/agents/batch.h"

#include "script/agents/batch_command.h"
#include "util/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ELEMENTS = 1000, /* of an array: Slurm's usual limit, MaxArraySize, is 1001 */
    ASK = 10,        /* submissions' time between questions */
    LEAST_ASK = 2,   /* s between them */
    PATIENCE = 1000, /* looks, every 10 ms, at an sbatch that has not ended when the run has */
    MISSES = 2,      /* answers without an element before it is taken for gone */
};

enum element_state { ELEMENT_NONE, ELEMENT_QUEUED, ELEMENT_SUBMITTED };

/* A task. */
struct element {
    struct script_agents_batch_request request;
    enum element_state state;
    uint32_t job, index; /* of the array */
    uint8_t misses;
    bool seen; /* by the current answer */
};

struct job {
    char id[24];
    uint32_t *tasks, count, left;
};

struct script_agents_batch {
    struct script_agents_batch_options options;
    struct element *elements; /* by task */
    uint32_t *queue;          /* tasks to be submitted */
    size_t queued, queue_room;
    struct job *jobs;
    size_t job_count, job_room;
    struct batch_command submission, question;
    struct job pending; /* the array that is being submitted */
    uint64_t next_submission, next_question;
    int guard; /* jobs to be cancelled are written to it */
    pid_t guard_pid;
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

struct script_agents_batch *
script_agents_batch_new(const struct script_agents_batch_options *options, struct error *error)
{
    struct script_agents_batch *batch = memory_zeroed(1, sizeof *batch);
    batch->options = *options;
    batch->elements = memory_zeroed(options->tasks + (size_t)1, sizeof *batch->elements);
    batch->guard = batch_command_guard(&batch->guard_pid, error);
    char *script = memory_printf("%s/run.sh", options->folder);
    FILE *file = batch->guard >= 0 ? fopen(script, "we") : NULL;
    bool good = file && fputs("#!/bin/sh\nexec \"$@\"\n", file) >= 0;
    good = (!file || fclose(file) == 0) && good;
    if (batch->guard >= 0 && !good)
        error_errno(error, "cannot write %s", script);
    free(script);
    if (good)
        return batch;
    script_agents_batch_free(batch);
    return NULL;
}

void script_agents_batch_add(struct script_agents_batch *batch,
                             const struct script_agents_batch_request *request)
{
    batch->elements[request->task] = (struct element){.request = *request, .state = ELEMENT_QUEUED};
    batch->queue =
        memory_grow(batch->queue, &batch->queue_room, batch->queued + 1, sizeof *batch->queue);
    batch->queue[batch->queued++] = request->task;
}

static bool want_the_same(const struct script_agents_batch_request *a,
                          const struct script_agents_batch_request *b)
{
    return a->cores == b->cores && a->ranks == b->ranks && a->memory == b->memory &&
           fabs(a->seconds - b->seconds) < 1;
}

/* Takes tasks that want the same from the queue. */
static void choose(struct script_agents_batch *batch, struct job *job)
{
    size_t kept = 0;
    const struct script_agents_batch_request *first = NULL;
    job->tasks = memory_zeroed(ELEMENTS, sizeof *job->tasks);
    job->count = 0;
    for (size_t i = 0; i < batch->queued; i++) {
        struct element *element = &batch->elements[batch->queue[i]];
        if (element->state != ELEMENT_QUEUED)
            continue; /* cancelled meanwhile */
        first = first ? first : &element->request;
        if (job->count < ELEMENTS && want_the_same(&element->request, first))
            job->tasks[job->count++] = batch->queue[i];
        else
            batch->queue[kept++] = batch->queue[i];
    }
    batch->queued = kept;
}

static bool write_list(const struct script_agents_batch *batch, const struct job *job,
                       struct error *error)
{
    char *path = memory_printf("%s/%zu.list", batch->options.folder, batch->job_count);
    FILE *file = fopen(path, "we");
    for (uint32_t i = 0; file && i < job->count; i++) {
        const struct script_agents_batch_request *request = &batch->elements[job->tasks[i]].request;
        fprintf(file, "%u %u %.3f\n", request->task, request->attempt, request->seconds);
    }
    bool good = file && !ferror(file);
    good = (!file || fclose(file) == 0) && good;
    if (!good)
        error_errno(error, "cannot write %s", path);
    free(path);
    return good;
}

static void fail_all(struct script_agents_batch *batch, struct job *job, const char *why)
{
    for (uint32_t i = 0; i < job->count; i++) {
        if (batch->elements[job->tasks[i]].state != ELEMENT_QUEUED)
            continue;
        batch->elements[job->tasks[i]].state = ELEMENT_NONE;
        batch->options.gone(batch->options.owner, job->tasks[i], why);
    }
    free(job->tasks);
    *job = (struct job){0};
}

/* Starts sbatch for tasks that want the same. */
static void submit(struct script_agents_batch *batch)
{
    struct job *job = &batch->pending;
    struct error error = {0};
    char *words[16], *texts[7] = {0};
    size_t used = 0, made = 0;
    static char sbatch[] = "sbatch", parsable[] = "--parsable", none[] = "--output=/dev/null",
                name[] = "--job-name=triptych", verb[] = "task";
    choose(batch, job);
    if (!job->count) {
        free(job->tasks);
        *job = (struct job){0};
        return;
    }
    const struct script_agents_batch_request *first = &batch->elements[job->tasks[0]].request;
    words[used++] = sbatch;
    words[used++] = parsable;
    words[used++] = none;
    words[used++] = name;
    words[used++] = texts[made++] = memory_printf("--array=0-%u", job->count - 1);
    words[used++] = texts[made++] = memory_printf("--cpus-per-task=%u", first->cores);
    words[used++] = texts[made++] = memory_printf("--ntasks=%u", first->ranks ? first->ranks : 1);
    if (first->memory)
        words[used++] = texts[made++] =
            memory_printf("--mem=%" PRIu64 "M", (first->memory >> 20) + 1);
    if (first->seconds > 0) /* the element itself ends the task; this is for the scheduler */
        words[used++] = texts[made++] = memory_printf("--time=%.0f", ceil(first->seconds / 60) + 1);
    words[used++] = texts[made++] = memory_printf("%s/run.sh", batch->options.folder);
    words[used++] = (char *)batch->options.program;
    words[used++] = verb;
    words[used++] = (char *)batch->options.folder;
    words[used++] = texts[made++] = memory_printf("%zu", batch->job_count);
    words[used] = NULL;
    if (!write_list(batch, job, &error) || !batch_command_start(&batch->submission, words, &error))
        fail_all(batch, job, error.text);
    for (size_t i = 0; i < made; i++)
        free(texts[i]);
}

/* Notes the number that sbatch has printed. */
static void take_submission(struct script_agents_batch *batch)
{
    struct job *job = &batch->pending;
    char *text = batch->submission.text.text;
    size_t digits = strspn(text, "0123456789");
    if (!digits || digits >= sizeof job->id) {
        text[strcspn(text, "\n")] = '\0';
        char *why = memory_printf("sbatch says: %s", *text ? text : "nothing");
        fail_all(batch, job, why);
        free(why);
        return;
    }
    snprintf(job->id, sizeof job->id, "%.*s", (int)digits, text);
    if (dprintf(batch->guard, "%s\n", job->id) < 0)
        return; /* it is gone: somebody has killed it */
    for (uint32_t i = 0; i < job->count; i++) {
        struct element *element = &batch->elements[job->tasks[i]];
        element->job = (uint32_t)batch->job_count;
        element->index = i;
        job->left += element->state == ELEMENT_QUEUED;
        if (element->state == ELEMENT_QUEUED)
            element->state = ELEMENT_SUBMITTED;
    }
    batch->jobs =
        memory_grow(batch->jobs, &batch->job_room, batch->job_count + 1, sizeof *batch->jobs);
    batch->jobs[batch->job_count++] = *job;
    *job = (struct job){0};
}

/* Asks which elements Slurm knows. */
static void ask(struct script_agents_batch *batch)
{
    static char squeue[] = "squeue", no_head[] = "-h", all[] = "-r", form[] = "-o",
                fields[] = "%F_%K", jobs[] = "-j";
    struct buffer ids = {0};
    struct error error;
    for (size_t i = 0; i < batch->job_count; i++) {
        if (batch->jobs[i].left)
            buffer_printf(&ids, "%s%s", ids.used ? "," : "", batch->jobs[i].id);
    }
    if (ids.used) {
        char *const words[] = {squeue, no_head, all, form, fields, jobs, ids.text, NULL};
        batch_command_start(&batch->question, words, &error);
    }
    buffer_free(&ids);
}

static struct job *job_of(struct script_agents_batch *batch, const char *id, size_t size)
{
    for (size_t i = batch->job_count; i-- > 0;) {
        if (strlen(batch->jobs[i].id) == size && !strncmp(batch->jobs[i].id, id, size))
            return &batch->jobs[i];
    }
    return NULL;
}

/* Marks the elements that squeue has named. False: it has not answered. */
static bool mark_seen(struct script_agents_batch *batch, const char *text)
{
    if (strstr(text, "rror") && !strstr(text, "Invalid job id"))
        return false;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t size = strcspn(line, "_\n");
        struct job *job = line[size] == '_' ? job_of(batch, line, size) : NULL;
        unsigned long index = job ? strtoul(line + size + 1, NULL, 10) : 0;
        if (job && index < job->count)
            batch->elements[job->tasks[index]].seen = true;
    }
    return true;
}

static void take_answer(struct script_agents_batch *batch)
{
    bool good = mark_seen(batch, batch->question.text.text);
    for (size_t i = 0; i < batch->job_count; i++) {
        for (uint32_t j = 0; batch->jobs[i].left && j < batch->jobs[i].count; j++) {
            uint32_t task = batch->jobs[i].tasks[j];
            struct element *element = &batch->elements[task];
            if (element->state != ELEMENT_SUBMITTED || element->job != i)
                continue;
            element->misses = element->seen || !good ? 0 : (uint8_t)(element->misses + 1);
            element->seen = false;
            if (element->misses < MISSES)
                continue;
            char *why = memory_printf("Slurm's job %s_%u left no result: it was cancelled, ran out "
                                      "of time or memory, or its node failed",
                                      batch->jobs[i].id, j);
            script_agents_batch_ended(batch, task);
            batch->options.gone(batch->options.owner, task, why);
            free(why);
        }
    }
}

void script_agents_batch_step(struct script_agents_batch *batch)
{
    uint64_t time = now(), interval = (uint64_t)(1e9 / batch->options.rate);
    uint64_t pause = interval * ASK < LEAST_ASK * UINT64_C(1000000000)
                         ? LEAST_ASK * UINT64_C(1000000000)
                         : interval * ASK;
    if (batch_command_has_ended(&batch->submission)) {
        take_submission(batch);
        batch_command_clear(&batch->submission);
    }
    if (batch_command_has_ended(&batch->question)) {
        take_answer(batch);
        batch_command_clear(&batch->question);
    }
    if (batch->queued && !batch->submission.pid && time >= batch->next_submission) {
        batch->next_submission = time + interval;
        submit(batch);
    }
    if (!batch->question.pid && time >= batch->next_question) {
        batch->next_question = time + pause;
        ask(batch);
    }
}

void script_agents_batch_ended(struct script_agents_batch *batch, uint32_t task)
{
    struct element *element = &batch->elements[task];
    if (element->state == ELEMENT_SUBMITTED)
        batch->jobs[element->job].left--;
    element->state = ELEMENT_NONE;
}

void script_agents_batch_cancel(struct script_agents_batch *batch, uint32_t task)
{
    batch->elements[task].state = ELEMENT_NONE; /* its job is left, and cancelled at the end */
}

void script_agents_batch_free(struct script_agents_batch *batch)
{
    if (!batch)
        return;
    const struct timespec look = {.tv_nsec = 10000000};
    bool is_any_left = false;
    for (int i = 0; batch->submission.pid && i < PATIENCE; i++) { /* else a job would be left */
        nanosleep(&look, NULL);
        if (batch_command_has_ended(&batch->submission))
            take_submission(batch);
    }
    for (size_t i = 0; i < batch->job_count; i++) {
        is_any_left |= batch->jobs[i].left > 0;
        free(batch->jobs[i].tasks);
    }
    batch_command_clear(&batch->submission);
    batch_command_clear(&batch->question);
    if (batch->guard >= 0) {
        if (!is_any_left)
            kill(batch->guard_pid, SIGKILL);
        close(batch->guard);
        while (waitpid(batch->guard_pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    free(batch->pending.tasks);
    free(batch->jobs);
    free(batch->queue);
    free(batch->elements);
    free(batch);
}
