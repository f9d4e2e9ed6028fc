/* communicators.c: see communicators.h */
#include "measure/communicators.h"

#include "format/place.h"
#include "measure/place.h"
#include "measure/store.h"

enum {
    FIRST_BYTES = 4096,
    MEMBERS = 16, /* per record of their store */
};

static struct measure_store store, members;
static struct format_communicators_header *header;
static uint32_t maker; /* process whose files these are */

static bool prepare(void)
{
    if (header)
        return maker == measure_place_page()->pid;
    if (!measure_store_create(&store, measure_place_folder(), "communicators", -1,
                              sizeof(struct format_communicator), FIRST_BYTES) ||
        !measure_store_create(&members, measure_place_folder(), "members", -1,
                              MEMBERS * sizeof(uint32_t), FIRST_BYTES))
        return false;
    header = measure_store_at(&store, 0);
    header->version = FORMAT_VERSION;
    header->used = 1;
    maker = measure_place_page()->pid;
    __atomic_store_n(&header->magic, FORMAT_COMMUNICATORS_MAGIC, __ATOMIC_RELEASE);
    return true;
}

void measure_communicators_forked(void)
{
    if (maker != measure_place_page()->pid)
        header = NULL;
}

static bool write_members(const uint32_t *ranks, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        uint32_t *record = measure_store_at(&members, header->members_used / MEMBERS);
        if (!record)
            return false;
        record[header->members_used++ % MEMBERS] = ranks[i];
    }
    return true;
}

uint32_t measure_communicators_add(const struct format_communicator *like, const uint32_t *own,
                                   const uint32_t *other)
{
    if (!prepare())
        return 0;
    uint32_t row = (uint32_t)header->used, kind = like->kind;
    struct format_communicator *record = measure_store_at(&store, row);
    if (!record)
        return 0;
    *record = *like;
    record->kind = 0;
    record->members = own ? header->members_used : FORMAT_NO_MEMBERS;
    if (own && (!write_members(own, like->size) || !write_members(other, like->remote_size)))
        return 0;
    __atomic_store_n(&record->kind, kind, __ATOMIC_RELEASE);
    __atomic_store_n(&header->used, row + 1, __ATOMIC_RELEASE);
    return row;
}

struct format_communicator *measure_communicators_at(uint32_t row)
{
    return row && header && row < header->used ? measure_store_at(&store, row) : NULL;
}
