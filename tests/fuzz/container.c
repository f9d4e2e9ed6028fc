/* container.c: see container.h */
#include "container.h"

#include "format/event.h"

#include <string.h>

/* Inputs that are kept name files by their numbers: add at the end. */
static const char *const paths[] = {
    "run.json",
    "places/0/place",
    "places/0/regions",
    "places/0/strings",
    "places/0/profile-0",
    "places/0/profile-1",
    "places/1/place",
    "places/1/regions",
    "places/1/strings",
    "places/1/profile-0",
    "places/2/place",
    "places/2/profile-7",
    "places/next",
    "tables/archive/version.u32",
    "tables/strings/offset.u64",
    "tables/strings/bytes.u8",
    "tables/nodes/other.f64",
    "tables/nodes/notes.txt",
    "tables/regions/kind.u32",
    "tables/regions/flags.u32",
    "tables/regions/mode.u32",
    "tables/regions/reason.u32",
    "tables/regions/seq.u32",
    "tables/regions/line.u32",
    "tables/regions/end_line.u32",
    "tables/regions/routine.u32",
    "tables/regions/name.u32",
    "tables/regions/file.u32",
    "tables/regions/dir.u32",
    "tables/regions/note.u32",
    "tables/regions/visits.u64",
    "tables/places/number.u32",
    "tables/places/pid.u32",
    "tables/places/parent_pid.u32",
    "tables/places/parent.u32",
    "tables/places/clock.u32",
    "tables/places/state.u32",
    "tables/places/alive.u8",
    "tables/places/error.u32",
    "tables/places/start.u64",
    "tables/places/end.u64",
    "tables/places/real_start.u64",
    "tables/places/making.u64",
    "tables/places/host.u32",
    "tables/places/program.u32",
    "tables/places/command.u32",
    "tables/places/why.u32",
    "tables/places/damage.u32",
    "tables/places/cost_clock.f64",
    "tables/places/cost_pair.f64",
    "tables/places/cost_inside.f64",
    "tables/places/cost_count.f64",
    "tables/lanes/place.u32",
    "tables/lanes/number.u32",
    "tables/lanes/name.u32",
    "tables/lanes/tid.u64",
    "tables/lanes/start.u64",
    "tables/lanes/end.u64",
    "tables/lanes/running.u8",
    "tables/lanes/at_least.u8",
    "tables/lanes/forked.u8",
    "tables/nodes/lane.u32",
    "tables/nodes/region.u32",
    "tables/nodes/parent.u32",
    "tables/nodes/timed.u8",
    "tables/nodes/count.u64",
    "tables/nodes/time.u64",
    "tables/nodes/min.u64",
    "tables/nodes/max.u64",
    "tables/nodes/open.u32",
    "tables/nodes/open_time.u64",
    "tables/nodes/trips.u64",
    "tables/nodes/trips_min.u64",
    "tables/nodes/trips_max.u64",
    "tables/nodes/bytes.u64",
    "tables/nodes/left.u64",
    "tables/event_logs/place.u32",
    "tables/event_logs/number.u32",
    "tables/event_logs/kinds.u32",
    "tables/event_logs/keep.u32",
    "tables/event_logs/limit.u64",
    "tables/event_logs/dropped.u64",
    "tables/event_logs/lost.u64",
    "tables/event_logs/error.u32",
    "tables/event_blocks/lane.u32",
    "tables/event_blocks/first.u64",
    "tables/event_blocks/base.u64",
    "tables/event_blocks/end.u64",
    "tables/event_blocks/count.u16",
    "places/0/events-0",
    "places/0/events-1",
    "places/1/events-0",
    "tables/events/start.u8",
    "tables/events/duration.u8",
    "tables/events/node.u8",
    "tables/events/values.u8",
    "tables/events/dictionary.u32",
    "tables/event_parts/at.u64",
    "tables/event_parts/size.u32",
    "places/0/objects",
    "places/1/objects",
    "tables/places/collects.u32",
    "tables/places/openmp.u32",
    "tables/lanes/ended.u8",
    "tables/lanes/pool.u8",
    "tables/lanes/activity.u32",
    "tables/lanes/parent.u32",
    "tables/lanes/runs.u32",
    "tables/objects/place.u32",
    "tables/objects/kind.u32",
    "tables/objects/region.u32",
    "tables/objects/holder.u32",
    "tables/objects/readers.u32",
    "tables/objects/waiting.u32",
    "tables/objects/needed.u32",
    "tables/objects/since.u64",
    "tables/objects/got.u64",
    "tables/objects/waited.u64",
    "tables/waits/lane.u32",
    "tables/waits/object.u32",
    "tables/waits/node.u32",
    "tables/waits/since.u64",
    "tables/activities/place.u32",
    "tables/activities/number.u32",
    "tables/activities/parent.u32",
    "tables/activities/kind.u32",
    "tables/activities/made_at.u32",
    "tables/activities/body.u32",
    "tables/activities/made_on.u32",
    "tables/activities/first_lane.u32",
    "tables/activities/parts.u32",
    "tables/activities/moves.u32",
    "tables/activities/created.u64",
    "tables/activities/start.u64",
    "tables/activities/end.u64",
    "tables/activities/ran.u64",
    "tables/activities/first_after.u32",
    "tables/activities/after_count.u32",
    "tables/dependences/activity.u32",
    "tables/dependences/on.u32",
    "places/0/samples",
    "places/1/samples",
    "tables/samples/lane.u32",
    "tables/samples/region.u32",
    "tables/samples/from.u64",
    "tables/samples/to.u64",
    "tables/samples/time.u64",
    "tables/samples/visits.u64",
    "tables/samples/bytes.u64",
    "tables/cycles/lane.u32",
    "tables/cycles/cycle.u32",
    "tables/cycles/region.u32",
    "tables/cycles/visits.u32",
    "tables/cycles/ended.u32",
    "tables/cycles/time.u64",
    "tables/cycles/bytes.u64",
    "tables/cycle_shape/start.u64",
    "tables/cycle_shape/length.u64",
    "tables/cycle_shape/count.u32",
    "tables/cycles/waits.u32",
    "places/0/communicators",
    "places/1/communicators",
    "places/0/members",
    "places/1/members",
    "tables/places/rank.u32",
    "tables/places/ranks.u32",
    "tables/places/job.u64",
    "tables/communicators/place.u32",
    "tables/communicators/number.u32",
    "tables/communicators/id.u64",
    "tables/communicators/kind.u32",
    "tables/communicators/rank.u32",
    "tables/communicators/size.u32",
    "tables/communicators/remote_size.u32",
    "tables/communicators/first_member.u64",
    "tables/communicators/made.u64",
    "tables/communicators/freed.u64",
    "tables/members/rank.u32",
    "tables/messages/communicator.u32",
    "tables/messages/source.u32",
    "tables/messages/target.u32",
    "tables/messages/tag.u32",
    "tables/messages/bytes.u64",
    "tables/messages/send.u32",
    "tables/messages/receive.u32",
    "tables/messages/send_start.u64",
    "tables/messages/send_end.u64",
    "tables/messages/receive_start.u64",
    "tables/messages/receive_end.u64",
    "tables/messages/finish.u32",
    "tables/messages/post.u32",
    "tables/messages/finish_start.u64",
    "tables/messages/finish_end.u64",
    "tables/messages/post_start.u64",
    "tables/collectives/instance.u32",
    "tables/collectives/communicator.u32",
    "tables/collectives/number.u64",
    "tables/collectives/place.u32",
    "tables/collectives/kind.u32",
    "tables/collectives/root.u32",
    "tables/collectives/size.u32",
    "tables/collectives/given.u64",
    "tables/collectives/taken.u64",
    "tables/collectives/begin.u32",
    "tables/collectives/begin_start.u64",
    "tables/collectives/begin_end.u64",
    "tables/collectives/end.u32",
    "tables/collectives/end_start.u64",
    "tables/collectives/end_end.u64",
    "tables/lanes/peer.u32",
    "tables/lanes/tag.u32",
    "tables/event_parts/plain.u32",
    "tables/event_parts/patches.u16",
    "tables/event_parts/as.u8",
    "tables/event_blocks/last.u64",
    "tables/event_blocks/early.u64",
    "tables/event_blocks/duration_min.u64",
    "tables/event_blocks/duration_max.u64",
    "tables/event_blocks/has.u32",
    "tables/event_blocks/bytes_min.u64",
    "tables/event_blocks/bytes_max.u64",
    "tables/event_blocks/trips_min.u64",
    "tables/event_blocks/trips_max.u64",
    "tables/event_blocks/dictionary.u64",
    "tables/event_blocks/nodes.u16",
};

const char *container_path(unsigned number)
{
    return number < sizeof paths / sizeof paths[0] ? paths[number] : NULL;
}

size_t container_header(const char *path)
{
    return strstr(path, "/events-") ? sizeof(struct format_events) : 0;
}

/* With the gap that it has on disk. */
static struct folder_memory_file expand(const char *path, const unsigned char *bytes, size_t size)
{
    static unsigned char logs[4][2 * FORMAT_PIECE_SIZE];
    static unsigned next;
    unsigned char *log = logs[next++ % 4];
    size_t header = container_header(path);
    memset(log, 0, sizeof logs[0]);
    memcpy(log, bytes, size < header ? size : header);
    size_t rest = size > header ? size - header : 0;
    if (rest > FORMAT_PIECE_SIZE)
        rest = FORMAT_PIECE_SIZE;
    if (rest)
        memcpy(log + FORMAT_SLOTS_AT, bytes + header, rest);
    return (struct folder_memory_file){path, log, rest ? FORMAT_SLOTS_AT + rest : size};
}

size_t container_open(const unsigned char *bytes, size_t size,
                      struct folder_memory_file files[CONTAINER_FILES])
{
    size_t count = 0;
    while (size > 5 && count < CONTAINER_FILES) {
        uint32_t length;
        const char *path = container_path(bytes[0]);
        memcpy(&length, bytes + 1, sizeof length);
        bytes += 5;
        size -= 5;
        if (length > size)
            length = (uint32_t)size;
        if (path)
            files[count++] = container_header(path)
                                 ? expand(path, bytes, length)
                                 : (struct folder_memory_file){path, bytes, length};
        bytes += length;
        size -= length;
    }
    return count;
}
