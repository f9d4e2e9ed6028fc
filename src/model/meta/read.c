/* read.c: reads metamodels from JSON. */
#include "model/meta/meta.h"

#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 500 }; /* nesting of loops and branches */

struct reading {
    const char *file;
    struct model_meta_task *task;
    struct interned *texts; /* costs that were read, and what they are: */
    model_cost *read;
    size_t read_room;
    int depth;
    struct error *error;
};

static const char *const kinds[MODEL_META_KINDS] = {"compute", "seconds", "input",      "output",
                                                    "send",    "recv",    "collective", "for",
                                                    "if",      "break",   "parallel"};

const char *model_meta_kind_word(enum model_meta_kind kind)
{
    return kinds[kind];
}

const char *model_meta_word(const struct model_meta_task *task, uint32_t word)
{
    return word ? interned_text(task->words, word) : NULL;
}

bool model_meta_uses(const struct model_meta_task *task, const char *variable)
{
    for (size_t i = 0; i < task->node_count; i++) {
        const struct model_meta_node *node = &task->nodes[i];
        bool has_peer = node->kind == MODEL_META_SEND || node->kind == MODEL_META_RECV;
        if ((node->kind != MODEL_META_BREAK &&
             model_cost_depends(task->costs, node->cost, variable)) ||
            (has_peer && model_cost_depends(task->costs, node->peer, variable)))
            return true;
    }
    return false;
}

/* Says what is wrong with a node of the task, and where. */
static bool refuse(const struct reading *reading, uint32_t line, const char *what)
{
    if (line)
        return error_set(reading->error, "%.300s:%u: %.600s", reading->file, line, what);
    return error_set(reading->error, "%.300s: task %.100s: %.500s", reading->file,
                     reading->task->name, what);
}

/* Reads a cost once, however often its text comes. */
static bool read_text(struct reading *reading, const char *text, uint32_t line, model_cost *cost)
{
    struct error inner = {0};
    uint32_t count = interned_count(reading->texts);
    uint32_t known = interned_add_text(reading->texts, text);
    if (known < count) {
        *cost = reading->read[known];
        return true;
    }
    if (!model_cost_parse(reading->task->costs, text, cost, &inner))
        return refuse(reading, line, inner.text);
    reading->read =
        memory_grow(reading->read, &reading->read_room, known + 1, sizeof *reading->read);
    reading->read[known] = *cost;
    return true;
}

static bool read_cost(struct reading *reading, const json_t *node, const char *key, uint32_t line,
                      model_cost *cost)
{
    char message[100];
    json_t *value = json_object_get(node, key);
    if (json_is_string(value))
        return read_text(reading, json_string_value(value), line, cost);
    if (json_is_integer(value)) {
        *cost = model_cost_whole(reading->task->costs, json_integer_value(value));
        return true;
    }
    if (json_is_real(value)) {
        *cost = model_cost_number(reading->task->costs, model_number_real(json_real_value(value)));
        return true;
    }
    snprintf(message, sizeof message, "a node has no \"%s\"", key);
    return refuse(reading, line, message);
}

static uint32_t word_of(struct reading *reading, const json_t *node, const char *key)
{
    const char *text = json_string_value(json_object_get(node, key));
    return text && *text ? interned_add_text(reading->task->words, text) : 0;
}

/* A probability that is a number must be one. */
static bool check_probability(struct reading *reading, uint32_t line, model_cost cost)
{
    struct model_number number;
    if (!model_cost_is_number(reading->task->costs, cost, &number))
        return true;
    double value = model_number_value(number);
    if (value >= 0 && value <= 1)
        return true;
    char message[120];
    snprintf(message, sizeof message, "the probability of IF is %g; it must be from 0 to 1", value);
    return refuse(reading, line, message);
}

static bool read_body(struct reading *reading, const json_t *list, uint32_t *first,
                      bool *communicates);

/* The parts that only some kinds have. `at` is read, and stored afterwards: the nodes move. */
static bool read_parts(struct reading *reading, const json_t *json, struct model_meta_node *at)
{
    static const char *const costs[MODEL_META_KINDS] = {[MODEL_META_FOR] = "trips",
                                                        [MODEL_META_IF] = "probability",
                                                        [MODEL_META_PARALLEL] = "width"};
    const char *key = costs[at->kind] ? costs[at->kind] : "cost";
    if (at->kind == MODEL_META_BREAK)
        return true;
    if (!read_cost(reading, json, key, at->line, &at->cost))
        return false;
    if ((at->kind == MODEL_META_SEND || at->kind == MODEL_META_RECV) &&
        !read_cost(reading, json, "peer", at->line, &at->peer))
        return false;
    at->communicates = at->kind == MODEL_META_SEND || at->kind == MODEL_META_RECV ||
                       at->kind == MODEL_META_COLLECTIVE;
    if (at->kind == MODEL_META_FOR)
        at->name = word_of(reading, json, "index");
    if (at->kind == MODEL_META_COLLECTIVE)
        at->name = word_of(reading, json, "name");
    if (at->kind == MODEL_META_FOR && at->name &&
        !model_cost_may_index(reading->task->costs, model_meta_word(reading->task, at->name)))
        return refuse(reading, at->line, "the index of FOR must not be named n, p or rank");
    if (at->kind == MODEL_META_IF)
        return check_probability(reading, at->line, at->cost) &&
               read_body(reading, json_object_get(json, "then"), &at->first, &at->communicates) &&
               read_body(reading, json_object_get(json, "else"), &at->otherwise, &at->communicates);
    if (at->kind == MODEL_META_FOR || at->kind == MODEL_META_PARALLEL)
        return read_body(reading, json_object_get(json, "body"), &at->first, &at->communicates);
    return true;
}

static bool read_node(struct reading *reading, const json_t *json, uint32_t *number)
{
    struct model_meta_task *task = reading->task;
    struct model_meta_node at = {
        .next = MODEL_META_NONE, .first = MODEL_META_NONE, .otherwise = MODEL_META_NONE};
    const char *word = json_string_value(json_object_get(json, "do"));
    json_int_t line = json_integer_value(json_object_get(json, "line"));
    at.line = line > 0 && line < UINT32_MAX ? (uint32_t)line : 0;
    if (!word)
        return refuse(reading, at.line, "a node has no \"do\"");
    while (at.kind < MODEL_META_KINDS && strcmp(kinds[at.kind], word) != 0)
        at.kind++;
    if (at.kind == MODEL_META_KINDS) {
        char message[200];
        snprintf(message, sizeof message, "there is no kind of node \"%.60s\"", word);
        return refuse(reading, at.line, message);
    }
    at.note = word_of(reading, json, "note");
    if (task->node_count >= UINT32_MAX - 1)
        return refuse(reading, at.line, "there are too many nodes");
    task->nodes =
        memory_grow(task->nodes, &task->node_room, task->node_count + 1, sizeof *task->nodes);
    *number = (uint32_t)task->node_count++;
    if (!read_parts(reading, json, &at))
        return false;
    task->nodes[*number] = at;
    return true;
}

static bool read_body(struct reading *reading, const json_t *list, uint32_t *first,
                      bool *communicates)
{
    uint32_t number = 0, last = MODEL_META_NONE;
    size_t i;
    json_t *json;
    *first = MODEL_META_NONE;
    if (list && !json_is_array(list) && !json_is_null(list))
        return refuse(reading, 0, "a body must be a list of nodes");
    if (++reading->depth > DEEPEST)
        return refuse(reading, 0, "loops and branches are nested more than 500 deep");
    json_array_foreach((json_t *)list, i, json)
    {
        if (!read_node(reading, json, &number))
            return false;
        *communicates |= reading->task->nodes[number].communicates;
        if (last == MODEL_META_NONE)
            *first = number;
        else
            reading->task->nodes[last].next = number;
        last = number;
    }
    reading->depth--;
    return true;
}

static bool read_curve(struct reading *reading, const char *name, const json_t *list)
{
    struct error inner = {0};
    size_t count = json_array_size(list);
    struct model_cost_point *points = memory_zeroed(count + 1, sizeof *points);
    for (size_t i = 0; i < count; i++) {
        const json_t *pair = json_array_get(list, i);
        const json_t *x = json_array_get(pair, 0), *y = json_array_get(pair, 1);
        if (!json_is_number(x) || !json_is_number(y)) {
            free(points);
            return refuse(reading, 0, "a point of a curve must be two numbers: [x, y]");
        }
        points[i] = (struct model_cost_point){json_number_value(x), json_number_value(y)};
    }
    bool done = model_cost_define_curve(reading->task->costs, name, points, count, &inner);
    free(points);
    return done || refuse(reading, 0, inner.text);
}

static bool read_task(struct reading *reading, const json_t *json)
{
    struct model_meta_task *task = reading->task;
    const char *name = json_string_value(json_object_get(json, "name"));
    bool communicates = false;
    const char *curve;
    json_t *points;
    task->name = memory_string(name ? name : "task");
    task->line = (uint32_t)json_integer_value(json_object_get(json, "line"));
    task->costs = model_costs_new();
    task->words = interned_new();
    interned_add_text(task->words, ""); /* 0: none */
    task->profiles = json_incref(json_object_get(json, "profiles"));
    json_object_foreach((json_t *)json_object_get(json, "curves"), curve, points)
    {
        if (!read_curve(reading, curve, points))
            return false;
    }
    return read_body(reading, json_object_get(json, "body"), &task->body, &communicates);
}

static bool read_tasks(struct model_meta *meta, const json_t *tasks, struct error *error)
{
    size_t count = json_array_size(tasks);
    if (!count)
        return error_set(error, "%.300s: there is no task in it", meta->file);
    meta->tasks = memory_zeroed(count, sizeof *meta->tasks);
    for (size_t i = 0; i < count; i++) {
        struct reading reading = {.file = meta->file,
                                  .task = &meta->tasks[meta->task_count++],
                                  .texts = interned_new(),
                                  .error = error};
        bool done = read_task(&reading, json_array_get(tasks, i));
        interned_free(reading.texts);
        free(reading.read);
        if (!done)
            return false;
    }
    return true;
}

struct model_meta *model_meta_read(const json_t *json, struct error *error)
{
    const char *file = json_string_value(json_object_get(json, "file"));
    json_int_t version = json_integer_value(json_object_get(json, "version"));
    struct model_meta *meta = memory_zeroed(1, sizeof *meta);
    meta->file = memory_string(file ? file : "the metamodel");
    bool done;
    if (version != 1)
        done = error_set(error, "%.300s is no metamodel of version 1", meta->file);
    else
        done = read_tasks(meta, json_object_get(json, "tasks"), error);
    if (done)
        return meta;
    model_meta_free(meta);
    return NULL;
}

struct model_meta *model_meta_load(const char *path, struct error *error)
{
    json_error_t trouble;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &trouble);
    if (!json) {
        error_set(error, "%.300s:%d: %.200s", path, trouble.line, trouble.text);
        return NULL;
    }
    struct model_meta *meta = model_meta_read(json, error);
    json_decref(json);
    return meta;
}

void model_meta_free(struct model_meta *meta)
{
    if (!meta)
        return;
    for (size_t i = 0; i < meta->task_count; i++) {
        struct model_meta_task *task = &meta->tasks[i];
        json_decref(task->profiles);
        free(task->name);
        free(task->nodes);
        model_costs_free(task->costs);
        interned_free(task->words);
    }
    free(meta->tasks);
    free(meta->file);
    free(meta);
}
