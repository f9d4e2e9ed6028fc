/* arrays.c: the table of distributed arrays: how each is distributed, and which accesses to it led
 * to other places. */
#include "report/table/view.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/places_record.h>

/* The accesses of one directive or call to one array. */
struct access {
    uint32_t array, region; /* region: 0 if there are none */
    uint64_t count, local, bytes, time;
};

static bool is_array(const struct archive *archive, uint32_t region)
{
    return archive->regions.kind[region] == TRI_KIND_OBJECT &&
           !strncmp(archive_text(archive, archive->regions.note[region]), TRI_RECORD_ARRAY,
                    strlen(TRI_RECORD_ARRAY));
}

static int by_site(const void *left, const void *right)
{
    const struct access *a = left, *b = right;
    if (a->array != b->array)
        return a->array < b->array ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Compares by remote accesses, then by all. */
static int by_remote(const void *left, const void *right)
{
    const struct access *a = left, *b = right;
    if (a->count - a->local != b->count - b->local)
        return a->count - a->local > b->count - b->local ? -1 : 1;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return by_site(left, right);
}

/* Lists all accesses, and each array once without any. */
static size_t list(const struct archive *archive, struct access *all)
{
    const struct archive_moves *moves = &archive->moves;
    size_t count = 0;
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        if (is_array(archive, i))
            all[count++] = (struct access){.array = i};
    }
    for (size_t i = 0; i < moves->rows; i++) {
        bool local = moves->source[i] == moves->target[i];
        if (!moves->object[i] || !is_array(archive, moves->object[i]))
            continue;
        struct access *access = &all[count++];
        access->array = moves->object[i];
        access->region = archive->nodes.region[moves->node[i]];
        access->count = 1;
        access->local = local;
        access->bytes = local ? 0 : number_add(moves->bytes[i], moves->bytes_back[i]);
        access->time = moves->end[i] - moves->start[i];
    }
    return count;
}

/* Adds up those of one site and array; an array with accesses needs no row without any. */
static size_t add_up(struct access *all, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(all, count, sizeof *all, by_site);
    for (size_t i = 0; i < count; i++) {
        struct access *last = kept ? &all[kept - 1] : NULL;
        if (last && last->array == all[i].array && !last->region) {
            *last = all[i];
        } else if (last && last->array == all[i].array && last->region == all[i].region) {
            last->count++;
            last->local += all[i].local;
            last->bytes = number_add(last->bytes, all[i].bytes);
            last->time = number_add(last->time, all[i].time);
        } else {
            all[kept++] = all[i];
        }
    }
    if (kept)
        qsort(all, kept, sizeof *all, by_remote);
    return kept;
}

static void add_row(const struct report_view *view, struct report_sheet *sheet,
                    const struct access *access)
{
    const struct archive_regions *regions = &view->archive->regions;
    uint32_t at = access->region ? access->region : access->array;
    const char *note = report_view_text(view, regions->note[access->array]);
    const char *comma = strchr(note, ',');
    unsigned long long elements = 0, size = 0;
    if (sscanf(note, TRI_RECORD_ARRAY "%llu element%*[s] of %llu", &elements, &size) != 2)
        sscanf(note, TRI_RECORD_ARRAY "%llu element of %llu", &elements, &size);
    report_sheet_text(sheet, "array", report_view_name(view, access->array));
    report_sheet_count(sheet, "elements", elements);
    report_sheet_count(sheet, "element_bytes", size);
    report_sheet_text(sheet, "distribution", comma && comma[1] ? comma + 2 : "");
    report_sheet_text(sheet, "name", access->region ? report_view_name(view, at) : "never used");
    report_sheet_count(sheet, "accesses", access->count);
    report_sheet_count(sheet, "local", access->local);
    report_sheet_count(sheet, "remote", access->count - access->local);
    report_sheet_count(sheet, "bytes", access->bytes);
    report_sheet_time(sheet, "time_ns", access->time, false);
    report_sheet_text(sheet, "routine",
                      regions->routine[at] ? report_view_name(view, regions->routine[at]) : "");
    report_sheet_line(sheet, "line", regions->line[at]);
    report_sheet_text(sheet, "file", report_view_file(view, at));
}

struct report_sheet *report_arrays(const struct report_view *view)
{
    const struct archive *archive = view->archive;
    struct report_sheet *sheet = report_sheet_new("arrays", "Accesses to distributed arrays");
    const struct report_sheet_column columns[] = {
        {"array", "array", SHEET_TEXT, 0, 8, false},
        {"elements", "elements", SHEET_COUNT, 1, 0, false},
        {"element_bytes", "bytes each", SHEET_COUNT, 2, 0, false},
        {"distribution", "distribution", SHEET_WORD, 0, 0, false},
        {"name", "by", SHEET_TEXT, 0, 8, false},
        {"accesses", NULL, SHEET_COUNT, 0, 0, false},
        {"local", "local", SHEET_COUNT, 0, 0, false},
        {"remote", "remote", SHEET_COUNT, 0, 0, false},
        {"bytes", "remote bytes", SHEET_COUNT, 1, 0, false},
        {"time_ns", "time s", SHEET_TIME, 2, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", "file", SHEET_TEXT, 1, 8, false},
    };
    struct access *all =
        memory_zeroed(archive->regions.rows + archive->moves.rows + 1, sizeof *all);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    size_t count = add_up(all, list(archive, all)), shown = report_view_shown(view, sheet, count);
    for (size_t i = 0; i < shown; i++)
        add_row(view, sheet, &all[i]);
    if (count)
        report_sheet_note(sheet, "Elements that are used by a pointer, as tri_array_local() and "
                                 "tri_array_at() return it, are always local, and not counted.");
    free(all);
    return sheet;
}
