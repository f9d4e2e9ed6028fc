/* queue.h: the tasks that nobody runs yet, and how many are not done. */
#ifndef CREW_QUEUE_H
#define CREW_QUEUE_H

#include "crew.h"

void queue_put(struct crew_task *task);
void queue_done(void);  /* a task was run */
void queue_wait(void);  /* until all are done */
void queue_close(void); /* nobody waits for tasks any more */

#endif
