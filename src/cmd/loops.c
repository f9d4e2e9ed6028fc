/* loops.c: `triptych loops`: lists the loops of any binary, and counts their trips in a run. */
#include "archive/archive.h"
#include "cmd/cmd.h"
#include "cmd/loops_options.h"
#include "cmd/loops_run.h"
#include "cmd/loops_show.h"
#include "cmd/loops_static.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "launch/command.h"

#include <stdio.h>

static int show_archive(const char *name, struct cmd_loops_options *options)
{
    struct error error = {0};
    struct archive *archive = archive_open(name, &error);
    if (!archive)
        return options_fail("loops", error.text);
    look_around(&options->show.report, options->color);
    bool shown = cmd_loops_show(stdout, archive, options, &error);
    archive_close(archive);
    return shown ? CMD_DONE : options_fail("loops", error.text);
}

static int look_at_binary(const char *name, struct cmd_loops_options *options)
{
    struct error error = {0};
    look_around(&options->show.report, options->color);
    return cmd_loops_static(name, options, &error) ? CMD_DONE : options_fail("loops", error.text);
}

int cmd_loops(int argc, char **argv)
{
    struct cmd_loops_options options = {0};
    int status = 0, end = cmd_loops_options_read(argc, argv, &options);
    if (end >= 0)
        return end;
    if (!options.shown && options.show.report.format != REPORT_TEXT)
        return options_misuse("loops",
                              "--format and --csv are for an archive or --static: run the "
                              "command first, then `triptych loops --format json NAME.tri`");
    if (options.is_static)
        return look_at_binary(options.shown, &options);
    if (options.shown)
        return show_archive(options.shown, &options);
    end = cmd_loops_run(&options, argv + optind, &status);
    if (end < 0)
        launch_end_like(status);
    return end;
}
