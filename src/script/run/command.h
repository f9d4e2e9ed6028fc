/* command.h: the words and the environment of a task's process. */
#ifndef SCRIPT_RUN_COMMAND_H
#define SCRIPT_RUN_COMMAND_H

#include "script/run/spawn.h"
#include "script/run/state.h"

/* What task_command_make allocates. */
struct task_command {
    char **words, **environment; /* NULL: those of the task, and of this process */
    char *texts[2];
};

/* Returns the words of a task's command. `made` is to be freed. */
char *const *task_command_words(struct task_command *made, const struct run *run, uint32_t number);

/* Fills in the words, environment, folder and limits. `made` is to be freed in either case. */
bool task_command_make(struct task_command *made, struct run *run, uint32_t task,
                       struct script_spawn_command *command, struct error *error);
void task_command_free(struct task_command *made);

#endif
