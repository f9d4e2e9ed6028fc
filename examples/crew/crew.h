/* crew.h: a crew of threads that run tasks. */
#ifndef CREW_H
#define CREW_H

/* A task. Who spawns it keeps it until it is done. */
struct crew_task {
    void (*work)(struct crew_task *task);
    const char *name;
    struct crew_task *next; /* in the queue */
};

/* Starts the crew's threads; lets them go. */
int crew_open(int members);
void crew_close(void);

/* Hands a task over to the crew. */
void crew_spawn(struct crew_task *task);

/* Waits until all tasks are done. The caller runs some of them meanwhile. */
void crew_wait(void);

/* What the crew does inside: takes a task from the queue, where it waits for one if `waits` is set,
 * and runs it. Returns NULL if there is none. */
struct crew_task *crew_take(int waits);
void crew_run(struct crew_task *task);

#endif
