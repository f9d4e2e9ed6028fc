/* clocks_correct.c: times of an archive, moved on so that nothing ends before it can. */
#include "archive/clocks_order.h"

#include "archive/schema.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

static bool clocks_differ(const struct archive *archive)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->lines[i].knot_count)
            return true;
    }
    return false;
}

static void add_messages(const struct archive *archive, struct order *order)
{
    const struct archive_messages *all = &archive->messages;
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t source = all->source[i], target = all->target[i];
        if (all->send[i] == ARCHIVE_NONE || all->receive[i] == ARCHIVE_NONE ||
            source == ARCHIVE_NONE || target == ARCHIVE_NONE || source == target)
            continue;
        order_begin(order);
        order_gives(order, source, all->send_start[i]);
        order_takes(order, target, all->receive_start[i], all->receive_end[i]);
    }
}

/* What was found with the old times is found again with the new ones. */
static void forget(struct archive *archive)
{
    schema_set_rows(archive, SCHEMA_MESSAGES, 0);
    archive->matched = false;
}

static void renew(const struct archive *archive, uint32_t place, uint64_t *moment)
{
    if (*moment && *moment != ARCHIVE_UNKNOWN)
        *moment = number_add(*moment, clock_line_moved(&archive->lines[place], *moment));
}

static void renew_samples(struct archive *archive)
{
    struct table *table = &archive->sample_table;
    const struct table_column *lane = table_find(table, "lane");
    const struct table_column *columns[] = {table_find(table, "from"), table_find(table, "to")};
    for (size_t i = 0; lane && i < table->rows; i++) {
        uint32_t place = archive->lanes.place[((const uint32_t *)lane->data)[i]];
        for (int j = 0; j < 2; j++)
            renew(archive, place, (uint64_t *)columns[j]->data + i);
    }
}

/* Acts and messages are read later; these moments are in tables. */
static void renew_tables(struct archive *archive)
{
    struct archive_places *places = &archive->places;
    struct archive_lanes *lanes = &archive->lanes;
    struct archive_communicators *communicators = &archive->communicators;
    for (uint32_t i = 0; i < places->rows; i++) {
        uint64_t before = places->start[i];
        renew(archive, i, &places->start[i]);
        renew(archive, i, &places->end[i]);
        places->real_start[i] += places->start[i] - before;
    }
    for (size_t i = 0; i < lanes->rows; i++) {
        renew(archive, lanes->place[i], &lanes->start[i]);
        renew(archive, lanes->place[i], &lanes->end[i]);
    }
    for (size_t i = 0; i < communicators->rows; i++) {
        renew(archive, communicators->place[i], &communicators->made[i]);
        renew(archive, communicators->place[i], &communicators->freed[i]);
    }
    for (size_t i = 0; i < archive->objects.rows; i++)
        renew(archive, archive->objects.place[i], &archive->objects.since[i]);
    for (size_t i = 0; i < archive->waits.rows; i++)
        renew(archive, lanes->place[archive->waits.lane[i]], &archive->waits.since[i]);
    renew_samples(archive);
}

void clocks_correct(struct archive *archive)
{
    struct error error = {0};
    if (!clocks_differ(archive) || !archive_find_messages(archive, &error))
        return;
    struct order *order = order_new(archive->places.rows);
    struct order_found *found = memory_zeroed(archive->places.rows + 1, sizeof *found);
    add_messages(archive, order);
    order_correct(order, archive->lines, found);
    bool moved = false;
    for (size_t i = 0; i < archive->places.rows; i++) {
        archive->places.early[i] = found[i].early;
        archive->places.moved[i] = found[i].most;
        moved |= found[i].most != 0;
    }
    if (moved) {
        renew_tables(archive);
        forget(archive);
    }
    free(found);
    order_free(order);
}
