/* keys.c: see keys.h */
#include "script/journal/keys.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void keys_begin(struct keys *keys, const struct script_graph *graph)
{
    *keys = (struct keys){.graph = graph, .programs = interned_new()};
}

/* Makes room for all tasks that there are now. */
static void grow(struct keys *keys)
{
    size_t before = keys->room, other = before;
    if (keys->graph->task_count < before)
        return;
    keys->list =
        memory_grow(keys->list, &keys->room, keys->graph->task_count + 1, sizeof *keys->list);
    keys->known = memory_grow(keys->known, &other, keys->room, sizeof *keys->known);
    memset(keys->known + before, 0, keys->room - before);
}

void keys_end(struct keys *keys)
{
    for (uint32_t i = 0; keys->programs && i < interned_count(keys->programs); i++)
        free(keys->paths[i]);
    free(keys->paths);
    if (keys->programs)
        interned_free(keys->programs);
    digests_free(&keys->digests);
    free(keys->list);
    free(keys->known);
}

static char *find_program(const char *name)
{
    const char *path = getenv("PATH");
    if (strchr(name, '/'))
        return memory_string(name);
    char *list = memory_string(path ? path : "/usr/bin:/bin"), *rest = list, *found = NULL;
    for (const char *folder; !found && (folder = strsep(&rest, ":"));) {
        found = memory_printf("%s/%s", *folder ? folder : ".", name);
        if (access(found, X_OK) != 0) {
            free(found);
            found = NULL;
        }
    }
    free(list);
    return found ? found : memory_string(name);
}

static void add_program(struct keys *keys, struct sha256 *sha, const char *name)
{
    uint32_t before = interned_count(keys->programs);
    uint32_t number = interned_add_text(keys->programs, name);
    keys->paths =
        memory_grow(keys->paths, &keys->path_room, (size_t)number + 1, sizeof *keys->paths);
    if (number == before)
        keys->paths[number] = find_program(name);
    digests_add_file(&keys->digests, sha, keys->paths[number], true);
}

static void add_texts(struct sha256 *sha, const char **texts)
{
    for (; texts && *texts; texts++)
        sha256_add_text(sha, *texts);
    sha256_add(sha, "", 1);
}

static void add_file(struct keys *keys, struct sha256 *sha, const struct script_task *task,
                     const char *file)
{
    char *path = task->folder && file[0] != '/' ? memory_printf("%s/%s", task->folder, file)
                                                : memory_string(file);
    sha256_add_text(sha, file);
    digests_add_file(&keys->digests, sha, path, false);
    free(path);
}

/* What it gets from other tasks. In a cycle of streams that would have no beginning. */
static void add_stream(struct keys *keys, struct sha256 *sha, const struct script_stream *stream)
{
    sha256_add(sha, &stream->record, sizeof stream->record);
    add_texts(sha, stream->texts);
    for (const char **file = stream->from; file && *file; file++) {
        sha256_add_text(sha, *file);
        digests_add_file(&keys->digests, sha, *file, false);
    }
    for (size_t i = 0; !stream->cyclic && i < stream->writers.count; i++)
        sha256_add(sha, keys->list[stream->writers.list[i]], SHA256_SIZE);
}

static void compute(struct keys *keys, uint32_t number)
{
    const struct script_task *task = &keys->graph->tasks[number];
    const struct script_stream *in = script_graph_in(keys->graph, number);
    struct sha256 sha;
    sha256_begin(&sha);
    add_texts(&sha, task->words);
    add_texts(&sha, task->environment);
    sha256_add_text(&sha, task->folder ? task->folder : "");
    sha256_add(&sha, &task->places, sizeof task->places);
    add_program(keys, &sha, task->words[0]);
    if (task->in.kind == SCRIPT_END_FILE)
        add_file(keys, &sha, task, task->in.file);
    for (const char **file = task->inputs; file && *file; file++)
        add_file(keys, &sha, task, *file);
    add_texts(&sha, task->outputs);
    sha256_add_text(&sha, task->out.file ? task->out.file : "");
    for (uint32_t i = 0; i < task->after_count; i++)
        sha256_add(&sha, keys->list[task->after[i]], SHA256_SIZE);
    if (in)
        add_stream(keys, &sha, in);
    sha256_end(&sha, keys->list[number]);
    keys->known[number] = true;
}

/* Returns a task that this one depends on and whose key is not known; SCRIPT_NONE: none. */
static uint32_t missing(const struct keys *keys, uint32_t number)
{
    const struct script_task *task = &keys->graph->tasks[number];
    const struct script_stream *in = script_graph_in(keys->graph, number);
    for (uint32_t i = 0; i < task->after_count; i++) {
        if (!keys->known[task->after[i]])
            return task->after[i];
    }
    for (size_t i = 0; in && !in->cyclic && i < in->writers.count; i++) {
        if (!keys->known[in->writers.list[i]])
            return in->writers.list[i];
    }
    return SCRIPT_NONE;
}

const unsigned char *keys_of(struct keys *keys, uint32_t number)
{
    grow(keys);
    uint32_t *path = NULL;
    size_t depth = 0, room = 0;
    for (uint32_t at = number;;) {
        uint32_t before = missing(keys, at);
        if (before != SCRIPT_NONE) {
            path = memory_grow(path, &room, depth + 1, sizeof *path);
            path[depth++] = at;
            at = before;
            continue;
        }
        compute(keys, at);
        if (!depth)
            break;
        at = path[--depth];
    }
    free(path);
    return keys->list[number];
}
