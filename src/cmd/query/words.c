/* words.c: the commands of the shell: help, load, format, rows, all, quit. */
#include "cmd/query/state.h"
#include "query/check/check.h"
#include "util/memory.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void help(struct shell *shell, const char *word);
static void load(struct shell *shell, const char *word);
static void set_format(struct shell *shell, const char *word);
static void set_rows(struct shell *shell, const char *word);
static void show_all(struct shell *shell, const char *word);
static void leave(struct shell *shell, const char *word);

static const struct {
    const char *name, *usage, *help;
    void (*run)(struct shell *shell, const char *word);
} commands[] = {
    {"help", "help [NAME]", "shows this help, or that of a stream, a call or a name", help},
    {"all", "all", "shows all rows of the last query", show_all},
    {"rows", "rows N", "sets the number of rows shown; `rows 0`: as many as fit", set_rows},
    {"format", "format table|csv|json", "sets the output format", set_format},
    {"load", "load FILE", "runs the statements of a file, such as definitions", load},
    {"quit", "quit", "leaves the shell, like Ctrl-D", leave},
    {"exit", "exit", "leaves the shell, like Ctrl-D", leave},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

void shell_complete_command(const char *text, size_t cursor, struct query_completion *completion)
{
    if (text[strspn(text, " \t")] && strspn(text, " \t") != completion->at)
        return;
    for (size_t i = 0; i < COMMANDS; i++)
        query_complete_add(completion, text, cursor, commands[i].name, commands[i].help);
}

static void help_of_shape(const struct shell *shell, const struct query_fields *shape)
{
    size_t wide = 0;
    for (size_t i = 0; i < shape->count; i++) {
        size_t size = strlen(shape->fields[i].name);
        wide = size > wide ? size : wide;
    }
    shell_say(shell, LINE_HEAD, "%s%s%s; ? marks fields that some rows do not have", shape->name,
              shape->help ? ": " : "", shape->help ? shape->help : "");
    for (size_t i = 0; i < shape->count; i++) {
        const struct query_field *field = &shape->fields[i];
        bool absent = shape->table && query_fields_may_be_absent(shape, field);
        shell_say(shell, LINE_PLAIN, "  %-*s %c %-18s %s", (int)wide, field->name,
                  absent ? '?' : ' ', query_type_word(field->type), field->help ? field->help : "");
    }
}

/* Shows the fields of a stream bound by let. False if there is none. */
static bool help_of_name(const struct shell *shell, const char *word)
{
    const struct query_tree *tree = query_plan_names_tree(shell->names, word);
    struct diagnostic trouble = {0};
    struct query_plan *plan = tree ? query_plan_make(tree, shell->names, &trouble) : NULL;
    if (plan)
        help_of_shape(shell, plan->shape);
    bool known = plan != NULL;
    query_plan_free(plan);
    return known;
}

static bool help_of_call(const struct shell *shell, const char *word)
{
    const struct query_check_method *method;
    const struct query_check_function *function;
    bool found = false;
    for (size_t i = 0; (method = query_check_method_at(i)); i++) {
        if (query_check_is(method->name, word)) {
            shell_say(shell, LINE_HEAD, "%s, on streams: %s", word, method->help);
            shell_say(shell, LINE_PLAIN, "  %s", method->usage);
            found = true;
        }
    }
    for (size_t i = 0; (function = query_check_function_at(i)); i++) {
        if (query_check_is(function->name, word)) {
            shell_say(shell, LINE_HEAD, "%s, of %s: %s", word,
                      function->of_text ? "text" : "values", function->help);
            shell_say(shell, LINE_PLAIN, "  %s", function->usage);
            found = true;
        }
    }
    return found;
}

static void help_of_all(const struct shell *shell)
{
    const struct query_check_method *method;
    shell_say(shell, LINE_HEAD, "A query is a stream followed by calls; it ends with a semicolon:");
    shell_say(shell, LINE_PLAIN, "  events.filter(e -> e.type == COMM && e.duration > 3ms)");
    shell_say(shell, LINE_PLAIN, "        .groupBy(e -> e.name).sum(e -> e.duration);");
    shell_say(shell, LINE_PLAIN,
              "  .sorted(g -> desc(g.sum));        a point continues the last query");
    shell_say(shell, LINE_PLAIN,
              "  let slow = events.filter(e -> e.duration > 10ms);   names a stream");
    shell_say(shell, LINE_PLAIN, "  explain slow.count();              shows the plan");
    shell_say(shell, LINE_PLAIN,
              "After each `.` and `;` the result so far is shown below. TAB completes.");
    shell_say(shell, LINE_HEAD, "Streams");
    for (size_t i = 0; query_fields_at(i); i++)
        shell_say(shell, LINE_PLAIN, "  %-14s %s", query_fields_at(i)->name,
                  query_fields_at(i)->help);
    for (size_t i = 0; query_plan_names_at(shell->names, i); i++)
        shell_say(shell, LINE_PLAIN, "  %-14s bound by let", query_plan_names_at(shell->names, i));
    shell_say(shell, LINE_HEAD, "Calls");
    for (size_t i = 0; (method = query_check_method_at(i)); i++)
        shell_say(shell, LINE_PLAIN, "  %-14s %s", method->name, method->help);
    shell_say(shell, LINE_HEAD, "Commands");
    for (size_t i = 0; i + 1 < COMMANDS; i++)
        shell_say(shell, LINE_PLAIN, "  %-22s %s", commands[i].usage, commands[i].help);
    shell_say(shell, LINE_NOTE,
              "`help events` lists the fields of events, `help filter` shows how to call filter.");
}

static void help(struct shell *shell, const char *word)
{
    const struct query_fields *shape = query_fields_find(word, strlen(word));
    if (!*word)
        help_of_all(shell);
    else if (shape)
        help_of_shape(shell, shape);
    else if (!help_of_name(shell, word) && !help_of_call(shell, word))
        shell_say(shell, LINE_WRONG, "`%s` is unknown; `help` lists what there is", word);
}

void shell_load(struct shell *shell, const char *path)
{
    FILE *in = fopen(path, "r");
    struct buffer text = {0};
    char part[4096];
    bool good;
    if (!in) {
        shell_say(shell, LINE_WRONG, "%s cannot be read: %s", path, strerror(errno));
        return;
    }
    for (size_t size; (size = fread(part, 1, sizeof part, in)) > 0;)
        buffer_add_bytes(&text, part, size);
    if (ferror(in))
        shell_say(shell, LINE_WRONG, "%s cannot be read: %s", path, strerror(errno));
    else if (text.used)
        shell_statements(shell, text.text, path, &good);
    fclose(in);
    buffer_free(&text);
}

static void load(struct shell *shell, const char *word)
{
    if (*word)
        shell_load(shell, word);
    else
        shell_say(shell, LINE_WRONG, "a file name is missing: load FILE");
}

static void set_format(struct shell *shell, const char *word)
{
    static const char *const words[] = {
        [OUTPUT_TABLE] = "table", [OUTPUT_CSV] = "csv", [OUTPUT_JSON] = "json"};
    for (int i = OUTPUT_TABLE; i <= OUTPUT_JSON; i++) {
        if (query_check_is(words[i], word)) {
            shell->format = (enum query_output_format)i;
            return;
        }
    }
    shell_say(shell, LINE_WRONG, "the formats are table, csv and json");
}

static void set_rows(struct shell *shell, const char *word)
{
    char *end;
    unsigned long rows = strtoul(word, &end, 10);
    if (!isdigit((unsigned char)*word) || *end || rows > 1000000)
        shell_say(shell, LINE_WRONG, "expected a number, as in  rows 50;  `all` shows every row");
    else
        shell->rows = rows;
}

static void show_all(struct shell *shell, const char *word)
{
    (void)word;
    if (shell->last)
        shell_all(shell, shell->last);
    else
        shell_say(shell, LINE_WRONG, "there is no earlier query");
}

static void leave(struct shell *shell, const char *word)
{
    (void)word;
    shell->over = true;
}

bool shell_command(struct shell *shell, const char *line)
{
    line += strspn(line, " \t");
    size_t size = 0;
    while (isalpha((unsigned char)line[size]))
        size++;
    const char *rest = line + size + strspn(line + size, " \t");
    size_t rest_size = strcspn(rest, ";");
    bool alone = !*rest || *rest == ';' || isblank((unsigned char)line[size]);
    for (size_t i = 0; alone && i < COMMANDS; i++) {
        char *word = memory_printf("%.*s", (int)size, line);
        bool is = query_check_is(word, commands[i].name) && *rest != '.' && *rest != '=' &&
                  !query_plan_names_has(shell->names, word);
        free(word);
        if (!is)
            continue;
        while (rest_size && isblank((unsigned char)rest[rest_size - 1]))
            rest_size--;
        char *argument = memory_printf("%.*s", (int)rest_size, rest);
        commands[i].run(shell, argument);
        free(argument);
        return true;
    }
    return false;
}
