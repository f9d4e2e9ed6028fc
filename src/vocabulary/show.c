/* show.c: describes a vocabulary for people. */
#include "vocabulary/vocabulary.h"

static void add_words(struct buffer *to, const char *heading, const struct vocabulary_word *words)
{
    if (!words)
        return;
    buffer_add(to, heading);
    for (; words; words = words->next)
        buffer_printf(to, " %s", words->text);
    buffer_add(to, "\n");
}

/* Adds what a function does, and the fields that are known of it. */
static void add_act(struct buffer *to, const struct vocabulary_function *function)
{
    const struct vocabulary_statement *act = vocabulary_act_of(function);
    if (!act) {
        buffer_printf(to, "  %-24s %s\n", function->name, "(only changes states)");
        return;
    }
    buffer_printf(to, "  %-24s %s%s%s", function->name, act->act->word, act->operation ? " " : "",
                  act->operation ? act->operation->word : "");
    const char *separator = ": ";
    for (const struct vocabulary_field *field = act->fields; field; field = field->next) {
        buffer_printf(to, "%s%s", separator, vocabulary_fields[field->field]);
        separator = ", ";
    }
    buffer_add(to, "\n");
}

void vocabulary_show(const struct vocabulary *vocabulary, struct buffer *to)
{
    size_t called = 0;
    buffer_printf(to, "%s%s%s\n", vocabulary->name, vocabulary->title ? ": " : "",
                  vocabulary->title ? vocabulary->title : "");
    buffer_printf(to, "file       %s\n", vocabulary->path);
    add_words(to, "libraries ", vocabulary->libraries);
    add_words(to, "exports   ", vocabulary->variables);
    buffer_add(to, "functions\n");
    for (const struct vocabulary_function *function = vocabulary->functions; function;
         function = function->next) {
        if (function->statements)
            add_act(to, function);
        else
            called++;
    }
    if (called)
        buffer_printf(to, "called by these, not recorded: %zu\n", called);
}
