/* vector.c: see vector.h */
#include "query/exec/vector.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void query_vector_make(struct query_vector *vector, enum query_type type, size_t room)
{
    *vector = (struct query_vector){.type = type, .room = room};
    vector->data = memory_zeroed(room + 1, query_vector_size(type));
    vector->absent = memory_zeroed(room + 1, 1);
}

void query_vector_free(struct query_vector *vector)
{
    free(vector->data);
    free(vector->absent);
    *vector = (struct query_vector){0};
}

void query_vector_grow(struct query_vector *vector, size_t need)
{
    size_t room = vector->room;
    if (need <= vector->room && vector->data)
        return;
    vector->data = memory_grow(vector->data, &room, need, query_vector_size(vector->type));
    vector->absent = memory_grow(vector->absent, &vector->room, room, 1);
}

void query_vector_gather(struct query_vector *to, const struct query_vector *from,
                         const uint16_t *selected, size_t count)
{
    if (query_vector_size(from->type) == 1) {
        for (size_t i = 0; i < count; i++)
            to->truth[i] = from->truth[selected[i]];
    } else {
        for (size_t i = 0; i < count; i++)
            to->whole[i] = from->whole[selected[i]];
    }
    to->has_absent = from->has_absent;
    for (size_t i = 0; from->has_absent && i < count; i++)
        to->absent[i] = from->absent[selected[i]];
}

struct query_vector query_vector_part(const struct query_vector *vector, size_t first)
{
    assert(first <= vector->room);
    struct query_vector part = *vector;
    part.data = (char *)vector->data + first * query_vector_size(vector->type);
    part.absent = vector->absent ? vector->absent + first : NULL;
    part.room = vector->room - first;
    return part;
}

void query_vector_append(struct query_vector *vector, size_t used, const struct query_vector *from,
                         const uint16_t *selected, size_t count)
{
    size_t size = query_vector_size(vector->type);
    query_vector_grow(vector, used + count);
    if (from->has_absent && !vector->has_absent)
        memset(vector->absent, 0, used);
    struct query_vector end = query_vector_part(vector, used);
    if (selected) {
        query_vector_gather(&end, from, selected, count);
    } else {
        memcpy(end.data, from->data, count * size);
        if (from->has_absent)
            memcpy(end.absent, from->absent, count);
    }
    if (!from->has_absent && vector->has_absent)
        memset(end.absent, 0, count);
    vector->has_absent |= from->has_absent;
}

void query_vector_reorder(struct query_vector *vector, const size_t *order, size_t count)
{
    struct query_vector from = *vector;
    query_vector_make(vector, from.type, count);
    vector->has_absent = from.has_absent;
    for (size_t i = 0; i < count; i++) {
        if (query_vector_size(from.type) == 1)
            vector->truth[i] = from.truth[order[i]];
        else
            vector->whole[i] = from.whole[order[i]];
        vector->absent[i] = query_vector_is_absent(&from, order[i]);
    }
    query_vector_free(&from);
}
