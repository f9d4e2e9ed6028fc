/* late.c: see late.h */
#include "analysis/late.h"

#include "format/place.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* One call that waited, as one of its messages says. */
struct wait {
    uint32_t node;  /* of the receive */
    uint64_t start; /* of the call */
    uint64_t until; /* when the message was sent, or the call ended */
    size_t message;
};

struct waits {
    struct wait *all;
    size_t count, room;
};

static int by_call(const void *left, const void *right)
{
    const struct wait *a = left, *b = right;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->until != b->until)
        return a->until > b->until ? -1 : 1; /* the last one first */
    return a->message < b->message ? -1 : a->message > b->message;
}

static int by_time(const void *left, const void *right)
{
    const struct late_item *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Processes of one machine have one clock, unless it is that of each thread. */
static bool share_clock(const struct archive *archive, uint32_t a, uint32_t b)
{
    const struct archive_places *places = &archive->places;
    return places->host[a] == places->host[b] && places->clock[a] == places->clock[b] &&
           places->clock[a] != FORMAT_CLOCK_CPU;
}

static void add_wait(struct waits *waits, const struct archive_messages *messages, size_t i)
{
    uint64_t sent = messages->send_start[i], end = messages->receive_end[i];
    if (sent <= messages->receive_start[i])
        return;
    waits->all = memory_grow(waits->all, &waits->room, waits->count + 1, sizeof *waits->all);
    waits->all[waits->count++] =
        (struct wait){messages->receive[i], messages->receive_start[i], sent < end ? sent : end, i};
}

static struct waits find_waits(const struct archive *archive, uint64_t *unknown)
{
    const struct archive_messages *messages = &archive->messages;
    struct waits waits = {0};
    for (size_t i = 0; i < messages->rows; i++) {
        bool matched = messages->send[i] != ARCHIVE_NONE && messages->receive[i] != ARCHIVE_NONE &&
                       messages->source[i] != ARCHIVE_NONE && messages->target[i] != ARCHIVE_NONE;
        if (matched && share_clock(archive, messages->source[i], messages->target[i]))
            add_wait(&waits, messages, i);
        else if (matched)
            ++*unknown;
    }
    if (waits.count)
        qsort(waits.all, waits.count, sizeof *waits.all, by_call);
    return waits;
}

struct late late_find(const struct archive *archive)
{
    const struct archive_messages *messages = &archive->messages;
    struct late late = {0};
    struct interned *keys = interned_new();
    struct waits waits = find_waits(archive, &late.unknown);
    size_t room = 0;
    for (size_t i = 0; i < waits.count; i++) {
        const struct wait *wait = &waits.all[i];
        if (i && wait->node == wait[-1].node && wait->start == wait[-1].start)
            continue;
        const uint32_t key[] = {messages->target[wait->message], archive->nodes.region[wait->node],
                                messages->source[wait->message],
                                archive->nodes.region[messages->send[wait->message]]};
        uint32_t number = interned_add(keys, key, sizeof key);
        if (number == late.count) {
            late.items = memory_grow(late.items, &room, late.count + 1, sizeof *late.items);
            late.items[late.count++] = (struct late_item){key[0], key[1], key[2], key[3], 0, 0};
        }
        late.items[number].count++;
        late.items[number].time =
            number_add(late.items[number].time, number_minus(wait->until, wait->start));
    }
    if (late.count)
        qsort(late.items, late.count, sizeof *late.items, by_time);
    free(waits.all);
    interned_free(keys);
    return late;
}

void late_free(struct late *late)
{
    free(late->items);
    *late = (struct late){0};
}
