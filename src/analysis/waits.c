/* waits.c: see waits.h. A lane can continue if it does not wait, or if those that it waits for can
 * continue. Lanes that cannot be reached so from a running lane are stuck. This finds circles, but
 * also lanes that wait for one in a circle, and barriers at which nobody can arrive any more. */
#include "analysis/waits.h"

#include "analysis/unfinished.h"
#include "format/object.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The search for waiting lanes. */
struct search {
    const struct archive *archive;
    struct analysis_waits *waits;
    struct pairs lane_of;  /* (place, activity) -> lane */
    uint32_t *stand;       /* lane -> its innermost unfinished visit; ARCHIVE_NONE: none */
    uint8_t *goes_on;      /* by lane: it can continue */
    uint32_t *place_count; /* by place: lanes that can continue */
};

/* Maps activities to lanes. The activity that a lane runs now precedes that of its thread. */
static void find_lanes(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    for (int round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < lanes->rows; i++) {
            if (round < 2 && lanes->ended[i])
                continue;
            pairs_add(&search->lane_of, lanes->place[i],
                      round == 0 ? lanes->runs[i] : lanes->activity[i], i);
        }
    }
}

static bool is_idle(const struct search *search, uint32_t lane)
{
    return search->archive->lanes.pool[lane] && search->stand[lane] == ARCHIVE_NONE;
}

static enum analysis_waits_for what_of(const struct search *search,
                                       const struct analysis_waits_item *item)
{
    const struct archive *archive = search->archive;
    uint32_t kind =
        item->object == ARCHIVE_NONE ? FORMAT_OBJECT_GONE : archive->objects.kind[item->object];
    switch (kind) {
    case FORMAT_OBJECT_THREAD:
        return item->holder_lane == ARCHIVE_NONE ? WAITS_FOR_ANYONE : WAITS_FOR_END;
    case FORMAT_OBJECT_BARRIER:
        return item->needed ? WAITS_FOR_OTHERS : WAITS_FOR_ANYONE;
    case FORMAT_OBJECT_MUTEX:
    case FORMAT_OBJECT_RWLOCK:
    case FORMAT_OBJECT_SPIN:
    case FORMAT_OBJECT_CRITICAL:
    case FORMAT_OBJECT_LOCK:
    case FORMAT_OBJECT_DESCRIBED:
        return item->holder_lane == ARCHIVE_NONE         ? WAITS_FOR_ANYONE
               : item->holder_lane == item->lane         ? WAITS_FOR_ITSELF
               : archive->lanes.ended[item->holder_lane] ? WAITS_FOR_ENDED
                                                         : WAITS_FOR_HOLDER;
    default:
        return WAITS_FOR_ANYONE;
    }
}

static void add_item(struct search *search, size_t row)
{
    const struct archive *archive = search->archive;
    const struct archive_objects *objects = &archive->objects;
    struct analysis_waits_item item = {
        .lane = archive->waits.lane[row],
        .object = archive->waits.object[row],
        .node = archive->waits.node[row],
        .since = archive->waits.since[row],
        .holder = ARCHIVE_NONE,
        .holder_lane = ARCHIVE_NONE,
        .holder_node = ARCHIVE_NONE,
        .next = ARCHIVE_NONE,
    };
    if (search->waits->item_of[item.lane])
        return; /* only in a damaged archive */
    if (item.object != ARCHIVE_NONE && objects->holder[item.object] != ARCHIVE_NONE) {
        item.holder = objects->holder[item.object];
        uint32_t lane = pairs_find(&search->lane_of, archive->lanes.place[item.lane], item.holder);
        item.holder_lane = lane == PAIRS_NONE ? ARCHIVE_NONE : lane;
    }
    if (item.holder_lane != ARCHIVE_NONE)
        item.holder_node = search->stand[item.holder_lane];
    if (item.object != ARCHIVE_NONE)
        item.needed = objects->needed[item.object];
    item.what = what_of(search, &item);
    search->waits->items[search->waits->count++] = item;
    search->waits->item_of[item.lane] = (uint32_t)search->waits->count;
}

static void count_at_barriers(struct search *search)
{
    const struct archive *archive = search->archive;
    struct analysis_waits *waits = search->waits;
    uint32_t *there = memory_zeroed(archive->objects.rows + 1, sizeof *there);
    for (size_t i = 0; i < waits->count; i++) {
        if (waits->items[i].object != ARCHIVE_NONE)
            there[waits->items[i].object]++;
    }
    for (size_t i = 0; i < waits->count; i++) {
        if (waits->items[i].object != ARCHIVE_NONE)
            waits->items[i].there = there[waits->items[i].object];
    }
    free(there);
}

static bool begins(const char *text, const char *with)
{
    return !strncasecmp(text, with, strlen(with));
}

/* True if the rest of a name, after "try" or "timed", says what is given up. */
static bool names_wait(const char *rest)
{
    static const char *const words[] = {"lock",  "wait",  "join", "rdlock", "wrlock",
                                        "rlock", "wlock", "read", "write",  "acquire"};
    rest += *rest == '_';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (begins(rest, words[i]))
            return true;
    }
    return false;
}

/* True for names of functions with a timeout: pthread_mutex_timedlock, pthread_cond_clockwait,
 * try_lock_for; not for registry_lock. */
static bool has_timeout(const char *name)
{
    for (const char *at = name; *at; at++) {
        if (at > name && (isalnum((unsigned char)at[-1]) &&
                          !(isupper((unsigned char)*at) && islower((unsigned char)at[-1]))))
            continue;
        if ((begins(at, "try") && names_wait(at + strlen("try"))) ||
            (begins(at, "timed") && names_wait(at + strlen("timed"))) ||
            (begins(at, "clock") && at[strlen("clock")] != '_' && names_wait(at + strlen("clock"))))
            return true;
    }
    return false;
}

/* True for a call with a timeout. */
static bool gives_up(const struct archive *archive, const struct analysis_waits_item *item)
{
    if (item->node == ARCHIVE_NONE)
        return false;
    uint32_t region = archive->nodes.region[item->node];
    const char *name = archive_text(archive, archive->regions.name[region]);
    return has_timeout(name);
}

/* True if the item can continue, by what is known so far. In a process that ended normally, lanes
 * that could have been woken were not stuck. */
static bool may_go_on(const struct search *search, const struct analysis_waits_item *item)
{
    const struct archive *archive = search->archive;
    uint32_t place = archive->lanes.place[item->lane];
    uint32_t state = archive->places.state[place];
    bool is_over = state == ARCHIVE_ENDED || state == ARCHIVE_REPLACED;
    if (gives_up(archive, item))
        return true;
    switch (item->what) {
    case WAITS_FOR_HOLDER:
        return search->goes_on[item->holder_lane];
    case WAITS_FOR_END:
        return archive->lanes.ended[item->holder_lane] ||
               (item->holder_lane != item->lane && search->goes_on[item->holder_lane]);
    case WAITS_FOR_OTHERS:
        return is_over || item->there + (uint64_t)search->place_count[place] >= item->needed;
    case WAITS_FOR_ANYONE:
        return is_over || search->place_count[place];
    case WAITS_FOR_ITSELF:
    case WAITS_FOR_ENDED:
        return false;
    }
    return true;
}

static void set_goes_on(struct search *search, uint32_t lane)
{
    search->goes_on[lane] = 1;
    search->place_count[search->archive->lanes.place[lane]]++;
}

static void find_stuck(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    struct analysis_waits *waits = search->waits;
    for (uint32_t i = 0; i < lanes->rows; i++) {
        if (!search->waits->item_of[i] && !lanes->ended[i] && !is_idle(search, i))
            set_goes_on(search, i);
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < waits->count; i++) {
            uint32_t lane = waits->items[i].lane;
            if (search->goes_on[lane] || !may_go_on(search, &waits->items[i]))
                continue;
            set_goes_on(search, lane);
            more = true;
        }
    }
    for (size_t i = 0; i < waits->count; i++) {
        waits->items[i].stuck = !search->goes_on[waits->items[i].lane];
        waits->stuck += waits->items[i].stuck;
    }
}

static bool waits_for_lane(const struct analysis_waits_item *item)
{
    return item->what == WAITS_FOR_HOLDER || item->what == WAITS_FOR_ITSELF ||
           item->what == WAITS_FOR_END;
}

/* Finds circles along the holders; each item is visited once. */
static void find_circles(struct search *search)
{
    struct analysis_waits *waits = search->waits;
    uint32_t *passed = memory_zeroed(waits->count + 1, sizeof *passed); /* by which start, plus 1 */
    for (uint32_t i = 0; i < waits->count; i++) {
        uint32_t lane = waits->items[i].holder_lane;
        if (waits_for_lane(&waits->items[i]) && search->waits->item_of[lane])
            waits->items[i].next = search->waits->item_of[lane] - 1;
    }
    for (uint32_t i = 0; i < waits->count; i++) {
        uint32_t at = i;
        while (at != ARCHIVE_NONE && !passed[at]) {
            passed[at] = i + 1;
            at = waits->items[at].next;
        }
        if (at == ARCHIVE_NONE || passed[at] != i + 1 || !waits->items[at].stuck)
            continue;
        waits->circles++;
        for (; !waits->items[at].circle; at = waits->items[at].next)
            waits->items[at].circle = waits->circles;
    }
    free(passed);
}

/* Sorts circles first, each in the order in which its lanes wait for each other; then stuck
 * lanes. */
static void put_in_order(struct analysis_waits *waits)
{
    struct analysis_waits_item *ordered = memory_zeroed(waits->count + 1, sizeof *ordered);
    uint32_t *place = memory_zeroed(waits->count + 1, sizeof *place); /* new index, plus 1 */
    size_t count = 0;
    for (int round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < waits->count; i++) {
            bool now = round == 0   ? waits->items[i].circle != 0
                       : round == 1 ? waits->items[i].stuck
                                    : true;
            for (uint32_t at = i; now && at != ARCHIVE_NONE && !place[at];
                 at = round ? ARCHIVE_NONE : waits->items[at].next) {
                ordered[count] = waits->items[at];
                place[at] = (uint32_t)++count;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (ordered[i].next != ARCHIVE_NONE)
            ordered[i].next = place[ordered[i].next] - 1;
    }
    for (uint32_t i = 0; i < count; i++)
        waits->item_of[ordered[i].lane] = i + 1;
    free(waits->items);
    free(place);
    waits->items = ordered;
}

struct analysis_waits analysis_waits_find(const struct archive *archive)
{
    struct analysis_waits waits = {0};
    size_t lanes = archive->lanes.rows;
    if (!archive->waits.rows)
        return waits;
    struct search search = {.archive = archive, .waits = &waits};
    waits.items = memory_zeroed(archive->waits.rows, sizeof *waits.items);
    waits.item_of = memory_zeroed(lanes, sizeof *waits.item_of);
    search.stand = analysis_unfinished_visits(archive);
    search.goes_on = memory_zeroed(lanes, sizeof *search.goes_on);
    search.place_count = memory_zeroed(archive->places.rows, sizeof *search.place_count);
    find_lanes(&search);
    for (size_t i = 0; i < archive->waits.rows; i++)
        add_item(&search, i);
    count_at_barriers(&search);
    find_stuck(&search);
    find_circles(&search);
    put_in_order(&waits);
    waits.is_deadlock = waits.circles > 0;
    for (size_t i = 0; i < waits.count; i++)
        waits.is_deadlock |= waits.items[i].stuck && waits.items[i].what == WAITS_FOR_ENDED;
    pairs_free(&search.lane_of);
    free(search.stand);
    free(search.goes_on);
    free(search.place_count);
    return waits;
}

void analysis_waits_free(struct analysis_waits *waits)
{
    free(waits->items);
    free(waits->item_of);
    *waits = (struct analysis_waits){0};
}

bool analysis_waits_is_missing(const struct archive *archive, const struct analysis_waits *waits,
                               uint32_t lane, uint32_t object)
{
    if (archive->lanes.place[lane] != archive->objects.place[object] || archive->lanes.ended[lane])
        return false;
    uint32_t item = waits->item_of ? waits->item_of[lane] : 0;
    return item ? waits->items[item - 1].object != object : !archive->lanes.pool[lane];
}
