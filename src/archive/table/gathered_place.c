/* gathered_place.c: see gathered_place.h */
#include "archive/table/gathered_place.h"

#include "format/light.h"
#include "format/profile.h"
#include "format/region.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 27 }; /* limit of an array, whose zeros are stored as their count */

struct making {
    const struct gathered_definitions *definitions;
    const unsigned char *at;
    size_t left;
    bool bad;
    uint32_t number; /* number of the place */
    struct gathered_files *files;
    uint32_t *texts;   /* by definition: its offset in `strings`; 0: not added yet */
    uint32_t *regions; /* by definition: row of the region; 0: none */
    uint32_t *nodes;   /* by definition: record of the current lane; 0: none */
    uint32_t *used;    /* the definitions whose entry in `nodes` is set */
    size_t used_count, used_room;
    struct buffer strings;
    uint64_t rows;
};

static uint64_t number(struct making *making)
{
    uint64_t value = 0;
    for (unsigned shift = 0; making->left && shift < 64; shift += 7) {
        unsigned char byte = *making->at++;
        making->left--;
        value |= (uint64_t)(byte & 127) << shift;
        if (!(byte & 128))
            return value;
    }
    making->bad = true;
    return 0;
}

/* Reads an array of bytes, which the caller frees. NULL if it is empty or damaged. */
static char *array(struct making *making, size_t *size)
{
    uint64_t length = number(making), done = 0;
    *size = 0;
    if (making->bad || !length)
        return NULL;
    making->bad = length > MOST_BYTES;
    char *bytes = making->bad ? NULL : memory_zeroed((size_t)length, 1);
    while (!making->bad && done < length) {
        uint64_t zeros = number(making), others = number(making);
        making->bad |= zeros > length - done || others > length - done - zeros ||
                       others > making->left || zeros + others == 0;
        if (making->bad)
            break;
        memcpy(bytes + done + zeros, making->at, (size_t)others);
        making->at += others;
        making->left -= (size_t)others;
        done += zeros + others;
    }
    if (making->bad) {
        free(bytes);
        return NULL;
    }
    *size = (size_t)length;
    return bytes;
}

/* Adds a file of the place; the file owns the data. */
static void add_file(struct making *making, const char *name, void *data, size_t size)
{
    struct gathered_files *files = making->files;
    files->all = memory_grow(files->all, &files->room, files->count + 1, sizeof *files->all);
    files->all[files->count++] = (struct archive_folder_memory_file){
        memory_printf("places/%u/%s", making->number, name), data, size};
}

static void take_file(struct making *making, const char *name)
{
    size_t size;
    char *bytes = array(making, &size);
    if (bytes)
        add_file(making, name, bytes, size);
}

static const struct gathered_definition *definition(struct making *making, uint64_t which,
                                                    enum format_definition_kind kind)
{
    if (which < making->definitions->count && making->definitions->all[which].kind == kind)
        return &making->definitions->all[which];
    making->bad = true;
    return NULL;
}

static uint32_t text(struct making *making, uint32_t which)
{
    if (!which || making->texts[which])
        return making->texts[which];
    const struct gathered_definition *found = definition(making, which, FORMAT_DEFINE_TEXT);
    if (!found)
        return 0;
    making->texts[which] = (uint32_t)making->strings.used;
    buffer_add_bytes(&making->strings, found->content, found->size);
    buffer_add_bytes(&making->strings, "", 1);
    return making->texts[which];
}

static void set_region(struct making *making, struct format_region *row, uint64_t which,
                       uint32_t own)
{
    const struct gathered_definition *found = definition(making, which, FORMAT_DEFINE_REGION);
    struct format_defined_region content;
    if (!found)
        return;
    memcpy(&content, found->content, sizeof content);
    row->kind = content.kind;
    row->flags = content.flags;
    row->seq = content.seq;
    row->line = content.line;
    row->end_line = content.end_line;
    row->name = text(making, found->references[0]);
    row->file = text(making, found->references[1]);
    row->dir = text(making, found->references[2]);
    row->note = text(making, found->references[3]);
    row->routine = making->regions[found->references[4]];
    if (!making->regions[which])
        making->regions[which] = own;
}

static void take_regions(struct making *making)
{
    uint64_t count = number(making);
    making->rows = count;
    if (making->bad || !count || count > making->left + 1) {
        making->bad |= count != 0;
        return;
    }
    struct format_region *rows = memory_zeroed((size_t)count, sizeof *rows);
    buffer_add_bytes(&making->strings, "", 1);
    for (uint32_t i = 1; i < count && !making->bad; i++) {
        uint64_t which = number(making);
        rows[i].mode = (uint32_t)number(making);
        rows[i].reason = (uint32_t)number(making);
        rows[i].visits = number(making);
        rows[i].ticks = number(making);
        if (which && !making->bad)
            set_region(making, &rows[i], which, i);
    }
    const struct format_regions_header header = {.magic = FORMAT_REGIONS_MAGIC,
                                                 .version = FORMAT_VERSION,
                                                 .used = count,
                                                 .strings_used = making->strings.used};
    memcpy(rows, &header, sizeof header);
    add_file(making, "regions", rows, (size_t)count * sizeof *rows);
    add_file(making, "strings", making->strings.text, making->strings.used);
    making->strings = (struct buffer){0};
}

/* Clears the nodes of a lane: the next lane has its own. */
static void forget_nodes(struct making *making)
{
    while (making->used_count)
        making->nodes[making->used[--making->used_count]] = 0;
}

static void take_lane(struct making *making, void *record)
{
    size_t size;
    char *bytes = array(making, &size);
    if (bytes && size == FORMAT_RECORD_SIZE)
        memcpy(record, bytes, size);
    else
        making->bad = true;
    free(bytes);
    forget_nodes(making);
}

static void take_node(struct making *making, struct format_node *node, uint32_t index,
                      uint32_t lane)
{
    uint64_t which = number(making);
    const struct gathered_definition *found = definition(making, which, FORMAT_DEFINE_NODE);
    if (!found)
        return;
    uint32_t above = found->references[0], region = found->references[1];
    *node = (struct format_node){.type = FORMAT_NODE, .self = index};
    node->parent = above ? making->nodes[above] : lane;
    node->region = region ? making->regions[region] : 0;
    making->bad |= !node->parent || (region && !node->region);
    node->open = number(making);
    node->count = number(making);
    node->time = number(making);
    node->min = number(making) - 1;
    node->max = number(making);
    node->trips = number(making);
    node->trips_min = number(making) - 1;
    node->trips_max = number(making);
    node->bytes = number(making);
    node->aborted = (uint32_t)number(making);
    making->nodes[which] = index;
    making->used =
        memory_grow(making->used, &making->used_room, making->used_count + 1, sizeof *making->used);
    making->used[making->used_count++] = (uint32_t)which;
}

union record {
    struct format_header header;
    struct format_lane lane;
    struct format_node node;
    struct format_sampled sampled;
    uint64_t numbers[FORMAT_RECORD_SIZE / sizeof(uint64_t)];
};

/* Reads the values of an anchor into the records that follow it. Returns how many records they
 * take, at most `left`. */
static uint32_t take_values(struct making *making, union record *anchor, uint32_t index,
                            uint64_t left)
{
    uint64_t sums = number(making), ranges = number(making), lost = number(making);
    making->bad |= sums > FORMAT_VALUES_MOST || ranges > FORMAT_VALUES_MOST;
    uint32_t count = making->bad ? 0 : format_values_count((uint32_t)sums, (uint32_t)ranges);
    uint32_t records = format_values_records(count);
    making->bad |= records > left;
    if (making->bad)
        return 0;
    anchor->node.type = FORMAT_ANCHOR;
    struct format_values *values = (struct format_values *)(anchor + 1);
    *values = (struct format_values){.type = FORMAT_VALUES,
                                     .node = index,
                                     .sums = (uint16_t)sums,
                                     .ranges = (uint16_t)ranges,
                                     .lost = (uint32_t)lost};
    for (uint32_t i = 0; i < count; i++) {
        bool least = i >= sums && (i - sums) % 2 == 0;
        values->value[i] = number(making) - least;
    }
    return records;
}

static double real(struct making *making)
{
    double value;
    uint64_t bits = number(making);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void take_sampled(struct making *making, struct format_sampled *sampled, bool has_passes)
{
    *sampled = (struct format_sampled){.type = FORMAT_SAMPLED};
    sampled->node = (uint32_t)number(making);
    sampled->untimed = number(making);
    sampled->visits = number(making);
    sampled->ticks = number(making);
    sampled->rare = number(making);
    sampled->rare_ticks = number(making);
    if (!has_passes)
        return;
    sampled->timed = number(making);
    sampled->timed_passes = number(making);
    sampled->fit_visits = number(making);
    sampled->fit_ticks = number(making);
    sampled->fit_passes = number(making);
    sampled->fit_squares = real(making);
    sampled->fit_products = real(making);
}

static void take_profile(struct making *making, uint32_t number_of_file)
{
    uint64_t count = number(making), cost = number(making);
    uint32_t lane = 0;
    if (making->bad || !count || count > making->left + 1) {
        making->bad |= count != 0;
        return;
    }
    union record *records = memory_zeroed((size_t)count, sizeof *records);
    records[0].header = (struct format_header){.type = FORMAT_HEADER,
                                               .version = FORMAT_VERSION,
                                               .magic = FORMAT_PROFILE_MAGIC,
                                               .used = count,
                                               .making = cost};
    forget_nodes(making);
    for (uint32_t i = 1; i < count && !making->bad; i++) {
        uint64_t type = number(making);
        if (type == FORMAT_LANE) {
            take_lane(making, &records[i].lane);
            lane = i;
        } else if (type == FORMAT_NODE || type == FORMAT_ANCHOR) {
            take_node(making, &records[i].node, i, lane);
            if (type == FORMAT_ANCHOR && !making->bad)
                i += take_values(making, &records[i], i, count - i - 1);
        } else if (type == FORMAT_SAMPLED || type == FORMAT_SAMPLED_PASSES) {
            take_sampled(making, &records[i].sampled, type == FORMAT_SAMPLED_PASSES);
        } else {
            making->bad |= type != FORMAT_NONE;
        }
    }
    char name[32];
    snprintf(name, sizeof name, "profile-%u", number_of_file);
    add_file(making, name, records, (size_t)count * sizeof *records);
}

static void take_lights(struct making *making)
{
    uint64_t which = number(making);
    const struct gathered_definition *found =
        which && !making->bad ? definition(making, which, FORMAT_DEFINE_LIGHTS) : NULL;
    if (!found || !found->size)
        return;
    char *copy = memory_zeroed(found->size, 1);
    memcpy(copy, found->content, found->size);
    add_file(making, FORMAT_LIGHTS_FILE, copy, found->size);
}

void gathered_files_free(struct gathered_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free((void *)files->all[i].path);
        free((void *)files->all[i].data);
    }
    free(files->all);
    *files = (struct gathered_files){0};
}

bool gathered_place(const struct gathered_definitions *definitions, const char *bytes, size_t size,
                    uint32_t place, uint32_t version, struct gathered_files *files)
{
    size_t count = definitions->count;
    struct making making = {.definitions = definitions,
                            .at = (const unsigned char *)bytes,
                            .left = size,
                            .number = place,
                            .files = files,
                            .texts = memory_zeroed(count, sizeof(uint32_t)),
                            .regions = memory_zeroed(count, sizeof(uint32_t)),
                            .nodes = memory_zeroed(count, sizeof(uint32_t))};
    take_file(&making, "place");
    making.bad |= !files->count || files->all[0].size != sizeof(struct format_place);
    if (!making.bad)
        take_regions(&making);
    uint64_t profiles = making.bad ? 0 : number(&making);
    for (uint64_t i = 0; i < profiles && !making.bad; i++)
        take_profile(&making, (uint32_t)i);
    if (!making.bad)
        take_file(&making, "communicators");
    if (!making.bad)
        take_file(&making, "members");
    if (!making.bad)
        take_file(&making, "objects");
    if (!making.bad && version >= FORMAT_GATHERED_LIGHTS)
        take_lights(&making);
    free(making.texts);
    free(making.regions);
    free(making.nodes);
    free(making.used);
    buffer_free(&making.strings);
    if (making.bad)
        gathered_files_free(files);
    return !making.bad;
}
