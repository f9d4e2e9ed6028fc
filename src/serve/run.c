/* run.c: see run.h */
#include "serve/run.h"

#include "report/run/kept.h"
#include "report/run/summary.h"
#include "serve/gone.h"
#include "serve/kept_waits.h"
#include "serve/kepts.h"
#include "serve/parts.h"
#include "serve/paths.h"
#include "serve/resident.h"
#include "util/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FRESH_MS = 200, /* a running program's archive is not opened again before that */
    SEAL_MS = 3000, /* after a program's end, its archive may still be sealed for so long */
    LOOK_MS = 50,   /* how often a waiting thread looks for its client */
};

enum job_state { JOB_WAITS, JOB_RUNS, JOB_DONE };

struct job {
    serve_handler *handler;
    const struct serve_request *request;
    struct serve_answer *answer;
    enum job_state state;
    bool dropped; /* the client is gone */
    struct job *next;
};

struct serve_jobs {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more, done;
    struct job *first, **last;
    bool ends;
    atomic_bool stop; /* the running job need not be finished */
};

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* True if the archive may still grow: its program is running, even if it is no longer measured. */
static bool is_live(const struct archive *archive)
{
    struct buffer sentence = {0};
    bool running = !strcmp(report_summary_state(archive, &sentence), "running");
    buffer_free(&sentence);
    return running && !archive->sealed;
}

static void set_data(struct serve_run *run, struct query_data *data)
{
    pthread_mutex_lock(&run->jobs->lock); /* a waiting thread may want to stop it */
    run->data = data;
    pthread_mutex_unlock(&run->jobs->lock);
}

static void forget_readers(struct serve_run *run)
{
    struct query_data *data = run->data;
    set_data(run, NULL);
    serve_kepts_free(run->kepts); /* before the reader that they use */
    query_data_free(data);
    cube_window_close(run->reader);
    serve_paths_free(run->paths);
    serve_kept_waits_free(run->waits);
    report_kept_free(run->reports);
    serve_parts_free(run->parts);
    run->parts = NULL;
    run->kepts = NULL;
    run->reader = NULL;
    run->paths = NULL;
    run->waits = NULL;
    run->reports = NULL;
}

/* Opens the archive again if its program is running, or was when it was opened. */
static void refresh(struct serve_run *run)
{
    struct error ignored;
    if (!run->live || now_ms() - run->looked < FRESH_MS)
        return;
    struct archive *fresh = archive_open(run->path, &ignored);
    run->looked = now_ms();
    if (!fresh) /* it is just being sealed: what was read before still holds */
        return;
    forget_readers(run);
    archive_close(run->archive);
    run->archive = fresh;
    bool running = is_live(fresh);
    run->ran = running ? run->looked : run->ran;
    run->live = running || (!fresh->sealed && run->looked - run->ran < SEAL_MS);
}

static void *work(void *of)
{
    struct serve_run *run = of;
    struct serve_jobs *jobs = run->jobs;
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->ends) {
        struct job *job = jobs->first;
        if (!job) {
            pthread_cond_wait(&jobs->more, &jobs->lock);
            continue;
        }
        jobs->first = job->next;
        if (!jobs->first)
            jobs->last = &jobs->first;
        job->state = JOB_RUNS;
        atomic_store(&jobs->stop, false);
        bool dropped = job->dropped;
        pthread_mutex_unlock(&jobs->lock);
        if (!dropped) {
            refresh(run);
            job->handler(run, job->request, job->answer);
        }
        pthread_mutex_lock(&jobs->lock);
        if (run->data)
            atomic_store(&run->data->stop, false);
        job->state = JOB_DONE;
        pthread_cond_broadcast(&jobs->done);
        pthread_mutex_unlock(&jobs->lock);
        serve_resident_trim(run->path); /* nobody waits for it */
        pthread_mutex_lock(&jobs->lock);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

static struct serve_jobs *jobs_new(void)
{
    struct serve_jobs *jobs = memory_zeroed(1, sizeof *jobs);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->more, NULL);
    pthread_cond_init(&jobs->done, &monotonic);
    pthread_condattr_destroy(&monotonic);
    jobs->last = &jobs->first;
    return jobs;
}

static const char *name_of(char *path)
{
    for (size_t size = strlen(path); size > 1 && path[size - 1] == '/';)
        path[--size] = '\0';
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

struct serve_run *serve_run_new(const char *path, size_t number, struct error *error)
{
    struct archive *archive = archive_open(path, error);
    if (!archive)
        return NULL;
    struct serve_run *run = memory_zeroed(1, sizeof *run);
    run->path = memory_string(path);
    run->name = name_of(run->path);
    run->number = number;
    run->archive = archive;
    run->live = is_live(archive);
    run->looked = now_ms();
    run->ran = run->live ? run->looked : 0;
    run->jobs = jobs_new();
    if (!pthread_create(&run->jobs->thread, NULL, work, run))
        return run;
    error_errno(error, "a thread for %s cannot be started", path);
    free(run->jobs);
    archive_close(archive);
    free(run->path);
    free(run);
    return NULL;
}

void serve_run_free(struct serve_run *run)
{
    struct serve_jobs *jobs = run->jobs;
    pthread_mutex_lock(&jobs->lock);
    jobs->ends = true;
    pthread_cond_broadcast(&jobs->more);
    pthread_mutex_unlock(&jobs->lock);
    pthread_join(jobs->thread, NULL);
    forget_readers(run);
    archive_close(run->archive);
    pthread_cond_destroy(&jobs->more);
    pthread_cond_destroy(&jobs->done);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
    free(run->path);
    free(run);
}

/* Waits until the job is done, or for a moment. */
static void wait_for(struct serve_jobs *jobs)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&jobs->done, &jobs->lock, &until);
}

/* Adds a job to those that wait: an urgent one before all that are not. */
static void add_job(struct serve_jobs *jobs, struct job *job)
{
    struct job **at = job->request->urgent ? &jobs->first : jobs->last;
    while (*at && (*at)->request->urgent)
        at = &(*at)->next;
    job->next = *at;
    *at = job;
    if (!job->next)
        jobs->last = &job->next;
}

void serve_run_do(struct serve_run *run, serve_handler *handler,
                  const struct serve_request *request, struct serve_answer *answer)
{
    struct serve_jobs *jobs = run->jobs;
    struct job job = {.handler = handler, .request = request, .answer = answer};
    struct serve_gone client = {.port = request->port, .fd = -1};
    pthread_mutex_lock(&jobs->lock);
    add_job(jobs, &job);
    pthread_cond_signal(&jobs->more);
    while (job.state != JOB_DONE) {
        wait_for(jobs);
        if (job.state != JOB_DONE) {
            pthread_mutex_unlock(&jobs->lock); /* the job must be able to end meanwhile */
            serve_resident_trim(run->path);
            pthread_mutex_lock(&jobs->lock);
        }
        if (request->waits)
            request->waits(request->waits_of);
        if (job.state == JOB_DONE || (!job.dropped && !serve_gone_is(&client)))
            continue;
        job.dropped = true;
        if (job.state != JOB_RUNS)
            continue;
        atomic_store(&jobs->stop, true);
        if (run->data)
            atomic_store(&run->data->stop, true);
    }
    pthread_mutex_unlock(&jobs->lock);
}

struct query_data *serve_run_data(struct serve_run *run, struct serve_answer *answer)
{
    struct error error = {0};
    if (run->data)
        return run->data;
    struct query_data *data = query_data_new(run->archive, &error);
    if (!data)
        serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    set_data(run, data);
    return data;
}

struct cube_window_reader *serve_run_windows(struct serve_run *run, struct serve_answer *answer)
{
    struct error error = {0};
    if (!run->reader && !(run->reader = cube_window_open(run->archive, &error)))
        serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    return run->reader;
}

const struct serve_paths *serve_run_paths(struct serve_run *run)
{
    if (!run->paths)
        run->paths = serve_paths_new(run->archive);
    return run->paths;
}

struct report_kept *serve_run_kept(struct serve_run *run)
{
    if (!run->reports)
        run->reports = report_kept_new();
    return run->reports;
}

void serve_run_look_again(struct serve_run *run)
{
    run->live = true;
    run->looked = 0;
}

bool serve_run_is_stopped(const struct serve_run *run)
{
    return atomic_load(&run->jobs->stop);
}
