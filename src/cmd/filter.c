/* filter.c: `triptych filter`: chooses which events a running program logs from now on. */
#include "launch/filter.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/run_filter.h"
#include "query/exec/record_filter.h"

#include <stdio.h>

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

/* Compiles the condition. False after a message that shows where it is wrong. */
static bool compile(struct buffer *bytes, const char *condition)
{
    struct diagnostic trouble = {0};
    struct buffer message = {0};
    if (query_record_filter_compile(bytes, condition, 0, &trouble))
        return true;
    diagnostic_write(&message, &trouble, NULL, condition);
    fprintf(stderr, "triptych filter: %s", message.text);
    buffer_free(&message);
    return false;
}

static bool send(const char *path, const char *condition, const struct buffer *bytes,
                 struct error *error)
{
    struct launch_filter result;
    if (!launch_filter(path, condition, bytes, &result, error))
        return false;
    run_filter_tell_of_patterns(bytes);
    printf("triptych: %u process%s events by this filter from now on\n", result.processes,
           result.processes == 1 ? " logs" : "es log");
    if (result.waiting)
        printf("triptych: %u of them %s reached no probe yet; the filter holds from the next one "
               "on\n",
               result.waiting, result.waiting == 1 ? "has" : "have");
    if (result.no_messages)
        printf("triptych: calls of MPI are not logged: the run began with a filter that excludes "
               "them\n");
    return true;
}

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
    struct buffer bytes = {0};
    struct error error = {0};
    bool good = compile(&bytes, condition);
    bool sent = good && send(argv[optind], condition, &bytes, &error);
    buffer_free(&bytes);
    if (!good)
        return CMD_MISUSED;
    return sent ? CMD_DONE : options_fail("filter", error.text);
}
