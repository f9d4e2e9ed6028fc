/* handed_on.c: a runtime library that hands a lock on to who waits for it, and is slow to tell. The
 * one who let go of it asks for it again meanwhile, when nobody is known to have it. Each step
 * waits for the one before. */
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

typedef void call(void);
typedef void acquire_call(int kind, unsigned hint, unsigned how, unsigned long long id,
                          const void *);
typedef void acquired_call(int kind, unsigned long long id, const void *site);
struct tool {
    int (*initialize)(call *(*lookup)(const char *), int device, void *data);
    void (*finalize)(void *data);
    unsigned long long data;
};

/* of the library that listens */
extern __attribute__((weak)) struct tool *ompt_start_tool(unsigned version, const char *name);
void omp_unset_lock(void *lock); /* of a library of its own, which does nothing */

enum { LOCK = 1, ACQUIRE = 26, ACQUIRED = 27 }; /* as OpenMP numbers them */
static acquire_call *acquire_call_of;
static acquired_call *acquired_call_of;
static long lock;
static sem_t waits, handed_on, let_go;

static int set(int event, call *callback)
{
    if (event == ACQUIRE)
        acquire_call_of = (acquire_call *)callback;
    if (event == ACQUIRED)
        acquired_call_of = (acquired_call *)callback;
    return 5; /* it is always called */
}

static call *lookup(const char *name)
{
    return strcmp(name, "ompt_set_callback") ? NULL : (call *)set;
}

static void acquire(void)
{
    acquire_call_of(LOCK, 0, 0, (unsigned long long)&lock, (const void *)acquire);
}

static void acquired(void)
{
    acquired_call_of(LOCK, (unsigned long long)&lock, (const void *)acquired);
}

static void *other(void *nothing)
{
    acquire();
    sem_post(&waits);
    sem_wait(&handed_on);
    acquired();
    omp_unset_lock(&lock);
    sem_post(&let_go);
    return nothing;
}

int main(void)
{
    struct tool *tool = ompt_start_tool ? ompt_start_tool(201811, "handed on") : NULL;
    if (!tool || !tool->initialize(lookup, 0, NULL) || !acquire_call_of || !acquired_call_of)
        return 1;
    pthread_t thread;
    acquire();
    acquired();
    pthread_create(&thread, NULL, other, NULL);
    sem_wait(&waits); /* the other one waits for this one */
    omp_unset_lock(&lock);
    acquire(); /* it is the other one's by now */
    sem_post(&handed_on);
    sem_wait(&let_go);
    acquired();
    omp_unset_lock(&lock);
    acquire(); /* nobody has it */
    acquired();
    omp_unset_lock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
