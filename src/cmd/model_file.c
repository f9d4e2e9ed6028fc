/* model_file.c: `triptych model FILE.rb`: prints the metamodel of a metaprogram. */
#include "cmd/model_file.h"
#include "cmd/cmd.h"
#include "cmd/options.h"

#include "launch/paths.h"
#include "model/ruby/read.h"

#include <stdio.h>

enum { OPTION_FORMAT = 256 };

static const char *const formats[] = {"json", NULL};

static const struct options_row rows[] = {
    {.name = "format",
     .argument = "FORMAT",
     .id = OPTION_FORMAT,
     .help = "json (default)",
     .words = formats},
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
                "  triptych model task.rb --format json\n",
};

static int print(const char *file)
{
    struct error error = {0};
    json_t *model = model_ruby_read(launch_paths_metaprogram(), file, &error);
    if (!model)
        return options_fail("model", error.text);
    json_dumpf(model, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(model);
    return CMD_DONE;
}

int cmd_model_file(int argc, char **argv)
{
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    for (int id; (id = options_next(&reader)) != OPTIONS_END;) {
        if (id == OPTIONS_STOP)
            return reader.status;
    }
    if (argc - optind != 1)
        return options_misuse("model", "name one metaprogram, such as `triptych model task.rb`");
    return print(argv[optind]);
}
