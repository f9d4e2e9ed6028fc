/* vocabulary.c: `triptych vocabulary`: lists, checks and shows vocabularies. */
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "launch/missing.h"
#include "launch/program.h"
#include "launch/vocabularies.h"
#include "util/words.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_FORMAT = 256 };

enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV };

static const struct options_row rows[] = {
    {.name = "format",
     .argument = "FORMAT",
     .id = OPTION_FORMAT,
     .help = "of the list: text (default), json, csv",
     .words = options_formats},
    {0},
};

static const struct options_term terms[] = {
    {"What to do", "list", "the vocabularies that there are, and the libraries they describe"},
    {NULL, "check NAME|FILE... [PROGRAM]",
     "read vocabularies and report the first mistake of each, and which of their functions the "
     "program and the libraries that it needs do not have"},
    {NULL, "show NAME|FILE...", "describe vocabularies: their functions and what these do"},
    {0},
};

static const struct options_command command = {
    .name = "vocabulary",
    .usage = "vocabulary list [--format FORMAT]\n"
             "       triptych vocabulary check NAME|FILE... [PROGRAM]\n"
             "       triptych vocabulary show NAME|FILE...",
    .about = "A vocabulary is a small text file that tells which functions of a library send, "
             "receive, wait, spawn, lock and so on, so that `triptych run` measures programs that "
             "use the library.",
    .rows = rows,
    .terms = terms,
    .more = "Files are looked for in the folders of TRIPTYCH_VOCABULARIES, separated by colons, "
            "and among those that come with Triptych. doc/vocabularies.md describes the format.",
    .examples = "  triptych vocabulary list\n"
                "  triptych vocabulary check ./tasks.vocabulary ./program\n"
                "  triptych run --vocabulary ./tasks.vocabulary ./program\n",
};

static void print_error(const char *error)
{
    fprintf(stderr, "%s\n", error);
}

static size_t count_described(const struct vocabulary *vocabulary)
{
    size_t count = 0;
    for (const struct vocabulary_function *function = vocabulary->functions; function;
         function = function->next)
        count += function->statements != NULL;
    return count;
}

static char *join_libraries(const struct vocabulary *vocabulary)
{
    struct buffer names = {0};
    for (const struct vocabulary_word *word = vocabulary->libraries; word; word = word->next)
        buffer_printf(&names, "%s%s", names.used ? " " : "", word->text);
    return buffer_take(&names);
}

static void print_json(const struct launch_vocabularies *all)
{
    json_t *list = json_array();
    for (size_t i = 0; i < all->count; i++) {
        const struct vocabulary *one = all->all[i];
        json_t *libraries = json_array();
        for (const struct vocabulary_word *word = one->libraries; word; word = word->next)
            json_array_append_new(libraries, json_string(word->text));
        json_array_append_new(list,
                              json_pack("{s:s, s:s?, s:i, s:o, s:s}", "name", one->name, "title",
                                        one->title, "functions", (int)count_described(one),
                                        "libraries", libraries, "file", one->path));
    }
    json_dumpf(list, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(list);
}

static void print_rows(const struct launch_vocabularies *all, bool csv)
{
    puts(csv ? "name,functions,libraries,title,file"
             : "NAME          FUNCTIONS  LIBRARIES                           TITLE");
    for (size_t i = 0; i < all->count; i++) {
        const struct vocabulary *one = all->all[i];
        char *libraries = join_libraries(one);
        struct buffer row = {0};
        if (csv) {
            words_csv(&row, one->name);
            buffer_printf(&row, ",%zu,", count_described(one));
            words_csv(&row, libraries);
            buffer_add(&row, ",");
            words_csv(&row, one->title ? one->title : "");
            buffer_add(&row, ",");
            words_csv(&row, one->path);
        } else {
            buffer_printf(&row, "%-13s %9zu  %-35s %s", one->name, count_described(one), libraries,
                          one->title ? one->title : "");
        }
        char *clean = words_clean(row.text);
        puts(clean);
        free(clean);
        buffer_free(&row);
        free(libraries);
    }
}

static int list(int format)
{
    struct launch_vocabularies all = {0};
    launch_vocabularies_read(&all, print_error);
    if (format == FORMAT_JSON)
        print_json(&all);
    else
        print_rows(&all, format == FORMAT_CSV);
    launch_vocabularies_free(&all);
    return CMD_DONE;
}

/* Warns of a function, or of those of a family, that a program does not have. */
static void warn_missing(const struct vocabulary *vocabulary, const struct launch_missing_one *one,
                         const char *program, struct buffer *to)
{
    const struct vocabulary_function *function = one->function;
    const struct vocabulary_range *range = &function->symbol_range;
    struct diagnostic warning = {0};
    if (one->members == 1)
        diagnostic_at(&warning, range->at, range->end,
                      "warning: neither %s nor a library that it needs has `%s`", program,
                      function->symbol);
    else
        diagnostic_at(&warning, range->at, range->end,
                      "warning: %zu of these %zu functions %s neither in %s nor in a library that "
                      "it needs, such as `%s`",
                      one->count, one->members, one->count == 1 ? "is" : "are", program,
                      function->symbol);
    if (one->nearest)
        diagnostic_help(&warning, "Did you mean `%s`?", one->nearest);
    diagnostic_write(to, &warning, vocabulary->path, vocabulary->text);
}

static void print_all(struct buffer *text, FILE *to)
{
    if (text->used)
        fputs(text->text, to);
    buffer_free(text);
}

/* Names the functions that a program does not have. False if that is not known. */
static bool print_missing(const struct vocabulary *one, char *program)
{
    struct launch_missing missing = {0};
    struct buffer text = {0};
    char *libraries = join_libraries(one);
    enum launch_missing_answer answer =
        launch_missing_find(&missing, one, (char *[]){program, NULL});
    for (size_t i = 0; i < missing.count; i++) {
        if (answer == MISSING_KNOWN || missing.all[i].nearest)
            warn_missing(one, &missing.all[i], program, &text);
    }
    if (answer == MISSING_UNUSED)
        buffer_printf(&text,
                      "%s: %s does not use this: neither it nor a library that it needs has one of "
                      "the functions%s%s (`ldd %s` lists the libraries)\n",
                      one->path, program, *libraries ? ", or is " : "", libraries, program);
    if (answer == MISSING_UNKNOWN)
        buffer_printf(&text,
                      "%s: which functions %s has is not known: it has no symbols, or a library "
                      "that it needs is not found (`ldd %s` lists them)\n",
                      one->path, program, program);
    print_all(&text, stderr);
    free(libraries);
    launch_missing_free(&missing);
    return answer == MISSING_KNOWN;
}

/* Prints what is wrong with a vocabulary, for a program or for any (NULL). */
static bool print_checked(const struct vocabulary *one, char *program)
{
    size_t count = count_described(one);
    struct buffer warnings = {0};
    vocabulary_warn(one, &warnings);
    print_all(&warnings, stderr);
    bool known = !program || print_missing(one, program);
    printf("%s: %s describes %zu function%s\n", one->path, one->name, count, count == 1 ? "" : "s");
    return known;
}

static bool print_shown(const struct vocabulary *one, char *program)
{
    struct buffer text = {0};
    (void)program;
    vocabulary_show(one, &text);
    print_all(&text, stdout);
    return true;
}

static int each(char **names, char *program,
                bool (*print)(const struct vocabulary *one, char *program))
{
    int status = CMD_DONE;
    for (; *names; names++) {
        struct error error = {0};
        struct vocabulary *one = launch_vocabularies_load(*names, &error);
        if (!one)
            print_error(error.text);
        status = one && print(one, program) ? status : CMD_FAILED;
        vocabulary_free(one);
    }
    return status;
}

static void see_program(const struct launch_program *program, void *data)
{
    bool *is_one = data;
    *is_one = program->kind == PROGRAM_DYNAMIC || program->kind == PROGRAM_STATIC;
}

/* Checks vocabularies, for a program if the last word is the path of one. */
static int check(char **words, size_t count)
{
    char *last = words[count - 1];
    bool has_program = false;
    if (count > 1 && strchr(last, '/'))
        launch_program_each(&words[count - 1], see_program, &has_program);
    if (has_program)
        words[count - 1] = NULL;
    return each(words, has_program ? last : NULL, print_checked);
}

int cmd_vocabulary(int argc, char **argv)
{
    struct options_reader reader;
    int format = FORMAT_TEXT;
    options_begin(&reader, &command, argc, argv);
    for (int id; (id = options_next(&reader)) != OPTIONS_END;) {
        if (id == OPTIONS_STOP)
            return reader.status;
        format = reader.choice;
    }
    const char *what = optind < argc ? argv[optind] : "";
    bool has_names = argc - optind > 1;
    if (!strcmp(what, "list") && !has_names)
        return list(format);
    if (!strcmp(what, "check") && has_names)
        return check(argv + optind + 1, (size_t)(argc - optind - 1));
    if (!strcmp(what, "show") && has_names)
        return each(argv + optind + 1, NULL, print_shown);
    return options_misuse("vocabulary", "write list, or check or show and the name or file of a "
                                        "vocabulary");
}
