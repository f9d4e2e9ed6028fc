/* learned.c: see learned.h */
#include "script/costs/learned.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/words.h"

#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is known of one task, or of all tasks of a name: sums. */
struct measured {
    double tasks, seconds;
    double counted, bytes; /* tasks whose output was counted */
};

struct learned {
    struct interned *names;
    struct measured *by_name, *by_task;
    uint32_t *name_of; /* by task: plus 1; 0: it is not known */
    size_t name_room, task_count;
};

static void add(struct measured *to, double tasks, const json_t *record)
{
    const json_t *bytes = json_object_get(record, "bytes");
    double seconds = json_number_value(json_object_get(record, "seconds"));
    if (!(tasks > 0) || !isfinite(seconds) || seconds < 0)
        return;
    to->tasks += tasks;
    to->seconds += tasks * seconds;
    if (json_is_number(bytes) && json_number_value(bytes) >= 0) {
        to->counted += tasks;
        to->bytes += tasks * json_number_value(bytes);
    }
}

/* Adds what is said of a task, or of several with one name. */
static void take(struct learned *learned, const json_t *record, double tasks)
{
    const char *name = json_string_value(json_object_get(record, "name"));
    const json_t *task = json_object_get(record, "task");
    if (!name || !json_is_number(json_object_get(record, "seconds")))
        return;
    uint32_t before = interned_count(learned->names);
    uint32_t number = interned_add_text(learned->names, name);
    learned->by_name = memory_grow(learned->by_name, &learned->name_room, (size_t)number + 1,
                                   sizeof *learned->by_name);
    if (number == before)
        learned->by_name[number] = (struct measured){0};
    add(&learned->by_name[number], tasks, record);
    json_int_t at = json_integer_value(task);
    if (!json_is_integer(task) || at < 0 || (size_t)at >= learned->task_count)
        return;
    learned->by_task[at] = (struct measured){0};
    learned->name_of[at] = number + 1;
    add(&learned->by_task[at], 1, record);
}

/* Reads the journal of a run; returns false if there is none. */
static bool read_journal(struct learned *learned, const char *folder)
{
    char *path = memory_printf("%s/journal", folder), *line = NULL;
    FILE *in = fopen(path, "re");
    size_t room = 0;
    free(path);
    for (ssize_t size; in && (size = getline(&line, &room, in)) > 0;) {
        json_error_t problem;
        json_t *record = json_loadb(line, (size_t)size, 0, &problem);
        take(learned, record, 1);
        json_decref(record);
    }
    free(line);
    return in && fclose(in) == 0;
}

/* Reads run.json of an archive. */
static bool read_archive(struct learned *learned, const char *folder, struct error *error)
{
    char *path = memory_printf("%s/run.json", folder);
    json_error_t problem;
    json_t *run = json_load_file(path, 0, &problem);
    const json_t *costs = json_object_get(run, "costs"), *record;
    size_t i;
    free(path);
    json_array_foreach(costs, i, record)
    {
        take(learned, record, json_number_value(json_object_get(record, "tasks")));
    }
    bool good = json_is_array(costs);
    json_decref(run);
    return good || error_set(error,
                             "%s has no costs: give the folder or the archive of a run of "
                             "`triptych script`",
                             folder);
}

/* Returns the newest run in a folder; NULL: it has none. */
static char *newest(const char *root)
{
    unsigned long last = 0;
    DIR *list = opendir(root);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        char *end;
        unsigned long number = strtoul(entry->d_name, &end, 10);
        if (words_is_digit(entry->d_name[0]) && !*end && number > last)
            last = number;
    }
    if (list)
        closedir(list);
    return last ? memory_printf("%s/%lu", root, last) : NULL;
}

static bool read_any(struct learned *learned, const char *path, struct error *error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return error_errno(error, "cannot read %s", path);
    char *run = newest(path);
    bool good = run && read_journal(learned, run);
    free(run);
    return good || read_journal(learned, path) || read_archive(learned, path, error);
}

/* Returns what is known of a task; NULL: nothing. */
static const struct measured *find(const struct learned *learned, const char *name, size_t task)
{
    uint32_t number = interned_find(learned->names, name, strlen(name));
    if (number == UINT32_MAX)
        return NULL;
    if (learned->name_of[task] == number + 1 && learned->by_task[task].tasks > 0)
        return &learned->by_task[task];
    return learned->by_name[number].tasks > 0 ? &learned->by_name[number] : NULL;
}

bool script_costs_learn(struct script_graph *graph, const char *path, size_t *found,
                        struct error *error)
{
    static const double least = 1e-6; /* seconds: a cost of 0 is none */
    size_t count = graph->task_count;
    struct learned learned = {
        .names = interned_new(),
        .task_count = count,
        .by_task = memory_zeroed(count + 1, sizeof *learned.by_task),
        .name_of = memory_zeroed(count + 1, sizeof *learned.name_of),
    };
    bool good = read_any(&learned, path, error);
    *found = 0;
    for (size_t i = 0; good && i < count; i++) {
        struct script_task *task = &graph->tasks[i];
        const struct measured *known = find(&learned, task->name, i);
        if (!known)
            continue;
        task->cost = fmax(known->seconds / known->tasks, least);
        if (known->counted > 0)
            task->bytes = known->bytes / known->counted;
        ++*found;
    }
    interned_free(learned.names);
    free(learned.by_name);
    free(learned.by_task);
    free(learned.name_of);
    return good;
}
