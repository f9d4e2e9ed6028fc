/* changing.c: calls through a pointer in memory that another thread changes all the time: what is
 * called may not be what the pointer led to shortly before. With FIXED, the pointer is at an
 * address that the calls contain. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

typedef void function(void);

static volatile int sink;
static atomic_int is_over;

static __attribute__((noinline)) void below_first(void)
{
    for (int i = 0; i < 3; i++)
        sink = sink + i;
}

static __attribute__((noinline)) void below_second(void)
{
    for (int i = 0; i < 2; i++)
        sink = sink - i;
}

static void first(void)
{
    below_first();
    sink = sink + 1;
}

static void second(void)
{
    below_second();
    sink = sink + 2;
}

struct changing {
    long before;
    function *chosen;
};

static struct changing changing = {0, first};

static void *change(void *unused)
{
    (void)unused;
    while (!is_over) {
        __atomic_store_n(&changing.chosen, second, __ATOMIC_RELAXED);
        for (volatile int i = 0; i < 20; i++)
            continue;
        __atomic_store_n(&changing.chosen, first, __ATOMIC_RELAXED);
    }
    return NULL;
}

#ifdef FIXED
enum { CALLS = 2 }; /* one right behind the other */
#define CALL(from) (changing.chosen(), changing.chosen())
#else
enum { CALLS = 1 };
#define CALL(from) (from)->chosen()
#endif

static __attribute__((noinline)) void call_all(const struct changing *from, long calls)
{
    (void)from;
    for (long i = 0; i < calls; i += CALLS) {
        CALL(from);
        sink = sink + 3;
    }
}

int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, change, NULL))
        return 1;
    call_all(&changing, 3000000);
    is_over = 1;
    pthread_join(thread, NULL);
    puts("done");
    return 0;
}
