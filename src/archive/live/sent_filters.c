/* sent_filters.c: see sent_filters.h */
#include "archive/live/sent_filters.h"

#include "archive/live/liveness.h"
#include "archive/live/pages.h"
#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "format/event.h"
#include "format/filter.h"
#include "util/memory.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_JSON = 1 << 20 }; /* bytes of a description: more than any condition needs */

static char *name_of(const char *archive, uint32_t number, const char *end)
{
    return memory_printf("%s/%s/%u%s", archive, FORMAT_FILTERS_FOLDER, number, end);
}

/* Reads the description of a filter; NULL if there is none, or it is damaged. */
static json_t *read_description(const char *archive, uint32_t number)
{
    char *path = name_of(archive, number, ".json");
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat status;
    json_t *root = NULL;
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= MOST_JSON)
        root = json_loadfd(fd, 0, NULL);
    if (fd >= 0)
        close(fd);
    free(path);
    return root;
}

void archive_sent_filters_read(struct archive_sent_filters *filters, const char *archive)
{
    size_t room = 0;
    *filters = (struct archive_sent_filters){0};
    for (uint32_t number = 1; number <= FORMAT_FILTERS; number++) {
        json_t *root = read_description(archive, number);
        if (!root)
            return;
        json_int_t sent = json_integer_value(json_object_get(root, "sent_ns"));
        const char *text = json_string_value(json_object_get(root, "text"));
        filters->rows =
            memory_grow(filters->rows, &room, filters->count + 1, sizeof *filters->rows);
        filters->rows[filters->count++] = (struct archive_sent_filter){
            .sent = sent > 0 ? (uint64_t)sent : 0, .text = memory_string(text ? text : "")};
        json_decref(root);
    }
}

void archive_sent_filters_free(struct archive_sent_filters *filters)
{
    for (size_t i = 0; i < filters->count; i++)
        free(filters->rows[i].text);
    free(filters->rows);
    *filters = (struct archive_sent_filters){0};
}

/* Copies one file; false with an error. A file that is not there is no error. */
static bool copy_file(const char *from, const char *to, uint32_t number, const char *end,
                      struct error *error)
{
    const struct archive_folder folder = {.root = from};
    char *name = memory_printf(FORMAT_FILTERS_FOLDER "/%u%s", number, end);
    char *path = name_of(to, number, end);
    size_t size;
    char *bytes = archive_folder_read_all(&folder, name, MOST_JSON, &size);
    bool good = !bytes || archive_file_write(path, bytes, size, error);
    free(bytes);
    free(path);
    free(name);
    return good;
}

bool archive_sent_filters_copy(const char *from, const char *to, struct error *error)
{
    struct archive_sent_filters filters;
    archive_sent_filters_read(&filters, from);
    uint32_t count = (uint32_t)filters.count;
    archive_sent_filters_free(&filters);
    char *folder = memory_printf("%s/%s", to, FORMAT_FILTERS_FOLDER);
    bool good = !count || archive_file_make_folder(folder, error);
    for (uint32_t number = 1; good && number <= count; number++)
        good =
            copy_file(from, to, number, "", error) && copy_file(from, to, number, ".json", error);
    free(folder);
    return good;
}

const char *archive_sent_filters_by(const struct archive *archive)
{
    json_t *options = json_loads(archive->run.options ? archive->run.options : "", 0, NULL);
    bool at_start = json_object_get(options, "filter") != NULL;
    json_t *sent = read_description(archive->path, 1);
    const char *by = !sent      ? "--filter"
                     : at_start ? "--filter and `triptych filter`"
                                : "`triptych filter`";
    json_decref(sent);
    json_decref(options);
    return by;
}

/* Writes the description first: a process reads a filter as soon as it is there. */
static bool write_files(const char *archive, uint32_t number, const char *text, const void *bytes,
                        size_t size, struct error *error)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    json_t *root =
        json_pack("{s:I, s:s}", "sent_ns",
                  (json_int_t)now.tv_sec * 1000000000 + (json_int_t)now.tv_nsec, "text", text);
    char *json = root ? json_dumps(root, JSON_COMPACT) : NULL;
    char *description = name_of(archive, number, ".json"), *filter = name_of(archive, number, "");
    bool good = json ? archive_file_write(description, json, strlen(json), error) &&
                           archive_file_write(filter, bytes, size, error)
                     : error_set(error, "the condition is not valid UTF-8");
    free(filter);
    free(description);
    free(json);
    json_decref(root);
    return good;
}

/* Returns the first number without a file. */
static uint32_t next_number(const char *archive)
{
    uint32_t number = 0;
    bool exists = true;
    while (exists && number <= FORMAT_FILTERS) {
        char *path = name_of(archive, ++number, "");
        exists = access(path, F_OK) == 0;
        free(path);
    }
    return number;
}

bool archive_sent_filters_add(const char *archive, const char *text, const void *bytes, size_t size,
                              uint32_t *number, struct error *error)
{
    char *folder = memory_printf("%s/%s", archive, FORMAT_FILTERS_FOLDER);
    int fd = -1;
    bool good = archive_file_make_folder(folder, error);
    if (good) {
        fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        good = (fd >= 0 && flock(fd, LOCK_EX) == 0) ||
               error_errno(error, "%s cannot be written", folder);
    }
    free(folder);
    if (good) {
        *number = next_number(archive);
        good = *number <= FORMAT_FILTERS
                   ? write_files(archive, *number, text, bytes, size, error)
                   : error_set(error,
                               "%s has had %d filters, which is the limit; the last one stays in "
                               "force",
                               archive, FORMAT_FILTERS);
    }
    if (fd >= 0)
        close(fd); /* unlocks it, too */
    return good;
}

/* A filter that is told to processes. */
struct telling {
    uint32_t number;
    struct archive_filter_count *count;
};

static void tell(struct format_place *place, void *context)
{
    const struct telling *telling = context;
    struct archive_filter_count *count = telling->count;
    bool runs = __atomic_load_n(&place->state, __ATOMIC_ACQUIRE) == FORMAT_PLACE_RUNNING &&
                !__atomic_load_n(&place->stop, __ATOMIC_ACQUIRE) && archive_process_is_alive(place);
    if (!runs)
        return;
    if (!place->events) {
        count->silent++;
        return;
    }
    uint32_t asked = __atomic_load_n(&place->asked, __ATOMIC_RELAXED);
    while ((asked & FORMAT_ASKED_FILTER) < telling->number &&
           !__atomic_compare_exchange_n(&place->asked, &asked,
                                        (asked & FORMAT_ASKED_STOP) | telling->number, false,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        continue;
    count->asked++;
    count->waiting += __atomic_load_n(&place->filter, __ATOMIC_ACQUIRE) < telling->number;
    count->no_messages |= place->ranks && !(place->events & FORMAT_EVENTS_COMM);
}

bool archive_sent_filters_tell(const char *archive, uint32_t number,
                               struct archive_filter_count *count, struct error *error)
{
    struct telling telling = {number, count};
    *count = (struct archive_filter_count){0};
    return archive_pages_visit(archive, tell, &telling, &count->denied, error);
}
