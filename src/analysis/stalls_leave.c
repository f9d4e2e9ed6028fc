/* stalls_leave.c: see stalls_leave.h
 *
 * A rank cannot leave a collective operation before the others come to it; but once all have, it
 * may stay there for long: much data is moved, or an operation of the program's own computes. If
 * messages are logged, each rank's record of a communicator tells how many operations it has begun
 * there; otherwise, the visits of the function have to do. */
#include "analysis/stalls_leave.h"

#include "format/communicator.h"
#include "format/mpi.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Functions by which a program tells MPI to run code of its own, and others that make MPI do
 * something by itself. */
enum means {
    OPERATIONS = 1, /* reductions may compute with its functions */
    HANDLERS = 2,   /* any call may run an error handler */
    ATTRIBUTES = 4, /* callbacks that copy and delete attributes of communicators */
    REQUESTS = 8,   /* a wait may be for a file, for a request of its own, or for a reduction */
    GROUPS = 16,    /* communicators with fewer members than their parents */
};

static bool begins(const char *name, const char *with)
{
    return !strncasecmp(name, with, strlen(with));
}

static uint32_t meaning_of(const char *name)
{
    static const struct {
        const char *name;
        uint32_t means;
    } known[] = {
        {"MPI_Op_create", OPERATIONS},
        {"MPI_Comm_create_errhandler", HANDLERS},
        {"MPI_File_create_errhandler", HANDLERS},
        {"MPI_Win_create_errhandler", HANDLERS},
        {"MPI_Session_create_errhandler", HANDLERS},
        {"MPI_Errhandler_create", HANDLERS},
        {"MPI_Comm_create_keyval", ATTRIBUTES},
        {"MPI_Keyval_create", ATTRIBUTES},
        {"MPI_Grequest_start", REQUESTS},
        {"MPI_File_iread", REQUESTS},
        {"MPI_File_iwrite", REQUESTS},
        {"MPI_Comm_split", GROUPS},
        {"MPI_Comm_create", GROUPS},
        {"MPI_Comm_spawn", GROUPS},
        {"MPI_Comm_accept", GROUPS},
        {"MPI_Comm_connect", GROUPS},
        {"MPI_Comm_join", GROUPS},
        {"MPI_Intercomm_", GROUPS},
        {"MPI_Cart_create", GROUPS},
        {"MPI_Cart_sub", GROUPS},
        {"MPI_Graph_create", GROUPS},
        {"MPI_Session_", GROUPS},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (begins(name, known[i].name))
            return known[i].means;
    }
    return 0;
}

static const char *name_of(const struct archive *archive, uint32_t region)
{
    return archive_text(archive, archive->regions.name[region]);
}

static bool is_reduction(uint32_t mpi)
{
    switch (format_mpi_operation(mpi)) {
    case FORMAT_MPI_ALLREDUCE:
    case FORMAT_MPI_REDUCE:
    case FORMAT_MPI_REDUCE_SCATTER:
    case FORMAT_MPI_REDUCE_SCATTER_BLOCK:
    case FORMAT_MPI_SCAN:
    case FORMAT_MPI_EXSCAN:
        return true;
    default:
        return false;
    }
}

/* True for calls that may run code of the program, but that no rank leaves before all have come. */
static bool needs_all(uint32_t mpi)
{
    return format_mpi_operation(mpi) == FORMAT_MPI_ALLREDUCE ||
           format_mpi_kind(mpi) == FORMAT_MPI_COMMUNICATOR;
}

/* Returns what the program has told MPI, as bits of enum means. */
static uint32_t find_means(const struct archive *archive)
{
    uint32_t means = 0;
    bool begins_reduction = false;
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i], mpi = archive->regions.mpi[region];
        if (!mpi || mpi & FORMAT_MPI_ALIEN || !archive->nodes.visits[i])
            continue;
        means |= meaning_of(name_of(archive, region));
        begins_reduction |= is_reduction(mpi) && mpi & FORMAT_MPI_BEGINS;
    }
    return means | (begins_reduction && means & OPERATIONS ? (uint32_t)REQUESTS : 0);
}

/* True for calls that wait for another program, however many ranks have come. */
static bool is_outside(const char *name)
{
    static const char *const names[] = {"MPI_Comm_spawn",  "MPI_Comm_accept",   "MPI_Comm_connect",
                                        "MPI_Comm_join",   "MPI_Open_port",     "MPI_Publish_name",
                                        "MPI_Lookup_name", "MPI_Unpublish_name"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (begins(name, names[i]))
            return true;
    }
    return false;
}

/* True if a rank in such a call may work there, or wait for something else than ranks. */
static bool may_work(const struct archive *archive, uint32_t region, uint32_t means)
{
    uint32_t mpi = archive->regions.mpi[region];
    enum format_mpi_kind kind = format_mpi_kind(mpi);
    return means & HANDLERS || kind == FORMAT_MPI_IO || is_outside(name_of(archive, region)) ||
           (means & OPERATIONS && is_reduction(mpi)) ||
           (means & ATTRIBUTES && kind == FORMAT_MPI_COMMUNICATOR) ||
           (means & REQUESTS && kind == FORMAT_MPI_WAIT);
}

/* True for operations that all ranks of a group carry out together. */
static bool is_collective(uint32_t mpi)
{
    switch (format_mpi_kind(mpi)) {
    case FORMAT_MPI_COLLECTIVE:
    case FORMAT_MPI_COMMUNICATOR:
    case FORMAT_MPI_IO:
    case FORMAT_MPI_INIT:
    case FORMAT_MPI_FINALIZE:
        return true;
    case FORMAT_MPI_MEMORY: /* of windows, not of one rank's memory */
        return format_mpi_peer(mpi) == FORMAT_MPI_NO_PEER;
    default:
        return false;
    }
}

static uint32_t region_of(const struct archive *archive, const struct analysis_stall *stall)
{
    return archive->nodes.region[stall->node];
}

static bool is_same_function(const struct archive *archive, const struct analysis_stall *one,
                             const struct analysis_stall *other)
{
    return !strcmp(name_of(archive, region_of(archive, one)),
                   name_of(archive, region_of(archive, other)));
}

/* The search for ranks that may leave. */
struct search {
    const struct archive *archive;
    const struct analysis_stalls *stalls;
    uint32_t means;
    bool is_together;    /* all are in the same function */
    uint32_t *stall_of;  /* by row of places: a stall, plus 1 */
    const char *counted; /* the function whose visits are in `visits`; NULL: none */
    uint64_t *visits;    /* by row of places */
};

/* Counts how often each rank has entered a function. */
static void count_visits(struct search *search, const char *name)
{
    const struct archive *archive = search->archive;
    if (search->counted && !strcmp(search->counted, name))
        return;
    search->counted = name;
    memset(search->visits, 0, archive->places.rows * sizeof *search->visits);
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i];
        if (archive->regions.mpi[region] && !strcmp(name_of(archive, region), name))
            search->visits[archive->lanes.place[archive->nodes.lane[i]]] +=
                archive->nodes.visits[i];
    }
}

/* True if another rank has entered the function less often. */
static bool misses_by_visits(struct search *search, const struct analysis_stall *stall)
{
    const struct archive_places *places = &search->archive->places;
    count_visits(search, name_of(search->archive, region_of(search->archive, stall)));
    for (size_t i = 0; i < places->rows; i++) {
        if (places->rank[i] != ARCHIVE_NONE && places->job[i] == places->job[stall->place] &&
            search->visits[i] < search->visits[stall->place])
            return true;
    }
    return false;
}

bool stalls_has_id(const struct archive *archive, uint32_t row)
{
    return row != ARCHIVE_NONE && (archive->communicators.kind[row] == FORMAT_COMMUNICATOR_INTRA ||
                                   archive->communicators.kind[row] == FORMAT_COMMUNICATOR_INTER);
}

/* Returns the communicator of a collective operation; ARCHIVE_NONE if it is not known. */
static uint32_t group_of(const struct archive *archive, const struct analysis_stall *stall)
{
    uint32_t row = stall->communicator, mpi = archive->regions.mpi[region_of(archive, stall)];
    bool known = format_mpi_kind(mpi) == FORMAT_MPI_COLLECTIVE && stalls_has_id(archive, row) &&
                 archive->communicators.together[row];
    return known ? row : ARCHIVE_NONE;
}

/* True if the member `group` is in another function than `stall`, on that communicator. */
static bool is_elsewhere(const struct search *search, const struct analysis_stall *stall,
                         uint32_t group)
{
    const struct archive *archive = search->archive;
    uint32_t at = search->stall_of[archive->communicators.place[group]];
    const struct analysis_stall *other = at ? &search->stalls->items[at - 1] : NULL;
    return other && group_of(archive, other) == group && !is_same_function(archive, stall, other);
}

enum members { MISSING, ALL_THERE, UNKNOWN };

/* Finds whether all members of the communicator `own` have come to the operation of a stall. */
static enum members members_of(const struct search *search, const struct analysis_stall *stall,
                               uint32_t own)
{
    const struct archive *archive = search->archive;
    const struct archive_communicators *all = &archive->communicators;
    uint64_t found = 0;
    for (uint32_t i = 0; i < all->rows; i++) {
        if (!stalls_has_id(archive, i) || all->id[i] != all->id[own] ||
            archive->places.job[all->place[i]] != archive->places.job[stall->place])
            continue;
        found++;
        int32_t ahead = (int32_t)(all->together[i] - all->together[own]);
        if (ahead < 0 || (!ahead && is_elsewhere(search, stall, i)))
            return MISSING;
    }
    return found == (uint64_t)all->size[own] + all->remote_size[own] ? ALL_THERE : UNKNOWN;
}

/* True if a rank may leave its collective operation although nobody else does anything. */
static bool may_leave(struct search *search, const struct analysis_stall *stall)
{
    const struct archive *archive = search->archive;
    uint32_t own = group_of(archive, stall);
    enum members members = own == ARCHIVE_NONE ? UNKNOWN : members_of(search, stall, own);
    bool waits = needs_all(archive->regions.mpi[region_of(archive, stall)]) || !stall->works;
    if (members != UNKNOWN)
        return members == ALL_THERE || !waits;
    return search->is_together || !misses_by_visits(search, stall) || !waits ||
           (stall->works && search->means & GROUPS);
}

static bool find_leaving(struct search *search)
{
    const struct archive *archive = search->archive;
    for (size_t i = 0; i < search->stalls->count; i++) {
        const struct analysis_stall *stall = &search->stalls->items[i];
        uint32_t mpi = archive->regions.mpi[region_of(archive, stall)];
        bool together = is_collective(mpi) && format_mpi_kind(mpi) != FORMAT_MPI_IO &&
                        !(search->means & HANDLERS);
        if (together ? may_leave(search, stall) : stall->works)
            return true;
    }
    return false;
}

void stalls_find_working(const struct archive *archive, struct analysis_stalls *stalls)
{
    uint32_t means = stalls->count ? find_means(archive) : 0;
    for (size_t i = 0; i < stalls->count; i++) {
        struct analysis_stall *stall = &stalls->items[i];
        stall->works = !stall->late && may_work(archive, region_of(archive, stall), means);
    }
}

void stalls_find_leaving(const struct archive *archive, struct analysis_stalls *stalls)
{
    struct search search = {
        .archive = archive,
        .stalls = stalls,
        .means = stalls->count ? find_means(archive) : 0,
        .is_together = true,
        .stall_of = memory_zeroed(archive->places.rows + 1, sizeof *search.stall_of),
        .visits = memory_zeroed(archive->places.rows + 1, sizeof *search.visits),
    };
    for (uint32_t i = 0; i < stalls->count; i++) {
        const struct analysis_stall *stall = &stalls->items[i];
        uint32_t region = region_of(archive, stall);
        search.stall_of[stall->place] = i + 1;
        search.is_together &= is_collective(archive->regions.mpi[region]) &&
                              is_same_function(archive, stall, &stalls->items[0]);
    }
    stalls->may_leave = find_leaving(&search);
    free(search.stall_of);
    free(search.visits);
}
