/* gather_place.c: see gather_place.h */
#include "measure/mpi/gather_place.h"

#include "format/communicator.h"
#include "format/light.h"
#include "format/object.h"
#include "format/profile.h"
#include "format/region.h"
#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/place.h"
#include "measure/resources.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WHY "known up to the end of MPI only: its own folder is not in this archive"

/* A file of the place, mapped; bytes is NULL if there is none. */
struct mapped {
    const char *bytes;
    size_t size;
};

static struct mapped map(const char *name)
{
    char path[PATH_MAX + 32];
    struct stat facts;
    struct mapped mapped = {0};
    snprintf(path, sizeof path, "%s/%s", measure_place_folder(), name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &facts) == 0 && facts.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_SHARED, fd, 0);
        if (bytes != MAP_FAILED)
            mapped = (struct mapped){bytes, (size_t)facts.st_size};
    }
    if (fd >= 0)
        close(fd);
    return mapped;
}

static void unmap(struct mapped *mapped)
{
    if (mapped->bytes)
        munmap((void *)mapped->bytes, mapped->size);
}

struct telling {
    struct defined *set;
    struct stream *stream; /* NULL: definitions only */
    uint32_t known;        /* definitions with higher numbers came too late */
    uint32_t *regions;     /* definition numbers by region */
    uint64_t region_count;
};

static void tell(const struct telling *telling, uint64_t number)
{
    if (telling->stream)
        stream_number(telling->stream, number);
}

static void tell_array(const struct telling *telling, const void *bytes, size_t size)
{
    if (telling->stream)
        stream_array(telling->stream, bytes, size);
}

static uint32_t known_number(const struct telling *telling, uint32_t number)
{
    return telling->stream && number > telling->known ? 0 : number;
}

/* Writes the page. Open visits stay open: the reader knows the time of the gathering. */
static void tell_page(const struct telling *telling)
{
    struct format_place page = *measure_place_page();
    if (page.state != FORMAT_PLACE_STOPPED) {
        page.state = FORMAT_PLACE_STOPPED;
        page.end = measure_clock_now();
        snprintf(page.why, sizeof page.why, "%s", WHY);
    }
    page.events = 0; /* logs are not gathered */
    tell_array(telling, &page, sizeof page);
}

static uint32_t define_text(const struct telling *telling, const struct mapped *strings,
                            uint32_t offset)
{
    if (!offset || offset >= strings->size)
        return 0;
    const char *text = strings->bytes + offset;
    return defined_add(telling->set, FORMAT_DEFINE_TEXT, NULL, 0, text,
                       (uint32_t)strnlen(text, strings->size - offset));
}

static uint32_t define_region(const struct telling *telling, const struct mapped *strings,
                              const struct format_region *row)
{
    const struct format_defined_region content = {row->kind, row->flags, row->seq, row->line,
                                                  row->end_line};
    const uint32_t references[] = {
        define_text(telling, strings, row->name), define_text(telling, strings, row->file),
        define_text(telling, strings, row->dir), define_text(telling, strings, row->note),
        row->routine < telling->region_count ? telling->regions[row->routine] : 0};
    return defined_add(telling->set, FORMAT_DEFINE_REGION, references, 5, &content, sizeof content);
}

static void tell_regions(struct telling *telling)
{
    struct mapped table = map("regions"), strings = map("strings");
    const struct format_region *rows = (const struct format_region *)table.bytes;
    const struct format_regions_header *header = (const struct format_regions_header *)table.bytes;
    uint64_t count = rows ? __atomic_load_n(&header->used, __ATOMIC_ACQUIRE) : 0;
    if (count > table.size / sizeof *rows)
        count = table.size / sizeof *rows; /* the table has grown since it was mapped */
    telling->regions = calloc(count + 1, sizeof *telling->regions);
    if (!telling->regions)
        count = 0;
    telling->region_count = count;
    tell(telling, count);
    for (uint64_t i = 1; i < count; i++) {
        struct format_region row = rows[i];
        if (row.kind)
            telling->regions[i] = known_number(telling, define_region(telling, &strings, &row));
        tell(telling, telling->regions[i]);
        tell(telling, row.mode);
        tell(telling, row.reason);
        tell(telling, row.visits);
        tell(telling, row.ticks);
    }
    unmap(&table);
    unmap(&strings);
}

static void tell_node(const struct telling *telling, const struct format_node *node,
                      uint32_t definition)
{
    const uint64_t values[] = {definition,      node->open,  node->count,  node->time,
                               node->min + 1,   node->max,   node->trips,  node->trips_min + 1,
                               node->trips_max, node->bytes, node->aborted};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        tell(telling, values[i]);
}

/* Returns what repeated visits add to a value. */
static uint64_t repeated(const struct format_values *values, unsigned number)
{
    if (values->type != FORMAT_REPEATED || number >= values->sums)
        return 0;
    const struct format_repetition *repetition = format_values_repetition(values);
    return __atomic_load_n(&repetition->visits, __ATOMIC_ACQUIRE) * repetition->sum[number];
}

/* Writes the values behind the record of an anchor. */
static void tell_values(const struct telling *telling, const struct format_values *values)
{
    unsigned count = format_values_count(values->sums, values->ranges);
    tell(telling, values->sums);
    tell(telling, values->ranges);
    tell(telling, values->lost);
    for (unsigned i = 0; i < count; i++) {
        bool least = i >= values->sums && (i - values->sums) % 2 == 0;
        tell(telling, values->value[i] + least + repeated(values, i));
    }
}

/* Returns the number of records that the values take, with a repetition. */
static uint32_t records_of(const struct format_values *values)
{
    return format_values_records(format_values_numbers(values->type, values->sums, values->ranges));
}

/* True if the values are complete within the `left` records that begin with them. */
static bool has_values(const struct format_values *values, uint64_t index, uint64_t left)
{
    return left && (values->type == FORMAT_VALUES || values->type == FORMAT_REPEATED) &&
           values->node == index && records_of(values) <= left;
}

/* Writes the records of a repetition as empty ones, so that the records behind it keep their
 * places. */
static void tell_room(const struct telling *telling, const struct format_values *values)
{
    uint32_t told = format_values_records(format_values_count(values->sums, values->ranges));
    for (; told < records_of(values); told++)
        tell(telling, FORMAT_NONE);
}

static void tell_sampled(const struct telling *telling, const struct format_sampled *sampled)
{
    bool has_passes = sampled->timed != 0; /* they may have had no passes, unlike others */
    tell(telling, has_passes ? FORMAT_SAMPLED_PASSES : FORMAT_SAMPLED);
    tell(telling, sampled->node);
    tell(telling, sampled->untimed);
    tell(telling, sampled->visits);
    tell(telling, sampled->ticks);
    tell(telling, sampled->rare);
    tell(telling, sampled->rare_ticks);
    if (!has_passes)
        return;
    uint64_t products[2];
    memcpy(products, (const double[]){sampled->fit_squares, sampled->fit_products},
           sizeof products);
    tell(telling, sampled->timed);
    tell(telling, sampled->timed_passes);
    tell(telling, sampled->fit_visits);
    tell(telling, sampled->fit_ticks);
    tell(telling, sampled->fit_passes);
    tell(telling, products[0]);
    tell(telling, products[1]);
}

static bool is_node(uint32_t type)
{
    return type == FORMAT_NODE || type == FORMAT_ANCHOR;
}

/* Writes a record of a profile with the values behind it; `left` records begin with it. Returns the
 * definition of a node, or 0. */
static uint32_t tell_record(const struct telling *telling, const void *record,
                            const uint32_t *definitions, uint64_t index, uint64_t left)
{
    const struct format_lane *lane = record;
    struct format_node node =
        *(const struct format_node *)record; /* a copy: it may change meanwhile */
    const struct format_values *values =
        (const struct format_values *)((const char *)record + FORMAT_RECORD_SIZE);
    uint32_t definition = 0;
    bool fits = is_node(node.type) && node.parent < index && node.self == index &&
                node.region < telling->region_count;
    if (fits && (!node.region || (telling->regions[node.region] && definitions[node.parent]))) {
        const uint32_t references[] = {definitions[node.parent], telling->regions[node.region]};
        definition = known_number(
            telling, defined_add(telling->set, FORMAT_DEFINE_NODE, references, 2, NULL, 0));
    }
    if (node.type == FORMAT_LANE) {
        tell(telling, FORMAT_LANE);
        tell_array(telling, lane, sizeof *lane);
    } else if (definition && node.type == FORMAT_ANCHOR && has_values(values, index, left - 1)) {
        tell(telling, FORMAT_ANCHOR);
        tell_node(telling, &node, definition);
        tell_values(telling, values);
        tell_room(telling, values);
    } else if (definition) {
        tell(telling, FORMAT_NODE);
        tell_node(telling, &node, definition);
    } else if (node.type == FORMAT_SAMPLED) {
        tell_sampled(telling, record);
    } else {
        tell(telling, FORMAT_NONE);
    }
    return definition;
}

/* Returns the number of records behind a node that were written with it. */
static uint64_t values_behind(const char *record, uint32_t definition, uint64_t index,
                              uint64_t left)
{
    const struct format_node *node = (const struct format_node *)record;
    const struct format_values *values = (const struct format_values *)(node + 1);
    if (!definition || node->type != FORMAT_ANCHOR || !has_values(values, index, left))
        return 0;
    return records_of(values);
}

static void tell_profile(const struct telling *telling, const struct mapped *file)
{
    const struct format_header *header = (const struct format_header *)file->bytes;
    uint64_t count = __atomic_load_n(&header->used, __ATOMIC_ACQUIRE);
    if (count > file->size / FORMAT_RECORD_SIZE)
        count = file->size / FORMAT_RECORD_SIZE;
    uint32_t *definitions = calloc(count + 1, sizeof *definitions);
    if (!definitions)
        count = 0;
    tell(telling, count);
    tell(telling, header->making);
    for (uint64_t i = 1; i < count; i++) {
        const char *record = file->bytes + i * FORMAT_RECORD_SIZE;
        definitions[i] = tell_record(telling, record, definitions, i, count - i);
        i += values_behind(record, definitions[i], i, count - i - 1);
    }
    free(definitions);
}

static struct mapped map_profile(uint32_t number)
{
    char name[32];
    snprintf(name, sizeof name, "profile-%u", number);
    return map(name);
}

static void tell_profiles(const struct telling *telling)
{
    uint32_t count = 0;
    struct mapped file;
    for (; (file = map_profile(count)).bytes; count++)
        unmap(&file);
    tell(telling, count);
    for (uint32_t i = 0; i < count; i++) {
        file = map_profile(i);
        if (file.bytes) {
            tell_profile(telling, &file);
        } else {
            tell(telling, 0);
            tell(telling, 0);
        }
        unmap(&file);
    }
}

/* Writes the used part of a file: `used` records of that size, or all of it. */
static void tell_file(const struct telling *telling, const char *name, uint64_t used, size_t record)
{
    struct mapped file = map(name);
    size_t size = used < file.size / record ? (size_t)used * record : file.size;
    tell_array(telling, file.bytes, size);
    unmap(&file);
}

static uint64_t used_of(const char *name, size_t offset)
{
    struct mapped file = map(name);
    uint64_t used = 0;
    if (file.bytes)
        memcpy(&used, file.bytes + offset, sizeof used);
    unmap(&file);
    return used;
}

/* Writes the light regions as a definition: mostly they are the same on all ranks. */
static void tell_lights(const struct telling *telling)
{
    struct mapped file = map(FORMAT_LIGHTS_FILE);
    const struct format_lights_header *header = (const struct format_lights_header *)file.bytes;
    uint64_t used = file.bytes ? __atomic_load_n(&header->used, __ATOMIC_ACQUIRE) : 0;
    uint32_t number = 0;
    if (used && used <= file.size / sizeof(struct format_light))
        number = known_number(telling, defined_add(telling->set, FORMAT_DEFINE_LIGHTS, NULL, 0,
                                                   file.bytes, used * sizeof(struct format_light)));
    tell(telling, number);
    unmap(&file);
}

void gather_place(struct defined *set, struct stream *stream)
{
    struct telling telling = {.set = set, .stream = stream, .known = set->count};
    if (!measure_place_page())
        return;
    measure_resources_renew(&measure_place_page()->resources);
    if (measure_lane_own)
        measure_resources_of_thread(measure_lane_own->record);
    tell_page(&telling);
    tell_regions(&telling);
    tell_profiles(&telling);
    tell_file(&telling, "communicators",
              used_of("communicators", offsetof(struct format_communicators_header, used)),
              sizeof(struct format_communicator));
    tell_file(&telling, "members",
              used_of("communicators", offsetof(struct format_communicators_header, members_used)),
              sizeof(uint32_t));
    tell_file(&telling, "objects", used_of("objects", offsetof(struct format_objects_header, used)),
              sizeof(struct format_object));
    tell_lights(&telling);
    free(telling.regions);
}
