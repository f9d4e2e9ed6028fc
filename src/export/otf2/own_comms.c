/* own_comms.c: see calls.h. Puts the communicators of an archive together from what each of their
 * members knows. */
#include "export/otf2/calls.h"

#include "format/communicator.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>

/* Ranks that may be missing from the archive, because their places are. */
enum { MISSING = 1 << 20 };

/* Returns the largest plausible number of ranks in all jobs, or members in all communicators. More
 * means damage, and would exhaust memory. */
static uint64_t most_ranks(const struct archive *archive)
{
    return MISSING + archive->places.rows + archive->communicators.rows + archive->members.rows;
}

/* Returns a communicator's id; MPI_COMM_SELF has one for all places: see format/communicator.h. */
static uint64_t id_of(const struct archive *archive, size_t row)
{
    uint64_t id = archive->communicators.id[row];
    return id && !(id & UINT32_MAX) ? UINT64_C(1) << 32 : id;
}

/* Returns the first lane of each place. The caller frees the array. */
static uint32_t *main_lanes(const struct archive *archive)
{
    uint32_t *main = memory_zeroed(archive->places.rows + 1, sizeof *main);
    for (size_t i = 0; i < archive->places.rows; i++)
        main[i] = ARCHIVE_NONE;
    for (size_t i = archive->lanes.rows; i-- > 0;)
        main[archive->lanes.place[i]] = (uint32_t)i;
    return main;
}

/* Numbers the ranks of all jobs, one job after another. The places of a job are adjacent. */
static bool find_world(struct own_comms *comms, struct error *error)
{
    const struct archive_places *places = &comms->archive->places;
    uint32_t *main = main_lanes(comms->archive);
    size_t base = 0, room = 0;
    comms->first = memory_zeroed(places->rows + 1, sizeof *comms->first);
    for (uint32_t i = 0; i < places->rows; i++) {
        comms->first[i] = ARCHIVE_NONE;
        if (places->rank[i] == ARCHIVE_NONE || places->rank[i] >= places->ranks[i])
            continue;
        bool same =
            i && places->rank[i - 1] != ARCHIVE_NONE && places->job[i] == places->job[i - 1];
        base = same ? base : comms->location_count;
        size_t number = base + places->rank[i];
        if (number >= most_ranks(comms->archive)) {
            free(main);
            return error_set(error, "%s is damaged: one of its %zu places is rank %u",
                             comms->archive->path, places->rows, places->rank[i]);
        }
        while (comms->location_count <= number) {
            comms->locations = memory_grow(comms->locations, &room, comms->location_count + 1,
                                           sizeof *comms->locations);
            comms->locations[comms->location_count++] = OTF2_UNDEFINED_LOCATION;
        }
        comms->first[i] = (uint32_t)number;
        comms->locations[number] = main[i] == ARCHIVE_NONE ? OTF2_UNDEFINED_LOCATION : main[i];
    }
    free(main);
    return true;
}

/* Checks the sizes of communicators whose members are unknown: these are written too. */
static bool check_sizes(const struct own_comms *comms, struct error *error)
{
    const struct archive_communicators *all = &comms->archive->communicators;
    uint64_t unknown = 0;
    for (size_t i = 0; i < comms->count; i++) {
        uint32_t row = comms->row[i];
        if (all->first_member[row] == ARCHIVE_UNKNOWN)
            unknown += (uint64_t)all->size[row] + all->remote_size[row];
        if (unknown > most_ranks(comms->archive))
            return error_set(error,
                             "%s is damaged: a communicator has %u members, but none is known",
                             comms->archive->path, all->size[row]);
    }
    return true;
}

bool own_comms_find(struct own_comms *comms, const struct archive *archive, struct error *error)
{
    const struct archive_communicators *all = &archive->communicators;
    *comms = (struct own_comms){.archive = archive};
    if (!find_world(comms, error))
        return false;
    struct interned *keys = interned_new();
    comms->ref = memory_zeroed(all->rows + 1, sizeof *comms->ref);
    comms->row = memory_zeroed(all->rows + 1, sizeof *comms->row);
    for (uint32_t i = 0; i < all->rows; i++) {
        comms->ref[i] = UINT32_MAX;
        if (all->kind[i] == FORMAT_COMMUNICATOR_ALONE ||
            comms->first[all->place[i]] == ARCHIVE_NONE)
            continue;
        const uint64_t key[] = {archive->places.job[all->place[i]], id_of(archive, i)};
        uint32_t ref = interned_add(keys, key, sizeof key);
        comms->ref[i] = ref;
        bool more = all->first_member[i] != ARCHIVE_UNKNOWN &&
                    all->first_member[comms->row[ref]] == ARCHIVE_UNKNOWN;
        if (ref == comms->count || more)
            comms->row[ref] = i;
        comms->count += ref == comms->count;
        pairs_add(&comms->ranks, ref, all->place[i], all->rank[i]);
    }
    interned_free(keys);
    return check_sizes(comms, error);
}

void own_comms_free(struct own_comms *comms)
{
    free(comms->ref);
    free(comms->row);
    free(comms->first);
    free(comms->locations);
    pairs_free(&comms->ranks);
}
