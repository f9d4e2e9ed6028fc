/* filter_send.c: see filter_send.h */
#include "cmd/filter_send.h"

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/run_filter.h"
#include "launch/filter.h"
#include "query/exec/record_filter.h"

#include <stdio.h>

/* Compiles the condition. False after a message that shows where it is wrong. */
static bool compile(const char *command, struct buffer *bytes, const char *condition)
{
    struct diagnostic trouble = {0};
    struct buffer message = {0};
    if (query_record_filter_compile(bytes, condition, 0, &trouble))
        return true;
    diagnostic_write(&message, &trouble, NULL, condition);
    fprintf(stderr, "triptych %s: %s", command, message.text);
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

int filter_send(const char *command, const char *archive, const char *condition)
{
    struct buffer bytes = {0};
    struct error error = {0};
    bool good = compile(command, &bytes, condition);
    bool sent = good && send(archive, condition, &bytes, &error);
    buffer_free(&bytes);
    if (!good)
        return CMD_MISUSED;
    return sent ? CMD_DONE : options_fail(command, error.text);
}
