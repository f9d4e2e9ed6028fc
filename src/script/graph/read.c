/* read.c: see read.h */
#include "script/graph/read.h"

#include "script/costs/costs.h"

#include <jansson.h>
#include <string.h>

/* Returns a text: a string, or the numbers of the bytes of one that is no UTF-8. */
static const char *text_of(struct script_graph *graph, const json_t *found)
{
    if (json_is_string(found))
        return arena_text(&graph->arena, json_string_value(found), json_string_length(found));
    if (!json_is_array(found))
        return NULL;
    size_t count = json_array_size(found);
    char *made = arena_zeroed(&graph->arena, count + 1);
    for (size_t i = 0; i < count; i++)
        made[i] = (char)json_integer_value(json_array_get(found, i));
    return made;
}

/* Returns the list of texts of a field, up to NULL; NULL if there is none. */
static const char **texts(struct script_graph *graph, const json_t *record, const char *key)
{
    const json_t *list = json_object_get(record, key);
    size_t count = json_array_size(list);
    if (!json_is_array(list))
        return NULL;
    const char **made = arena_zeroed(&graph->arena, (count + 1) * sizeof *made);
    for (size_t i = 0; i < count; i++) {
        made[i] = text_of(graph, json_array_get(list, i));
        if (!made[i])
            made[i] = "";
    }
    return made;
}

static const char *text(struct script_graph *graph, const json_t *record, const char *key)
{
    return text_of(graph, json_object_get(record, key));
}

static uint32_t number(const json_t *record, const char *key, uint32_t otherwise)
{
    const json_t *found = json_object_get(record, key);
    json_int_t value = json_integer_value(found);
    return json_is_integer(found) && value >= 0 && value < UINT32_MAX ? (uint32_t)value : otherwise;
}

/* Where the script made it. The file is that of the last record, mostly. */
static uint32_t place(struct script_graph *graph, const json_t *record, const char **file)
{
    const json_t *at = json_object_get(record, "at");
    const char *path = json_string_value(json_array_get(at, 0));
    if (!path)
        path = graph->file;
    *file =
        !strcmp(path, graph->file) ? graph->file : arena_text(&graph->arena, path, strlen(path));
    return (uint32_t)json_integer_value(json_array_get(at, 1));
}

/* Reads what a standard input, output or error is connected to. False if there is no such
 * stream. */
static bool end_of(struct script_graph *graph, const json_t *record, const char *key,
                   struct script_end *end)
{
    const json_t *found = json_object_get(record, key);
    end->stream = SCRIPT_NONE;
    if (json_is_string(found) || json_is_array(found)) {
        bool append = key[0] != 'i' && json_is_true(json_object_get(record, "append"));
        end->kind = append ? SCRIPT_END_APPEND : SCRIPT_END_FILE;
        end->file = text(graph, record, key);
    } else if (json_is_integer(found)) {
        end->kind = SCRIPT_END_STREAM;
        end->stream = number(record, key, SCRIPT_NONE);
        return end->stream >= graph->checked_streams && end->stream < graph->stream_count;
    }
    return true;
}

static enum script_on_failure failure(const json_t *record)
{
    const char *word = json_string_value(json_object_get(record, "on_failure"));
    return !word                     ? SCRIPT_FAILURE_SKIP
           : !strcmp(word, "stop")   ? SCRIPT_FAILURE_STOP
           : !strcmp(word, "ignore") ? SCRIPT_FAILURE_IGNORE
                                     : SCRIPT_FAILURE_SKIP;
}

static bool read_after(struct script_graph *graph, const json_t *record, struct script_task *task,
                       uint32_t self)
{
    const json_t *list = json_object_get(record, "after");
    size_t count = json_array_size(list);
    uint32_t *made = count ? arena_zeroed(&graph->arena, count * sizeof *made) : NULL;
    for (size_t i = 0; i < count; i++) {
        json_int_t before = json_integer_value(json_array_get(list, i));
        if (before < 0 || before >= UINT32_MAX || before == self)
            return false;
        made[i] = (uint32_t)before;
    }
    task->after = made;
    task->after_count = (uint32_t)count;
    return true;
}

/* Adds the task to the lists of its streams. */
static void connect(struct script_graph *graph, uint32_t self)
{
    const struct script_task *task = &graph->tasks[self];
    struct script_stream *in = script_graph_in(graph, self);
    if (in)
        script_numbers_add(&in->readers, self);
    if (task->out.kind == SCRIPT_END_STREAM)
        script_numbers_add(&graph->streams[task->out.stream].writers, self);
    if (task->err.kind == SCRIPT_END_STREAM)
        script_numbers_add(&graph->streams[task->err.stream].writers, self);
}

static const char *read_task(struct script_graph *graph, const json_t *record)
{
    uint32_t self = (uint32_t)graph->task_count;
    struct script_task *task = script_graph_task(graph);
    if (number(record, "task", SCRIPT_NONE) != self)
        return "its number is wrong";
    task->line = place(graph, record, &task->file);
    task->name = text(graph, record, "name");
    task->words = texts(graph, record, "words");
    if (!task->name || !task->words || !task->words[0])
        return "it has no command";
    if (!end_of(graph, record, "in", &task->in) || !end_of(graph, record, "out", &task->out) ||
        !end_of(graph, record, "err", &task->err))
        return "it names a stream that does not exist";
    if (!read_after(graph, record, task, self))
        return "it is to run after itself";
    task->environment = texts(graph, record, "env");
    task->folder = text(graph, record, "folder");
    task->inputs = texts(graph, record, "inputs");
    task->outputs = texts(graph, record, "outputs");
    task->retries = number(record, "retries", 0);
    task->places = number(record, "places", 0);
    task->cores = number(record, "cores", task->places ? task->places : 1);
    task->memory = (uint64_t)json_integer_value(json_object_get(record, "memory"));
    task->seconds = json_number_value(json_object_get(record, "seconds"));
    task->cost = json_number_value(json_object_get(record, "cost"));
    task->bytes = json_number_value(json_object_get(record, "bytes"));
    const json_t *values = json_object_get(record, "values");
    uint32_t model = number(record, "model", SCRIPT_NONE);
    if (values && graph->costs && !(task->cost > 0))
        task->cost = script_costs_seconds(graph->costs, model, values, task->places);
    if (values && graph->costs && !(task->bytes > 0))
        task->bytes = script_costs_bytes(graph->costs, model, values, task->places);
    task->grow = json_number_value(json_object_get(record, "grow"));
    task->grow = task->grow >= 1 ? task->grow : 1;
    task->measure = json_is_true(json_object_get(record, "measure"));
    task->on_failure = failure(record);
    task->instead_of = number(record, "instead", SCRIPT_NONE);
    connect(graph, self);
    return NULL;
}

static const char *read_stream(struct script_graph *graph, const json_t *record)
{
    uint32_t self = (uint32_t)graph->stream_count;
    struct script_stream *stream = script_graph_stream(graph);
    const json_t *store = json_object_get(record, "store");
    if (number(record, "stream", SCRIPT_NONE) != self)
        return "its number is wrong";
    stream->line = place(graph, record, &stream->file);
    stream->name = text(graph, record, "name");
    stream->record = number(record, "record", 0);
    stream->store = store ? json_is_true(store) : -1;
    stream->from = texts(graph, record, "from");
    stream->to = texts(graph, record, "to");
    stream->texts = texts(graph, record, "texts");
    stream->script = json_is_true(json_object_get(record, "script"));
    return stream->name ? NULL : "it has no name";
}

/* Reads what the script waits for. */
static const char *read_question(struct script_graph *graph, const json_t *record)
{
    struct script_question *question = &graph->question;
    const json_t *tasks = json_object_get(record, "wait");
    question->line = place(graph, record, &question->file);
    question->tasks.count = 0;
    question->asked = tasks ? SCRIPT_ASKED_TASKS : SCRIPT_ASKED_STREAM;
    for (size_t i = 0; i < json_array_size(tasks); i++) {
        json_int_t task = json_integer_value(json_array_get(tasks, i));
        if (task < 0 || (size_t)task >= graph->task_count)
            return "it waits for a task that does not exist";
        script_numbers_add(&question->tasks, (uint32_t)task);
    }
    if (tasks)
        return NULL;
    question->stream = number(record, "more", SCRIPT_NONE);
    question->bytes = (uint64_t)json_integer_value(json_object_get(record, "bytes"));
    return question->stream < graph->stream_count ? NULL
                                                  : "it waits for a stream that does not exist";
}

static enum script_said wrong(const json_t *said, struct error *error)
{
    const char *file = json_string_value(json_object_get(said, "file"));
    const char *why = json_string_value(json_object_get(said, "text"));
    int line = (int)json_integer_value(json_object_get(said, "line"));
    if (line > 0)
        error_set(error, "%s:%d: %s", file ? file : "", line, why ? why : "wrong");
    else
        error_set(error, "%s: %s", file ? file : "", why ? why : "wrong");
    return SCRIPT_SAID_WRONG;
}

enum script_said script_graph_read(struct script_graph *graph, const char *line, size_t size,
                                   struct error *error)
{
    json_error_t problem;
    json_t *record = json_loadb(line, size, 0, &problem);
    enum script_said said = SCRIPT_SAID_MORE;
    const char *why = NULL;
    if (!json_is_object(record)) {
        why = "it is no JSON";
    } else if (json_object_get(record, "task")) {
        why = read_task(graph, record);
    } else if (json_object_get(record, "stream")) {
        why = read_stream(graph, record);
    } else if (json_object_get(record, "wait") || json_object_get(record, "more")) {
        why = read_question(graph, record);
        said = SCRIPT_SAID_ASKS;
    } else if (json_object_get(record, "metamodel")) {
        if (graph->costs)
            script_costs_add(graph->costs, json_object_get(record, "metamodel"));
    } else if (json_object_get(record, "error")) {
        said = wrong(json_object_get(record, "error"), error);
    } else {
        said = SCRIPT_SAID_END;
    }
    if (why) {
        error_set(error, "%s: what the script's reader says cannot be used: %s", graph->file, why);
        said = SCRIPT_SAID_WRONG;
    }
    json_decref(record);
    return said;
}
