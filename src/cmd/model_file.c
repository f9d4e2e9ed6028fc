/* model_file.c: `triptych model FILE.rb`: prints the metamodel of a metaprogram. */
#include "cmd/model_file.h"
#include "cmd/cmd.h"
#include "cmd/model_print.h"
#include "cmd/model_profile.h"
#include "cmd/options.h"

#include "launch/paths.h"
#include "model/ruby/read.h"
#include "util/memory.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_FORMAT = 256, OPTION_PROFILE, OPTION_N, OPTION_P, OPTION_SET };

static const char *const formats[] = {"text", "dot", "json", NULL}; /* enum cmd_model_format */

static const struct options_row rows[] = {
    {.name = "format",
     .argument = "FORMAT",
     .id = OPTION_FORMAT,
     .help = "text (default): the tree of nodes and what they do in all; dot: a graph for "
             "Graphviz; json: as `triptych predict` reads it",
     .words = formats},
    {.name = "profile",
     .argument = "[=RUN.tri]",
     .id = OPTION_PROFILE,
     .help = "measure the profile values: build the task's sources with probes and run it, or take "
             "them from a run that was measured before; they are kept in FILE.profile"},
    {.name = "n",
     .argument = "N",
     .id = OPTION_N,
     .help = "the value of n, such as the size of the problem",
     .expects = "a number such as 1000"},
    {.name = "p",
     .argument = "P",
     .id = OPTION_P,
     .help = "the number of MPI ranks",
     .expects = "a number of ranks from 1 to 1000000"},
    {.name = "set",
     .argument = "NAME=VALUE",
     .id = OPTION_SET,
     .help = "the value of another parameter of the task; may be repeated",
     .expects = "a name and a number, such as steps=20"},
    {0},
};

static const struct options_command command = {
    .name = "model",
    .usage = "model FILE.rb [OPTIONS]\n       triptych model --learn 'COMMAND' --n LIST [OPTIONS]",
    .about = "Reads a metaprogram, a task's description in Ruby, and prints its metamodel: its "
             "loops and branches, what they compute, read, write and send, and which profile "
             "values it needs.",
    .rows = rows,
    .more =
        "The Ruby of a metaprogram may read files, but neither write them nor start programs; "
        "it may take 10 s and 1 GiB.\n\n`triptych model --learn --help` explains how a model is "
        "learned from runs at small sizes.",
    .examples = "  triptych model task.rb\n"
                "  triptych model task.rb --profile --n 1000\n"
                "  triptych model task.rb --format dot | dot -Tsvg > task.svg\n"
                "  triptych model task.rb --format json > task.json\n",
};

/* What the command line asks for. */
struct request {
    enum cmd_model_format format;
    bool profile;
    const char *archive; /* of --profile=RUN.tri, or NULL */
    json_t *parameters;
};

/* Sets a parameter from text. False if it is no number. */
static bool set_parameter(json_t *parameters, const char *name, const char *text)
{
    char *end;
    errno = 0;
    long long whole = strtoll(text, &end, 10);
    if (end != text && !*end && !errno)
        return json_object_set_new(parameters, name, json_integer(whole)) == 0;
    double real = strtod(text, &end);
    return end != text && !*end && isfinite(real) &&
           json_object_set_new(parameters, name, json_real(real)) == 0;
}

/* NAME=VALUE */
static bool set_named(json_t *parameters, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return false;
    char *name = memory_printf("%.*s", (int)(equals - text), text);
    bool good = set_parameter(parameters, name, equals + 1);
    free(name);
    return good;
}

/* Takes an option; false if its value is wrong. */
static bool take(int id, const struct options_reader *reader, struct request *request)
{
    const char *value = reader->value;
    uint64_t ranks;
    if (id == OPTION_FORMAT)
        request->format = (enum cmd_model_format)reader->choice;
    if (id == OPTION_N)
        return set_parameter(request->parameters, "n", value);
    if (id == OPTION_P)
        return options_number(value, 1, 1000000, &ranks) &&
               set_parameter(request->parameters, "p", value);
    if (id == OPTION_SET)
        return set_named(request->parameters, value);
    if (id == OPTION_PROFILE) {
        request->profile = true;
        request->archive = value;
    }
    return true;
}

static int show(const char *file, const struct request *request)
{
    struct error error = {0};
    json_t *model = model_ruby_read(launch_paths_metaprogram(), file, &error);
    bool good = model &&
                (!request->profile ||
                 cmd_model_profile(model, file, request->archive, request->parameters, &error)) &&
                cmd_model_profile_show(model, file, request->parameters, &error);
    if (good && !request->profile)
        good = cmd_model_print(model, request->format, &error);
    json_decref(model);
    return good ? CMD_DONE : options_fail("model", error.text);
}

int cmd_model_file(int argc, char **argv)
{
    struct options_reader reader;
    struct request request = {.parameters = json_object()};
    int status = CMD_DONE, id;
    options_begin(&reader, &command, argc, argv);
    while (status == CMD_DONE && (id = options_next(&reader)) != OPTIONS_END) {
        if (id == OPTIONS_STOP) {
            json_decref(request.parameters);
            return reader.status;
        }
        if (!take(id, &reader, &request))
            status = options_wrong(&reader);
    }
    if (status == CMD_DONE && argc - optind != 1)
        status = options_misuse("model", "name one metaprogram, such as `triptych model task.rb`");
    if (status == CMD_DONE)
        status = show(argv[optind], &request);
    json_decref(request.parameters);
    return status;
}
