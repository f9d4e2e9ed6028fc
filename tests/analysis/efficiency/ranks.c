/* ranks.c: see ranks.h */
#include "ranks.h"

#include <assert.h>
#include <string.h>

enum { WORLD = 1, TAG = 5 };

static const struct {
    const char *name;
    uint32_t kind, flags, parent; /* a site; 0: the root */
} sites[RANKS_SITES] = {
    [RANKS_MAIN] = {"main", TRI_KIND_ROUTINE, 0, 0},
    [RANKS_INIT] = {"MPI_Init", TRI_KIND_COMM, 0, RANKS_MAIN},
    [RANKS_LOOP] = {"", TRI_KIND_LOOP, 0, RANKS_MAIN},
    [RANKS_OUTER] = {"", TRI_KIND_LOOP, 0, RANKS_MAIN},
    [RANKS_INNER] = {"", TRI_KIND_LOOP, 0, RANKS_OUTER},
    [RANKS_SEND] = {"MPI_Send", TRI_KIND_COMM, TRI_WRITES, RANKS_MAIN},
    [RANKS_RECV] = {"MPI_Recv", TRI_KIND_COMM, TRI_READS, RANKS_MAIN},
    [RANKS_ISEND] = {"MPI_Isend", TRI_KIND_COMM, TRI_WRITES, RANKS_MAIN},
    [RANKS_IRECV] = {"MPI_Irecv", TRI_KIND_COMM, TRI_READS, RANKS_MAIN},
    [RANKS_WAIT] = {"MPI_Wait", TRI_KIND_COMM, 0, RANKS_MAIN},
    [RANKS_BARRIER] = {"MPI_Barrier", TRI_KIND_CLOCK, 0, RANKS_MAIN},
    [RANKS_ALLREDUCE] = {"MPI_Allreduce", TRI_KIND_COMM, TRI_READS | TRI_WRITES, RANKS_INNER},
    [RANKS_BCAST] = {"MPI_Bcast", TRI_KIND_COMM, TRI_READS | TRI_WRITES, RANKS_MAIN},
    [RANKS_REDUCE] = {"MPI_Reduce", TRI_KIND_COMM, TRI_READS | TRI_WRITES, RANKS_MAIN},
    [RANKS_SCAN] = {"MPI_Scan", TRI_KIND_COMM, TRI_READS | TRI_WRITES, RANKS_MAIN},
    [RANKS_WRITE] = {"fwrite", TRI_KIND_IO, TRI_WRITES, RANKS_MAIN},
    [RANKS_OMP] = {"end of parallel", TRI_KIND_FINISH, 0, RANKS_MAIN},
    [RANKS_LOCK] = {"omp critical", TRI_KIND_ATOMIC, 0, RANKS_MAIN},
    [RANKS_OBJECT] = {"critical sum", TRI_KIND_OBJECT, 0, RANKS_LOCK},
    [RANKS_TASK] = {"omp task", TRI_KIND_TASK, 0, RANKS_MAIN},
    [RANKS_TASKWAIT] = {"omp taskwait", TRI_KIND_FINISH, 0, RANKS_MAIN},
    [RANKS_PARALLEL] = {"omp parallel", TRI_KIND_PARALLEL, 0, RANKS_MAIN},
    [RANKS_IMPLICIT] = {"implicit task", TRI_KIND_TASK, 0, RANKS_PARALLEL},
    [RANKS_SHARED] = {"", TRI_KIND_LOOP, 0, RANKS_IMPLICIT},
    [RANKS_END] = {"end of parallel", TRI_KIND_FINISH, 0, RANKS_IMPLICIT},
    [RANKS_CALL] = {"MPI_Barrier", TRI_KIND_CLOCK, 0, RANKS_IMPLICIT},
    [RANKS_IBARRIER] = {"MPI_Ibarrier", TRI_KIND_CLOCK, 0, RANKS_MAIN},
    [RANKS_PROBE] = {"MPI_Probe", TRI_KIND_COMM, 0, RANKS_MAIN},
    [RANKS_TEST] = {"MPI_Test", TRI_KIND_COMM, 0, RANKS_MAIN},
    [RANKS_WORK] = {"work", TRI_KIND_ROUTINE, 0, RANKS_MAIN},
    [RANKS_FENCE] = {"MPI_Win_fence", TRI_KIND_COMM, 0, RANKS_MAIN},
};

static void add_rank(struct ranks *ranks, uint32_t number, uint32_t size)
{
    struct ranks_one *rank = &ranks->rank[number];
    rank->place = made_add_place(ranks->made);
    rank->place->record.parent_place = -1;
    rank->place->record.state = FORMAT_PLACE_EXITED;
    rank->profile = made_add_profile(rank->place);
    rank->root = made_lane(rank->profile, 0, "a", MADE_START, MADE_START + 1);
    made_rank(rank->place, number, size);
    for (uint32_t i = 1; i < RANKS_SITES; i++) {
        struct format_region row = {.kind = sites[i].kind,
                                    .flags = sites[i].flags,
                                    .seq = sites[i].kind == TRI_KIND_LOOP ? i - RANKS_LOOP + 1 : 0,
                                    .line = i,
                                    .end_line = i,
                                    .routine = i > RANKS_MAIN ? RANKS_MAIN : 0};
        uint32_t region = made_region(rank->place, row, sites[i].name, "made.c", "");
        uint32_t up = sites[i].parent ? rank->node[sites[i].parent] : rank->root;
        rank->node[i] = made_node(rank->profile, up, region, 0, 0);
    }
}

struct ranks ranks_new(uint32_t count, uint32_t size)
{
    struct ranks ranks = {.made = made_new(), .count = count};
    ranks.kinds = FORMAT_EVENTS_COMM | FORMAT_EVENTS_IO;
    for (uint32_t i = 0; i < count; i++)
        add_rank(&ranks, i, size);
    return ranks;
}

void ranks_free(struct ranks *ranks)
{
    analysis_advice_free(&ranks->advice);
    analysis_delays_free(&ranks->delays);
    analysis_efficiency_free(&ranks->efficiency);
    if (ranks->cube)
        cube_free(ranks->cube);
    if (ranks->archive)
        archive_close(ranks->archive);
    made_free(ranks->made);
}

static void add_time(struct ranks_one *rank, enum ranks_site site, uint64_t ns)
{
    struct format_node *node = made_at(rank->profile, rank->node[site]);
    node->time += ns;
    if (ns < node->min)
        node->min = ns;
    if (ns > node->max)
        node->max = ns;
}

void ranks_compute(struct ranks *ranks, uint32_t rank, uint64_t ns)
{
    ranks->rank[rank].now += ns;
}

static void be_in(struct ranks_one *rank, enum ranks_site site, uint64_t ns)
{
    made_at(rank->profile, rank->node[site])->count++;
    add_time(rank, site, ns);
    rank->now += ns;
}

void ranks_loop(struct ranks *ranks, uint32_t rank, uint64_t ns)
{
    be_in(&ranks->rank[rank], RANKS_LOOP, ns);
}

void ranks_work(struct ranks *ranks, uint32_t rank, uint64_t ns)
{
    be_in(&ranks->rank[rank], RANKS_WORK, ns);
}

void ranks_call(struct ranks *ranks, uint32_t number, enum ranks_site site, uint64_t until)
{
    struct ranks_one *rank = &ranks->rank[number];
    uint64_t start = rank->now, ns = until > start ? until - start : 0;
    rank->now += ns;
    made_at(rank->profile, rank->node[site])->count++;
    for (uint32_t at = site; at && at != RANKS_MAIN; at = sites[at].parent)
        add_time(rank, at, ns);
    if (!ranks->silent)
        made_act(rank->place, rank->node[site], MADE_START + start, (uint32_t)ns);
}

static void visit(struct ranks_one *rank, enum ranks_site site, uint64_t ns)
{
    made_at(rank->profile, rank->node[site])->count++;
    add_time(rank, site, ns);
}

static void add_worker(struct ranks *ranks, uint32_t rank, uint32_t number, uint64_t useful,
                       enum ranks_site other, uint64_t ns)
{
    struct made_profile *profile = ranks->rank[rank].profile;
    uint64_t end = MADE_START + ranks->rank[rank].now;
    uint32_t root = made_lane(profile, number, "b", MADE_START, end);
    made_lane_of(profile, root)->flags |= FORMAT_LANE_POOL;
    uint32_t task = made_node(profile, root, RANKS_IMPLICIT, 1, useful + ns);
    made_node(profile, task, RANKS_SHARED, 1, useful);
    made_node(profile, task, other, 1, ns);
}

void ranks_worker(struct ranks *ranks, uint32_t rank, uint32_t number, uint64_t useful,
                  uint64_t waits)
{
    add_worker(ranks, rank, number, useful, RANKS_END, waits);
}

void ranks_talker(struct ranks *ranks, uint32_t rank, uint32_t number, uint64_t useful,
                  uint64_t mpi)
{
    add_worker(ranks, rank, number, useful, RANKS_CALL, mpi);
}

static void value(struct ranks *ranks, uint32_t rank, enum format_value kind, uint64_t number)
{
    if (!ranks->silent)
        made_value(ranks->rank[rank].place, kind, number);
}

static void add_bytes(struct ranks *ranks, uint32_t rank, enum ranks_site site, uint64_t bytes)
{
    made_at(ranks->rank[rank].profile, ranks->rank[rank].node[site])->bytes += bytes;
}

static void send_values(struct ranks *ranks, uint32_t rank, uint32_t to, uint64_t bytes)
{
    value(ranks, rank, FORMAT_VALUE_SENT, format_order(WORLD, ranks->rank[rank].sent++));
    value(ranks, rank, FORMAT_VALUE_TO, format_address(to, TAG));
    value(ranks, rank, FORMAT_VALUE_SIZE, bytes);
}

static void receive_values(struct ranks *ranks, uint32_t rank, uint64_t posted, uint32_t from,
                           uint64_t bytes)
{
    value(ranks, rank, FORMAT_VALUE_RECEIVED, format_order(WORLD, posted));
    value(ranks, rank, FORMAT_VALUE_FROM, format_address(from, TAG));
    value(ranks, rank, FORMAT_VALUE_GOT, bytes);
}

void ranks_send(struct ranks *ranks, uint32_t rank, uint32_t to, uint64_t bytes, uint64_t until)
{
    ranks_call(ranks, rank, RANKS_SEND, until);
    add_bytes(ranks, rank, RANKS_SEND, bytes);
    send_values(ranks, rank, to, bytes);
}

void ranks_receive(struct ranks *ranks, uint32_t rank, uint32_t from, uint64_t bytes,
                   uint64_t until)
{
    ranks_call(ranks, rank, RANKS_RECV, until);
    add_bytes(ranks, rank, RANKS_RECV, bytes);
    receive_values(ranks, rank, ranks->rank[rank].posted++, from, bytes);
}

void ranks_isend(struct ranks *ranks, uint32_t rank, uint32_t to, uint64_t bytes, uint64_t until)
{
    ranks_call(ranks, rank, RANKS_ISEND, until);
    send_values(ranks, rank, to, bytes);
}

uint64_t ranks_post(struct ranks *ranks, uint32_t rank, uint32_t from, uint64_t until)
{
    uint64_t posted = ranks->rank[rank].posted++;
    ranks_call(ranks, rank, RANKS_IRECV, until);
    value(ranks, rank, FORMAT_VALUE_POSTED, format_order(WORLD, posted));
    value(ranks, rank, FORMAT_VALUE_ASKED, format_address(from, TAG));
    return posted;
}

void ranks_wait(struct ranks *ranks, uint32_t rank, uint64_t posted, uint32_t from, uint64_t bytes,
                uint64_t until)
{
    ranks_call(ranks, rank, RANKS_WAIT, until);
    receive_values(ranks, rank, posted, from, bytes);
}

void ranks_test(struct ranks *ranks, uint32_t rank, uint64_t posted, uint32_t from, uint64_t bytes,
                uint64_t until)
{
    ranks_call(ranks, rank, RANKS_TEST, until);
    receive_values(ranks, rank, posted, from, bytes);
}

void ranks_together(struct ranks *ranks, uint32_t rank, enum ranks_site site, uint32_t root,
                    uint64_t bytes, uint64_t until)
{
    ranks_call(ranks, rank, site, until);
    add_bytes(ranks, rank, site, bytes);
    value(ranks, rank, FORMAT_VALUE_TOGETHER, format_order(WORLD, ranks->rank[rank].together++));
    if (site == RANKS_BCAST || site == RANKS_REDUCE)
        value(ranks, rank, FORMAT_VALUE_ROOT, root);
    value(ranks, rank, FORMAT_VALUE_GIVEN, bytes);
    value(ranks, rank, FORMAT_VALUE_TAKEN, 0);
}

void ranks_ibarrier(struct ranks *ranks, uint32_t rank, uint64_t until)
{
    uint64_t order = format_order(WORLD, ranks->rank[rank].together);
    ranks_together(ranks, rank, RANKS_IBARRIER, 0, 0, 0);
    ranks_call(ranks, rank, RANKS_WAIT, until);
    value(ranks, rank, FORMAT_VALUE_UNITED, order);
}

void ranks_parallel(struct ranks *ranks, uint32_t number, uint64_t forked, uint64_t useful,
                    uint64_t mpi, uint64_t ns)
{
    struct ranks_one *rank = &ranks->rank[number];
    uint64_t end = rank->now + ns;
    visit(rank, RANKS_PARALLEL, ns);
    visit(rank, RANKS_IMPLICIT, ns - forked);
    visit(rank, RANKS_SHARED, useful);
    rank->now += forked + useful;
    if (mpi) {
        made_at(rank->profile, rank->node[RANKS_CALL])->count++;
        add_time(rank, RANKS_CALL, mpi);
        if (!ranks->silent)
            made_act(rank->place, rank->node[RANKS_CALL], MADE_START + rank->now, (uint32_t)mpi);
        value(ranks, number, FORMAT_VALUE_TOGETHER, format_order(WORLD, rank->together++));
        value(ranks, number, FORMAT_VALUE_GIVEN, 0);
        value(ranks, number, FORMAT_VALUE_TAKEN, 0);
    }
    visit(rank, RANKS_END, ns - forked - useful - mpi);
    rank->now = end;
}

void ranks_write(struct ranks *ranks, uint32_t rank, uint64_t bytes, uint64_t until)
{
    ranks_call(ranks, rank, RANKS_WRITE, until);
    add_bytes(ranks, rank, RANKS_WRITE, bytes);
}

void ranks_meet(struct ranks *ranks, uint64_t at)
{
    for (uint32_t i = 0; i < ranks->count; i++)
        ranks_together(ranks, i, RANKS_REDUCE, 0, 8, at);
}

void ranks_machine(struct ranks *ranks, uint32_t rank, uint64_t cores, uint64_t outside,
                   uint64_t in_mpi, uint64_t queued)
{
    struct format_lane *lane = made_lane_of(ranks->rank[rank].profile, ranks->rank[rank].root);
    ranks->rank[rank].place->record.resources = (struct format_resources){
        .known = FORMAT_KNOWS_MACHINE | FORMAT_KNOWS_USE,
        .online = 8,
        .cores = (uint32_t)__builtin_popcountll(cores),
        .allowed = {cores, 0},
        .load_start = 150,
        .involuntary = 100,
    };
    lane->cpu = outside + in_mpi + 1;
    lane->cpu_in_mpi = in_mpi + 1;
    lane->queued = queued + 1;
}

void ranks_end(struct ranks *ranks)
{
    for (uint32_t i = 0; i < ranks->count; i++) {
        struct ranks_one *rank = &ranks->rank[i];
        made_lane_of(rank->profile, rank->root)->end = MADE_START + rank->now;
        made_at(rank->profile, rank->root)->time = rank->now;
        made_at(rank->profile, rank->node[RANKS_MAIN])->count = 1;
        made_at(rank->profile, rank->node[RANKS_MAIN])->time = rank->now;
        rank->place->record.end = MADE_START + rank->now;
        if (rank->place->event_count) {
            rank->place->log.head.header.kinds = ranks->kinds;
            rank->place->record.events = (uint8_t)ranks->kinds;
        }
    }
}

void ranks_look(struct ranks *ranks)
{
    struct error error = {0};
    struct archive_folder folder = made_folder(ranks->made);
    ranks->archive = archive_read(&folder, "made.tri", &error);
    assert(ranks->archive && archive_find_messages(ranks->archive, &error));
    ranks->cube = cube_new(ranks->archive, false);
    ranks->efficiency = analysis_efficiency_find(ranks->cube);
    ranks->delays = analysis_delays_find(ranks->archive);
    ranks->advice = analysis_advice_find(ranks->cube, &ranks->efficiency, &ranks->delays);
}

void ranks_read(struct ranks *ranks)
{
    ranks_end(ranks);
    ranks_look(ranks);
}

const struct analysis_advice_finding *ranks_find(const struct ranks *ranks,
                                                 enum analysis_advice_kind kind)
{
    const struct analysis_advice_finding *found = NULL;
    for (size_t i = 0; i < ranks->advice.count; i++) {
        if (ranks->advice.findings[i].kind != kind)
            continue;
        assert(!found);
        found = &ranks->advice.findings[i];
    }
    return found;
}

uint32_t ranks_line(const struct ranks *ranks, uint32_t region)
{
    return ranks->archive->regions.line[region];
}

struct ranks_lane ranks_lane(struct ranks *ranks, uint32_t number, uint64_t end)
{
    struct made_profile *profile = ranks->rank[0].profile;
    struct ranks_lane lane;
    lane.root = made_lane(profile, number, "b", MADE_START, MADE_START + end);
    made_lane_of(profile, lane.root)->flags |= FORMAT_LANE_POOL;
    lane.task = made_node(profile, lane.root, RANKS_IMPLICIT, 0, 0);
    lane.shared = made_node(profile, lane.task, RANKS_SHARED, 0, 0);
    lane.end = made_node(profile, lane.task, RANKS_END, 0, 0);
    return lane;
}

void ranks_act(struct ranks *ranks, uint32_t node, uint64_t start, uint64_t end)
{
    struct made_profile *profile = ranks->rank[0].profile;
    made_at(profile, node)->count++;
    made_at(profile, node)->time += end - start;
    made_act(ranks->rank[0].place, node, MADE_START + start, (uint32_t)(end - start));
}
