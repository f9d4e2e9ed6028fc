/* export.c: see export.h */
#include "export/export.h"

#include "export/target.h"

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

const struct export_format *export_find(const char *name)
{
    for (const struct export_format *format = export_formats; format->name; format++) {
        if (!strcmp(format->name, name))
            return format;
    }
    return NULL;
}

bool export_run(const struct export_format *format, struct export_job *job, struct error *error)
{
    struct target target;
    if (!target_open(&target, format, job->options, error)) {
        target_discard(&target);
        return false;
    }
    job->path = target.part;
    job->out = target.fd >= 0 ? export_sink_new(target.fd) : NULL;
    bool good = format->write(job, error);
    if (job->out)
        export_sink_flush(job->out);
    good = good && export_go_on(job, 1, 1, error);
    export_sink_free(job->out);
    job->out = NULL;
    job->path = NULL;
    if (good)
        return target_keep(&target, error);
    target_discard(&target);
    return false;
}
