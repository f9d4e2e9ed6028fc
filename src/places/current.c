/* current.c: see current.h */
#include "places/current.h"

static __thread __attribute__((tls_model("initial-exec"))) struct worker *current;

struct worker *current_worker(void)
{
    return current;
}

void current_set_worker(struct worker *worker)
{
    current = worker;
}

struct activity *current_activity(void)
{
    return current ? current->activity : NULL;
}
