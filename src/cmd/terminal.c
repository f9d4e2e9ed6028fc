/* terminal.c: see terminal.h */
#include "cmd/terminal.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { DEFAULT_WIDTH = 100 };

static size_t find_width(int stream, bool terminal)
{
    struct winsize size;
    const char *given = getenv("COLUMNS");
    char *end;
    if (terminal && !ioctl(stream, TIOCGWINSZ, &size) && size.ws_col)
        return size.ws_col;
    long columns = given ? strtol(given, &end, 10) : 0;
    return given && *given && !*end && columns > 0 && columns < INT_MAX ? (size_t)columns
                                                                        : DEFAULT_WIDTH;
}

void look_around_at(int stream, struct report_options *report, const char *color)
{
    bool terminal = isatty(stream);
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    setlocale(LC_CTYPE, "");
    report->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
    bool automatic = terminal && !(no_color && *no_color) && !(term && !strcmp(term, "dumb"));
    report->color = !color || !strcmp(color, "auto") ? automatic : !strcmp(color, "always");
    if (!report->width)
        report->width = find_width(stream, terminal);
    if (report->width < LOOK_LEAST_WIDTH)
        report->width = LOOK_LEAST_WIDTH;
}

void look_around(struct report_options *report, const char *color)
{
    look_around_at(STDOUT_FILENO, report, color);
}
