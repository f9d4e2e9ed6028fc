/* samples.c: reads the samples of a place's profiles into the table `samples`. */
#include "archive/raw/raw.h"

#include "archive/live/sample_file.h"
#include "archive/time/clocks.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 29 };

struct columns {
    uint32_t *lane, *region;
    uint64_t *from, *to, *time, *visits, *bytes;
};

struct reading {
    const struct archive_raw_place *place;
    struct pairs lanes; /* (number, 0) -> index among the place's lanes */
    size_t lane_count;
    size_t *next; /* by lane: row of its next entry */
};

static struct columns columns_of(struct archive_table *table)
{
    static const struct {
        const char *name;
        enum archive_table_type type;
    } all[] = {{"lane", TABLE_U32}, {"region", TABLE_U32},         {"from", TABLE_U64},
               {"to", TABLE_U64},   {"exclusive_time", TABLE_U64}, {"visits", TABLE_U64},
               {"bytes", TABLE_U64}};
    if (!table->column_count) {
        archive_table_init(table, "samples");
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
            archive_table_add_column(table, all[i].name, all[i].type);
    }
    const struct archive_table_column *columns = table->columns;
    return (struct columns){columns[0].data, columns[1].data, columns[2].data, columns[3].data,
                            columns[4].data, columns[5].data, columns[6].data};
}

/* Returns the row of a region; ARCHIVE_NONE if it is newer than the region table that was read, or
 * damaged. */
static uint32_t region_row(const struct archive_raw_place *place, uint32_t region)
{
    if (!region)
        return 0;
    return region < place->region_count ? place->rows[region] : ARCHIVE_NONE;
}

/* True if all lanes and regions in the sample are known. */
static bool is_known(const struct reading *reading, const struct format_sample *sample)
{
    const struct format_sample_part *part = archive_sample_first(sample);
    for (uint32_t i = 0; i < sample->parts; i++, part = archive_sample_next(part)) {
        if (part->from > part->to || pairs_find(&reading->lanes, part->lane, 0) == PAIRS_NONE)
            return false;
        for (uint32_t j = 0; j < part->entries; j++) {
            if (region_row(reading->place, archive_sample_entries(part)[j].region) == ARCHIVE_NONE)
                return false;
        }
    }
    return true;
}

static void count(struct reading *reading, const struct format_sample *sample)
{
    const struct format_sample_part *part = archive_sample_first(sample);
    for (uint32_t i = 0; i < sample->parts; i++, part = archive_sample_next(part))
        reading->next[pairs_find(&reading->lanes, part->lane, 0)] += part->entries;
}

static void add(struct reading *reading, const struct columns *columns,
                const struct format_sample *sample)
{
    const struct archive_clock_line *line = reading->place->moments.line;
    const struct format_sample_part *part = archive_sample_first(sample);
    for (uint32_t i = 0; i < sample->parts; i++, part = archive_sample_next(part)) {
        uint32_t lane = pairs_find(&reading->lanes, part->lane, 0);
        const struct format_sample_entry *entries = archive_sample_entries(part);
        for (uint32_t j = 0; j < part->entries; j++) {
            size_t row = reading->next[lane]++;
            columns->lane[row] = (uint32_t)reading->place->first_lane + lane;
            columns->region[row] = region_row(reading->place, entries[j].region);
            columns->from[row] = line ? archive_clock_line_time(line, part->from) : part->from;
            columns->to[row] = line ? archive_clock_line_time(line, part->to) : part->to;
            columns->time[row] = entries[j].time;
            columns->visits[row] = entries[j].visits;
            columns->bytes[row] = entries[j].bytes;
        }
    }
}

/* Goes twice over all samples up to the first one that makes no sense: to count the rows of each
 * lane, and to fill them. */
static void take_samples(struct reading *reading, struct archive_table *table, const char *bytes,
                         size_t size)
{
    size_t good = 0, before = table->rows;
    const struct format_sample *sample;
    while ((sample = archive_sample_check(bytes + good, size - good)) &&
           is_known(reading, sample)) {
        count(reading, sample);
        good += (size_t)sample->size;
    }
    size_t rows = 0;
    for (size_t i = 0; i < reading->lane_count; i++) {
        size_t own = reading->next[i];
        reading->next[i] = before + rows;
        rows += own;
    }
    if (!rows)
        return;
    columns_of(table);
    archive_table_add_rows(table, rows);
    struct columns columns = columns_of(table);
    for (size_t at = 0; at < good; at += (size_t)sample->size) {
        sample = (const struct format_sample *)(bytes + at);
        add(reading, &columns, sample);
    }
}

void archive_raw_read_samples(struct archive_raw_reader *reader,
                              const struct archive_raw_place *place)
{
    char path[RAW_PATH];
    size_t size;
    struct archive *archive = reader->archive;
    snprintf(path, sizeof path, "places/%u/samples", place->record.number);
    char *bytes = archive_folder_read_all(reader->folder, path, MOST_BYTES, &size);
    const struct format_samples *header = (const struct format_samples *)bytes;
    if (bytes && size >= sizeof *header && header->magic == FORMAT_SAMPLES_MAGIC &&
        format_is_readable(header->version)) {
        struct reading reading = {.place = place,
                                  .lane_count = archive->lanes.rows - place->first_lane};
        for (uint32_t i = 0; i < reading.lane_count; i++)
            pairs_add(&reading.lanes, archive->lanes.number[place->first_lane + i], 0, i);
        reading.next = memory_zeroed(reading.lane_count + 1, sizeof *reading.next);
        take_samples(&reading, &archive->sample_table, bytes + sizeof *header,
                     size - sizeof *header);
        pairs_free(&reading.lanes);
        free(reading.next);
    }
    free(bytes);
}
