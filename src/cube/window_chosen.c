/* window_chosen.c: see window_chosen.h */
#include "cube/window_chosen.h"

#include "cube/window_walk.h"
#include "util/memory.h"

#include <stdlib.h>

struct cube_chosen {
    const struct archive_pyramid *pyramid;
    struct cube_window *window;
    uint32_t *index; /* by row of lanes: its index in the window; ARCHIVE_NONE: it is not wanted */
    uint8_t *done;   /* by row of lanes: all its visits have come */
    uint32_t lane, root; /* the lane whose visits come now; ARCHIVE_NONE: none */
    uint64_t last;       /* start of its last visit, in ns since the start of the run */
    uint64_t end;        /* of the window */
    struct archive_pyramid_bin bin;
    struct window_making making;
    struct archive_innermost innermost;
};

struct cube_chosen *cube_chosen_new(struct cube_window_reader *reader,
                                    const struct cube_window_request *request,
                                    struct cube_window *window, struct error *error)
{
    if (!cube_window_empty(reader, request, window, error))
        return NULL;
    struct cube_chosen *chosen = memory_zeroed(1, sizeof *chosen);
    chosen->pyramid = cube_window_pyramid(reader);
    chosen->window = window;
    chosen->lane = ARCHIVE_NONE;
    size_t lanes = chosen->pyramid->archive->lanes.rows;
    chosen->index = memory_zeroed(lanes + 1, sizeof *chosen->index);
    chosen->done = memory_zeroed(lanes + 1, sizeof *chosen->done);
    for (size_t i = 0; i < lanes; i++)
        chosen->index[i] = request->lanes ? ARCHIVE_NONE : (uint32_t)i;
    for (size_t i = 0; request->lanes && i < request->lane_count; i++)
        chosen->index[request->lanes[i]] = (uint32_t)i;
    chosen->end = (window->start - chosen->pyramid->zero) + (window->bins << window->level);
    return chosen;
}

/* Gives stretches to the bins, without those of the lane itself. */
static void take(void *to, const struct archive_innermost_stretch *stretches, size_t count)
{
    struct cube_chosen *chosen = to;
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        if (stretches[i].node != chosen->root)
            continue;
        if (first < i)
            window_making_add(&chosen->making, stretches + first, i - first);
        window_making_skip(&chosen->making, stretches[i].end, stretches[i].begun);
        first = i + 1;
    }
    if (first < count)
        window_making_add(&chosen->making, stretches + first, count - first);
}

static void end_lane(struct cube_chosen *chosen)
{
    if (chosen->lane == ARCHIVE_NONE)
        return;
    chosen->done[chosen->lane] = 1;
    archive_innermost_end(&chosen->innermost);
    window_making_end(&chosen->making);
    chosen->lane = ARCHIVE_NONE;
}

static void begin_lane(struct cube_chosen *chosen, uint32_t lane)
{
    const struct archive_pyramid *pyramid = chosen->pyramid;
    const struct archive *archive = pyramid->archive;
    const struct cube_window *window = chosen->window;
    uint64_t first = (window->start - pyramid->zero) >> window->level;
    uint64_t start =
        archive_pyramid_moment(archive, pyramid->zero, lane, archive->lanes.start[lane]);
    uint64_t end = archive_pyramid_moment(archive, pyramid->zero, lane, archive->lanes.end[lane]);
    chosen->lane = lane;
    chosen->last = 0;
    chosen->root = pyramid->nodes.rows[pyramid->nodes.first[lane]];
    chosen->innermost.take = take;
    chosen->innermost.to = chosen;
    archive_innermost_begin(&chosen->innermost, start, end, chosen->root);
    window_making_begin(&chosen->making, pyramid, &chosen->bin, lane, window->level, first,
                        first + window->bins, window->items + chosen->index[lane] * window->bins);
    chosen->making.now = start;
}

bool cube_chosen_add(struct cube_chosen *chosen, uint32_t lane, uint32_t node, uint64_t start,
                     uint64_t end)
{
    const struct archive *archive = chosen->pyramid->archive;
    if (lane >= archive->lanes.rows || node >= archive->nodes.rows ||
        archive->nodes.lane[node] != lane || chosen->index[lane] == ARCHIVE_NONE)
        return true; /* damaged, or not wanted */
    if (lane != chosen->lane) {
        end_lane(chosen);
        if (chosen->done[lane])
            return false;
        begin_lane(chosen, lane);
    }
    start = archive_pyramid_moment(archive, chosen->pyramid->zero, lane, start);
    end = archive_pyramid_moment(archive, chosen->pyramid->zero, lane, end);
    if (start < chosen->last)
        return false;
    chosen->last = start;
    if (node == chosen->root || start >= chosen->end)
        return true;
    archive_innermost_reach(&chosen->innermost, start);
    archive_innermost_enter(&chosen->innermost, end, node);
    return true;
}

void cube_chosen_end(struct cube_chosen *chosen)
{
    if (!chosen)
        return;
    end_lane(chosen);
    archive_innermost_free(&chosen->innermost);
    archive_pyramid_bin_free(&chosen->bin);
    free(chosen->index);
    free(chosen->done);
    free(chosen);
}
