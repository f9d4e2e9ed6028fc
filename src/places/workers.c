/* workers.c: see workers.h */
#include "places/workers.h"

#include "places/bell.h"
#include "places/ending.h"
#include "places/fatal.h"
#include "places/inbox.h"
#include "places/record.h"
#include "places/search.h"
#include "places/segment.h"
#include "places/sites.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    STACK = 64 << 20, /* bytes of address space; only what is used takes memory */
    CROWD = 256,      /* activities of one worker that nobody runs yet: enough for all others */
    NUMBERS = 64      /* of activities, that a worker takes at once */
};

struct worker *workers_all[WORKERS_MAX];
unsigned workers_count;
static unsigned spare[WORKERS_MAX], spare_count; /* workers without a thread */
static void (*end_activity)(struct activity *activity);
static long numbers;
static bool closing;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of spare ones and of what follows */
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER, gone = PTHREAD_COND_INITIALIZER;
static unsigned wanted;  /* threads that are to run or look for activities */
static unsigned active;  /* threads that do so; extra ones do not count */
static unsigned parked;  /* threads that were superfluous */
static unsigned threads; /* all but the one of main() */

/* Returns a worker for a new thread. Needs the lock. */
static struct worker *take_worker(void)
{
    if (spare_count)
        return workers_all[spare[--spare_count]];
    struct worker *worker;
    if (workers_count == WORKERS_MAX || posix_memalign((void **)&worker, 64, sizeof *worker) != 0)
        fatal("too many activities that wait for clocks or conditions: %u threads", workers_count);
    *worker = (struct worker){.index = workers_count, .random = workers_count * 2654435761u + 1};
    deque_open(&worker->deque);
    workers_all[workers_count] = worker;
    __atomic_store_n(&workers_count, workers_count + 1, __ATOMIC_RELEASE);
    return worker;
}

struct worker *workers_self(void)
{
    struct worker *self = current_worker();
    if (!self)
        fatal("a `#pragma tri` directive is used in a thread that no directive has started, or "
              "before main(); is the file with main() compiled by `triptych cc`, and does it "
              "include <triptych/places.h>?");
    return self;
}

long workers_number(struct worker *self)
{
    if (self->next_number == self->last_number) {
        self->next_number = __atomic_fetch_add(&numbers, NUMBERS, __ATOMIC_RELAXED);
        self->last_number = self->next_number + NUMBERS;
    }
    return ++self->next_number;
}

/* Lets other processes know what this worker runs. */
static void publish(const struct worker *self)
{
    if (self->index >= SEGMENT_WORKERS)
        return;
    struct segment_worker *at = &segment_place(segment_here())->workers[self->index];
    const struct activity *activity = self->activity;
    unsigned long long key = activity && activity->site ? activity->site->key : 0;
    __atomic_store_n(&at->key, key, __ATOMIC_RELAXED);
    __atomic_store_n(&at->birth, activity ? activity->birth : 0, __ATOMIC_RELAXED);
    __atomic_store_n(&at->number, activity ? activity->number + 1 : 0, __ATOMIC_RELAXED);
}

void workers_run_begun(struct worker *self, struct activity *activity,
                       const struct tri_record_run *run)
{
    struct activity *before = self->activity;
    self->activity = activity;
    publish(self);
    activity->site->run(activity->data);
    if (run)
        tri_record_ran(run);
    end_activity(activity);
    self->activity = before;
    publish(self);
}

void workers_run(struct worker *self, struct activity *activity)
{
    struct tri_record_run run;
    bool records = record_is_wanted(activity->site);
    if (records)
        tri_record_run(&run, activity->site, segment_here(), activity->birth, activity->number);
    workers_run_begun(self, activity, records ? &run : NULL);
}

void workers_push(struct worker *self, struct activity *activity)
{
    deque_push(&self->deque, activity);
    bell_call(segment_here());
}

bool workers_are_busy(struct worker *self)
{
    return self->depth < SEARCH_DEEP && deque_has(&self->deque, CROWD) && !sites_have_when();
}

void workers_inject(struct activity *activity)
{
    struct worker *self = current_worker();
    if (self && self->has_hand && !self->hand) {
        self->hand = activity;
        return;
    }
    inbox_add(activity);
    bell_call(segment_here());
}

/* Waits, and runs any activity meanwhile. */
static void wait_and_help(struct worker *self, struct hope *hope)
{
    while (!hope->is_true(hope->argument)) {
        struct activity *activity = search_find(self, hope);
        if (activity) {
            search_stop(self);
            workers_run(self, activity);
        } else if (!hope->is_true(hope->argument)) {
            search_idle(hope);
        }
    }
    search_stop(self);
}

/* Runs an own activity of the finish; false if the newest one is none. */
static bool run_own(struct worker *self, const struct tri_finish *finish)
{
    struct activity *newest = finish ? deque_pop(&self->deque) : NULL;
    if (!newest)
        return false;
    bool is_own = newest->finish == finish;
    if (is_own)
        workers_run(self, newest);
    else
        workers_push(self, newest);
    return is_own;
}

/* Waits, and runs only own activities of the finish. */
static void wait_carefully(struct worker *self, struct hope *hope, const struct tri_finish *finish)
{
    while (!hope->is_true(hope->argument) && run_own(self, finish))
        ;
    if (hope->is_true(hope->argument))
        return;
    workers_block();
    bell_await(hope->is_true, hope->argument);
    workers_unblock();
}

static void wait_for(struct hope *hope, const struct tri_finish *finish)
{
    struct worker *self = hope->self;
    self->depth++;
    if (hope->takes_work)
        wait_and_help(self, hope);
    else
        wait_carefully(self, hope, finish);
    self->depth--;
}

void workers_wait(bool (*is_true)(void *), void *argument, const struct tri_finish *finish)
{
    wait_for(&(struct hope){workers_self(), is_true, argument, !sites_have_when(), true}, finish);
}

void workers_serve(bool (*is_true)(void *))
{
    wait_for(&(struct hope){workers_self(), is_true, NULL, true, false}, NULL);
}

void workers_wait_alone(bool (*is_true)(void *), void *argument)
{
    wait_for(&(struct hope){workers_self(), is_true, argument, false, true}, NULL);
}

static bool is_closing(void *unused)
{
    (void)unused;
    return __atomic_load_n(&closing, __ATOMIC_SEQ_CST);
}

/* Lets a thread that is superfluous wait for its turn. */
static void park(void)
{
    pthread_mutex_lock(&lock);
    if (active > wanted && !is_closing(NULL)) {
        __atomic_sub_fetch(&active, 1, __ATOMIC_RELAXED);
        parked++;
        while (active >= wanted && !is_closing(NULL))
            pthread_cond_wait(&turn, &lock);
        parked--;
        __atomic_add_fetch(&active, 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
}

static void serve(struct worker *self)
{
    struct hope hope = {self, is_closing, NULL, true, false};
    while (!is_closing(NULL)) {
        if (__atomic_load_n(&active, __ATOMIC_RELAXED) > wanted) {
            search_stop(self);
            park();
        }
        struct activity *activity = search_find(self, &hope);
        if (activity) {
            search_stop(self);
            workers_run(self, activity);
        } else {
            search_idle(&hope);
        }
    }
    search_stop(self);
}

/* A new thread: its worker, and the activity that it is for, if any. */
struct thread {
    struct worker *worker;
    struct activity *activity;
};

static void *run_thread(void *argument)
{
    struct thread thread = *(struct thread *)argument;
    free(argument);
    current_set_worker(thread.worker);
    ending_watch_thread();
    if (thread.activity)
        workers_run(thread.worker, thread.activity);
    else
        serve(thread.worker);
    current_set_worker(NULL);
    ending_leave_thread();
    activity_free_kept();
    pthread_mutex_lock(&lock);
    spare[spare_count++] = thread.worker->index;
    threads--;
    pthread_cond_signal(&gone);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Starts a thread. Needs the lock. */
static void start_thread(struct activity *activity)
{
    struct thread *thread = malloc(sizeof *thread);
    pthread_attr_t how;
    pthread_t started;
    pthread_attr_init(&how);
    pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&how, STACK);
    if (!thread)
        fatal("no memory for a thread");
    *thread = (struct thread){take_worker(), activity};
    thread->worker->is_extra = activity != NULL;
    thread->worker->depth = 0;
    int error = pthread_create(&started, &how, run_thread, thread);
    if (error)
        fatal("cannot start a thread (%u are running): %s", threads + 1, strerror(error));
    threads++;
    pthread_attr_destroy(&how);
}

void workers_start_thread(struct activity *activity)
{
    pthread_mutex_lock(&lock);
    start_thread(activity);
    pthread_mutex_unlock(&lock);
}

void workers_block(void)
{
    if (workers_self()->is_extra)
        return;
    pthread_mutex_lock(&lock);
    __atomic_sub_fetch(&active, 1, __ATOMIC_RELAXED);
    if (active < wanted && parked) {
        pthread_cond_signal(&turn);
    } else if (active < wanted) {
        start_thread(NULL);
        __atomic_add_fetch(&active, 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
}

void workers_unblock(void)
{
    if (workers_self()->is_extra)
        return;
    pthread_mutex_lock(&lock);
    __atomic_add_fetch(&active, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
}

void workers_open(unsigned count, struct activity *main, void (*end)(struct activity *activity))
{
    end_activity = end;
    search_open(count);
    pthread_mutex_lock(&lock);
    struct worker *self = take_worker();
    current_set_worker(self);
    self->activity = main;
    publish(self);
    wanted = active = count;
    for (unsigned i = 1; i < count; i++)
        start_thread(NULL);
    pthread_mutex_unlock(&lock);
}

void workers_close(void)
{
    pthread_mutex_lock(&lock);
    __atomic_store_n(&closing, true, __ATOMIC_SEQ_CST);
    pthread_cond_broadcast(&turn);
    while (threads) {
        pthread_mutex_unlock(&lock);
        bell_ring(segment_here());
        pthread_mutex_lock(&lock);
        if (threads)
            pthread_cond_wait(&gone, &lock);
    }
    for (unsigned i = 0; i < workers_count; i++) {
        deque_close(&workers_all[i]->deque);
        for (unsigned c = 0; c < COUNTS; c++)
            segment_count(c, workers_all[i]->counts[c]);
        free(workers_all[i]);
    }
    workers_count = 0;
    pthread_mutex_unlock(&lock);
    current_set_worker(NULL);
    activity_free_kept();
}
