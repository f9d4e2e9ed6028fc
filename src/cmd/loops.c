/* loops.c: `triptych loops`: the loops of a binary. */
#include "cmd/cmd.h"
#include "cmd/look.h"
#include "cmd/loops_options.h"
#include "cmd/loops_static.h"

#include <getopt.h>
#include <stdio.h>

static int fail(const struct error *error)
{
    fprintf(stderr, "triptych loops: %s\n", error->text);
    return CMD_FAILED;
}

int cmd_loops(int argc, char **argv)
{
    struct loops_options options = {0};
    struct error error = {0};
    int end = loops_options_read(argc, argv, &options);
    if (end >= 0)
        return end;
    look_around(&options.report, options.color);
    if (argc - optind > 1) {
        fprintf(stderr, "triptych loops: one binary at a time, please; '%s' is one too many\n",
                argv[optind + 1]);
        return CMD_MISUSED;
    }
    return loops_static(argv[optind], &options, &error) ? CMD_DONE : fail(&error);
}
