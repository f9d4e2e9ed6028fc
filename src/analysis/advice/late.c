/* late.c: finds MPI calls that wait for a late rank, as in Scalasca, where no other finding
 * explains it. */
#include "analysis/advice/facts.h"

#include "archive/messages/mpi_calls.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum {
    LEAST = 5,         /* % of the ranks' time */
    LEAST_TO_ALL = 10, /* the same: small differences of the ranks' work show at every collective
                          operation; see imbalance.c */
    MOST = 50,         /* % of the waiting time is for one rank: it is the late one */
};

/* Waits of one kind, in one call, for another call. */
struct group {
    enum analysis_delay_kind kind;
    uint32_t region, late; /* rows of regions: the waiting call, the late call */
    uint64_t time, count;
    const struct analysis_delay_item *longest;
    uint32_t cause; /* row of places: the rank that is waited for longest */
    uint64_t by_cause;
    uint64_t by_uneven; /* time of waits for the rank with more work, if there is one */
};

/* All groups of waits. */
struct groups {
    struct group *all;
    size_t count, room;
    uint64_t *shares; /* ns: of a rank in the waits of a group */
    size_t share_count, share_room;
    struct interned *keys, *share_keys;
};

static struct group *group_of(struct groups *groups, const struct analysis_delay_item *item)
{
    const uint32_t key[] = {item->kind, item->region, item->late};
    uint32_t number = interned_add(groups->keys, key, sizeof key);
    if (number == groups->count) {
        groups->all =
            memory_grow(groups->all, &groups->room, groups->count + 1, sizeof *groups->all);
        groups->all[groups->count++] = (struct group){
            .kind = item->kind,
            .region = item->region,
            .late = item->late,
            .longest = item, /* the items are sorted by time */
            .cause = ARCHIVE_NONE,
        };
    }
    return &groups->all[number];
}

/* Adds a wait to its late rank's sum in the group; returns the sum. */
static uint64_t add_share(struct groups *groups, const struct group *group,
                          const struct analysis_delay_item *item)
{
    const uint32_t key[] = {(uint32_t)(group - groups->all), item->cause};
    uint32_t number = interned_add(groups->share_keys, key, sizeof key);
    if (number == groups->share_count) {
        groups->shares = memory_grow(groups->shares, &groups->share_room, groups->share_count + 1,
                                     sizeof *groups->shares);
        groups->shares[groups->share_count++] = 0;
    }
    groups->shares[number] = number_add(groups->shares[number], item->time);
    return groups->shares[number];
}

static void find_groups(const struct advice_facts *facts, struct groups *groups)
{
    const struct analysis_delays *delays = facts->delays;
    const struct analysis_advice_finding *uneven = advice_of_kind(facts->to, ADVICE_IMBALANCE);
    for (size_t i = 0; i < delays->count; i++) {
        const struct analysis_delay_item *item = &delays->items[i];
        struct group *group = group_of(groups, item);
        uint64_t share = add_share(groups, group, item);
        group->time = number_add(group->time, item->time);
        group->count = number_add(group->count, item->count);
        if (uneven && item->cause == uneven->place)
            group->by_uneven = share;
        if (share > group->by_cause) {
            group->by_cause = share;
            group->cause = item->cause;
        }
    }
}

static bool has_site(const struct analysis_advice_finding *finding, uint32_t region)
{
    for (size_t i = 0; finding && i < finding->site_count; i++) {
        if (finding->sites[i] == region)
            return true;
    }
    return false;
}

/* True if one of the first findings is about the same calls and covers most of that time. */
static bool is_said(const struct analysis_advice *advice, size_t first, const struct group *group)
{
    for (size_t i = 0; i < first; i++) {
        const struct analysis_advice_finding *finding = &advice->findings[i];
        bool same = has_site(finding, group->region) || has_site(finding, group->late);
        if (same && 2.0 * (double)finding->cost >= (double)group->time)
            return true;
    }
    return false;
}

/* True if the late rank does I/O, and a finding about I/O exists. */
static bool is_io(const struct advice_facts *facts, const struct group *group)
{
    uint32_t doing = group->longest->doing;
    return (advice_of_kind(facts->to, ADVICE_ONE_WRITER) ||
            advice_of_kind(facts->to, ADVICE_IO_IN_TURN)) &&
           facts->archive->regions.kind[doing] == TRI_KIND_IO;
}

static enum analysis_advice_kind kind_of(enum analysis_delay_kind kind)
{
    return kind == DELAY_LATE_SENDER     ? ADVICE_LATE_SENDER
           : kind == DELAY_LATE_RECEIVER ? ADVICE_LATE_RECEIVER
                                         : ADVICE_LATE_TO_ALL;
}

/* Returns the group in which ranks wait longest for the rank with more work: this is the same
 * finding as the load imbalance. Other calls in which they wait for it are separate findings. */
static const struct group *find_same(const struct advice_facts *facts, const struct groups *groups)
{
    const struct analysis_advice_finding *uneven = advice_of_kind(facts->to, ADVICE_IMBALANCE);
    const struct group *found = NULL;
    for (size_t i = 0; uneven && i < groups->count; i++) {
        const struct group *group = &groups->all[i];
        bool calls = archive_mpi_is_call(facts->archive, group->longest->doing);
        if (!calls && 100.0 * (double)group->by_uneven >= MOST * (double)group->time &&
            (!found || group->by_uneven > found->by_uneven))
            found = group;
    }
    return found;
}

/* Adds to the load imbalance where other ranks wait for it. */
static void tell_imbalance(struct advice_facts *facts, const struct group *group)
{
    for (size_t i = 0; group && i < facts->to->count; i++) {
        if (facts->to->findings[i].kind == ADVICE_IMBALANCE)
            facts->to->findings[i].wait = group->longest;
    }
}

/* Meaning of the numbers: count: waiting calls; place: the rank that is waited for during `ratio`
 * of the time. */
static void add_group(struct advice_facts *facts, const struct group *group)
{
    struct analysis_advice_finding finding = advice_of_ranks(facts, kind_of(group->kind));
    bool one = 100.0 * (double)group->by_cause >= MOST * (double)group->time;
    finding.cost = group->time;
    finding.count = group->count;
    finding.ratio = group->time ? (double)group->by_cause / (double)group->time : 0;
    finding.place = group->cause;
    finding.wait = group->longest;
    advice_site(&finding, group->region);
    advice_site(&finding, group->late);
    /* If lanes wait for cores, a late rank may only have waited for one. */
    bool crowded = facts->efficiency->crowding.crowded;
    bool untold = facts->efficiency->evidence == EFFICIENCY_BY_TIME &&
                  finding.kind == ADVICE_LATE_TO_ALL; /* it is unknown which rank has more work */
    if (!crowded || (one && !facts->efficiency->preempted && !untold))
        advice_add(facts, finding, finding.kind == ADVICE_LATE_TO_ALL ? LEAST_TO_ALL : LEAST);
}

/* True for waits at a barrier that is a finding of its own: barrier.c. It is none if it is begun by
 * one call and awaited in another. */
static bool is_barrier(const struct advice_facts *facts, const struct group *group)
{
    return group->kind == DELAY_BARRIER &&
           format_mpi_operation(facts->archive->regions.mpi[group->region]) == FORMAT_MPI_BARRIER;
}

void advice_late(struct advice_facts *facts)
{
    struct groups groups = {.keys = interned_new(), .share_keys = interned_new()};
    find_groups(facts, &groups);
    const struct group *same = find_same(facts, &groups);
    size_t first = facts->to->count;
    tell_imbalance(facts, same);
    for (size_t i = 0; i < groups.count; i++) {
        const struct group *group = &groups.all[i];
        if (group != same && !is_barrier(facts, group) && !is_said(facts->to, first, group) &&
            !is_io(facts, group))
            add_group(facts, group);
    }
    interned_free(groups.keys);
    interned_free(groups.share_keys);
    free(groups.shares);
    free(groups.all);
}
