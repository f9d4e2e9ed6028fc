/* traffic.c: see traffic.h */
#include "cube/traffic.h"

#include "archive/time/cycle_spread.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>

bool traffic_is_known(const struct archive *archive)
{
    return archive->messages.rows || archive->collectives.rows;
}

/* The caller's function that takes ends. */
struct giving {
    const struct archive *archive;
    traffic_take *take;
    void *to;
};

static void give(const struct giving *giving, enum traffic_way way, uint32_t node, uint32_t kind,
                 uint64_t moment, uint64_t bytes)
{
    const struct archive *archive = giving->archive;
    uint32_t lane = archive->nodes.lane[node];
    giving->take(giving->to, &(struct traffic_end){
                                 .way = way,
                                 .lane = lane,
                                 .region = archive->nodes.region[node],
                                 .kind = kind == ARCHIVE_NONE ? 0 : archive->nodes.region[kind],
                                 .moment = archive_spread_moment(archive, lane, moment),
                                 .bytes = bytes,
                             });
}

static void give_collectives(const struct giving *giving)
{
    const struct archive_collectives *all = &giving->archive->collectives;
    for (size_t i = 0; i < all->rows; i++) {
        if (all->begin[i] != ARCHIVE_NONE && all->given[i])
            give(giving, TRAFFIC_SENT, all->begin[i], all->begin[i], all->begin_start[i],
                 all->given[i]);
        if (all->end[i] != ARCHIVE_NONE && all->taken[i])
            give(giving, TRAFFIC_RECEIVED, all->end[i], all->begin[i], all->end_end[i],
                 all->taken[i]);
    }
}

void traffic_each(const struct archive *archive, traffic_take *take, void *to)
{
    const struct archive_messages *messages = &archive->messages;
    struct giving giving = {archive, take, to};
    give_collectives(&giving);
    for (size_t i = 0; i < messages->rows; i++) {
        if (messages->send[i] != ARCHIVE_NONE)
            give(&giving, TRAFFIC_SENT, messages->send[i], messages->send[i],
                 messages->send_start[i], messages->bytes[i]);
        if (messages->receive[i] != ARCHIVE_NONE)
            give(&giving, TRAFFIC_RECEIVED, messages->receive[i], messages->send[i],
                 messages->receive_end[i], messages->bytes[i]);
    }
}

uint32_t traffic_size(uint64_t bytes)
{
    if (bytes == ARCHIVE_UNKNOWN)
        return TRAFFIC_SIZES - 1;
    return bytes ? 64 - (uint32_t)__builtin_clzll(bytes) : 0;
}

char *traffic_size_label(uint32_t size)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (size == TRAFFIC_SIZES - 1)
        return memory_string("unknown size");
    if (size < 2)
        return memory_string(size ? "1 byte" : "0 bytes");
    uint32_t low = size - 1, from = 1u << low % 10, to = 1u << size % 10;
    if (low < 9)
        return memory_printf("%u to %u bytes", from, to - 1);
    if (low / 10 == size / 10)
        return memory_printf("%u to %u %s", from, to, units[low / 10]);
    return memory_printf("%u %s to 1 %s", from, units[low / 10],
                         size / 10 < 7 ? units[size / 10] : "ZiB");
}

uint32_t *traffic_kinds(const struct archive *archive)
{
    size_t rows = archive->regions.rows;
    uint32_t *kinds = memory_zeroed(rows, sizeof *kinds),
             *first = memory_zeroed(rows, sizeof *first);
    struct interned *names = interned_new();
    for (uint32_t i = 1; i < rows; i++) {
        uint32_t count = interned_count(names);
        uint32_t name = interned_add_text(names, archive_text(archive, archive->regions.name[i]));
        if (name == count)
            first[name] = i;
        kinds[i] = first[name];
    }
    interned_free(names);
    free(first);
    return kinds;
}
