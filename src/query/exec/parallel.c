/* parallel.c: see parallel.h. Threads take stretches of the source, one after the other. Their
 * results are either merged at the end, or passed on in the order of the source by the thread that
 * has the next stretch. The number of stretches that wait is bounded. */
#include "query/exec/parallel.h"

#include "query/exec/step/ordered_rows.h"
#include "util/memory.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>

enum {
    WORTH_IT = 1 << 18, /* rows: fewer are done before another thread has started */
    MOST = 64,          /* threads */
    STRETCH = 16,       /* units per stretch if the order does not matter */
    SHORT_STRETCH = 4,  /* units per stretch if rows wait for their turn */
};

/* The work that threads share. */
struct share {
    const struct source *source;
    struct query_step *to; /* gets all rows in order; NULL: the threads' steps are merged */
    struct work *work;
    uint64_t stretch;
    atomic_uint_least64_t next; /* number of the next stretch */
    atomic_bool over;           /* no more rows are wanted */
    /* For rows in order: */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    struct pile **waiting; /* by number of the stretch, modulo `room` */
    struct pile **spare;
    size_t room, spare_count;
    uint64_t given; /* stretches passed on so far */
    bool giving;    /* a thread is passing rows on */
};

/* One thread and its copies of the steps. */
struct worker {
    struct share *share;
    struct query_step *first, *last; /* the last one is merged, or holds rows back */
    struct query_cost cost;
    pthread_t thread;
    bool started, is_caller;
};

unsigned share_threads(const struct query_data *data, const struct source *source)
{
    cpu_set_t set;
    unsigned most = data->threads;
    if (!most && source->rows < WORTH_IT)
        return 1;
    if (!most && sched_getaffinity(0, sizeof set, &set) == 0)
        most = (unsigned)CPU_COUNT(&set);
    most = most > MOST ? MOST : most;
    return most > source->units ? (unsigned)source->units : most;
}

static bool is_over(struct share *share)
{
    return atomic_load(&share->over) || atomic_load(&share->work->failed);
}

/* Passes on the next stretch and those after it that are complete. Needs the lock. */
static void give(struct share *share)
{
    struct pile *rows;
    if (share->giving)
        return;
    share->giving = true;
    while (!is_over(share) && (rows = share->waiting[share->given % share->room]) != NULL) {
        pthread_mutex_unlock(&share->lock);
        bool more = pile_give(rows, share->to);
        if (!more)
            atomic_store(&share->over, true);
        pthread_mutex_lock(&share->lock);
        share->waiting[share->given++ % share->room] = NULL;
        share->spare[share->spare_count++] = rows;
        pthread_cond_broadcast(&share->moved);
    }
    share->giving = false;
}

/* Queues the rows of a stretch until their turn; the worker continues with another pile. */
static void hand_over(struct worker *worker, uint64_t stretch)
{
    struct share *share = worker->share;
    struct piler *piler = (struct piler *)worker->last;
    pthread_mutex_lock(&share->lock);
    while (stretch - share->given >= share->room && !is_over(share))
        pthread_cond_wait(&share->moved, &share->lock);
    if (!is_over(share)) {
        share->waiting[stretch % share->room] = piler->rows;
        piler->rows = NULL;
        give(share);
        piler->rows =
            share->spare_count ? share->spare[--share->spare_count] : pile_new(piler->step.shape);
    }
    pthread_cond_broadcast(&share->moved); /* it may be over */
    pthread_mutex_unlock(&share->lock);
}

static void *work_on(void *of)
{
    struct worker *worker = of;
    struct share *share = worker->share;
    const struct source *source = share->source;
    for (;;) {
        uint64_t stretch = atomic_fetch_add(&share->next, 1), unit = stretch * share->stretch;
        uint64_t end =
            unit + share->stretch < source->units ? unit + share->stretch : source->units;
        if (unit >= end || is_over(share))
            break;
        if (worker->is_caller)
            source_show(source, unit);
        for (; unit < end && !is_over(share); unit++) {
            if (!source_send(source, unit, worker->first, &worker->cost))
                atomic_store(&share->over, true);
        }
        if (share->to)
            hand_over(worker, stretch);
    }
    if (share->to) { /* others may wait for room */
        pthread_mutex_lock(&share->lock);
        pthread_cond_broadcast(&share->moved);
        pthread_mutex_unlock(&share->lock);
    }
    return NULL;
}

/* Returns a new step of the same kind and for the same stage. */
static struct query_step *another(const struct query_step *step)
{
    struct query_step *other = step->again();
    other->data = step->data;
    other->work = step->work;
    other->stage = step->stage;
    other->shape = step->shape;
    other->rows = step->rows;
    other->only_counts = step->only_counts;
    other->wanted = step->wanted;
    other->needed = step->needed;
    return other;
}

/* Creates copies of the query's steps up to `to`, including it if it is shared. */
static void make_steps(struct worker *worker, const struct query_step *from, struct query_step *to)
{
    struct query_step **end = &worker->first;
    bool with_to = to->sharing == SHARED_FIRST || to->sharing == SHARED_MERGED;
    for (const struct query_step *step = from; step != to || with_to; step = step->next) {
        assert(step);
        *end = worker->last = another(step);
        end = &worker->last->next;
        if (step == to)
            break;
    }
    if (to->sharing == SHARED_MERGED)
        return;
    *end = worker->last = piler_new();
    worker->last->data = to->data;
    worker->last->work = to->work;
    worker->last->shape = to->shape;
    ((struct piler *)worker->last)->rows = pile_new(to->shape);
}

static void free_steps(struct worker *worker)
{
    for (struct query_step *step = worker->first; step; step = step->next) {
        step->needed = NULL; /* belongs to the query */
        query_step_holds(step, 0, "");
    }
    if (worker->share->to)
        pile_free(((struct piler *)worker->last)->rows);
    query_step_free(worker->first);
}

static void begin(struct share *share, unsigned threads)
{
    pthread_mutex_init(&share->lock, NULL);
    pthread_cond_init(&share->moved, NULL);
    share->room = 2 * (size_t)threads;
    share->waiting = memory_zeroed(share->room + 1, sizeof(struct pile *));
    share->spare = memory_zeroed(share->room + threads + 1, sizeof(struct pile *));
}

static void end(struct share *share)
{
    for (size_t i = 0; i < share->room; i++)
        pile_free(share->waiting[i]);
    for (size_t i = 0; i < share->spare_count; i++)
        pile_free(share->spare[i]);
    free(share->waiting);
    free(share->spare);
    pthread_cond_destroy(&share->moved);
    pthread_mutex_destroy(&share->lock);
}

/* Runs the workers; does without threads that cannot be created. */
static void work_together(struct worker *workers, unsigned threads)
{
    for (unsigned i = 1; i < threads; i++)
        workers[i].started = !pthread_create(&workers[i].thread, NULL, work_on, &workers[i]);
    work_on(&workers[0]);
    for (unsigned i = 1; i < threads; i++) {
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
    }
}

void share_run(const struct source *source, struct query_step *first, unsigned threads,
               struct query_cost *cost)
{
    struct query_step *to = first;
    while (to->sharing == SHARED_EACH)
        to = to->next;
    bool merged = to->sharing == SHARED_MERGED;
    struct share share = {.source = source, .to = merged ? NULL : to, .work = first->work};
    struct worker *workers = memory_zeroed(threads, sizeof *workers);
    share.stretch = merged ? STRETCH : SHORT_STRETCH;
    if (source->data->threads && source->rows < WORTH_IT)
        share.stretch = 1;
    begin(&share, threads);
    for (unsigned i = 0; i < threads; i++) {
        workers[i].share = &share;
        workers[i].is_caller = i == 0;
        if (merged && i == 0)
            workers[i].first = first;
        else
            make_steps(&workers[i], first, to);
    }
    work_together(workers, threads);
    for (unsigned i = 0; i < threads; i++) {
        cost->rows += workers[i].cost.rows;
        cost->blocks += workers[i].cost.blocks;
        cost->skipped += workers[i].cost.skipped;
        if (workers[i].first == first)
            continue;
        query_step_holds(workers[i].last, 0, ""); /* or it would be counted twice */
        if (merged && !atomic_load(&first->work->failed))
            to->merge(to, workers[i].last);
        free_steps(&workers[i]);
    }
    end(&share);
    free(workers);
}
