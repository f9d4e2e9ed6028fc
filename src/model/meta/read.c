/* read.c: reads metamodels from JSON. */
#include "model/meta/meta.h"
#include "model/meta/scan.h"

#include "util/interned.h"
#include "util/memory.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 500, /* nesting of loops and branches */
    READ_STEP = 1 << 20,
    MANY_TEXTS = 20000,
};

struct reading {
    const char *file;
    struct scan *scan;
    struct model_meta_task *task;
    struct interned *texts; /* costs that were read, and what they are: */
    model_cost *read;
    size_t read_room, again; /* how often a text came again */
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

static bool parse_cost(struct reading *reading, const char *text, uint32_t line, model_cost *cost)
{
    struct error inner; /* large, and hence not set to zero for every node */
    inner.text[0] = 0;
    return model_cost_parse(reading->task->costs, text, cost, &inner) ||
           refuse(reading, line, inner.text);
}

/* Reads a cost once, however often its text comes; where hardly any comes again, texts are not
 * kept. */
static bool read_text(struct reading *reading, const struct scan_value *value, uint32_t line,
                      model_cost *cost)
{
    uint32_t count = interned_count(reading->texts);
    char copy[128];
    if (count > MANY_TEXTS && reading->again < count / 4 && value->size < sizeof copy) {
        memcpy(copy, value->text, value->size);
        copy[value->size] = 0;
        return parse_cost(reading, copy, line, cost);
    }
    uint32_t known = interned_add(reading->texts, value->text, value->size);
    if (known < count) {
        reading->again++;
        *cost = reading->read[known];
        return true;
    }
    if (!parse_cost(reading, interned_text(reading->texts, known), line, cost))
        return false;
    reading->read =
        memory_grow(reading->read, &reading->read_room, known + 1, sizeof *reading->read);
    reading->read[known] = *cost;
    return true;
}

/* Returns a number of the text: as an integer if it is one that fits. */
static struct model_number number_of(const struct scan_value *value)
{
    bool whole = true;
    for (size_t i = 0; i < value->size && whole; i++)
        whole = value->text[i] == '-' || (value->text[i] >= '0' && value->text[i] <= '9');
    errno = 0;
    const long long integer = whole ? strtoll(value->text, NULL, 10) : 0;
    if (whole && !errno && integer != LLONG_MIN)
        return model_number_whole(integer);
    return model_number_real(strtod(value->text, NULL));
}

/* Returns a line number; 0: none. */
static uint32_t line_of(const struct scan_value *value)
{
    const double line =
        value->text && value->kind == SCAN_NUMBER ? model_number_value(number_of(value)) : 0;
    return line >= 1 && line < UINT32_MAX ? (uint32_t)line : 0;
}

/* The members of nodes. */
enum key {
    KEY_DO,
    KEY_LINE,
    KEY_COST,
    KEY_TRIPS,
    KEY_PROBABILITY,
    KEY_WIDTH,
    KEY_PEER,
    KEY_NOTE,
    KEY_INDEX,
    KEY_NAME,
    KEY_BODY,
    KEY_THEN,
    KEY_ELSE,
    KEYS
};
static const char *const keys[KEYS] = {"do",    "line", "cost", "trips", "probability",
                                       "width", "peer", "note", "index", "name",
                                       "body",  "then", "else"};

/* What a node's text says. */
struct parts {
    struct scan_value values[KEYS]; /* text NULL: there is none */
    uint32_t bodies[KEYS];          /* of those that are bodies: the first node */
    bool communicates;              /* a node in them */
};

static bool read_cost(struct reading *reading, const struct parts *parts, enum key key,
                      uint32_t line, model_cost *cost)
{
    char message[100];
    const struct scan_value *value = &parts->values[key];
    if (value->text && value->kind == SCAN_STRING)
        return read_text(reading, value, line, cost);
    if (value->text && value->kind == SCAN_NUMBER) {
        const struct model_number number = number_of(value);
        if (!number.bottom && !isfinite(number.real))
            return refuse(reading, line, "a number is too large");
        *cost = model_cost_number(reading->task->costs, number);
        return true;
    }
    snprintf(message, sizeof message, "a node has no \"%s\"", keys[key]);
    return refuse(reading, line, message);
}

static uint32_t word_of(struct reading *reading, const struct parts *parts, enum key key)
{
    const struct scan_value *value = &parts->values[key];
    return value->text && value->kind == SCAN_STRING && value->size
               ? interned_add(reading->task->words, value->text, value->size)
               : 0;
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

static bool read_body(struct reading *reading, uint32_t *first, bool *communicates);

/* Reads the members of a node, and the nodes in it. */
static bool read_parts(struct reading *reading, struct parts *parts)
{
    struct scan_value key;
    for (bool any = false; scan_member(reading->scan, &any, &key);) {
        enum key number = 0;
        while (number < KEYS && !scan_is(&key, keys[number]))
            number++;
        struct scan_value other = {0}, *value = number < KEYS ? &parts->values[number] : &other;
        if (number < KEYS && value->text)
            return refuse(reading, line_of(&parts->values[KEY_LINE]), "a member comes twice");
        if (number < KEY_BODY || number == KEYS) {
            if (!scan_skip(reading->scan, value))
                return false;
        } else {
            *value = key;
            if (!read_body(reading, &parts->bodies[number], &parts->communicates))
                return false;
        }
    }
    return !reading->scan->fault;
}

/* Takes what only some kinds have. */
static bool take_parts(struct reading *reading, const struct parts *parts,
                       struct model_meta_node *at)
{
    static const enum key costs[MODEL_META_KINDS] = {[MODEL_META_FOR] = KEY_TRIPS,
                                                     [MODEL_META_IF] = KEY_PROBABILITY,
                                                     [MODEL_META_PARALLEL] = KEY_WIDTH};
    const bool message = at->kind == MODEL_META_SEND || at->kind == MODEL_META_RECV;
    if (at->kind == MODEL_META_BREAK)
        return true;
    if (!read_cost(reading, parts, costs[at->kind] ? costs[at->kind] : KEY_COST, at->line,
                   &at->cost) ||
        (message && !read_cost(reading, parts, KEY_PEER, at->line, &at->peer)))
        return false;
    at->communicates = message || at->kind == MODEL_META_COLLECTIVE;
    if (at->kind == MODEL_META_COLLECTIVE)
        at->name = word_of(reading, parts, KEY_NAME);
    if (at->kind == MODEL_META_FOR)
        at->name = word_of(reading, parts, KEY_INDEX);
    if (at->kind == MODEL_META_FOR && at->name &&
        !model_cost_may_index(reading->task->costs, model_meta_word(reading->task, at->name)))
        return refuse(reading, at->line, "the index of FOR must not be named n, p or rank");
    const bool branch = at->kind == MODEL_META_IF;
    if (branch || at->kind == MODEL_META_FOR || at->kind == MODEL_META_PARALLEL) {
        at->first = parts->bodies[branch ? KEY_THEN : KEY_BODY];
        at->otherwise = branch ? parts->bodies[KEY_ELSE] : MODEL_META_NONE;
        at->communicates = parts->communicates;
    }
    return !branch || check_probability(reading, at->line, at->cost);
}

static bool read_node(struct reading *reading, uint32_t *number)
{
    struct model_meta_task *task = reading->task;
    struct model_meta_node at = {
        .next = MODEL_META_NONE, .first = MODEL_META_NONE, .otherwise = MODEL_META_NONE};
    struct parts parts = {.bodies = {[KEY_BODY] = MODEL_META_NONE,
                                     [KEY_THEN] = MODEL_META_NONE,
                                     [KEY_ELSE] = MODEL_META_NONE}};
    struct scan_value value;
    if (task->node_count >= UINT32_MAX - 1)
        return refuse(reading, 0, "there are too many nodes");
    task->nodes =
        memory_grow(task->nodes, &task->node_room, task->node_count + 1, sizeof *task->nodes);
    *number = (uint32_t)task->node_count++;
    if (!scan_next(reading->scan, &value))
        return false;
    if (value.kind == SCAN_OBJECT && !read_parts(reading, &parts))
        return false;
    const struct scan_value *word = &parts.values[KEY_DO];
    at.line = line_of(&parts.values[KEY_LINE]);
    if (!word->text || word->kind != SCAN_STRING)
        return refuse(reading, at.line, "a node has no \"do\"");
    while (at.kind < MODEL_META_KINDS && !scan_is(word, kinds[at.kind]))
        at.kind++;
    if (at.kind == MODEL_META_KINDS) {
        char message[200];
        snprintf(message, sizeof message, "there is no kind of node \"%.*s\"",
                 (int)(word->size < 60 ? word->size : 60), word->text);
        return refuse(reading, at.line, message);
    }
    at.note = word_of(reading, &parts, KEY_NOTE);
    if (!take_parts(reading, &parts, &at))
        return false;
    task->nodes[*number] = at;
    return true;
}

/* Reads a list of nodes. Sets *communicates if one of them does. */
static bool read_body(struct reading *reading, uint32_t *first, bool *communicates)
{
    uint32_t number = 0, last = MODEL_META_NONE;
    struct scan_value list;
    *first = MODEL_META_NONE;
    if (!scan_next(reading->scan, &list))
        return false;
    if (list.kind == SCAN_WORD && *list.text == 'n')
        return true; /* null */
    if (list.kind != SCAN_LIST)
        return refuse(reading, 0, "a body must be a list of nodes");
    if (++reading->depth > DEEPEST)
        return refuse(reading, 0, "loops and branches are nested more than 500 deep");
    for (bool any = false; scan_element(reading->scan, &any);) {
        if (!read_node(reading, &number))
            return false;
        *communicates |= reading->task->nodes[number].communicates;
        if (last == MODEL_META_NONE)
            *first = number;
        else
            reading->task->nodes[last].next = number;
        last = number;
    }
    reading->depth--;
    return !reading->scan->fault;
}

/* Reads a point of a curve: [x, y]. */
static bool read_point(struct reading *reading, struct model_cost_point *point)
{
    struct scan_value value;
    double numbers[2] = {0, 0};
    size_t count = 0;
    if (!scan_next(reading->scan, &value))
        return false;
    for (bool any = false; value.kind == SCAN_LIST && scan_element(reading->scan, &any); count++) {
        struct scan_value number;
        if (!scan_skip(reading->scan, &number))
            return false;
        if (count < 2 && number.kind != SCAN_NUMBER)
            break;
        if (count < 2)
            numbers[count] = model_number_value(number_of(&number));
    }
    *point = (struct model_cost_point){numbers[0], numbers[1]};
    return count >= 2 || refuse(reading, 0, "a point of a curve must be two numbers: [x, y]");
}

static bool read_curve(struct reading *reading, const struct scan_value *key)
{
    struct error inner = {0};
    struct model_cost_point *points = NULL;
    struct scan_value list;
    size_t count = 0, room = 0;
    bool done = scan_next(reading->scan, &list);
    if (done && list.kind != SCAN_LIST)
        done = scan_skip(reading->scan, &list);
    for (bool any = false; done && list.kind == SCAN_LIST && scan_element(reading->scan, &any);) {
        points = memory_grow(points, &room, count + 1, sizeof *points);
        done = read_point(reading, &points[count++]);
    }
    char *name = memory_printf("%.*s", (int)key->size, key->text);
    if (done && !reading->scan->fault)
        done = model_cost_define_curve(reading->task->costs, name, points, count, &inner) ||
               refuse(reading, 0, inner.text);
    free(name);
    free(points);
    return done && !reading->scan->fault;
}

/* Reads the curves of a task, from the given place of the text. */
static bool read_curves(struct reading *reading, const struct scan_value *curves)
{
    struct scan_value key;
    if (!curves->text || curves->kind != SCAN_OBJECT)
        return true;
    reading->scan->at = curves->text;
    for (bool any = false; scan_member(reading->scan, &any, &key);)
        if (!read_curve(reading, &key))
            return false;
    return !reading->scan->fault;
}

/* Keeps the values from profiles as they are. */
static bool read_profiles(struct reading *reading, const struct scan_value *profiles)
{
    json_error_t trouble;
    if (!profiles->text)
        return true;
    const size_t quote = profiles->kind == SCAN_STRING; /* it is read with its quotes */
    reading->task->profiles = json_loadb(profiles->text - quote, profiles->size + 2 * quote,
                                         JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &trouble);
    return reading->task->profiles || refuse(reading, 0, trouble.text);
}

enum task_key { TASK_NAME, TASK_LINE, TASK_PROFILES, TASK_CURVES, TASK_BODY, TASK_KEYS };

/* Finds members of an object by their names, and moves behind it. */
static bool find_members(struct scan *scan, const char *const *names, size_t count,
                         struct scan_value *values)
{
    struct scan_value key, other;
    if (!scan_next(scan, &other))
        return false;
    if (other.kind != SCAN_OBJECT)
        return scan_skip(scan, &other);
    for (bool any = false; scan_member(scan, &any, &key);) {
        size_t number = 0;
        while (number < count && !scan_is(&key, names[number]))
            number++;
        if (!scan_skip(scan, number < count ? &values[number] : &other))
            return false;
    }
    return !scan->fault;
}

static bool read_task(struct reading *reading)
{
    static const char *const names[TASK_KEYS] = {"name", "line", "profiles", "curves", "body"};
    struct scan_value values[TASK_KEYS] = {0};
    const struct scan_value *name = &values[TASK_NAME];
    struct model_meta_task *task = reading->task;
    bool communicates = false;
    task->costs = model_costs_new();
    task->words = interned_new();
    task->body = MODEL_META_NONE;
    interned_add_text(task->words, ""); /* 0: none */
    const bool found = find_members(reading->scan, names, TASK_KEYS, values);
    task->name = name->text && name->kind == SCAN_STRING
                     ? memory_printf("%.*s", (int)name->size, name->text)
                     : memory_string("task");
    task->line = line_of(&values[TASK_LINE]);
    const char *behind = reading->scan->at;
    if (!found || !read_profiles(reading, &values[TASK_PROFILES]) ||
        !read_curves(reading, &values[TASK_CURVES]))
        return false;
    if (values[TASK_BODY].text) {
        const struct scan_value *list = &values[TASK_BODY];
        reading->scan->at = list->text - (list->kind == SCAN_STRING);
        if (!read_body(reading, &task->body, &communicates))
            return false;
    }
    reading->scan->at = behind;
    return true;
}

static bool read_tasks(struct model_meta *meta, struct scan *scan, const struct scan_value *list,
                       struct error *error)
{
    size_t room = 0;
    bool any = false;
    if (list->text && list->kind == SCAN_LIST) {
        scan->at = list->text;
        while (scan_element(scan, &any)) {
            meta->tasks =
                memory_grow(meta->tasks, &room, meta->task_count + 1, sizeof *meta->tasks);
            struct reading reading = {.file = meta->file,
                                      .scan = scan,
                                      .task = &meta->tasks[meta->task_count++],
                                      .texts = interned_new(),
                                      .error = error};
            *reading.task = (struct model_meta_task){0};
            bool done = read_task(&reading);
            interned_free(reading.texts);
            free(reading.read);
            if (!done)
                return false;
        }
    }
    if (scan->fault)
        return false;
    return any || error_set(error, "%.300s: there is no task in it", meta->file);
}

struct model_meta *model_meta_parse(const char *text, size_t size, const char *path,
                                    struct error *error)
{
    static const char *const names[] = {"version", "file", "tasks"};
    struct scan_value values[3] = {0};
    struct scan scan;
    scan_begin(&scan, text, size);
    struct model_meta *meta = memory_zeroed(1, sizeof *meta);
    bool done = find_members(&scan, names, 3, values) && scan_end(&scan);
    meta->file = values[1].text && values[1].kind == SCAN_STRING
                     ? memory_printf("%.*s", (int)values[1].size, values[1].text)
                     : memory_string("the metamodel");
    if (done && (!values[0].text || values[0].kind != SCAN_NUMBER ||
                 model_number_value(number_of(&values[0])) != 1))
        done = error_set(error, "%.300s is no metamodel of version 1", meta->file);
    else if (done)
        done = read_tasks(meta, &scan, &values[2], error);
    if (scan.fault)
        error_set(error, "%.300s:%u: %.200s", path, scan_line(&scan), scan.fault);
    scan_free(&scan);
    if (done)
        return meta;
    model_meta_free(meta);
    return NULL;
}

struct model_meta *model_meta_read(const json_t *json, struct error *error)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    struct model_meta *meta =
        text ? model_meta_parse(text, strlen(text), "the metamodel", error) : NULL;
    if (!text)
        error_set(error, "the metamodel has more than fits in memory");
    free(text);
    return meta;
}

/* Reads a whole file, with a 0 behind it. NULL with an error. */
static char *read_file(const char *path, size_t *size, struct error *error)
{
    FILE *file = fopen(path, "r");
    size_t room = 0;
    char *text = NULL;
    *size = 0;
    for (size_t got = 1; file && got > 0; *size += got) {
        text = memory_grow(text, &room, *size + READ_STEP, 1);
        got = fread(text + *size, 1, READ_STEP - 1, file);
    }
    if (!file || ferror(file)) {
        error_errno(error, "%.300s cannot be read", path);
        free(text);
        text = NULL;
    } else {
        text[*size] = 0;
    }
    if (file)
        fclose(file);
    return text;
}

struct model_meta *model_meta_load(const char *path, struct error *error)
{
    size_t size;
    char *text = read_file(path, &size, error);
    struct model_meta *meta = text ? model_meta_parse(text, size, path, error) : NULL;
    free(text);
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
