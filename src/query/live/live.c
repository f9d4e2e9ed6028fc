/* live.c: see live.h */
#include "query/live/state.h"

#include "archive/live/liveness.h"
#include "archive/table/folder.h"
#include "archive/table/run_json.h"
#include "format/marker.h"
#include "query/live/memory.h"
#include "util/memory.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct live *query_live_new(const char *path)
{
    struct live *live = memory_zeroed(1, sizeof *live);
    live->path = memory_string(path);
    live->memory = query_live_memory_new();
    return live;
}

static void forget_look(struct live *live)
{
    query_data_free(live->data);
    archive_close(live->archive);
    archive_excerpt_rows_free(&live->only);
    live->data = NULL;
    live->archive = NULL;
    live->only = (struct archive_excerpt_rows){0};
    live->act_count = 0;
    live->more = false;
}

void query_live_free(struct live *live)
{
    if (!live)
        return;
    forget_look(live);
    for (size_t i = 0; i < live->log_count; i++)
        free(live->logs[i].given);
    free(live->logs);
    free(live->lanes);
    free(live->acts);
    pairs_free(&live->log_rows);
    pairs_free(&live->lane_rows);
    query_live_memory_free(live->memory);
    free(live->path);
    free(live);
}

struct query_data *query_live_data(const struct live *live)
{
    return live->data;
}

bool query_live_has_lost(const struct live *live)
{
    return live->lost;
}

/* True if `triptych run` on this host is still running, which may start more processes. */
static bool is_run_on(const struct archive_run *run)
{
    char host[65] = "";
    gethostname(host, sizeof host - 1);
    return run->known && run->running && run->pid > 0 && !strcmp(run->host, host) &&
           (kill(run->pid, 0) == 0 || errno != ESRCH);
}

bool query_live_is_over(const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    if (archive->sealed)
        return true;
    for (size_t i = 0; i < places->rows; i++) {
        if (places->alive[i] && places->state[i] != ARCHIVE_STOPPED)
            return false;
    }
    return !is_run_on(&archive->run);
}

/* True if the directory was just created by a run: it has nothing but its marker and a part of its
 * description. */
static bool is_just_made(const struct archive_folder *folder)
{
    bool is_new = true;
    char **names = archive_folder_names(folder, ".");
    for (size_t i = 0; names[i]; i++)
        is_new =
            is_new && (!strcmp(names[i], "run.json.new") || !strcmp(names[i], FORMAT_MARKER_FILE));
    archive_folder_free_names(names);
    return is_new;
}

bool query_live_may_come(const char *path)
{
    struct archive_folder folder = {.root = path};
    struct archive_run run = {0};
    if (access(path, F_OK) != 0)
        return errno == ENOENT;
    bool comes = is_just_made(&folder); /* first, as the description may appear meanwhile */
    archive_run_json_read(&folder, &run);
    comes = comes || is_run_on(&run);
    archive_run_json_free(&run);
    return comes;
}

enum query_live_state query_live_look(struct live *live, struct error *error)
{
    uint64_t began = archive_process_now();
    bool last = live->was_over;
    forget_look(live);
    live->archive = archive_open(live->path, error);
    if (!live->archive) {
        bool is_gone = live->was_seen && access(live->path, F_OK) != 0;
        if (is_gone || !query_live_may_come(live->path))
            return LIVE_FAILED;
        error->text[0] = '\0'; /* not an error */
        return LIVE_ABSENT;
    }
    live->was_seen = true;
    live->was_over = query_live_is_over(live->archive);
    bool sealed = live->archive->sealed;
    if (!sealed && !live_read_logs(live, began, last, error))
        return LIVE_FAILED;
    live->data = query_data_new(live->archive, error);
    if (!live->data)
        return LIVE_FAILED;
    if (sealed)
        live_read_sealed(live);
    live->data->only = live->only.bits;
    live->data->live = live->memory;
    live->data->threads = 1; /* steps remember what they saw, in order */
    if (live->more)
        return LIVE_MORE;
    return sealed || last ? LIVE_OVER : live->was_over ? LIVE_MORE : LIVE_GOING;
}
