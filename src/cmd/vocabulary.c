/* vocabulary.c: `triptych vocabulary`: lists, checks and shows vocabularies. */
#include "cmd/cmd.h"
#include "cmd/options.h"
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
    {NULL, "check NAME|FILE...", "read vocabularies and report the first mistake of each"},
    {NULL, "show NAME|FILE...", "describe vocabularies: their functions and what these do"},
    {0},
};

static const struct options_command command = {
    .name = "vocabulary",
    .usage = "vocabulary list [--format FORMAT]\n"
             "       triptych vocabulary check|show NAME|FILE...",
    .about = "A vocabulary is a small text file that tells which functions of a library send, "
             "receive, wait, spawn, lock and so on, so that `triptych run` measures programs that "
             "use the library.",
    .rows = rows,
    .terms = terms,
    .more = "Files are looked for in the folders of TRIPTYCH_VOCABULARIES, separated by colons, "
            "and among those that come with Triptych. doc/vocabularies.md describes the format.",
    .examples = "  triptych vocabulary list\n"
                "  triptych vocabulary check ./tasks.vocabulary\n"
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

static void print_checked(const struct vocabulary *one)
{
    size_t count = count_described(one);
    struct buffer warnings = {0};
    vocabulary_warn(one, &warnings);
    if (warnings.used)
        fputs(warnings.text, stderr);
    buffer_free(&warnings);
    printf("%s: %s describes %zu function%s\n", one->path, one->name, count, count == 1 ? "" : "s");
}

static void print_shown(const struct vocabulary *one)
{
    struct buffer text = {0};
    vocabulary_show(one, &text);
    fputs(text.text, stdout);
    buffer_free(&text);
}

static int each(char **names, void (*print)(const struct vocabulary *one))
{
    int status = CMD_DONE;
    for (; *names; names++) {
        struct error error = {0};
        struct vocabulary *one = launch_vocabularies_load(*names, &error);
        if (one)
            print(one);
        else
            print_error(error.text);
        status = one ? status : CMD_FAILED;
        vocabulary_free(one);
    }
    return status;
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
        return each(argv + optind + 1, print_checked);
    if (!strcmp(what, "show") && has_names)
        return each(argv + optind + 1, print_shown);
    return options_misuse("vocabulary", "write list, or check or show and the name or file of a "
                                        "vocabulary");
}
