/* terminal.c: see terminal.h */
#include "cmd/terminal.h"

#include "util/wrap.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_WIDTH = 100 };

bool look_option(int id, const struct options_reader *reader, struct report_options *report,
                 const char **color)
{
    if (id == LOOK_FORMAT)
        report->format = (enum report_format)reader->choice;
    else if (id == LOOK_COLOR)
        *color = reader->value;
    else
        return options_size(reader->value, LOOK_LEAST_WIDTH, LOOK_MOST_WIDTH, &report->width);
    return true;
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
        report->width = wrap_screen_width(stream);
    if (!report->width)
        report->width = DEFAULT_WIDTH;
    if (report->width < LOOK_LEAST_WIDTH)
        report->width = LOOK_LEAST_WIDTH;
}

void look_around(struct report_options *report, const char *color)
{
    look_around_at(STDOUT_FILENO, report, color);
}
