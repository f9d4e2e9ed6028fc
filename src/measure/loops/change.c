/* change.c: see change.h */
#include "measure/loops/change.h"

#include "measure/loops/patch.h"
#include "measure/loops/room.h"
#include "measure/loops/text.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* Returns the size of the copy. */
static size_t room_of(const struct measure_change *change)
{
    return (change->size + 65535) & ~(size_t)65535;
}

char *measure_change_place(const struct measure_change *change)
{
    struct text text;
    text_find(&text, change->moved);
    errno = 0;
    if (!text_has(&text, change->moved, change->patches, change->patch_count))
        return NULL;
    char *copy =
        room_near(change->low + change->moved, change->high + change->moved, room_of(change));
    if (!copy)
        return NULL;
    const struct patch_about about = {.code = copy, .moved = change->moved};
    memcpy(copy, change->code, change->size);
    patch_moves(&about, change->moves, change->move_count);
    return copy;
}

bool measure_change_apply(const struct measure_change *change, char *copy)
{
    struct text text;
    size_t room = room_of(change);
    const struct patch_about about = {.code = copy, .moved = change->moved};
    text_find(&text, change->moved);
    if (mprotect(copy, room, PROT_READ | PROT_EXEC) || !text_open(&text)) {
        int error = errno;
        munmap(copy, room);
        errno = error;
        return false;
    }
    __builtin___clear_cache(copy, copy + room);
    patch_original(&about, change->patches, change->patch_count);
    text_close(&text);
    return true;
}
