/* job.c: the functions that all formats share: progress, and the choice of the measure. */
#include "export/export.h"

#include "cube/lcct.h"

#include "archive/events/blocks.h"

#include <errno.h>

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
    bool is_counted = cube_lcct_is_known(job->archive) && !cube_lcct_has_times(job->archive);
    return measure == EXPORT_TIME && is_counted ? EXPORT_INSTRUCTIONS : measure;
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

bool export_has_events(const struct archive *archive)
{
    return archive->logs.rows || archive->blocks.rows;
}

uint64_t export_acts(const struct archive *archive)
{
    uint64_t acts = archive->lanes.rows;
    if (archive->sealed)
        return archive_event_blocks_rows(archive);
    for (size_t i = 0; i < archive->nodes.rows; i++)
        acts += archive->nodes.visits[i];
    return acts;
}
