/* matrix_moves.c: see matrix_moves.h */
#include "cube/matrix_moves.h"

#include "archive/time/cycle_spread.h"
#include "format/mpi.h"

static bool moves(const struct archive *archive, uint32_t region)
{
    uint32_t mpi = archive->regions.mpi[region];
    return format_mpi_kind(mpi) == FORMAT_MPI_MEMORY && format_mpi_peer(mpi) != FORMAT_MPI_NO_PEER;
}

bool matrix_has_moves(const struct archive *archive)
{
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        if (moves(archive, i))
            return true;
    }
    return false;
}

struct giving {
    const struct archive *archive;
    const struct cube_cycles_range *range;
    matrix_take_move *take;
    void *to;
};

static bool is_sized(const struct archive *archive, const struct archive_act *act)
{
    return act->bytes ||
           (!(act->flags & ARCHIVE_ACT_UNFINISHED) &&
            archive_tells_act_bytes(archive, archive->nodes.region[act->node], act->bytes));
}

/* Passes an act on if it is a move. A peer that was not told is the place itself. */
static void give(const struct giving *giving, uint32_t lane, const struct archive_act *act)
{
    const struct archive *archive = giving->archive;
    uint64_t moment = archive_spread_moment(archive, lane, act->start);
    uint32_t place = archive->lanes.place[lane];
    bool has_source = act->told & ARCHIVE_TOLD_SOURCE, has_target = act->told & ARCHIVE_TOLD_TARGET;
    if (!moves(archive, archive->nodes.region[act->node]) || (!has_source && !has_target) ||
        moment < giving->range->from || moment > giving->range->to)
        return;
    giving->take(giving->to, has_source ? act->source : place, has_target ? act->target : place,
                 is_sized(archive, act) ? act->bytes : ARCHIVE_UNKNOWN);
}

bool matrix_each_move(const struct archive *archive, const struct cube_cycles_range *range,
                      matrix_take_move *take, void *to, struct error *error)
{
    const struct giving giving = {archive, range, take, to};
    if (!matrix_has_moves(archive))
        return true;
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, error);
        struct archive_act act;
        if (!acts)
            return false;
        while (archive_acts_next(acts, &act))
            give(&giving, lane, &act);
        archive_acts_free(acts);
    }
    return true;
}
