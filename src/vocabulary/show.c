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

static void add_families(struct buffer *to, const struct vocabulary_family *family)
{
    if (!family)
        return;
    add_families(to, family->next); /* the first one was read last */
    buffer_printf(to, "family     %s:", family->name);
    if (family->sort != FAMILY_LISTED)
        buffer_add(to, family->sort == FAMILY_ANY ? " any" : " any number");
    for (const struct vocabulary_member *member = family->members; member; member = member->next)
        buffer_printf(to, " %s", member->word);
    buffer_add(to, "\n");
}

/* Returns the name of a function, or what those of its family have instead. */
static const char *name_of(const struct vocabulary_function *function)
{
    return function->pattern ? function->pattern : function->name;
}

/* True if a function of the same line of the vocabulary comes before this one. */
static bool is_repeated(const struct vocabulary_function *before,
                        const struct vocabulary_function *function)
{
    return before && function->pattern && before->pattern == function->pattern;
}

/* Adds what a function does, and the fields that are known of it. */
static void add_act(struct buffer *to, const struct vocabulary_function *function)
{
    const struct vocabulary_statement *act = vocabulary_act_of(function);
    if (!act) {
        buffer_printf(to, "  %-24s %s\n", name_of(function), "(only changes states)");
        return;
    }
    buffer_printf(to, "  %-24s %s%s%s", name_of(function), act->act->word,
                  act->operation ? " " : "", act->operation ? act->operation->word : "");
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
    add_words(to, "without   ", vocabulary->without);
    add_families(to, vocabulary->families);
    buffer_add(to, "functions\n");
    const struct vocabulary_function *before = NULL;
    for (const struct vocabulary_function *function = vocabulary->functions; function;
         before = function, function = function->next) {
        if (!function->statements)
            called++;
        else if (!is_repeated(before, function))
            add_act(to, function);
    }
    if (vocabulary->labels)
        buffer_add(to, "labels\n");
    for (const struct vocabulary_label *label = vocabulary->labels; label; label = label->next)
        buffer_printf(to, "  %-24s in %s: %s%s\n", label->label, label->function,
                      label->name ? "enter " : "leave", label->name ? label->name : "");
    if (called)
        buffer_printf(to, "called by these, not recorded: %zu\n", called);
}
