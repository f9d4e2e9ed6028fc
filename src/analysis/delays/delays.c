/* delays.c: see delays.h */
#include "analysis/delays/delays.h"

#include "analysis/delays/waits.h"
#include "analysis/events_lack.h"
#include "format/event.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

static int by_time(const void *left, const void *right)
{
    const struct analysis_delay_item *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    if (a->cause != b->cause)
        return a->cause < b->cause ? -1 : 1;
    return a->late < b->late ? -1 : a->late > b->late;
}

static uint32_t region_of(const struct archive *archive, uint32_t node)
{
    return node == ARCHIVE_NONE ? 0 : archive->nodes.region[node];
}

static uint32_t place_of(const struct archive *archive, uint32_t node)
{
    return archive->lanes.place[archive->nodes.lane[node]];
}

static void add_wait(struct analysis_delays *delays, size_t *room, struct interned *keys,
                     const struct archive *archive, const struct analysis_delay_wait *wait)
{
    uint64_t time = number_minus(wait->until, wait->start);
    const uint32_t key[] = {wait->kind,
                            place_of(archive, wait->node),
                            region_of(archive, wait->node),
                            place_of(archive, wait->late),
                            region_of(archive, wait->late),
                            wait->doing,
                            region_of(archive, wait->after),
                            region_of(archive, wait->before)};
    uint32_t number = interned_add(keys, key, sizeof key);
    if (number == delays->count) {
        delays->items = memory_grow(delays->items, room, delays->count + 1, sizeof *delays->items);
        delays->items[delays->count++] = (struct analysis_delay_item){
            wait->kind, key[1], key[2], key[3], key[4], key[5], key[6], key[7], 0, 0};
    }
    delays->items[number].count++;
    delays->items[number].time = number_add(delays->items[number].time, time);
    delays->calls[wait->kind]++;
    delays->time[wait->kind] = number_add(delays->time[wait->kind], time);
    delays->all = number_add(delays->all, time);
}

struct analysis_delays analysis_delays_find(const struct archive *archive)
{
    struct analysis_delay_waits waits = analysis_delay_waits_find(archive);
    struct analysis_delays delays = {.unknown = waits.unknown, .partial = waits.partial};
    delays.at_least = analysis_events_lack(archive, FORMAT_EVENTS_COMM);
    struct interned *keys = interned_new();
    size_t room = 0;
    analysis_delay_causes_find(archive, &waits);
    for (size_t i = 0; i < waits.count; i++)
        add_wait(&delays, &room, keys, archive, &waits.all[i]);
    if (delays.count)
        qsort(delays.items, delays.count, sizeof *delays.items, by_time);
    free(waits.all);
    interned_free(keys);
    return delays;
}

void analysis_delays_free(struct analysis_delays *delays)
{
    free(delays->items);
    *delays = (struct analysis_delays){0};
}

uint32_t analysis_delays_data(const struct archive *archive, const struct analysis_delay_item *item)
{
    const struct archive_regions *regions = &archive->regions;
    uint32_t sent = regions->data[item->late], received = regions->received_data[item->region];
    if (item->kind == DELAY_LATE_RECEIVER) {
        sent = regions->data[item->region];
        received = regions->received_data[item->late];
    }
    return sent ? sent : received;
}
