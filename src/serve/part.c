/* part.c: see part.h */
#include "serve/part.h"

#include "archive/events/events.h"
#include "archive/write/excerpt.h"
#include "serve/filter.h"
#include "serve/kept.h"
#include "serve/parts.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Has the part see the kept events of the run itself: they are not copied. */
static void see_events(const struct serve_run *run, const struct serve_kept *kept,
                       struct serve_part *part, struct archive *archive)
{
    size_t size = (kept->rows.rows / 64 + 1) * sizeof *part->bits;
    part->bits = memory_zeroed(1, size);
    memcpy(part->bits, kept->rows.bits, size);
    archive->events->view = (struct archive_events_view){
        .from = run->archive, .bits = part->bits, .rows = kept->rows.rows, .nodes = part->nodes};
}

/* Writes the sums of the kept events into a new temporary folder, and opens it. */
static bool write_part(struct serve_run *run, const struct serve_kept *kept,
                       struct serve_part *part, struct serve_answer *answer)
{
    struct archive_excerpt_about about = {kept->filter, kept->has_window, kept->from, kept->to,
                                          true,         &part->nodes};
    struct error error = {0};
    char *folder = memory_printf("%s/part-XXXXXX", run->folder ? run->folder : "/tmp");
    if (!run->folder || !mkdtemp(folder)) {
        free(folder);
        return serve_answer_error(answer, SERVE_FAILED, "no temporary folder can be made",
                                  "set TMPDIR to another folder");
    }
    part->folder = folder;
    struct archive *archive = NULL;
    if (archive_excerpt_write(run->archive, &kept->rows, folder, &about, &run->data->stop, NULL,
                              &error))
        archive = archive_open(folder, &error);
    if (!archive)
        return serve_answer_error(answer, SERVE_FAILED, error.text, NULL);
    see_events(run, kept, part, archive);
    part->filter = memory_string(kept->filter);
    part->view = memory_zeroed(1, sizeof *part->view);
    *part->view = (struct serve_run){.path = memory_string(run->path),
                                     .name = run->name,
                                     .number = run->number,
                                     .folder = run->folder,
                                     .jobs = run->jobs,
                                     .archive = archive,
                                     .live = run->live};
    return true;
}

static bool make_part(struct serve_run *run, const char *filter, struct serve_part *part,
                      struct serve_answer *answer)
{
    const struct serve_kept *kept = serve_kept_of(run, filter, answer);
    if (!kept)
        return false;
    if (!kept->rows.count)
        return serve_answer_nothing(answer, "no event passes the filter",
                                    "switch a step of the filter off");
    return write_part(run, kept, part, answer);
}

/* Returns the part of a filter if it is kept, else the one that was used longest ago. */
static struct serve_part *find(struct serve_parts *parts, const char *filter)
{
    struct serve_part *oldest = &parts->parts[0];
    for (int i = 0; i < SERVE_PARTS; i++) {
        struct serve_part *part = &parts->parts[i];
        if (part->filter && !strcmp(part->filter, filter))
            return part;
        oldest = part->used < oldest->used ? part : oldest;
    }
    return oldest;
}

struct serve_run *serve_part_of(struct serve_run *run, const struct serve_request *request,
                                struct serve_answer *answer)
{
    const char *filter = serve_filter_text(request);
    if (!filter)
        return run;
    if (!run->parts)
        run->parts = memory_zeroed(1, sizeof *run->parts);
    struct serve_part *part = find(run->parts, filter);
    if (!part->filter || strcmp(part->filter, filter) != 0) {
        serve_parts_drop(part);
        if (!make_part(run, filter, part, answer)) {
            serve_parts_drop(part);
            return NULL;
        }
    }
    part->used = ++run->parts->clock;
    return part->view;
}
