/* command.c: see command.h */
#include "script/run/command.h"

#include "script/run/ready.h"
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

/* True if a setting is of a variable, which may end before "=". */
static bool is_of(const char *setting, const char *variable)
{
    size_t size = strcspn(variable, "=");
    return !strncmp(setting, variable, size) && setting[size] == '=';
}

static char **change_environment(const char **changes, bool ranks)
{
    static char oversubscribe[] = "OMPI_MCA_rmaps_base_oversubscribe=1";
    size_t old = count_words(environ), more = 0;
    while (changes && changes[more])
        more++;
    char **all = memory_zeroed(old + more + 2, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < old; i++) {
        bool kept = true;
        for (size_t j = 0; kept && j < more; j++)
            kept = !is_of(environ[i], changes[j]);
        if (kept)
            all[count++] = environ[i];
    }
    for (size_t j = 0; j < more; j++) {
        if (strchr(changes[j], '='))
            all[count++] = (char *)changes[j];
    }
    if (ranks)
        all[count++] = oversubscribe; /* cores are counted here */
    return all;
}

static void replace_words(struct task_command *made, char **words)
{
    free(made->words);
    made->words = words;
}

bool task_command_make(struct task_command *made, struct run *run, uint32_t number,
                       struct spawn_command *command, struct error *error)
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
        static char run_word[] = "run", output[] = "-o", force[] = "--force";
        made->texts[1] = memory_printf("%s/measured/%u.tri", run->options->folder, number);
        char *front[] = {(char *)run->options->triptych, run_word, output, made->texts[1], force};
        replace_words(made, prepend(front, 5, words));
        words = made->words;
    }
    if (task->environment || task->places)
        made->environment = change_environment(task->environment, task->places > 0);
    command->path = programs_find(&run->programs, words[0], error);
    if (!command->path && task->places && !task->measure)
        error_set(error, "there is no mpirun, which starts tasks with places; the packages "
                         "openmpi-bin and mpich have one");
    command->words = words;
    command->environment = made->environment ? made->environment : environ;
    command->folder = task->folder;
    command->memory = ready_memory(run, number);
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
