/* crew.c: the threads of a crew: see crew.h */
#include "queue.h"

#include <pthread.h>
#include <stddef.h>

enum { MEMBERS = 64 };

static pthread_t members[MEMBERS];
static int member_count;

static void *member(void *unused)
{
    struct crew_task *task;
    (void)unused;
    while ((task = crew_take(1)))
        crew_run(task);
    return NULL;
}

int crew_open(int count)
{
    while (member_count < count && member_count < MEMBERS &&
           !pthread_create(&members[member_count], NULL, member, NULL))
        member_count++;
    return member_count;
}

void crew_spawn(struct crew_task *task)
{
    queue_put(task);
}

void crew_wait(void)
{
    struct crew_task *task;
    while ((task = crew_take(0)))
        crew_run(task);
    queue_wait();
}

void crew_close(void)
{
    queue_close();
    while (member_count)
        pthread_join(members[--member_count], NULL);
}
