/* called.h: a program counts its own calls, and prints them. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define APART __attribute__((noinline))

enum { CALLED = 64 };

static struct called {
    const char *name;
    int times;
} called[CALLED];

/* No call: functions that do nothing else stay without any. */
#define COUNT(number)                                                                              \
    __atomic_fetch_add(&called[number].times, 1, __ATOMIC_RELAXED), called[number].name = __func__

static inline void tell(void)
{
    for (int i = 0; i < CALLED; i++) {
        if (called[i].name)
            printf("called %s %d\n", called[i].name, called[i].times);
    }
    fflush(stdout);
}
