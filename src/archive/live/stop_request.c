/* stop_request.c: see stop_request.h */
#include "archive/live/stop_request.h"

#include "archive/live/liveness.h"
#include "archive/live/pages.h"
#include "format/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static bool name(char path[PATH_MAX], const char *archive, const char *file, struct error *error)
{
    int size = snprintf(path, PATH_MAX, "%s/%s", archive, file);
    return size < PATH_MAX || error_set(error, "the path is too long: %.200s...", archive);
}

bool archive_pages_are_there(const char *archive, struct error *error)
{
    char places[PATH_MAX], tables[PATH_MAX], stopped[PATH_MAX];
    if (!name(places, archive, "places", error) || !name(tables, archive, "tables", error) ||
        !name(stopped, archive, FORMAT_STOPPED_FILE, error))
        return false;
    if (access(archive, F_OK) != 0)
        return error_errno(error, "%s cannot be read", archive);
    if (access(tables, F_OK) == 0)
        return error_set(error, "%s %s", archive,
                         access(stopped, F_OK) == 0 ? "was stopped before"
                                                    : "is not being measured: its run has ended");
    if (access(places, F_OK) != 0 && errno == EACCES)
        return error_errno(error, "%s cannot be read", places);
    if (access(places, F_OK) != 0)
        return error_set(error, "%s is not the archive of a running program", archive);
    return true;
}

bool archive_pages_close_door(const char *archive, struct error *error)
{
    char path[PATH_MAX];
    if (!name(path, archive, FORMAT_STOPPED_FILE, error))
        return false;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0)
        return error_errno(error, "%s cannot be written", path);
    close(fd);
    return true;
}

void archive_pages_open_door(const char *archive)
{
    char path[PATH_MAX];
    struct error error;
    if (name(path, archive, FORMAT_STOPPED_FILE, &error))
        unlink(path);
}

/* Calls a function for the page of every place, with the count that is set to zeros first. */
static bool for_all(const char *archive, void (*visit)(struct format_place *, void *),
                    struct archive_pages_count *count, struct error *error)
{
    unsigned denied;
    *count = (struct archive_pages_count){0};
    return archive_pages_visit(archive, visit, count, &denied, error);
}

static void ask(struct format_place *place, void *context)
{
    struct archive_pages_count *count = context;
    uint8_t stop = __atomic_load_n(&place->stop, __ATOMIC_ACQUIRE);
    uint32_t state = __atomic_load_n(&place->state, __ATOMIC_ACQUIRE);
    if (state == FORMAT_PLACE_RUNNING && !stop && archive_process_is_alive(place)) {
        __atomic_store_n(&place->stop, stop = FORMAT_STOP_ASKED, __ATOMIC_RELEASE);
        __atomic_fetch_or(&place->asked, FORMAT_ASKED_STOP, __ATOMIC_RELEASE);
        count->asked++;
    }
    if (stop == FORMAT_STOP_ASKED && state == FORMAT_PLACE_RUNNING)
        count->waiting += archive_process_is_alive(place);
    else if (state == FORMAT_PLACE_STOPPED)
        count->stopped += archive_process_is_alive(place);
}

bool archive_pages_ask_to_stop(const char *archive, struct archive_pages_count *count,
                               struct error *error)
{
    return for_all(archive, ask, count, error);
}

/* Returns the current tick of the place's clock, as far as it is known here. */
static uint64_t ticks_now(const struct format_place *place)
{
    const struct format_moment *last = &place->last;
    uint64_t now = archive_process_now();
    if (place->clock == FORMAT_CLOCK_CPU || now < last->monotonic)
        return last->ticks;
    return last->ticks +
           (uint64_t)((double)(now - last->monotonic) * 1e-9 * (double)place->ticks_per_second);
}

static void mark(struct format_place *place, void *context)
{
    struct archive_pages_count *count = context;
    if (place->stop != FORMAT_STOP_ASKED || place->state != FORMAT_PLACE_RUNNING ||
        !archive_process_is_alive(place))
        return;
    count->waiting++;
    snprintf(place->why, sizeof place->why, "%s", FORMAT_STOPPED_WHY);
    place->end = ticks_now(place);
    __atomic_store_n(&place->state, FORMAT_PLACE_STOPPED, __ATOMIC_RELEASE);
}

bool archive_pages_mark_stopped(const char *archive, struct archive_pages_count *count,
                                struct error *error)
{
    return for_all(archive, mark, count, error);
}

static void look(struct format_place *place, void *context)
{
    struct archive_pages_count *count = context;
    bool runs = __atomic_load_n(&place->state, __ATOMIC_ACQUIRE) == FORMAT_PLACE_RUNNING;
    count->waiting += runs && archive_process_is_alive(place);
}

bool archive_pages_are_alive(const char *archive)
{
    struct archive_pages_count count;
    struct error error;
    return for_all(archive, look, &count, &error) && count.waiting;
}
