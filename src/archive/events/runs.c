/* runs.c: finds which activity a lane runs, act by act. */
#include "archive/events/events.h"

#include "format/activity.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <triptych/probes.h>

#include <stdlib.h>

void archive_event_runs_begin(struct archive_event_runs *runs, const struct archive *archive,
                              uint32_t lane)
{
    runs->archive = archive;
    runs->lane = lane;
    runs->count = 0;
}

void archive_event_runs_free(struct archive_event_runs *runs)
{
    free(runs->tasks);
}

uint32_t archive_event_runs_act(struct archive_event_runs *runs, struct archive_act *act)
{
    const struct archive *archive = runs->archive;
    const uint32_t *depth = archive->events->depth;
    while (runs->count && (runs->tasks[runs->count - 1].end < act->start ||
                           depth[runs->tasks[runs->count - 1].node] >= depth[act->node]))
        runs->count--;
    uint32_t around =
        runs->count ? runs->tasks[runs->count - 1].activity : archive->lanes.activity[runs->lane];
    act->runs = around;
    if (act->activity != ARCHIVE_NONE &&
        archive->regions.kind[archive->nodes.region[act->node]] == TRI_KIND_TASK) {
        act->runs = act->activity;
        runs->tasks = memory_grow(runs->tasks, &runs->room, runs->count + 1, sizeof *runs->tasks);
        runs->tasks[runs->count++] = (struct event_task){act->end, act->node, act->activity};
    }
    return around;
}

/* True if places are of one program, which numbers them. */
static bool is_together(const struct archive_places *places, uint32_t a, uint32_t b)
{
    return places->name[b] && places->job[a] == places->job[b];
}

void archive_event_home(const struct archive *archive, uint32_t *place, uint32_t *number)
{
    const struct archive_places *places = &archive->places;
    if (!format_is_guest(*number))
        return;
    uint32_t name = format_guest_place(*number);
    for (uint32_t i = 0; i < places->rows; i++) {
        if (is_together(places, *place, i) && places->name[i] - 1 == name) {
            *place = i;
            *number = format_guest_number(*number);
            return;
        }
    }
}

uint32_t archive_activity(const struct archive *archive, uint32_t place, uint32_t number)
{
    struct archive_events *events = archive->events;
    const struct archive_activities *all = &archive->activities;
    if (!events->numbered && all->rows) {
        for (size_t i = 0; i < all->rows; i++)
            pairs_add(&events->numbers, all->place[i], all->number[i], (uint32_t)i);
        events->numbered = true;
    }
    archive_event_home(archive, &place, &number);
    uint32_t row = pairs_find(&events->numbers, place, number);
    return row == PAIRS_NONE ? ARCHIVE_NONE : row;
}
