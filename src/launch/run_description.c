/* run_description.c: see run_description.h */
#include "launch/run_description.h"

#include "archive/live/liveness.h"
#include "launch/commit.h"
#include "util/buffer.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static json_int_t now_real(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (json_int_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

json_t *launch_description_text(const char *text)
{
    json_t *string = json_string(text);
    if (string)
        return string;
    struct buffer plain = {0};
    for (; *text; text++)
        buffer_printf(&plain, "%c", (unsigned char)*text < 128 ? *text : '?');
    char *copy = buffer_take(&plain);
    string = json_string(copy);
    free(copy);
    return string;
}

json_t *launch_description_new(char **command, const char *clock, json_t *options)
{
    char here[PATH_MAX] = "", host[65] = "", started[32] = "";
    json_t *run = json_object(), *words = json_array();
    for (char **word = command; *word; word++)
        json_array_append_new(words, launch_description_text(*word));
    if (!getcwd(here, sizeof here))
        here[0] = '\0';
    gethostname(host, sizeof host - 1);
    time_t now = time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day))
        strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &day);
    json_object_set_new(run, "triptych", json_string(TRIPTYCH_VERSION));
    json_object_set_new(run, "command", words);
    json_object_set_new(run, "cwd", launch_description_text(here));
    char *commit = launch_commit(here);
    if (*commit)
        json_object_set_new(run, "commit", launch_description_text(commit));
    free(commit);
    json_object_set_new(run, "host", launch_description_text(host));
    json_object_set_new(run, "start", json_string(started));
    json_object_set_new(run, "start_ns", json_integer((json_int_t)archive_process_now()));
    json_object_set_new(run, "real_start_ns", json_integer(now_real()));
    json_object_set_new(run, "pid", json_integer(getpid()));
    json_object_set_new(run, "clock", json_string(clock));
    json_object_set_new(run, "options", options);
    json_object_set_new(run, "state", json_string("running"));
    return run;
}

void launch_description_end(json_t *run, int status)
{
    json_object_set_new(run, "end_ns", json_integer((json_int_t)archive_process_now()));
    json_object_set_new(run, "state", json_string("ended"));
    if (WIFSIGNALED(status))
        json_object_set_new(run, "signal", json_integer(WTERMSIG(status)));
    else
        json_object_set_new(run, "exit_status", json_integer(WEXITSTATUS(status)));
}
