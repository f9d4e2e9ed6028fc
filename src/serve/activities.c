/* activities.c: see activities.h */
#include "serve/activities.h"

#include "analysis/stalls.h"
#include "analysis/waits.h"
#include "format/object.h"
#include "report/table/json.h"
#include "serve/range.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum { USUAL = 500, MOST = 100000 };

static json_t *row_or_null(uint32_t row)
{
    return row == ARCHIVE_NONE ? json_null() : json_integer(row);
}

/* Returns "PLACE-N"; null for ARCHIVE_NONE. */
static json_t *id_of(const struct archive *archive, uint32_t place, uint32_t number)
{
    char id[ARCHIVE_NAME];
    if (number == ARCHIVE_NONE)
        return json_null();
    archive_activity_name(archive, place, number, id);
    return json_string(id);
}

static json_t *moment_of(uint64_t zero, uint64_t moment)
{
    return moment == ARCHIVE_UNKNOWN ? json_null() : report_json_count(number_minus(moment, zero));
}

/* Activities in the order in which the answer has them. */
struct order {
    const struct archive_activities *all;
    uint32_t *rows;
    size_t count;
};

static int by_time(const void *left, const void *right, void *with)
{
    const struct archive_activities *all = with;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (all->ran[a] != all->ran[b])
        return all->ran[a] > all->ran[b] ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int by_row(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

/* Chooses the activities of a time range: if there are too many, those that ran longest. Returns
 * how many there are. */
static size_t choose(struct order *order, const struct serve_range *range, size_t most)
{
    const struct archive_activities *all = order->all;
    for (uint32_t i = 0; i < all->rows; i++) {
        uint64_t start = all->start[i] == ARCHIVE_UNKNOWN ? all->created[i] : all->start[i];
        if (start < range->zero + range->to && all->end[i] >= range->zero + range->from)
            order->rows[order->count++] = i;
    }
    size_t total = order->count;
    if (total > most) {
        qsort_r(order->rows, total, sizeof *order->rows, by_time, (void *)all);
        order->count = most;
        qsort(order->rows, most, sizeof *order->rows, by_row);
    }
    return total;
}

static json_t *activity_at(const struct archive *archive, uint32_t row, uint64_t zero)
{
    static const char *const kinds[] = {
        [ARCHIVE_THREAD] = "thread", [ARCHIVE_IMPLICIT] = "implicit", [ARCHIVE_TASK] = "task"};
    const struct archive_activities *all = &archive->activities;
    uint32_t kind = all->kind[row];
    bool known = kind >= ARCHIVE_THREAD && kind <= ARCHIVE_TASK;
    json_t *activity = json_object();
    json_object_set_new(activity, "id", id_of(archive, all->place[row], all->number[row]));
    json_object_set_new(activity, "creator", id_of(archive, all->place[row], all->parent[row]));
    json_object_set_new(activity, "kind", json_string(known ? kinds[kind] : ""));
    json_object_set_new(activity, "place", json_integer(all->place[row]));
    json_object_set_new(activity, "lane", row_or_null(all->first_lane[row]));
    json_object_set_new(activity, "created", moment_of(zero, all->created[row]));
    json_object_set_new(activity, "begin", moment_of(zero, all->start[row]));
    json_object_set_new(activity, "end", moment_of(zero, all->end[row]));
    json_object_set_new(activity, "ran", report_json_count(all->ran[row]));
    json_object_set_new(activity, "moves", json_integer(all->moves[row]));
    json_object_set_new(activity, "region", json_integer(all->body[row]));
    json_object_set_new(activity, "made_at", json_integer(all->made_at[row]));
    return activity;
}

/* Returns whom a lane waits for. */
static json_t *holders_of(const struct archive *archive, const struct analysis_waits *waits,
                          const struct analysis_waits_item *item)
{
    json_t *ids = json_array();
    uint32_t place = archive->lanes.place[item->lane];
    if (item->holder != ARCHIVE_NONE)
        json_array_append_new(ids, id_of(archive, place, item->holder));
    for (uint32_t lane = 0; item->what == WAITS_FOR_OTHERS && lane < archive->lanes.rows; lane++) {
        if (analysis_waits_is_missing(archive, waits, lane, item->object))
            json_array_append_new(
                ids, id_of(archive, archive->lanes.place[lane], archive->lanes.runs[lane]));
    }
    return ids;
}

/* Returns the waits of threads that have not ended: for locks, barriers, other threads. */
static void add_waits(json_t *list, const struct archive *archive, uint64_t zero)
{
    struct analysis_waits waits = analysis_waits_find(archive);
    for (size_t i = 0; i < waits.count; i++) {
        const struct analysis_waits_item *item = &waits.items[i];
        bool object = item->object != ARCHIVE_NONE;
        json_t *wait = json_object();
        json_object_set_new(
            wait, "activity",
            id_of(archive, archive->lanes.place[item->lane], archive->lanes.runs[item->lane]));
        json_object_set_new(wait, "lane", json_integer(item->lane));
        json_object_set_new(
            wait, "in",
            object ? json_string(format_object_word(archive->objects.kind[item->object]))
                   : json_null());
        json_object_set_new(wait, "object",
                            object ? json_integer(archive->objects.region[item->object])
                                   : json_null());
        json_object_set_new(wait, "region",
                            item->node == ARCHIVE_NONE
                                ? json_null()
                                : json_integer(archive->nodes.region[item->node]));
        json_object_set_new(wait, "since",
                            item->since ? moment_of(zero, item->since) : json_null());
        json_object_set_new(wait, "for", holders_of(archive, &waits, item));
        json_object_set_new(wait, "stuck", json_boolean(item->stuck));
        json_object_set_new(wait, "circle", json_integer(item->circle));
        json_array_append_new(list, wait);
    }
    analysis_waits_free(&waits);
}

/* Returns the waits of ranks that have not ended: in calls of MPI. */
static void add_stalls(json_t *list, const struct archive *archive, uint64_t zero)
{
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    for (size_t i = 0; i < stalls.count; i++) {
        const struct analysis_stall *item = &stalls.items[i];
        json_t *wait = json_object(), *peers = json_array();
        if (item->peer != ARCHIVE_NONE)
            json_array_append_new(peers, id_of(archive, item->peer, 0));
        json_object_set_new(
            wait, "activity",
            id_of(archive, archive->lanes.place[item->lane], archive->lanes.runs[item->lane]));
        json_object_set_new(wait, "lane", json_integer(item->lane));
        json_object_set_new(wait, "in", json_string("mpi"));
        json_object_set_new(wait, "object", json_null());
        json_object_set_new(wait, "region", json_integer(archive->nodes.region[item->node]));
        json_object_set_new(wait, "since", moment_of(zero, item->since));
        json_object_set_new(wait, "for", peers);
        json_object_set_new(wait, "stuck", json_boolean(item->circle && !item->met));
        json_object_set_new(wait, "circle", json_integer(item->circle));
        json_array_append_new(list, wait);
    }
    analysis_stalls_free(&stalls);
}

bool serve_activities(struct serve_run *run, const struct serve_request *request,
                      struct serve_answer *answer)
{
    struct error error = {0};
    struct serve_range range;
    uint64_t most = USUAL;
    struct archive *archive = run->archive;
    if (!serve_range_read(&range, request, archive, answer))
        return false;
    if (!serve_values_number(&request->values, "most", 1, MOST, &most))
        return serve_answer_error(answer, SERVE_BAD_REQUEST, "`most` must be from 1 to 100000",
                                  NULL);
    if (!archive_find_activities(archive, &error) || !archive_find_messages(archive, &error))
        return serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    struct order order = {.all = &archive->activities};
    order.rows = memory_zeroed(archive->activities.rows + 1, sizeof *order.rows);
    size_t total = choose(&order, &range, (size_t)most);
    json_t *root = json_object(), *list = json_array(), *waits = json_array();
    for (size_t i = 0; i < order.count; i++)
        json_array_append_new(list, activity_at(archive, order.rows[i], range.zero));
    add_waits(waits, archive, range.zero);
    add_stalls(waits, archive, range.zero);
    json_object_set_new(root, "activities", list);
    json_object_set_new(root, "total", report_json_count(total));
    json_object_set_new(root, "waits", waits);
    free(order.rows);
    return serve_answer_json(answer, root);
}
