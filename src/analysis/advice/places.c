/* places.c: finds needless moves and copies between places, and activities that others wait for. */
#include "analysis/advice/facts.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum { SAME = 10, LATE = 2 }; /* percent: of a directive's moves; of the time of all lanes */
enum { FEW = 64 };            /* bytes of a copy that hardly cost anything */

/* The moves of one directive. */
struct moved {
    uint64_t moves, same, bytes;
    uint64_t slow, slow_same; /* those that took time: an activity that stays is run at once */
    uint64_t self;            /* ns: without the blocks that ran in it */
};

static struct moved *add_moves(const struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    struct moved *all = memory_zeroed(archive->regions.rows + 1, sizeof *all);
    uint8_t *counted = memory_zeroed(archive->nodes.rows + 1, 1);
    for (size_t i = 0; i < archive->moves.rows; i++) {
        uint32_t node = archive->moves.node[i];
        struct moved *to = &all[archive->nodes.region[node]];
        bool same = archive->moves.source[i] == archive->moves.target[i] &&
                    !archive_move_is_access(archive, i);
        to->moves++;
        to->same += same;
        bool is_slow = archive->moves.end[i] > archive->moves.start[i];
        to->slow += is_slow;
        to->slow_same += is_slow && same;
        to->bytes = number_add(to->bytes, same ? archive->moves.bytes[i] : 0);
        if (!counted[node])
            to->self = number_add(to->self, facts->cube->self[node]);
        counted[node] = 1;
    }
    free(counted);
    return all;
}

/* Meaning of the numbers: count: moves to the same place; bytes: copied by these; others: all moves
 * of the directive. The cost is their share of its own time, by those that took time. */
void advice_same_place(struct advice_facts *facts)
{
    struct moved *all = add_moves(facts);
    for (uint32_t i = 1; i < facts->archive->regions.rows; i++) {
        struct analysis_advice_finding finding = advice_of_lanes(facts, ADVICE_SAME_PLACE);
        if (!all[i].same || all[i].same * 100 < all[i].moves * SAME)
            continue;
        if (all[i].slow_same)
            finding.cost =
                (uint64_t)((double)all[i].self * (double)all[i].slow_same / (double)all[i].slow);
        finding.count = all[i].same;
        finding.bytes = all[i].bytes;
        finding.others = all[i].moves;
        advice_site(&finding, i);
        advice_add(facts, finding, 0);
    }
    free(all);
}

/* Meaning of the numbers: count: calls that led to other places; bytes: copied by these; others:
 * all calls; the second site is the array, if it is the only one. The cost is the time of those
 * that led elsewhere. */
void advice_few_elements(struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    const struct archive_moves *all = &archive->moves;
    struct analysis_advice_finding *found = memory_zeroed(archive->regions.rows + 1, sizeof *found);
    const uint32_t several = UINT32_MAX;
    uint32_t *array = memory_zeroed(archive->regions.rows + 1, sizeof *array);
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t region = archive->nodes.region[all->node[i]];
        struct analysis_advice_finding *to = &found[region];
        if (!archive_move_is_access(archive, i))
            continue;
        if (!array[region])
            *to = advice_of_lanes(facts, ADVICE_FEW_ELEMENTS);
        array[region] =
            !array[region] || array[region] == all->object[i] ? all->object[i] : several;
        to->others++;
        if (all->source[i] == all->target[i])
            continue;
        to->count++;
        to->bytes = number_add(to->bytes, number_add(all->bytes[i], all->bytes_back[i]));
        to->cost = number_add(to->cost, all->end[i] - all->start[i]);
    }
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        if (found[i].count < 2 || found[i].bytes / found[i].count > FEW)
            continue;
        advice_site(&found[i], i);
        if (array[i] != several)
            advice_site(&found[i], array[i]);
        advice_add(facts, found[i], LATE);
    }
    free(array);
    free(found);
}

/* Meaning of the numbers: count: moves that took the variable along; bytes: their sum; others: the
 * row of captures; ratio: enum archive_variable_use. */
void advice_needless_copy(struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    const struct archive_variables *all = &archive->variables;
    uint64_t *bytes = memory_zeroed(archive->captures.rows + 1, sizeof *bytes);
    uint64_t *count = memory_zeroed(archive->captures.rows + 1, sizeof *count);
    uint32_t *use = memory_zeroed(archive->captures.rows + 1, sizeof *use);
    struct moved *moved = add_moves(facts);
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t capture = all->capture[i];
        bytes[capture] = number_add(bytes[capture], all->bytes[i]);
        count[capture]++;
        use[capture] = all->use[i];
    }
    for (uint32_t i = 0; i < archive->captures.rows; i++) {
        struct analysis_advice_finding finding = advice_of_lanes(facts, ADVICE_NEEDLESS_COPY);
        uint32_t region = archive->captures.region[i];
        bool is_large = count[i] && bytes[i] / count[i] > sizeof(void *);
        if (!use[i] || !is_large)
            continue;
        finding.cost = moved[region].self;
        finding.count = count[i];
        finding.bytes = bytes[i];
        finding.others = i;
        finding.ratio = use[i];
        advice_site(&finding, region);
        advice_add(facts, finding, 0);
    }
    free(bytes);
    free(count);
    free(use);
    free(moved);
}

/* Meaning of the numbers: count: visits of the finish; time: the longest time for which it waited
 * for one activity alone; others: the row of that activity. */
void advice_late_activity(struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    const struct archive_finishes *all = &archive->finishes;
    struct analysis_advice_finding *found = memory_zeroed(archive->regions.rows + 1, sizeof *found);
    for (size_t i = 0; i < all->rows; i++) {
        struct analysis_advice_finding *to = &found[archive->nodes.region[all->node[i]]];
        bool alone = all->participant_count[i] < 2;
        if (!to->count)
            *to = advice_of_lanes(facts, ADVICE_LATE_ACTIVITY);
        to->count++;
        if (alone || all->last[i] == ARCHIVE_NONE)
            continue;
        to->cost = number_add(to->cost, all->late[i]);
        if (all->late[i] >= to->time) {
            to->time = all->late[i];
            to->others = all->last[i];
            to->place = all->place[i];
        }
    }
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        if (!found[i].time)
            continue;
        advice_site(&found[i], i);
        advice_site(&found[i], archive->activities.made_at[found[i].others]);
        advice_add(facts, found[i], LATE);
    }
    free(found);
}
