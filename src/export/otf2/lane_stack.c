/* lane_stack.c: see lane_stack.h */
#include "export/otf2/lane_stack.h"

#include "util/memory.h"

#include <triptych/probes.h>

void foreign_lane_push(struct foreign_lane_reader *reader, struct lane_frame frame, uint32_t region)
{
    struct raw_write_lane *lane = reader->lane;
    reader->frames =
        memory_grow(reader->frames, &reader->frame_room, reader->depth + 1, sizeof *reader->frames);
    reader->frames[reader->depth++] = frame;
    archive_raw_write_enter(
        lane, archive_raw_write_node(lane, archive_raw_write_inside(lane), region), reader->now);
}

bool foreign_lane_unwind(struct foreign_lane_reader *reader, uint64_t ref, bool context)
{
    size_t depth = reader->depth;
    while (depth &&
           (reader->frames[depth - 1].ref != ref || reader->frames[depth - 1].context != context))
        depth--;
    if (!depth)
        return false;
    for (; reader->depth > depth; reader->depth--)
        archive_raw_write_leave(reader->lane, reader->now, true);
    return true;
}

void foreign_lane_enter_context(struct foreign_lane_reader *reader, uint64_t context)
{
    foreign_lane_push(reader,
                      (struct lane_frame){
                          .ref = context, .context = true, .kept = true, .kind = TRI_KIND_ROUTINE},
                      foreign_place_context(reader->place, context));
}

void foreign_lane_leave_context(struct foreign_lane_reader *reader, uint64_t context)
{
    if (!foreign_lane_unwind(reader, context, true)) {
        reader->unmatched++;
        return;
    }
    reader->depth--;
    archive_raw_write_leave(reader->lane, reader->now, false);
}
