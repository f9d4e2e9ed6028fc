/* view.c: `triptych view`: serves archives as a page for the browser. */
#include "cmd/browser.h"
#include "cmd/cmd.h"
#include "cmd/newest.h"
#include "cmd/options.h"
#include "serve/html.h"
#include "serve/server.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_PORT = 256,
    OPTION_BIND,
    OPTION_PAGE,
    OPTION_OPEN,
    OPTION_HTML,
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
    {.name = "open",
     .id = OPTION_OPEN,
     .help = "open the page in the browser (xdg-open, or $BROWSER)"},
    {.name = "html",
     .argument = "FILE",
     .id = OPTION_HTML,
     .help = "write one HTML file that opens without a server, for a mail or a CI artefact; large "
             "runs are sampled",
     .expects = "a file such as report.html"},
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
                "  triptych view one.tri four.tri\n"
                "  triptych view --html report.html heat.tri\n",
};

struct request {
    struct serve_options serve;
    const char *html; /* NULL: none */
};

static bool opens; /* the page is to be opened in the browser */

/* In a session by ssh, the browser is on another machine: says how it gets here. */
static void say_ssh(unsigned port)
{
    char host[HOST_NAME_MAX + 1] = "HOST";
    if (!getenv("SSH_CONNECTION"))
        return;
    gethostname(host, sizeof host - 1);
    printf("triptych: on your own machine, first  ssh -L %u:127.0.0.1:%u %s\n", port, port, host);
}

static void say_link(const char *link, unsigned port)
{
    say_ssh(port);
    printf("triptych: open  %s\ntriptych: Ctrl-C ends it\n", link);
    fflush(stdout);
    if (opens)
        browser_open(link);
}

static bool is_loopback(const char *address)
{
    return !address || !strncmp(address, "127.", 4) || !strcmp(address, "::1");
}

/* Sets an option. Returns false if its value is wrong. */
static bool set_value(struct request *request, int option, const struct options_reader *reader)
{
    struct serve_options *serve = &request->serve;
    uint64_t number = 0;
    switch (option) {
    case OPTION_OPEN:
        opens = true;
        return true;
    case OPTION_BIND:
        serve->bind = reader->value;
        return *reader->value;
    case OPTION_PAGE:
        serve->page = reader->value;
        return *reader->value;
    case OPTION_HTML:
        request->html = reader->value;
        return *reader->value;
    default:
        if (!options_number(reader->value, 1, USHRT_MAX, &number))
            return false;
        serve->port = (unsigned)number;
        return true;
    }
}

static int view(const struct request *request)
{
    const struct serve_options *serve = &request->serve;
    struct error error = {0};
    if (request->html) {
        if (!serve_html(serve->archives, serve->count, request->html, &error))
            return options_fail("view", error.text);
        if (strcmp(request->html, "-") != 0)
            printf("triptych: wrote %s\n", request->html);
        return CMD_DONE;
    }
    if (!is_loopback(serve->bind))
        fprintf(stderr,
                "triptych view: warning: whoever can reach %s and learns the token can read these "
                "archives; the connection is not encrypted\n",
                serve->bind);
    bool good = serve_serve(serve, &error);
    browser_forget();
    return good ? CMD_DONE : options_fail("view", error.text);
}

int cmd_view(int argc, char **argv)
{
    struct options_reader reader;
    struct request request = {.serve = {.page = getenv("TRIPTYCH_PAGE"), .ready = say_link}};
    char newest[NAME_MAX + 1], *only[] = {newest};
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (!set_value(&request, option, &reader))
            return options_wrong(&reader);
    }
    request.serve.archives = argv + optind;
    request.serve.count = (size_t)(argc - optind);
    if (!request.serve.count) {
        if (!newest_archive(newest, sizeof newest))
            return options_fail("view", "there is no NAME.tri in this folder; name one, or make "
                                        "one with `triptych run`");
        fprintf(stderr, "triptych view: showing %s, the newest archive here\n", newest);
        request.serve.archives = only;
        request.serve.count = 1;
    }
    return view(&request);
}
