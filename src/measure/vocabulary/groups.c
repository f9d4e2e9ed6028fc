/* groups.c: see groups.h. Lookups take no lock; adding takes the guard. */
#include "measure/vocabulary/groups.h"

#include "measure/clock.h"
#include "measure/communicators.h"
#include "measure/guard.h"
#include "measure/place.h"
#include "measure/process.h"

#include <stddef.h>
#include <string.h>

enum { SLOTS = 1024 }; /* messages of further groups are not matched */

static struct described_group groups[SLOTS];
static unsigned forked; /* groups are of the process after so many forks */

static uint64_t id_of(uint64_t vocabulary, int64_t number, bool is_anonymous)
{
    uint64_t id = vocabulary ^ (uint64_t)number * UINT64_C(0x9e3779b97f4a7c15);
    id = is_anonymous ? ~id : id;
    return id ? id : 1;
}

/* Returns the slot of a group, or a free one; NULL if all are used. */
static struct described_group *find(uint64_t id)
{
    for (size_t i = 0; i < SLOTS; i++) {
        struct described_group *group = &groups[(id + i) % SLOTS];
        uint64_t found = __atomic_load_n(&group->id, __ATOMIC_ACQUIRE);
        if (found == id || !found)
            return group;
    }
    return NULL;
}

/* Begins anew in a forked process: its messages are those of another place. */
static void forget(void)
{
    sigset_t before;
    measure_guard_enter(&before);
    if (forked != process_forks) {
        memset(groups, 0, sizeof groups);
        measure_communicators_forked();
        __atomic_store_n(&forked, process_forks, __ATOMIC_RELEASE);
    }
    measure_guard_leave(&before);
}

struct described_group *measure_vocabulary_group(uint64_t vocabulary, int64_t number,
                                                 bool is_anonymous)
{
    uint64_t id = id_of(vocabulary, number, is_anonymous);
    if (__atomic_load_n(&forked, __ATOMIC_ACQUIRE) != process_forks)
        forget();
    struct described_group *group = find(id);
    if (!group || group->id || !measure_place_is_measuring())
        return group && group->row ? group : NULL;
    sigset_t before;
    measure_guard_enter(&before);
    group = find(id);
    if (group && !group->id) {
        const struct format_communicator record = {
            .id = id,
            .kind = is_anonymous ? FORMAT_COMMUNICATOR_ANONYMOUS : FORMAT_COMMUNICATOR_NAMED,
            .made = measure_clock_now()};
        group->row = measure_communicators_add(&record, NULL, NULL);
        __atomic_store_n(&group->id, id, __ATOMIC_RELEASE);
    }
    measure_guard_leave(&before);
    return group && group->row ? group : NULL;
}
