/* runs.c: see runs.h */
#include "serve/runs.h"

#include "util/memory.h"
#include "util/scratch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 64 };

struct serve_runs {
    pthread_mutex_t lock;
    struct serve_run *runs[MOST_RUNS], *quick[MOST_RUNS];
    size_t count;
    bool once; /* the quick runs are the runs */
    char *folder;
    struct scratch scratch; /* the guard of the folder */
};

/* Makes the folder for the parts of runs. Without one, requests for parts are answered by an error.
 */
static void make_folder(struct serve_runs *runs)
{
    const char *tmp = getenv("TMPDIR");
    struct error error;
    runs->folder = memory_printf("%s/triptych-view-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (scratch_make(&runs->scratch, runs->folder, &error))
        return;
    free(runs->folder);
    runs->folder = NULL;
}

struct serve_runs *serve_runs_new(bool once)
{
    struct serve_runs *runs = memory_zeroed(1, sizeof *runs);
    runs->once = once;
    pthread_mutex_init(&runs->lock, NULL);
    make_folder(runs);
    return runs;
}

void serve_runs_free(struct serve_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        if (!runs->once)
            serve_run_free(runs->quick[i]);
        serve_run_free(runs->runs[i]);
    }
    pthread_mutex_destroy(&runs->lock);
    if (runs->folder)
        scratch_remove(&runs->scratch, runs->folder);
    free(runs->folder);
    free(runs);
}

static struct serve_run *find(const struct serve_runs *runs, const char *path)
{
    for (size_t i = 0; i < runs->count; i++) {
        if (!strcmp(runs->runs[i]->path, path))
            return runs->runs[i];
    }
    return NULL;
}

/* Opens an archive, for both kinds of requests. */
static struct serve_run *add(struct serve_runs *runs, const char *path, struct error *error)
{
    struct serve_run *run = serve_run_new(path, runs->count, error);
    struct serve_run *quick = run && !runs->once ? serve_run_new(path, runs->count, error) : run;
    if (!quick) {
        if (run)
            serve_run_free(run);
        return NULL;
    }
    run->folder = quick->folder = runs->folder;
    runs->quick[runs->count] = quick;
    runs->runs[runs->count++] = run;
    return run;
}

struct serve_run *serve_runs_open(struct serve_runs *runs, const char *path, struct error *error)
{
    pthread_mutex_lock(&runs->lock);
    struct serve_run *run = find(runs, path);
    if (!run && runs->count == MOST_RUNS)
        error_set(error, "%d archives are open; start `triptych view` again for others", MOST_RUNS);
    else if (!run)
        run = add(runs, path, error);
    pthread_mutex_unlock(&runs->lock);
    return run;
}

struct serve_run *serve_runs_get(struct serve_runs *runs, size_t number)
{
    pthread_mutex_lock(&runs->lock);
    struct serve_run *run = number < runs->count ? runs->runs[number] : NULL;
    pthread_mutex_unlock(&runs->lock);
    return run;
}

struct serve_run *serve_runs_quick(struct serve_runs *runs, size_t number)
{
    pthread_mutex_lock(&runs->lock);
    struct serve_run *run = number < runs->count ? runs->quick[number] : NULL;
    pthread_mutex_unlock(&runs->lock);
    return run;
}
