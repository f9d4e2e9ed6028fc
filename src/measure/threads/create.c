/* create.c: interposes pthread_create. The lane of a new thread begins with the thread; its parent
 * is the activity that created it. */
#include "measure/threads/create.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>

enum {
    MOST = 256
}; /* threads being started at the same time; further ones get memory of their own */

static struct create_start starts[MOST];

/* Returns a free record, one without users. It takes no lock: a new thread holds the guard while it
 * makes its files, and its creator need not wait for that. */
static struct create_start *allocate(void)
{
    static unsigned next;
    unsigned first = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < MOST; i++) {
        struct create_start *start = &starts[(first + i) % MOST];
        int none = 0;
        if (__atomic_compare_exchange_n(&start->users, &none, 2, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return start;
    }
    struct create_start *start =
        mmap(NULL, sizeof *start, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    start->users = 2;
    return start;
}

static void release(struct create_start *start, int users)
{
    bool own = start < starts || start >= starts + MOST;
    if (__atomic_sub_fetch(&start->users, users, __ATOMIC_ACQ_REL) == 0 && own)
        munmap(start, sizeof *start);
}

/* Makes the object of the first thread, which no call created but which can be joined, too. */
static void meet_first(void)
{
    if (measure_object_known((uint64_t)pthread_self()) ||
        measure_act_activity() == FORMAT_NO_ACTIVITY)
        return;
    struct format_object *object =
        measure_object_of((uint64_t)pthread_self(), FORMAT_OBJECT_THREAD, NULL, NULL);
    const struct tri_region *region = measure_act_site(TRI_KIND_OBJECT, 0, "first thread", NULL);
    if (!object)
        return;
    object->region = region ? region->id : 0;
    __atomic_store_n(&object->holder, measure_act_activity() + 1, __ATOMIC_RELEASE);
}

struct create_start *create_begin(const char *name, const void *site)
{
    int saved = errno;
    meet_first();
    struct create_start *start = allocate();
    errno = saved;
    if (!start)
        return NULL;
    start->told = 0;
    start->parent = measure_act_activity();
    start->activity = measure_act_new_activity();
    start->act = measure_act_begin(measure_act_site(TRI_KIND_SPAWN, 0, name, site));
    return start;
}

/* Makes the object of a new thread. The creator and the thread both call this: the first one does
 * it, the other one waits. (Until then the new thread runs no code of the program, so what `thread`
 * points to is still valid, even if the thread will free it.) */
static void tell(struct create_start *start, const pthread_t *thread)
{
    int not_yet = 0;
    if (__atomic_compare_exchange_n(&start->told, &not_yet, 1, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_ACQUIRE)) {
        const void *routine = (const void *)start->routine.posix;
        measure_object_gone((uint64_t)*thread);
        struct format_object *object =
            measure_object_of((uint64_t)*thread, FORMAT_OBJECT_THREAD, NULL, NULL);
        const struct tri_region *region = measure_act_site(TRI_KIND_OBJECT, 0, "thread", routine);
        if (object) {
            object->region = region ? region->id : 0;
            __atomic_store_n(&object->since, measure_clock_now(), __ATOMIC_RELAXED);
            __atomic_store_n(&object->holder, start->activity + 1, __ATOMIC_RELEASE);
        }
        __atomic_store_n(&start->told, 2, __ATOMIC_RELEASE);
    }
    while (__atomic_load_n(&start->told, __ATOMIC_ACQUIRE) != 2)
        sched_yield();
}

void create_end(struct create_start *start, bool made, const pthread_t *thread)
{
    int saved = errno;
    struct tri_node *act = start->act;
    struct measure_log_value value = {FORMAT_VALUE_ACTIVITY, start->activity};
    if (made)
        tell(start, thread);
    release(start, made ? 1 : 2);
    measure_act_end(act, &(struct measure_act_end){.values = &value, .count = made});
    errno = saved;
}

void create_enter(struct create_start *start)
{
    measure_lane_parent = start->parent;
    measure_lane_activity = start->activity;
    pthread_t self = pthread_self();
    tell(start, &self);
    release(start, 1);
    if (!measure_lane_own)
        measure_lane_start();
}

struct format_object *create_thread(pthread_t thread)
{
    struct format_object *object = measure_object_known((uint64_t)thread);
    return object && object->kind == FORMAT_OBJECT_THREAD ? object : NULL;
}

static void *run(void *given)
{
    struct create_start *start = given;
    void *(*routine)(void *) = start->routine.posix, *argument = start->argument;
    create_enter(start);
    return routine(argument);
}

/* Runs a thread that MPI or this library created for itself: nothing in it is recorded. */
static void *run_apart(void *given)
{
    struct create_start *start = given;
    void *(*routine)(void *) = start->routine.posix, *argument = start->argument;
    release(start, 2);
    listen_busy = 1;
    return routine(argument);
}

static int create_apart(pthread_t *thread, const pthread_attr_t *attributes,
                        void *(*routine)(void *), void *argument)
{
    struct create_start *start = allocate();
    if (!start)
        return REAL(pthread_create)(thread, attributes, routine, argument);
    start->routine.posix = routine;
    start->argument = argument;
    int result = REAL(pthread_create)(thread, attributes, run_apart, start);
    if (result != 0)
        release(start, 2);
    return result;
}

REAL_STAND_IN int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                 void *(*routine)(void *), void *argument)
{
    const void *site = __builtin_return_address(0);
    if (listen_busy)
        return create_apart(thread, attributes, routine, argument);
    if (!measure_wait_is_foreign(site))
        measure_listen_begin(); /* a process with threads is worth measuring */
    struct create_start *start = wait_hears(site) ? create_begin("pthread_create", site) : NULL;
    if (!start)
        return REAL(pthread_create)(thread, attributes, routine, argument);
    start->routine.posix = routine;
    start->argument = argument;
    int result = REAL(pthread_create)(thread, attributes, run, start);
    create_end(start, result == 0, thread);
    return result;
}
