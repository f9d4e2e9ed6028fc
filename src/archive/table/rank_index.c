/* rank_index.c: see rank_index.h */
#include "archive/table/rank_index.h"

#include "format/communicator.h"
#include "format/event.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>

void archive_rank_index_make(struct archive_rank_index *index, const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    const struct archive_communicators *all = &archive->communicators;
    struct interned *jobs = interned_new();
    index->job = memory_zeroed(places->rows + 1, sizeof *index->job);
    for (uint32_t i = 0; i < places->rows; i++) {
        index->job[i] = interned_add(jobs, &places->job[i], sizeof places->job[i]);
        if (places->rank[i] != ARCHIVE_NONE)
            pairs_add(&index->places, index->job[i], places->rank[i], i);
        if (places->name[i] && places->rank[i] != ARCHIVE_NONE)
            pairs_add(&index->names, 0, (uint32_t)(places->name[i] - 1), i);
    }
    index->archive = archive;
    for (uint32_t i = 0; i < all->rows; i++)
        pairs_add(&index->communicators, all->place[i], all->number[i], i);
    interned_free(jobs);
}

void archive_rank_index_free(struct archive_rank_index *index)
{
    pairs_free(&index->communicators);
    pairs_free(&index->places);
    pairs_free(&index->names);
    free(index->job);
    *index = (struct archive_rank_index){0};
}

uint32_t archive_rank_index_place(const struct archive_rank_index *index, uint32_t place,
                                  uint32_t rank)
{
    uint32_t row = index->job ? pairs_find(&index->places, index->job[place], rank) : PAIRS_NONE;
    return row == PAIRS_NONE ? ARCHIVE_NONE : row;
}

static bool is_named(const struct archive_rank_index *index, uint32_t communicator)
{
    uint32_t kind =
        communicator == ARCHIVE_NONE ? 0 : index->archive->communicators.kind[communicator];
    return kind == FORMAT_COMMUNICATOR_NAMED || kind == FORMAT_COMMUNICATOR_ANONYMOUS;
}

uint32_t archive_rank_index_peer(const struct archive_rank_index *index, uint32_t place,
                                 uint32_t communicator, uint32_t peer)
{
    if (!index->job || !is_named(index, communicator))
        return archive_rank_index_place(index, place, peer);
    uint32_t row = pairs_find(&index->names, 0, peer);
    return row == PAIRS_NONE ? ARCHIVE_NONE : row;
}

uint32_t archive_rank_index_rank(const struct archive_rank_index *index, uint32_t communicator,
                                 uint32_t peer)
{
    if (!is_named(index, communicator))
        return peer;
    uint32_t row = pairs_find(&index->names, 0, peer);
    return row == PAIRS_NONE ? FORMAT_ANY : index->archive->places.rank[row];
}

uint32_t archive_rank_index_communicator(const struct archive_rank_index *index, uint32_t place,
                                         uint32_t number)
{
    uint32_t row = pairs_find(&index->communicators, place, number);
    return row == PAIRS_NONE ? ARCHIVE_NONE : row;
}
