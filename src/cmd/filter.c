/* filter.c: `triptych filter`: chooses which events a running program logs from now on. */
#include "cmd/cmd.h"
#include "cmd/filter_send.h"
#include "cmd/options.h"
#include "cmd/run_filter.h"

enum { OPTION_ALL = 256 };

static const struct options_row rows[] = {
    {.name = "all", .id = OPTION_ALL, .help = "log every event again"},
    {0},
};

static const struct options_command command = {
    .name = "filter",
    .usage = "filter NAME.tri CONDITION\n       triptych filter --all NAME.tri",
    .about = "Chooses which events a running program logs from now on, by a condition as that of "
             "`triptych run --filter`. It replaces the filter before it, also that of `triptych "
             "run`. Profiles are not filtered: visits, times and trips of all regions stay whole.",
    .rows = rows,
    .more = "All processes of the run heed it, and those that start later, each thread at its next "
            "probe or traced call. A visit is judged by the filter that was in force when it "
            "began. The archive keeps all filters and when they were sent; `triptych report` lists "
            "them.",
    .examples = "  triptych run --events -o long.tri ./simulation &\n"
                "  triptych filter long.tri 'e -> e.duration > 1ms'\n"
                "  triptych filter --all long.tri\n",
};

int cmd_filter(int argc, char **argv)
{
    struct options_reader reader;
    bool all = false;
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        all = true;
    }
    if (argc - optind != (all ? 1 : 2))
        return options_misuse("filter", all ? "--all takes one archive and no condition"
                                            : "name one archive and a condition, such as `triptych "
                                              "filter long.tri 'e -> e.duration > 1ms'`");
    const char *condition = all ? RUN_FILTER_ALL : argv[optind + 1];
    return filter_send("filter", argv[optind], condition);
}
