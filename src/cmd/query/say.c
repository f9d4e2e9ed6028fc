/* say.c: prints messages of the shell. */

#include "cmd/query/state.h"

#include <ctype.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>

void shell_say(const struct shell *shell, char kind, const char *format, ...)
{
    char *text = NULL;
    struct buffer lines = {0};
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    result_add_line(&lines, kind, "%s", text ? text : "");
    cmd_editor_print(&shell->screen, lines.text);
    buffer_free(&lines);
    free(text);
}
