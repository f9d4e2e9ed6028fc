/* export.c: see export.h */
#include "export/export.h"

#include "cube/lcct.h"

#include "archive/events/blocks.h"
#include "export/target.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct export_format export_formats[] = {
    {"chrome", "events as JSON for Perfetto and Chrome's about:tracing", EXPORT_STREAM, NULL,
     export_chrome},
    {"callgrind", "a profile for KCachegrind and callgrind_annotate", EXPORT_STREAM, NULL,
     export_callgrind},
    {"folded", "stacks for flame-graph tools: `main;solve 1200`", EXPORT_STREAM, NULL,
     export_folded},
    {"dot", "the tree of call paths for Graphviz", EXPORT_STREAM, NULL, export_dot},
    {"csv", "all tables as CSV: a folder, or one with --table", EXPORT_TABLES, ".csv", export_csv},
    {"json", "the same as JSON lines", EXPORT_TABLES, ".jsonl", export_json},
    {"sqlite", "all tables in a database of SQLite", EXPORT_FILE, NULL, export_sqlite},
    {"otf2", "a trace for Vampir, the tools of Score-P, and otf2-print: a folder", EXPORT_FOLDER,
     ".otf2 .def .evt .marker", export_otf2},
    {NULL, NULL, EXPORT_STREAM, NULL, NULL},
};

const char *export_measure_word(enum export_measure measure)
{
    static const char *const words[] = {
        [EXPORT_TIME] = "time",
        [EXPORT_VISITS] = "visits",
        [EXPORT_TRIPS] = "trips",
        [EXPORT_BYTES] = "bytes",
        [EXPORT_INSTRUCTIONS] = "instructions",
    };
    return words[measure];
}

enum export_measure export_measure(const struct export_job *job)
{
    enum export_measure measure = job->options->measure;
    return measure == EXPORT_TIME && lcct_is_known(job->archive) ? EXPORT_INSTRUCTIONS : measure;
}

const struct export_format *export_find(const char *name)
{
    for (const struct export_format *format = export_formats; format->name; format++) {
        if (!strcmp(format->name, name))
            return format;
    }
    return NULL;
}

bool export_is_stream(const struct export_format *format, const struct export_options *options)
{
    return format->shape == EXPORT_STREAM || (format->shape == EXPORT_TABLES && options->table);
}

static bool check_sink(const struct export_job *job, struct error *error)
{
    if (!job->out || !job->out->error)
        return true;
    errno = job->out->error;
    return error_errno(error, "%s cannot be written",
                       job->options->output ? job->options->output : "the standard output");
}

bool export_go_on(struct export_job *job, uint64_t done, uint64_t all, struct error *error)
{
    uint64_t percent = all ? done / (all / 100 + 1) : 100;
    if (percent != job->percent) /* a terminal is slow */
        progress_show(job->progress, done, all);
    job->percent = percent;
    if (job->stop && *job->stop)
        return error_set(error, "interrupted; nothing was written");
    return check_sink(job, error);
}

bool export_run(const struct export_format *format, struct export_job *job, struct error *error)
{
    struct target target;
    if (!target_open(&target, format, job->options, error)) {
        target_discard(&target);
        return false;
    }
    job->path = target.part;
    job->out = target.fd >= 0 ? sink_new(target.fd) : NULL;
    bool good = format->write(job, error);
    if (job->out)
        sink_flush(job->out);
    good = good && export_go_on(job, 1, 1, error);
    sink_free(job->out);
    job->out = NULL;
    job->path = NULL;
    if (good)
        return target_keep(&target, error);
    target_discard(&target);
    return false;
}

bool export_has_events(const struct archive *archive)
{
    return archive->logs.rows || archive->blocks.rows;
}

uint64_t export_acts(const struct archive *archive)
{
    uint64_t acts = archive->lanes.rows;
    if (archive->sealed)
        return event_blocks_rows(archive);
    for (size_t i = 0; i < archive->nodes.rows; i++)
        acts += archive->nodes.count[i];
    return acts;
}
