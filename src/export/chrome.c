/* chrome.c: the trace format of Chrome's about:tracing and of Perfetto: the events of lanes. Arrows
 * between lanes are in chrome_flows.c. */
#include "export/chrome.h"

#include "archive/events/visit_stack.h"
#include "archive/time/cycle_spread.h"
#include "export/labels.h"
#include "format/act.h"
#include "format/place.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdlib.h>

enum { OFTEN = 4096 }; /* events between two calls of export_go_on() */

struct writing {
    struct chrome chrome;
    char **head;      /* by row of regions: the text that all its events begin with */
    char **file;      /* by row of regions: its name as JSON, if it is a file or object */
    bool *has_source; /* by row of regions: its head has an argument */
    bool argued;      /* the current event has an argument */
    char *tail;       /* end of each event of the lane: its process and thread */
    uint64_t done, all;
    struct archive_visit_stack stack; /* visits around the current one */
};

/* Numbers the threads. Viewers take a thread with the number of its process for the main one. */
static uint32_t *number_threads(const struct archive *archive)
{
    uint32_t *threads = memory_zeroed(archive->lanes.rows + 1, sizeof *threads);
    bool *seen = memory_zeroed(archive->places.rows + 1, sizeof *seen);
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t place = archive->lanes.place[i];
        threads[i] = seen[place] ? (uint32_t)archive->places.rows + i + 1 : place + 1;
        seen[place] = true;
    }
    free(seen);
    return threads;
}

/* Writes an event that names a process or a thread. */
static void write_meta(struct chrome *chrome, const char *what, uint32_t place, uint32_t thread,
                       const char *key, const char *text, uint64_t number)
{
    struct export_sink *out = chrome->job->out;
    chrome_begin(chrome);
    export_sink_printf(out, "M\",\"name\":\"%s\",\"pid\":%u,\"tid\":%u,\"args\":{\"%s\":", what,
                       place + 1, thread, key);
    if (text)
        export_sink_json(out, text);
    else
        export_sink_number(out, number);
    export_sink_text(out, "}}");
}

static void write_names(struct chrome *chrome)
{
    const struct archive *archive = chrome->job->archive;
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        char *name = export_labels_place(archive, i);
        char *where = memory_printf("%s, pid %u", archive_text(archive, archive->places.host[i]),
                                    archive->places.pid[i]);
        write_meta(chrome, "process_name", i, i + 1, "name", name, 0);
        write_meta(chrome, "process_labels", i, i + 1, "labels", where, 0);
        write_meta(chrome, "process_sort_index", i, i + 1, "sort_index", NULL, i);
        free(name);
        free(where);
    }
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t thread = chrome->threads[i], place = archive->lanes.place[i];
        char *name = export_labels_lane(archive, i);
        write_meta(chrome, "thread_name", place, thread, "name", name, 0);
        write_meta(chrome, "thread_sort_index", place, thread, "sort_index", NULL,
                   archive->lanes.number[i]);
        free(name);
    }
}

static char *json_of(const char *text)
{
    struct buffer to = {0};
    buffer_add(&to, "\"");
    for (; *text; text++) { /* clean already */
        if (*text == '"' || *text == '\\')
            buffer_add(&to, "\\");
        buffer_add_bytes(&to, text, 1);
    }
    buffer_add(&to, "\"");
    return buffer_take(&to);
}

/* Returns the word for the kind of a region, as in queries. */
static const char *kind_of(const struct archive *archive, uint32_t region)
{
    const char *word = format_region_word(archive->regions.kind[region]);
    return word ? word : "";
}

/* Finds the heads of all regions, up to and including the arguments that are the same for all
 * events. */
static void find_heads(struct writing *writing, const struct export_labels *labels)
{
    const struct archive *archive = writing->chrome.job->archive;
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        char *name = json_of(labels->name[i]), *kind = json_of(kind_of(archive, i));
        char *file = json_of(labels->file[i]);
        struct buffer head = {0};
        buffer_printf(&head, "X\",\"name\":%s,\"cat\":%s,\"args\":{", name, kind);
        if (*labels->file[i]) {
            file[strlen(file) - 1] = '\0'; /* the quote */
            buffer_printf(&head, "\"source\":%s:%u\"", file, archive->regions.line[i]);
            writing->has_source[i] = true;
        }
        writing->head[i] = buffer_take(&head);
        writing->file[i] = name;
        free(kind);
        free(file);
    }
}

/* Writes the key of an argument of the current event; the caller writes the value. */
static struct export_sink *begin_argument(struct writing *writing, const char *key)
{
    struct export_sink *out = writing->chrome.job->out;
    if (writing->argued)
        export_sink_char(out, ',');
    writing->argued = true;
    export_sink_text(out, key);
    return out;
}

static void write_count(struct writing *writing, const char *key, uint64_t number)
{
    export_sink_number(begin_argument(writing, key), number);
}

static void write_activity(struct writing *writing, const char *key, uint32_t place,
                           uint32_t activity)
{
    char name[ARCHIVE_NAME];
    archive_activity_name(writing->chrome.job->archive, place, activity, name);
    export_sink_printf(begin_argument(writing, key), "\"%s\"", name);
}

static void write_place(struct writing *writing, const char *key, uint32_t place)
{
    const struct archive *archive = writing->chrome.job->archive;
    char name[ARCHIVE_NAME];
    if (place >= archive->places.rows)
        return; /* not known, or several */
    archive_place_name(archive, place, name);
    export_sink_printf(begin_argument(writing, key), "\"%s\"", name);
}

/* Writes the peers of an MPI call, by the names of their places. */
static void write_peers(struct writing *writing, const struct archive_act *act)
{
    if (act->told & ARCHIVE_TOLD_SOURCE)
        write_place(writing, "\"from\":", act->source);
    if (act->told & ARCHIVE_TOLD_TARGET)
        write_place(writing, "\"to\":", act->target);
    if (act->told & ARCHIVE_TOLD_TAG)
        export_sink_signed(begin_argument(writing, "\"tag\":"), (int32_t)act->tag);
    if (act->told & ARCHIVE_TOLD_COMMUNICATOR)
        write_count(writing, "\"communicator\":", act->communicator);
}

static void write_flags(struct writing *writing, uint32_t flags)
{
    if (flags & ARCHIVE_ACT_UNFINISHED)
        begin_argument(writing, "\"unfinished\":true");
    if (flags & ARCHIVE_ACT_ABORTED)
        begin_argument(writing, "\"aborted\":true");
    if (flags & ARCHIVE_ACT_CONTINUED)
        begin_argument(writing, "\"continued\":true");
}

static void write_arguments(struct writing *writing, const struct archive_act *act)
{
    const struct archive *archive = writing->chrome.job->archive;
    uint32_t region = archive->nodes.region[act->node];
    uint32_t place = archive->lanes.place[archive->nodes.lane[act->node]];
    writing->argued = writing->has_source[region];
    if (act->trips != ARCHIVE_UNKNOWN)
        write_count(writing, "\"trips\":", act->trips);
    bool is_moved = act->bytes || !(act->flags & ARCHIVE_ACT_UNFINISHED);
    if (is_moved && archive_tells_act_bytes(archive, region, act->bytes))
        write_count(writing, "\"bytes\":", act->bytes);
    if (act->file)
        export_sink_text(begin_argument(writing, "\"object\":"), writing->file[act->file]);
    if (act->activity != ARCHIVE_NONE)
        write_activity(writing, "\"activity\":", place, act->activity);
    if (act->holder != ARCHIVE_NONE)
        write_activity(writing, "\"holder\":", place, act->holder);
    if (act->held)
        write_count(writing, "\"held_ns\":", act->held);
    if (act->told)
        write_peers(writing, act);
    if (act->flags)
        write_flags(writing, act->flags);
}

/* Returns the end of an event; at most that of the visit around it, even in a damaged archive. */
static uint64_t end_of(struct writing *writing, const struct archive_act *act)
{
    uint64_t end = act->end > act->start ? act->end : act->start;
    archive_visit_stack_leave_ended(&writing->stack, act->start);
    return archive_visit_stack_enter(&writing->stack, end, act->node)->end;
}

static void write_act(struct writing *writing, uint32_t lane, const struct archive_act *act)
{
    struct chrome *chrome = &writing->chrome;
    struct export_sink *out = chrome->job->out;
    uint64_t end = end_of(writing, act);
    chrome_begin(chrome);
    export_sink_text(out, writing->head[chrome->job->archive->nodes.region[act->node]]);
    write_arguments(writing, act);
    export_sink_text(out, writing->tail);
    export_sink_micros(out, chrome_moment(chrome, lane, act->start));
    export_sink_text(out, ",\"dur\":");
    export_sink_micros(out, (int64_t)(end - act->start));
    export_sink_char(out, '}');
}

static bool write_lane(struct writing *writing, uint32_t lane, struct error *error)
{
    struct export_job *job = writing->chrome.job;
    struct archive *archive = job->archive;
    struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, error);
    struct archive_act act;
    bool good = acts;
    uint64_t last = 0;
    archive_visit_stack_begin(&writing->stack, UINT64_MAX, ARCHIVE_NONE);
    writing->chrome.firsts[lane] = ARCHIVE_UNKNOWN;
    writing->tail = memory_printf("},\"pid\":%u,\"tid\":%u,\"ts\":", archive->lanes.place[lane] + 1,
                                  writing->chrome.threads[lane]);
    while (good && archive_acts_next(acts, &act)) {
        if (archive->nodes.parent[act.node] == ARCHIVE_NONE)
            continue; /* the lane itself */
        if (act.start < last)
            act.start = last; /* damaged */
        last = act.start;
        if (act.start < writing->chrome.firsts[lane])
            writing->chrome.firsts[lane] = act.start;
        write_act(writing, lane, &act);
        if (++writing->done % OFTEN == 0)
            good = export_go_on(job, writing->done, writing->all, error);
    }
    free(writing->tail);
    archive_acts_free(acts);
    return good;
}

static void write_origin(const struct export_job *job)
{
    const struct archive_run *run = &job->archive->run;
    const struct {
        const char *key, *text;
    } facts[] = {{"command", run->command}, {"host", run->host}, {"start", run->started}};
    export_sink_text(job->out, "\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"made_by\":"
                               "\"triptych export\"");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (!*facts[i].text)
            continue;
        export_sink_printf(job->out, ",\"%s\":", facts[i].key);
        export_sink_json(job->out, facts[i].text);
    }
    export_sink_text(job->out, "}}\n");
}

static void free_texts(char **texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

static bool has_one_clock(const struct archive *archive, struct error *error)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.clock[i] == FORMAT_CLOCK_CPU)
            return error_set(error,
                             "%s was measured in CPU time, by which every lane has a clock of its "
                             "own: there is no When; run it without --clock cpu",
                             archive->path);
    }
    return true;
}

/* Returns the zero of time: the start of the run, as in queries. Viewers accept no times below 0,
 * so in a damaged archive it is the start of the earliest lane. */
static uint64_t zero_of(const struct archive *archive)
{
    uint64_t start = archive_start(archive), first, end;
    return archive_spread_extent(archive, &first, &end) && first < start ? first : start;
}

bool export_chrome(struct export_job *job, struct error *error)
{
    struct archive *archive = job->archive;
    if (!export_has_events(archive))
        return error_set(error,
                         "%s has no events, which chrome needs: run the program with `triptych "
                         "run --events ...`",
                         archive->path);
    if (!has_one_clock(archive, error) || !archive_find_messages(archive, error) ||
        !archive_find_activities(archive, error))
        return false;
    struct writing writing = {
        .chrome = {.job = job, .zero = zero_of(archive), .threads = number_threads(archive)},
        .all = export_acts(archive)};
    struct export_labels labels;
    size_t regions = archive->regions.rows;
    writing.chrome.firsts = memory_zeroed(archive->lanes.rows + 1, sizeof *writing.chrome.firsts);
    writing.head = memory_zeroed(regions, sizeof *writing.head);
    writing.file = memory_zeroed(regions, sizeof *writing.file);
    writing.has_source = memory_zeroed(regions, sizeof *writing.has_source);
    export_labels_init(&labels, archive);
    find_heads(&writing, &labels);
    export_labels_free(&labels);
    job->wrote_events = true;
    export_sink_text(job->out, "{\"traceEvents\":[");
    write_names(&writing.chrome);
    bool good = true;
    for (uint32_t lane = 0; good && lane < archive->lanes.rows; lane++)
        good = write_lane(&writing, lane, error);
    good = good && chrome_write_flows(&writing.chrome, error);
    write_origin(job);
    free(writing.chrome.threads);
    free(writing.chrome.firsts);
    free(writing.has_source);
    archive_visit_stack_free(&writing.stack);
    free_texts(writing.head, regions);
    free_texts(writing.file, regions);
    return good;
}
