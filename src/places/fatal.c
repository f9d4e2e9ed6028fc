/* fatal.c: see fatal.h */
#include "places/fatal.h"

#include "places/control.h"
#include "places/current.h"
#include "places/segment.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void fatal_describe(char *text, size_t size)
{
    const struct activity *activity = current_activity();
    if (!activity)
        segment_name_place(text, size, segment_here());
    else
        segment_describe(text, size, activity->birth, activity->number, activity->site);
}

static void say(const char *text, size_t length)
{
    ssize_t wrote = write(2, text, length);
    (void)wrote;
}

void fatal_say(const char *format, ...)
{
    char line[1024] = "triptych: ";
    size_t begun = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line + begun, sizeof line - begun - 1, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    size_t size = strlen(line);
    line[size++] = '\n';
    say(line, size);
}

void fatal_flush(void)
{
    if (ftrylockfile(stdout) == 0) /* else it is in use: what it holds is lost */
        fflush_unlocked(stdout);
}

void fatal_follow(void)
{
    control_pass_on_failure();
    fatal_flush();
    _exit(segment_status() & 255);
}

void fatal(const char *format, ...)
{
    char what[800], where[200];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(what, sizeof what, format, arguments) < 0)
        what[0] = '\0';
    va_end(arguments);
    fatal_describe(where, sizeof where);
    fatal_flush();
    fatal_say("%s: %s", where, what);
    control_fail(segment_here(), 1);
    segment_hide();
    _exit(1);
}
