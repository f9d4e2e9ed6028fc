/* timeline_long.c: finds the long visits of a lane, for the names in a timeline. */
#include "cube/timeline.h"

#include "archive/events/blocks.h"
#include "archive/time/cycle_spread.h"
#include "util/memory.h"

static void look_at(struct timeline_visits *visits, const struct archive *archive,
                    const struct event_block *block, const struct timeline *timeline,
                    uint64_t least)
{
    uint64_t base = spread_moment(archive, block->lane, block->base);
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t length = event_block_duration(block, i), start = base + block->start[i];
        if (length < least)
            continue;
        uint64_t end = start + length;
        uint64_t from = start > timeline->start ? start : timeline->start;
        uint64_t to = end < timeline->end ? end : timeline->end;
        if (to < from || to - from < least)
            continue;
        visits->visits =
            memory_grow(visits->visits, &visits->room, visits->count + 1, sizeof *visits->visits);
        visits->visits[visits->count++] =
            (struct timeline_span){start, end, archive->nodes.region[event_block_node(block, i)]};
    }
}

void timeline_find_long(struct timeline_visits *visits, const struct archive *archive,
                        uint32_t lane, const struct timeline *timeline, uint64_t least)
{
    size_t first, end;
    struct event_reader *reader = event_reader_new(archive);
    event_blocks_of_lane(archive, lane, &first, &end);
    for (size_t i = first; i < end; i++) {
        uint64_t base = spread_moment(archive, lane, archive->blocks.base[i]);
        uint64_t last = spread_moment(archive, lane, archive->blocks.end[i]);
        if (archive->blocks.duration_max[i] < least || base >= timeline->end ||
            last <= timeline->start)
            continue;
        const struct event_block *block =
            event_reader_get(reader, i, EVENT_WANT_START | EVENT_WANT_DURATION | EVENT_WANT_NODE);
        if (block)
            look_at(visits, archive, block, timeline, least);
    }
    event_reader_free(reader);
}
