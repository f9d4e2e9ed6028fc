/* streams.c: the table of the streams between the tasks of a script. */
#include "report/run/streams.h"

#include "report/mpi/comm.h"
#include "report/table/node_words.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* What the readers of a stream read, all together. */
struct stream_sums {
    uint32_t region; /* one of its two regions, which have its line */
    const char *name;
    uint64_t read;
};

/* Returns the stream of a region that is named "write STREAM" or "read STREAM". */
static const char *stream_of(const char *name)
{
    const char *blank = strchr(name, ' ');
    return blank ? blank + 1 : name;
}

static struct stream_sums *find(struct stream_sums *streams, size_t *count, uint32_t region,
                                const char *name)
{
    for (size_t i = 0; i < *count; i++) {
        if (!strcmp(streams[i].name, name))
            return &streams[i];
    }
    streams[*count] = (struct stream_sums){.region = region, .name = name};
    return &streams[(*count)++];
}

static int by_bytes(const void *left, const void *right)
{
    const struct stream_sums *a = left, *b = right;
    if (a->read != b->read)
        return a->read > b->read ? -1 : 1;
    return strcmp(a->name, b->name);
}

struct report_sheet *report_streams(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"stream", "stream", SHEET_TEXT, 0, 10, false},
        {"read", "bytes read", SHEET_COUNT, 0, 0, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", "file", SHEET_TEXT, 0, 8, false},
    };
    struct report_sheet *sheet = report_sheet_new("streams", "Streams");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    if (!report_view_is_script(view))
        return sheet;
    struct report_comm comm = report_comm_new(view);
    struct stream_sums *streams = memory_zeroed(comm.count + 1, sizeof *streams);
    size_t count = 0;
    for (size_t i = 0; i < comm.count; i++) {
        const struct report_comm_site *site = &comm.sites[i];
        const char *name = report_view_name(view, site->region);
        struct stream_sums *stream = find(streams, &count, site->region, stream_of(name));
        if (!strncmp(name, "read ", 5))
            stream->read += site->sums.bytes;
    }
    qsort(streams, count, sizeof *streams, by_bytes);
    size_t shown = report_view_shown(view, sheet, count);
    for (size_t i = 0; i < shown; i++) {
        report_sheet_text(sheet, "stream", streams[i].name);
        report_sheet_count(sheet, "read", streams[i].read);
        report_sheet_line(sheet, "line", view->archive->regions.line[streams[i].region]);
        report_sheet_text(sheet, "file", report_view_file(view, streams[i].region));
    }
    report_sheet_note(sheet, "bytes read: by all readers together.");
    free(streams);
    report_comm_free(&comm);
    return sheet;
}
