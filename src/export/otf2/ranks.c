/* ranks.c: see ranks.h */
#include "export/otf2/ranks.h"

#include "format/communicator.h"

#include <stdlib.h>

/* The members of a group. */
struct group {
    const uint64_t *values; /* values of its definition; NULL if it is not known */
    uint64_t count;
    bool self; /* MPI_COMM_SELF: each process is alone */
};

static size_t comm_count(const struct foreign_trace *trace)
{
    return foreign_trace_count(trace, FOREIGN_DEFINITION_COMM) +
           foreign_trace_count(trace, FOREIGN_DEFINITION_INTER_COMM);
}

/* Returns the values of a communicator's definition; *inter is set for intercommunicators. */
static const uint64_t *comm_values(const struct foreign_trace *trace, uint32_t comm, bool *inter)
{
    size_t plain = foreign_trace_count(trace, FOREIGN_DEFINITION_COMM);
    *inter = comm >= plain;
    return *inter ? foreign_trace_at(trace, FOREIGN_DEFINITION_INTER_COMM, comm - plain)
                  : foreign_trace_at(trace, FOREIGN_DEFINITION_COMM, comm);
}

static struct group group_of(const struct foreign_trace *trace, uint64_t ref)
{
    uint32_t number = foreign_trace_find(trace, FOREIGN_DEFINITION_GROUP, ref);
    if (number == PAIRS_NONE)
        return (struct group){0};
    const uint64_t *values = foreign_trace_at(trace, FOREIGN_DEFINITION_GROUP, number);
    bool self = values[TRACE_GROUP_TYPE] == OTF2_GROUP_TYPE_COMM_SELF;
    return (struct group){values, self ? 1 : values[TRACE_GROUP_COUNT], self};
}

/* Returns the group of one side of a communicator. */
static struct group group_on(const struct foreign_trace *trace, uint32_t comm, uint32_t side)
{
    bool inter;
    const uint64_t *values = comm_values(trace, comm, &inter);
    if (side && !inter)
        return (struct group){0};
    return group_of(trace, values[side ? TRACE_COMM_OTHER : TRACE_COMM_GROUP]);
}

/* Returns the world rank of member i of a group; FORMAT_ANY if it is not known. */
static uint32_t rank_at(const struct foreign_ranks *ranks, const struct group *group, uint64_t i)
{
    if (!group->values || group->self || i >= group->count)
        return FORMAT_ANY;
    uint64_t member = group->values[TRACE_GROUP_MEMBERS + i];
    uint64_t type = group->values[TRACE_GROUP_TYPE];
    if (type == OTF2_GROUP_TYPE_COMM_GROUP)
        return member < ranks->world_size ? (uint32_t)member : FORMAT_ANY;
    return pairs_find(&ranks->by_location, (uint32_t)(member >> 32), (uint32_t)member);
}

/* Returns the location group of a location; PAIRS_NONE if it is not known. */
static uint32_t place_of(const struct foreign_trace *trace, uint64_t location)
{
    uint32_t number = foreign_trace_find(trace, FOREIGN_DEFINITION_LOCATION, location);
    if (number == PAIRS_NONE)
        return PAIRS_NONE;
    const uint64_t *values = foreign_trace_at(trace, FOREIGN_DEFINITION_LOCATION, number);
    return foreign_trace_find(trace, FOREIGN_DEFINITION_LOCATION_GROUP, values[TRACE_LANE_PLACE]);
}

/* Finds the locations that are MPI ranks. */
static void find_world(struct foreign_ranks *ranks)
{
    const struct foreign_trace *trace = ranks->trace;
    for (size_t i = 0; i < foreign_trace_count(trace, FOREIGN_DEFINITION_GROUP); i++) {
        const uint64_t *values = foreign_trace_at(trace, FOREIGN_DEFINITION_GROUP, i);
        if (values[TRACE_GROUP_TYPE] != OTF2_GROUP_TYPE_COMM_LOCATIONS ||
            values[TRACE_GROUP_PARADIGM] != OTF2_PARADIGM_MPI)
            continue;
        ranks->world = values + TRACE_GROUP_MEMBERS;
        ranks->world_size = (uint32_t)values[TRACE_GROUP_COUNT];
        break;
    }
    for (uint32_t rank = 0; rank < ranks->world_size; rank++) {
        uint64_t location = ranks->world[rank];
        uint32_t place = place_of(trace, location);
        pairs_add(&ranks->by_location, (uint32_t)(location >> 32), (uint32_t)location, rank);
        if (place != PAIRS_NONE && ranks->rank_of[place] == ARCHIVE_NONE)
            ranks->rank_of[place] = rank;
    }
}

static void add_member(struct foreign_ranks *ranks, struct rank_member member)
{
    ranks->members = memory_grow(ranks->members, &ranks->member_room, ranks->member_count + 1,
                                 sizeof *ranks->members);
    ranks->members[ranks->member_count++] = member;
}

/* Adds the members of one side of a communicator. */
static void add_members(struct foreign_ranks *ranks, uint32_t comm, uint32_t side)
{
    struct group group = group_on(ranks->trace, comm, side);
    uint64_t count = group.self ? ranks->world_size : group.count;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t rank = group.self ? (uint32_t)i : rank_at(ranks, &group, i);
        uint32_t place =
            rank == FORMAT_ANY ? PAIRS_NONE : place_of(ranks->trace, ranks->world[rank]);
        if (place != PAIRS_NONE && ranks->rank_of[place] == rank)
            add_member(ranks,
                       (struct rank_member){place, comm, group.self ? 0 : (uint32_t)i, side});
    }
}

static int by_place(const void *left, const void *right)
{
    const struct rank_member *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return a->comm < b->comm ? -1 : a->comm > b->comm;
}

/* Returns MPI_COMM_WORLD, or a communicator like it; ARCHIVE_NONE if there is none. */
static uint32_t find_world_comm(const struct foreign_ranks *ranks)
{
    for (uint32_t i = 0; i < comm_count(ranks->trace); i++) {
        struct group group = group_on(ranks->trace, i, 0);
        bool all = group.values && !group.self && group.count == ranks->world_size &&
                   !group_on(ranks->trace, i, 1).values;
        for (uint64_t j = 0; all && j < group.count; j++)
            all = rank_at(ranks, &group, j) == j;
        if (all)
            return i;
    }
    return ARCHIVE_NONE;
}

void foreign_ranks_find(struct foreign_ranks *ranks, const struct foreign_trace *trace)
{
    size_t places = foreign_trace_count(trace, FOREIGN_DEFINITION_LOCATION_GROUP);
    *ranks = (struct foreign_ranks){.trace = trace};
    ranks->rank_of = memory_zeroed(places + 1, sizeof *ranks->rank_of);
    for (size_t i = 0; i <= places; i++)
        ranks->rank_of[i] = ARCHIVE_NONE;
    find_world(ranks);
    ranks->world_comm = find_world_comm(ranks);
    for (uint32_t comm = 0; comm < comm_count(trace); comm++) {
        add_members(ranks, comm, 0);
        add_members(ranks, comm, 1);
    }
    if (ranks->member_count)
        qsort(ranks->members, ranks->member_count, sizeof *ranks->members, by_place);
}

void foreign_ranks_free(struct foreign_ranks *ranks)
{
    pairs_free(&ranks->by_location);
    free(ranks->rank_of);
    free(ranks->members);
}

/* Returns the id of a communicator: see format/communicator.h. */
static uint64_t id_of(const struct foreign_ranks *ranks, const struct rank_member *member,
                      const struct group *first)
{
    if (first->self)
        return ((uint64_t)ranks->rank_of[member->place] + 1) << 32;
    if (member->comm == ranks->world_comm)
        return 0;
    uint32_t leader = rank_at(ranks, first, 0);
    return (uint64_t)(leader == FORMAT_ANY ? 0 : leader) << 32 | ((uint64_t)member->comm + 1);
}

/* Writes a communicator of a place; returns its number in the place. */
static uint32_t write_one(const struct foreign_ranks *ranks, const struct rank_member *member,
                          struct raw_write *to)
{
    struct group groups[] = {group_on(ranks->trace, member->comm, member->side),
                             group_on(ranks->trace, member->comm, !member->side)};
    struct group first = group_on(ranks->trace, member->comm, 0);
    uint32_t remote = groups[1].values ? (uint32_t)groups[1].count : 0;
    uint32_t *members = NULL;
    if (!member->rank && !member->side) {
        members = memory_zeroed((size_t)groups[0].count + remote + 1, sizeof *members);
        for (uint64_t i = 0; i < groups[0].count; i++)
            members[i] = first.self ? ranks->rank_of[member->place] : rank_at(ranks, &first, i);
        for (uint64_t i = 0; i < remote; i++)
            members[groups[0].count + i] = rank_at(ranks, &groups[1], i);
    }
    struct archive_raw_write_communicator communicator = {
        .id = id_of(ranks, member, &first),
        .kind = remote ? FORMAT_COMMUNICATOR_INTER : FORMAT_COMMUNICATOR_INTRA,
        .rank = member->rank,
        .size = (uint32_t)groups[0].count,
        .remote_size = remote,
        .members = members,
    };
    uint32_t number = archive_raw_write_communicator(to, &communicator);
    free(members);
    return number;
}

/* Returns the index of a place's first membership. */
static size_t first_of(const struct foreign_ranks *ranks, uint32_t place)
{
    size_t low = 0, high = ranks->member_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranks->members[middle].place < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void foreign_comms_write(struct foreign_comms *comms, const struct foreign_ranks *ranks,
                         uint32_t place, struct raw_write *to)
{
    size_t first = first_of(ranks, place), end = first;
    while (end < ranks->member_count && ranks->members[end].place == place)
        end++;
    *comms = (struct foreign_comms){.ranks = ranks, .own = ranks->rank_of[place]};
    comms->all = memory_zeroed(end - first + 1, sizeof *comms->all);
    for (size_t i = first; i < end; i++) {
        const struct rank_member *member = &ranks->members[i];
        bool inter;
        uint64_t ref = comm_values(ranks->trace, member->comm, &inter)[TRACE_SELF];
        uint32_t number = (uint32_t)comms->count;
        if (pairs_add(&comms->by_ref, (uint32_t)(ref >> 32), (uint32_t)ref, number) != number)
            continue; /* the place is in both groups, or twice in one */
        comms->all[comms->count++] = (struct foreign_comm){
            .comm = member->comm, .side = member->side, .number = write_one(ranks, member, to)};
    }
}

void foreign_comms_free(struct foreign_comms *comms)
{
    pairs_free(&comms->by_ref);
    free(comms->all);
    *comms = (struct foreign_comms){0};
}

struct foreign_comm *foreign_comms_find(const struct foreign_comms *comms, uint64_t ref)
{
    uint32_t number = pairs_find(&comms->by_ref, (uint32_t)(ref >> 32), (uint32_t)ref);
    return number == PAIRS_NONE ? NULL : &comms->all[number];
}

/* Returns the world rank of a rank in its own, or the other, group. */
static uint32_t rank_in(const struct foreign_comms *comms, const struct foreign_comm *comm,
                        bool other, uint64_t rank)
{
    struct group group =
        group_on(comms->ranks->trace, comm->comm, other ? !comm->side : comm->side);
    return group.self ? comms->own : rank_at(comms->ranks, &group, rank);
}

uint32_t foreign_comm_peer(const struct foreign_comms *comms, const struct foreign_comm *comm,
                           uint64_t rank)
{
    bool inter;
    comm_values(comms->ranks->trace, comm->comm, &inter);
    return rank_in(comms, comm, inter, rank);
}

uint32_t foreign_comm_root(const struct foreign_comms *comms, const struct foreign_comm *comm,
                           uint64_t rank)
{
    bool inter;
    comm_values(comms->ranks->trace, comm->comm, &inter);
    return inter || rank >= UINT32_MAX - 16 ? FORMAT_ANY : rank_in(comms, comm, false, rank);
}
