/* print.c: see print.h */
#include "script/graph/print.h"

#include <string.h>

static void add_quoted(struct buffer *to, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+./:,=@%";
    if (*word && !word[strspn(word, plain)]) {
        buffer_add(to, word);
        return;
    }
    buffer_add(to, "'");
    for (; *word; word++) {
        if (*word == '\'')
            buffer_add(to, "'\\''");
        else
            buffer_add_bytes(to, word, 1);
    }
    buffer_add(to, "'");
}

void script_graph_command(const struct script_task *task, struct buffer *to)
{
    for (const char **word = task->words; *word; word++) {
        buffer_add(to, word == task->words ? "" : " ");
        add_quoted(to, *word);
    }
}

static void add_end(const struct script_graph *graph, const struct script_end *end,
                    const char *mark, struct buffer *to)
{
    if (end->kind == SCRIPT_END_STREAM)
        buffer_printf(to, " %s[%s]", mark, graph->streams[end->stream].name);
    else if (end->kind != SCRIPT_END_DEFAULT) {
        buffer_printf(to, " %s%s", mark, end->kind == SCRIPT_END_APPEND ? mark : "");
        add_quoted(to, end->file);
    }
}

void script_graph_list(const struct script_graph *graph, struct buffer *to)
{
    for (size_t i = 0; i < graph->task_count; i++) {
        const struct script_task *task = &graph->tasks[i];
        buffer_printf(to, "%zu  %s:%u  ", i + 1, task->name, task->line);
        if (task->places)
            buffer_printf(to, "mpirun -n %u ", task->places);
        script_graph_command(task, to);
        add_end(graph, &task->in, "<", to);
        add_end(graph, &task->out, ">", to);
        add_end(graph, &task->err, "2>", to);
        if (task->cost > 0)
            buffer_printf(to, "  (%.4g s)", task->cost);
        if (task->bytes > 0)
            buffer_printf(to, "  (%.4g bytes)", task->bytes);
        for (uint32_t j = 0; j < task->after_count; j++)
            buffer_printf(to, "%s%u", j ? ", " : "  after ", task->after[j] + 1);
        buffer_add(to, "\n");
    }
}

/* Adds text inside quotes of a graph. */
static void add_label(struct buffer *to, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buffer_add(to, "\\");
        if (*text == '\n')
            buffer_add(to, "\\n");
        else
            buffer_add_bytes(to, text, 1);
    }
}

static void add_files(struct buffer *to, size_t stream, const char **files, bool in)
{
    for (; files && *files; files++) {
        buffer_add(to, "  \"");
        if (!in)
            buffer_printf(to, "s%zu\" -> \"", stream);
        add_label(to, *files);
        if (in)
            buffer_printf(to, "\" -> \"s%zu", stream);
        buffer_add(to, "\";\n");
    }
}

static void add_stream(const struct script_graph *graph, size_t number, struct buffer *to)
{
    const struct script_stream *stream = &graph->streams[number];
    buffer_printf(to, "  s%zu [shape=ellipse, label=\"", number);
    add_label(to, stream->name);
    buffer_add(to, "\"];\n");
    add_files(to, number, stream->from, true);
    add_files(to, number, stream->to, false);
}

static void add_task(const struct script_graph *graph, size_t number, struct buffer *to)
{
    const struct script_task *task = &graph->tasks[number];
    buffer_printf(to, "  t%zu [shape=box, label=\"", number);
    add_label(to, task->name);
    buffer_printf(to, "\\n%zu\"];\n", number + 1);
    if (task->in.kind == SCRIPT_END_STREAM)
        buffer_printf(to, "  s%u -> t%zu;\n", task->in.stream, number);
    if (task->out.kind == SCRIPT_END_STREAM)
        buffer_printf(to, "  t%zu -> s%u;\n", number, task->out.stream);
    if (task->err.kind == SCRIPT_END_STREAM)
        buffer_printf(to, "  t%zu -> s%u [color=red];\n", number, task->err.stream);
    for (uint32_t i = 0; i < task->after_count; i++)
        buffer_printf(to, "  t%u -> t%zu [style=dashed];\n", task->after[i], number);
    if (task->instead_of != SCRIPT_NONE)
        buffer_printf(to, "  t%zu -> t%u [style=dotted, label=\"on failure\"];\n", number,
                      task->instead_of);
}

void script_graph_dot(const struct script_graph *graph, struct buffer *to)
{
    buffer_add(to, "digraph script {\n  rankdir=LR;\n");
    for (size_t i = 0; i < graph->stream_count; i++)
        add_stream(graph, i, to);
    for (size_t i = 0; i < graph->task_count; i++)
        add_task(graph, i, to);
    buffer_add(to, "}\n");
}
