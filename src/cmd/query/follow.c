/* follow.c: see follow.h */
#include "cmd/query/follow.h"

#include "cmd/query/missing.h"
#include "query/live/live.h"
#include "query/live/memory.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { PAUSE_MS = 100, RENEWED_MS = 1000 };

static volatile sig_atomic_t interrupted;
static atomic_bool *volatile to_stop; /* `stop` of the running query, or NULL */

static void interrupt(int signal)
{
    atomic_bool *stop = to_stop;
    (void)signal;
    interrupted = 1;
    if (stop)
        atomic_store(stop, true);
}

static void catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESETHAND};
    interrupted = 0;
    sigaction(SIGINT, &action, NULL);
}

/* Runs the query once. An interruption counts as success: the rest is not wanted. */
static bool run(const struct query_plan *plan, struct query_data *data, struct output *output,
                struct error *error)
{
    to_stop = &data->stop;
    if (interrupted)
        atomic_store(&data->stop, true);
    bool good = query_run(plan, data, query_output_take, output, NULL, error);
    to_stop = NULL;
    if (!good && interrupted)
        error->text[0] = '\0'; /* not an error */
    return good || interrupted;
}

static void wait_a_while(long ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    if (!interrupted)
        nanosleep(&time, NULL); /* a signal ends it */
}

static bool is_of_events(const struct query_plan *plan)
{
    if (query_data_is_events(plan->source))
        return true;
    for (size_t i = 0; i < plan->stage_count; i++) {
        if (plan->stages[i].other && is_of_events(plan->stages[i].other))
            return true;
    }
    return false;
}

/* Names what needs all rows before it can give any; NULL if rows can be passed on as they
 * arrive. */
static const char *what_needs_all(const struct query_plan *plan)
{
    if (!query_data_is_events(plan->source))
        return "a stream other than events";
    for (size_t i = 0; i < plan->stage_count; i++) {
        const struct query_stage *stage = &plan->stages[i];
        switch (stage->kind) {
        case STAGE_SORT:
            return "`sorted`";
        case STAGE_GROUP:
            return "an aggregate or `groupBy`";
        case STAGE_ANY:
        case STAGE_ALL:
        case STAGE_NONE:
            return "a test of all rows (anyMatch and its like)";
        case STAGE_JOIN:
            if (is_of_events(stage->other))
                return "`join` with events";
            break;
        default:
            break;
        }
    }
    return NULL;
}

/* Reports once that the archive does not exist yet. */
static void say_waiting(const struct cmd_query_follow *follow, bool *said)
{
    if (!*said)
        fprintf(stderr, "triptych query: waiting for measurements in %s; press Ctrl-C to stop\n",
                follow->archive);
    *said = true;
}

static void say_end(const struct cmd_query_follow *follow, const struct live *live, uint64_t rows,
                    bool full)
{
    const char *word = rows == 1 ? "row" : "rows";
    if (interrupted)
        fprintf(stderr, "triptych query: %llu %s so far; stopped following %s\n",
                (unsigned long long)rows, word, follow->archive);
    else
        fprintf(stderr, "triptych query: %llu %s; %s\n", (unsigned long long)rows, word,
                full ? "the limit is reached" : "the run has ended");
    if (query_live_has_lost(live))
        fprintf(stderr, "triptych query: some events were dropped before they could be read: the "
                        "log keeps only the last ones (--max-size)\n");
}

/* Prints rows as they arrive. */
static bool stream(struct cmd_query_follow *follow, const struct query_plan *plan,
                   struct error *error)
{
    struct live *live = query_live_new(follow->archive);
    struct output *output = query_output_new(stdout, follow->format, plan->shape);
    enum query_live_state state = LIVE_GOING;
    bool good = true, said = false, full = false;
    query_output_flush(output);
    while (good && !full && state != LIVE_OVER && !interrupted) {
        state = query_live_look(live, error);
        good = state != LIVE_FAILED;
        struct query_data *data = query_live_data(live);
        if (state == LIVE_ABSENT)
            say_waiting(follow, &said);
        if (good && data) {
            good = run(plan, data, output, error);
            follow->damaged = archive_acts_damage(data->archive);
            full = query_live_memory_is_full(data->live, plan);
            query_output_flush(output);
        }
        good = good && query_output_is_written(stdout, error);
        if (good && !full && (state == LIVE_GOING || state == LIVE_ABSENT))
            wait_a_while(PAUSE_MS);
    }
    uint64_t rows = query_output_end(output);
    good = good && query_output_is_written(stdout, error);
    if (good)
        say_end(follow, live, rows, full);
    query_live_free(live);
    return good;
}

/* Writes the present result as text. */
static bool find_whole(struct cmd_query_follow *follow, const struct query_plan *plan,
                       struct archive *archive, char **text, struct error *error)
{
    size_t size;
    struct query_data *data = query_data_new(archive, error);
    FILE *to = data ? open_memstream(text, &size) : NULL;
    struct output *output = to ? query_output_new(to, follow->format, plan->shape) : NULL;
    bool good = output && run(plan, data, output, error);
    if (output)
        query_output_end(output);
    if (to)
        fclose(to);
    follow->damaged = data ? archive_acts_damage(archive) : 0;
    query_data_free(data);
    return good;
}

/* Writes lines over the previous ones, as many as the screen has room for; with `all`, all of
 * them. */
static void draw(const char *text, bool all, size_t *drawn)
{
    struct winsize screen = {0};
    size_t height = ioctl(STDOUT_FILENO, TIOCGWINSZ, &screen) == 0 && screen.ws_row > 2
                        ? screen.ws_row - 2U
                        : 22;
    if (*drawn)
        printf("\033[%zuA", *drawn);
    fputs("\033[J", stdout);
    *drawn = 0;
    while (*text && (all || *drawn < height)) {
        const char *end = strchr(text, '\n');
        size_t size = end ? (size_t)(end - text) + 1 : strlen(text);
        size_t shown = all || !screen.ws_col || size <= screen.ws_col ? size : screen.ws_col;
        fwrite(text, 1, shown, stdout);
        if (shown < size && !all)
            fputc('\n', stdout);
        text += size;
        ++*drawn;
    }
    fflush(stdout);
}

/* Opens the archive; waits until it exists. NULL with an error, or if interrupted. */
static struct archive *await_archive(const struct cmd_query_follow *follow, struct error *error)
{
    bool said = false;
    struct archive *archive;
    while (!(archive = archive_open(follow->archive, error)) && !interrupted &&
           query_live_may_come(follow->archive)) {
        say_waiting(follow, &said);
        wait_a_while(PAUSE_MS);
    }
    if (archive || interrupted)
        error->text[0] = '\0'; /* not an error */
    return archive;
}

/* Shows the whole result, updated every second. */
static bool renew(struct cmd_query_follow *follow, const struct query_plan *plan,
                  struct error *error)
{
    struct archive *archive = await_archive(follow, error);
    bool good = archive || interrupted, over = false, was_over = false;
    size_t drawn = 0;
    while (good && !was_over && !interrupted) {
        char *text = NULL;
        was_over = over;
        archive = archive ? archive : archive_open(follow->archive, error);
        good = archive && find_whole(follow, plan, archive, &text, error);
        over = archive && query_live_is_over(archive);
        archive_close(archive);
        archive = NULL;
        was_over &= over;
        if (good && !interrupted)
            draw(text, was_over, &drawn);
        free(text);
        if (good && !over)
            wait_a_while(RENEWED_MS);
    }
    archive_close(archive);
    if (good)
        fprintf(stderr, "triptych query: %s%s\n", follow->archive,
                interrupted ? ": stopped following" : ": the run has ended");
    return good;
}

/* Reports which events the result lacks, as known at the end. */
static void say_missing(const struct cmd_query_follow *follow, const struct query_plan *plan)
{
    struct error error = {0};
    struct archive *archive = archive_open(follow->archive, &error);
    if (archive)
        cmd_query_say_missing(archive, plan);
    archive_close(archive);
}

bool cmd_query_follow(struct cmd_query_follow *follow, const struct query_plan *plan,
                      struct error *error)
{
    const char *what = what_needs_all(plan);
    if (!what) {
        catch_interrupt();
        if (!stream(follow, plan, error))
            return false;
        say_missing(follow, plan);
        return true;
    }
    if (!isatty(STDOUT_FILENO))
        return error_set(error,
                         "--follow writes rows as they arrive, but %s needs all rows first: "
                         "use only filter, map, limit, skip, distinct, and join with tables other "
                         "than events; or write to a terminal, where the whole result is updated "
                         "every second",
                         what);
    catch_interrupt();
    if (!renew(follow, plan, error))
        return false;
    say_missing(follow, plan);
    return true;
}
