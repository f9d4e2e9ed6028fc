/* command.c: see command.h */
#include "script/run/command.h"

#include "script/run/environment.h"
#include "script/run/placement.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t count_words(char *const *words)
{
    size_t count = 0;
    while (words[count])
        count++;
    return count;
}

/* Puts words in front of others; the result is to be freed. */
static char **prepend(char **front, size_t count, char *const *words)
{
    size_t old = count_words(words);
    char **all = memory_zeroed(count + old + 1, sizeof *all);
    memcpy(all, front, count * sizeof *all);
    memcpy(all + count, words, old * sizeof *all);
    return all;
}

static void replace_words(struct task_command *made, char **words)
{
    free(made->words);
    made->words = words;
}

char *const *task_command_words(struct task_command *made, const struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    *made = (struct task_command){0};
    char *const *words = (char *const *)task->words;
    if (task->places) {
        static char launcher[] = "mpirun", count[] = "-n";
        made->texts[0] = memory_printf("%u", task->places);
        char *front[] = {launcher, count, made->texts[0]};
        replace_words(made, prepend(front, 3, words));
        words = made->words;
    }
    if (task->measure) {
        static char run_word[] = "run", output[] = "-o", force[] = "--force", quiet[] = "--quiet";
        made->texts[1] = memory_printf("%s/measured/%u.tri", run->options->folder, number);
        char *front[] = {
            (char *)run->options->triptych, run_word, quiet, output, made->texts[1], force};
        replace_words(made, prepend(front, 6, words));
        words = made->words;
    }
    return words;
}

bool task_command_make(struct task_command *made, struct run *run, uint32_t number,
                       struct script_spawn_command *command, struct error *error)
{
    const struct script_task *task = &run->graph->tasks[number];
    char *const *words = task_command_words(made, run, number);
    if (task->environment || task->places)
        made->environment = script_environment_change(task->environment, task->places > 0);
    command->path = script_programs_find(&run->programs, words[0], error);
    if (!command->path && task->places && !task->measure)
        error_set(error, "there is no mpirun, which starts tasks with places; the packages "
                         "openmpi-bin and mpich have one");
    command->words = words;
    command->environment = made->environment ? made->environment : environ;
    command->folder = task->folder;
    command->memory = placement_limit(run, number);
    command->files = run->files;
    return command->path != NULL;
}

void task_command_free(struct task_command *made)
{
    free(made->words);
    free(made->environment);
    for (size_t i = 0; i < sizeof made->texts / sizeof made->texts[0]; i++)
        free(made->texts[i]);
}
