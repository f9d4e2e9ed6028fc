/* print.c: writes metamodels as text, as Graphviz DOT, and their totals as JSON. */
#include "model/meta/meta.h"

#include <string.h>

static const char *const units[MODEL_META_KINDS] = {
    [MODEL_META_COMPUTE] = " operations", [MODEL_META_SECONDS] = " s",
    [MODEL_META_INPUT] = " bytes",        [MODEL_META_OUTPUT] = " bytes",
    [MODEL_META_SEND] = " bytes",         [MODEL_META_RECV] = " bytes",
    [MODEL_META_COLLECTIVE] = " bytes",   [MODEL_META_FOR] = " trips"};

/* "for i: n trips", "send: 8*n bytes to rank + 1" */
static void describe(const struct model_meta_task *task, uint32_t number, struct buffer *out)
{
    const struct model_meta_node *node = &task->nodes[number];
    const char *name = model_meta_word(task, node->name);
    buffer_add(out, model_meta_kind_word((enum model_meta_kind)node->kind));
    if (name)
        buffer_printf(out, " %s", name);
    if (node->kind == MODEL_META_BREAK)
        return;
    buffer_add(out, node->kind == MODEL_META_IF         ? " with probability "
                    : node->kind == MODEL_META_PARALLEL ? " on up to "
                                                        : ": ");
    model_cost_print(task->costs, node->cost, out);
    buffer_add(out, node->kind == MODEL_META_PARALLEL ? " cores"
                    : units[node->kind]               ? units[node->kind]
                                                      : "");
    if (node->kind == MODEL_META_SEND || node->kind == MODEL_META_RECV) {
        buffer_add(out, node->kind == MODEL_META_SEND ? " to rank " : " from rank ");
        model_cost_print(task->costs, node->peer, out);
    }
}

static void print_body(const struct model_meta_task *task, uint32_t first, int depth,
                       struct buffer *out)
{
    for (uint32_t at = first; at != MODEL_META_NONE; at = task->nodes[at].next) {
        const struct model_meta_node *node = &task->nodes[at];
        buffer_printf(out, "%*s", 2 * depth, "");
        describe(task, at, out);
        if (node->line)
            buffer_printf(out, "   (line %u)", node->line);
        buffer_add(out, "\n");
        print_body(task, node->first, depth + 1, out);
        if (node->otherwise != MODEL_META_NONE) {
            buffer_printf(out, "%*selse\n", 2 * depth, "");
            print_body(task, node->otherwise, depth + 1, out);
        }
    }
}

static void print_quantity(const struct model_meta_task *task,
                           const struct model_meta_totals *totals, struct buffer *out,
                           const char *words, enum model_meta_quantity quantity)
{
    struct model_number number;
    if (model_cost_is_number(task->costs, totals->of[quantity], &number) &&
        !model_number_sign(number))
        return;
    buffer_printf(out, "  %-22s ", words);
    model_cost_print(task->costs, totals->of[quantity], out);
    buffer_add(out, "\n");
}

bool model_meta_print_text(const struct model_meta *meta, struct buffer *out, struct error *error)
{
    static const char *const words[MODEL_META_QUANTITIES] = {
        "operations:",         NULL,          "seconds:",         NULL,
        "input, bytes:",       "inputs:",     "output, bytes:",   "outputs:",
        "sent, bytes:",        "sends:",      "received, bytes:", "receives:",
        "collectives, bytes:", "collectives:"};
    for (size_t i = 0; i < meta->task_count; i++) {
        const struct model_meta_task *task = &meta->tasks[i];
        struct model_meta_totals totals;
        if (!model_meta_total(task, task->body, false, &totals, error))
            return false;
        buffer_printf(out, "%stask %s\n", i ? "\n" : "", task->name);
        print_body(task, task->body, 1, out);
        buffer_add(out, "In all:\n");
        for (int k = 0; k < MODEL_META_QUANTITIES; k++) {
            if (words[k])
                print_quantity(task, &totals, out, words[k], (enum model_meta_quantity)k);
        }
        if (totals.of[MODEL_META_WORK] != totals.of[MODEL_META_SPAN])
            print_quantity(task, &totals, out, "operations, slowest:", MODEL_META_SPAN);
    }
    return true;
}

static void print_quoted(const char *text, struct buffer *out)
{
    buffer_add(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buffer_add(out, "\\");
        buffer_add_bytes(out, text, 1);
    }
    buffer_add(out, "\"");
}

static void print_dot_body(const struct model_meta_task *task, size_t number, uint32_t first,
                           const char *parent, const char *label, struct buffer *out)
{
    for (uint32_t at = first; at != MODEL_META_NONE; at = task->nodes[at].next) {
        struct buffer text = {0};
        char self[64];
        const struct model_meta_node *node = &task->nodes[at];
        describe(task, at, &text);
        snprintf(self, sizeof self, "t%zu_%u", number, at);
        buffer_printf(out, "  %s [label=", self);
        print_quoted(text.text ? text.text : "", out);
        bool control = node->kind >= MODEL_META_FOR;
        buffer_printf(out, ", shape=%s];\n  %s -> %s%s;\n", control ? "box" : "ellipse", parent,
                      self, label);
        buffer_free(&text);
        print_dot_body(task, number, node->first, self, "", out);
        print_dot_body(task, number, node->otherwise, self, " [style=dashed, label=else]", out);
    }
}

bool model_meta_print_dot(const struct model_meta *meta, struct buffer *out, struct error *error)
{
    (void)error;
    buffer_add(out, "digraph metamodel {\n  rankdir=LR;\n");
    for (size_t i = 0; i < meta->task_count; i++) {
        char self[32];
        snprintf(self, sizeof self, "t%zu", i);
        buffer_printf(out, "  %s [shape=folder, label=", self);
        print_quoted(meta->tasks[i].name, out);
        buffer_add(out, "];\n");
        print_dot_body(&meta->tasks[i], i, meta->tasks[i].body, self, "", out);
    }
    buffer_add(out, "}\n");
    return true;
}

json_t *model_meta_totals_json(const struct model_meta *meta, struct error *error)
{
    json_t *list = json_array();
    for (size_t i = 0; i < meta->task_count; i++) {
        const struct model_meta_task *task = &meta->tasks[i];
        struct model_meta_totals totals;
        if (!model_meta_total(task, task->body, false, &totals, error)) {
            json_decref(list);
            return NULL;
        }
        json_t *one = json_object();
        json_object_set_new(one, "task", json_string(task->name));
        for (int k = 0; k < MODEL_META_QUANTITIES; k++) {
            struct buffer text = {0};
            model_cost_print(task->costs, totals.of[k], &text);
            json_object_set_new(one, model_meta_quantity_word((enum model_meta_quantity)k),
                                json_string(text.text));
            buffer_free(&text);
        }
        json_array_append_new(list, one);
    }
    return list;
}
