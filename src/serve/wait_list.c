/* wait_list.c: see wait_list.h */
#include "serve/wait_list.h"

#include "report/mpi/delays.h"
#include "report/table/json.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* Waits that are being chosen. */
struct choosing {
    const struct serve_wait **chosen;
    size_t count, room;
    uint64_t time[DELAY_KINDS], calls[DELAY_KINDS];
};

static void choose(struct choosing *choosing, const struct serve_kept_waits *waits, uint32_t lane,
                   uint64_t from, uint64_t to)
{
    for (size_t i = serve_kept_waits_from(waits, lane, from);
         i < waits->first[lane + 1] && waits->all[i].start < to; i++) {
        const struct serve_wait *wait = &waits->all[i];
        uint64_t end = wait->until < to ? wait->until : to;
        choosing->time[wait->kind] += end - (wait->start > from ? wait->start : from);
        choosing->calls[wait->kind]++;
        choosing->chosen = memory_grow(choosing->chosen, &choosing->room, choosing->count + 1,
                                       sizeof *choosing->chosen);
        choosing->chosen[choosing->count++] = wait;
    }
}

static int by_length(const void *left, const void *right)
{
    const struct serve_wait *a = *(const struct serve_wait *const *)left,
                            *b = *(const struct serve_wait *const *)right;
    uint64_t first = a->until - a->start, second = b->until - b->start;
    if (first != second)
        return first > second ? -1 : 1;
    return a < b ? -1 : a > b; /* by lane and time */
}

static json_t *kinds_of(const struct choosing *choosing)
{
    json_t *kinds = json_array();
    for (size_t i = 0; i < DELAY_KINDS; i++) {
        json_t *kind = json_object();
        json_object_set_new(kind, "kind",
                            json_string(report_delays_kind((enum analysis_delay_kind)i)));
        json_object_set_new(kind, "time_ns", report_json_count(choosing->time[i]));
        json_object_set_new(kind, "visits", report_json_count(choosing->calls[i]));
        json_array_append_new(kinds, kind);
    }
    return kinds;
}

static json_t *wait_of(const struct archive *archive, const struct serve_wait *wait, uint64_t zero)
{
    json_t *one = json_object();
    json_object_set_new(one, "lane", json_integer(wait->lane));
    json_object_set_new(one, "start", report_json_count(number_minus(wait->start, zero)));
    json_object_set_new(one, "until", report_json_count(number_minus(wait->until, zero)));
    json_object_set_new(one, "kind", json_integer(wait->kind));
    json_object_set_new(one, "region", json_integer(archive->nodes.region[wait->node]));
    json_object_set_new(one, "for_lane", json_integer(archive->nodes.lane[wait->late]));
    json_object_set_new(one, "for_region", json_integer(archive->nodes.region[wait->late]));
    return one;
}

bool serve_wait_list(const struct serve_kept_waits *waits, const struct archive *archive,
                     const struct serve_lanes *lanes, const struct serve_range *range, size_t most,
                     struct serve_answer *answer)
{
    struct choosing choosing = {0};
    for (size_t i = 0; i < lanes->count; i++)
        choose(&choosing, waits, lanes->rows[i], range->zero + range->from,
               range->zero + range->to);
    if (choosing.count)
        qsort(choosing.chosen, choosing.count, sizeof(const struct serve_wait *), by_length);
    json_t *root = json_object(), *list = json_array();
    for (size_t i = 0; i < choosing.count && i < most; i++)
        json_array_append_new(list, wait_of(archive, choosing.chosen[i], range->zero));
    json_object_set_new(root, "total", report_json_count(choosing.count));
    json_object_set_new(root, "kinds", kinds_of(&choosing));
    json_object_set_new(root, "at_least", json_boolean(waits->at_least));
    json_object_set_new(root, "unknown", report_json_count(waits->unknown));
    json_object_set_new(root, "partial", report_json_count(waits->partial));
    json_object_set_new(root, "waits", list);
    free(choosing.chosen);
    return serve_answer_json(answer, root);
}
