/* samples.c: see samples.h */
#include "archive/live/samples.h"

static const void *column(const struct archive_table *table, const char *name,
                          enum archive_table_type type)
{
    const struct archive_table_column *found = archive_table_find(table, name);
    return found && found->type == type ? found->data : NULL;
}

struct archive_samples archive_samples_of(const struct archive *archive)
{
    const struct archive_table *table = &archive->sample_table;
    struct archive_samples samples = {
        .rows = table->rows,
        .lane = column(table, "lane", TABLE_U32),
        .region = column(table, "region", TABLE_U32),
        .from = column(table, "from", TABLE_U64),
        .to = column(table, "to", TABLE_U64),
        .time = column(table, "exclusive_time", TABLE_U64),
        .visits = column(table, "visits", TABLE_U64),
        .bytes = column(table, "bytes", TABLE_U64),
    };
    bool has_all = samples.lane && samples.region && samples.from && samples.to && samples.time &&
                   samples.visits && samples.bytes;
    return has_all ? samples : (struct archive_samples){0};
}

bool archive_samples_check(const struct archive *archive, struct error *error)
{
    return archive_samples_of(archive).rows == archive->sample_table.rows ||
           error_set(error, "the table samples is damaged: a column is missing");
}

size_t archive_samples_find(const struct archive_samples *samples, uint32_t lane, size_t *end)
{
    size_t low = 0, high = samples->rows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (samples->lane[middle] < lane)
            low = middle + 1;
        else
            high = middle;
    }
    for (*end = low; *end < samples->rows && samples->lane[*end] == lane;)
        ++*end;
    return low;
}

/* The mean is weighted by time: the stretches of short-lived threads say nothing. */
uint64_t archive_samples_length(const struct archive_samples *samples)
{
    double time = 0, weighted = 0;
    for (size_t i = 0; i < samples->rows; i++) {
        if (i && samples->lane[i] == samples->lane[i - 1] &&
            samples->from[i] == samples->from[i - 1])
            continue;
        double length = (double)(samples->to[i] - samples->from[i]);
        time += length;
        weighted += length * length;
    }
    return time > 0 ? (uint64_t)(weighted / time) + 1 : 1;
}
