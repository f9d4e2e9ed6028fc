/* view.c: `triptych view`: serves archives as a page for the browser. */
#include "cmd/cmd.h"
#include "cmd/newest.h"
#include "cmd/options.h"
#include "serve/server.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    OPTION_PORT = 256,
    OPTION_BIND,
    OPTION_PAGE,
};

static const struct options_row rows[] = {
    {.name = "port",
     .argument = "N",
     .id = OPTION_PORT,
     .help = "listen on this port (default: 8017, or a free one)",
     .expects = "a port from 1 to 65535"},
    {.name = "bind",
     .argument = "ADDRESS",
     .id = OPTION_BIND,
     .help = "listen on another address than 127.0.0.1: others can reach it then",
     .expects = "an address of this machine such as 0.0.0.0"},
    {.name = "page",
     .argument = "FOLDER",
     .id = OPTION_PAGE,
     .help = "take the files of the page from a folder: for its developers",
     .expects = "a folder such as web/dist"},
    {0},
};

static const struct options_command command = {
    .name = "view",
    .usage = "view [OPTIONS] [NAME.tri...]",
    .about = "Serves archives as a page for the browser, and prints the link that leads to it. The "
             "runs may have ended, been killed, or still be running. Without a name, it serves the "
             "newest archive of the current folder. Ctrl-C ends it.",
    .rows = rows,
    .examples = "  triptych view heat.tri\n"
                "  triptych view one.tri four.tri\n",
};

static void say_link(const char *link, unsigned port)
{
    (void)port;
    printf("triptych: open  %s\ntriptych: Ctrl-C ends it\n", link);
    fflush(stdout);
}

/* Sets an option. Returns false if its value is wrong. */
static bool set_value(struct serve_options *options, int option,
                      const struct options_reader *reader)
{
    uint64_t number = 0;
    if (option == OPTION_BIND)
        options->bind = reader->value;
    else if (option == OPTION_PAGE)
        options->page = reader->value;
    else if (!options_number(reader->value, 1, USHRT_MAX, &number))
        return false;
    else
        options->port = (unsigned)number;
    return *reader->value;
}

int cmd_view(int argc, char **argv)
{
    struct options_reader reader;
    struct serve_options options = {.page = getenv("TRIPTYCH_PAGE"), .ready = say_link};
    struct error error = {0};
    char newest[NAME_MAX + 1], *only[] = {newest};
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (!set_value(&options, option, &reader))
            return options_wrong(&reader);
    }
    options.archives = argv + optind;
    options.count = (size_t)(argc - optind);
    if (!options.count) {
        if (!newest_archive(newest, sizeof newest))
            return options_fail("view", "there is no NAME.tri in this folder; name one, or make "
                                        "one with `triptych run`");
        fprintf(stderr, "triptych view: showing %s, the newest archive here\n", newest);
        options.archives = only;
        options.count = 1;
    }
    return serve_serve(&options, &error) ? CMD_DONE : options_fail("view", error.text);
}
