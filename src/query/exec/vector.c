/* vector.c: see vector.h */
#include "query/exec/vector.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void vector_make(struct vector *vector, enum type type, size_t room)
{
    *vector = (struct vector){.type = type, .room = room};
    vector->data = memory_zeroed(room + 1, vector_size(type));
    vector->absent = memory_zeroed(room + 1, 1);
}

void vector_free(struct vector *vector)
{
    free(vector->data);
    free(vector->absent);
    *vector = (struct vector){0};
}

void vector_grow(struct vector *vector, size_t need)
{
    size_t room = vector->room;
    if (need <= vector->room && vector->data)
        return;
    vector->data = memory_grow(vector->data, &room, need, vector_size(vector->type));
    vector->absent = memory_grow(vector->absent, &vector->room, room, 1);
}

void vector_gather(struct vector *to, const struct vector *from, const uint16_t *selected,
                   size_t count)
{
    if (vector_size(from->type) == 1) {
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

struct vector vector_part(const struct vector *vector, size_t first)
{
    assert(first <= vector->room);
    struct vector part = *vector;
    part.data = (char *)vector->data + first * vector_size(vector->type);
    part.absent = vector->absent ? vector->absent + first : NULL;
    part.room = vector->room - first;
    return part;
}

void vector_append(struct vector *vector, size_t used, const struct vector *from,
                   const uint16_t *selected, size_t count)
{
    size_t size = vector_size(vector->type);
    vector_grow(vector, used + count);
    if (from->has_absent && !vector->has_absent)
        memset(vector->absent, 0, used);
    struct vector end = vector_part(vector, used);
    if (selected) {
        vector_gather(&end, from, selected, count);
    } else {
        memcpy(end.data, from->data, count * size);
        if (from->has_absent)
            memcpy(end.absent, from->absent, count);
    }
    if (!from->has_absent && vector->has_absent)
        memset(end.absent, 0, count);
    vector->has_absent |= from->has_absent;
}

void vector_reorder(struct vector *vector, const size_t *order, size_t count)
{
    struct vector from = *vector;
    vector_make(vector, from.type, count);
    vector->has_absent = from.has_absent;
    for (size_t i = 0; i < count; i++) {
        if (vector_size(from.type) == 1)
            vector->truth[i] = from.truth[order[i]];
        else
            vector->whole[i] = from.whole[order[i]];
        vector->absent[i] = vector_is_absent(&from, order[i]);
    }
    vector_free(&from);
}
