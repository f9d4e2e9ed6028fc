/* filter.c: see filter.h */
#include "launch/filter.h"

#include "archive/archive.h"
#include "archive/live/sent_filters.h"
#include "archive/live/stop_request.h"
#include "archive/table/folder.h"
#include "archive/table/run_json.h"
#include "format/filter.h"

#include <string.h>
#include <time.h>

enum { STEP_MS = 5, MOST_STEPS = 200 };

/* False, with an error, if no process of the run can be told anything. */
static bool can_be_told(const char *path, struct error *error)
{
    struct archive_filter_count count = {0};
    if (!archive_pages_are_there(path, error) || !archive_sent_filters_tell(path, 0, &count, error))
        return false;
    if (count.asked)
        return true;
    if (count.denied)
        return error_set(error, "%s belongs to another user: only its owner can send a filter",
                         path);
    if (count.silent)
        return error_set(error,
                         "%s logs no events, so there is nothing to filter; start the program "
                         "with `triptych run --events`",
                         path);
    return error_set(error, "%s is not being measured: its run has ended, or was stopped", path);
}

/* Sets the start of the run, from which times of the condition count. */
static void set_start(struct buffer *bytes, const char *path)
{
    const struct archive_folder folder = {.root = path};
    struct archive_run run = {0};
    struct format_filter header;
    archive_run_json_read(&folder, &run);
    memcpy(&header, bytes->text, sizeof header);
    header.start = run.real_start;
    memcpy(bytes->text, &header, sizeof header);
    archive_run_json_free(&run);
}

bool launch_filter(const char *path, const char *text, const struct buffer *bytes,
                   struct launch_filter *result, struct error *error)
{
    struct archive_filter_count count = {0};
    struct buffer own = {0};
    uint32_t number = 0;
    *result = (struct launch_filter){0};
    if (!can_be_told(path, error))
        return false;
    buffer_add_bytes(&own, bytes->text, bytes->used);
    set_start(&own, path);
    bool good = archive_sent_filters_add(path, text, own.text, own.used, &number, error);
    buffer_free(&own);
    for (int step = 0; good && step < MOST_STEPS; step++) {
        good = archive_sent_filters_tell(path, number, &count, error);
        if (!count.waiting)
            break;
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000L}, NULL);
    }
    result->processes = count.asked;
    result->waiting = count.waiting;
    result->no_messages = count.no_messages;
    return good;
}
