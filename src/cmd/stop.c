/* stop.c: `triptych stop`: stops measuring a run; its program keeps running. */
#include "launch/stop.h"
#include "cmd/cmd.h"
#include "cmd/filter_send.h"
#include "cmd/options.h"

#include <stdio.h>

enum { OPTION_FILTER = 256 };

static const struct options_row rows[] = {
    {.name = "filter",
     .argument = "CONDITION",
     .id = OPTION_FILTER,
     .help = "go on measuring, but log only events that fulfil this condition from now on, as "
             "`triptych filter` does",
     .expects = "a condition such as 'e -> e.bytes > 1kB'"},
    {0},
};

static const struct options_command command = {
    .name = "stop",
    .usage = "stop [--filter CONDITION] NAME.tri",
    .rows = rows,
    .about =
        "Stops measuring a running program. The program itself continues; what was measured so "
        "far can be read like any other archive. Programs that it starts later are not "
        "measured either.",
    .more = "A process stops measuring at its next probe or traced call. One that reaches none "
            "within a second counts as stopped all the same; its archive is sealed when `triptych "
            "run` ends.",
    .examples = "  triptych run -o long.tri ./simulation &\n"
                "  sleep 60; triptych stop long.tri\n"
                "  triptych stop --filter 'e -> e.type == MOVE && e.bytes > 1kB' long.tri\n",
};

static bool stop(const char *path, struct error *error)
{
    struct launch_stop result;
    if (!launch_stop(path, &result, error))
        return false;
    printf("triptych: %u process%s no longer measured; the program continues\n", result.asked,
           result.asked == 1 ? " is" : "es are");
    if (result.waiting)
        printf("triptych: %u of them %s reached no probe since; the archive is sealed when the "
               "program ends\n",
               result.waiting, result.waiting == 1 ? "has" : "have");
    if (result.unsealed.text[0])
        fprintf(stderr, "triptych stop: %s\n", result.unsealed.text);
    printf("triptych: see  triptych report %s\n", path);
    return true;
}

int cmd_stop(int argc, char **argv)
{
    struct options_reader reader;
    const char *filter = NULL;
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        filter = reader.value;
    }
    if (argc - optind != 1)
        return options_misuse("stop", "name one archive, such as `triptych stop program.tri`");
    if (filter)
        return filter_send("stop", argv[optind], filter);
    struct error error = {0};
    return stop(argv[optind], &error) ? CMD_DONE : options_fail("stop", error.text);
}
