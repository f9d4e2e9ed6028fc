/* run.c: runs a task. */
#include "queue.h"

void crew_run(struct crew_task *task)
{
    task->work(task);
    queue_done();
}
