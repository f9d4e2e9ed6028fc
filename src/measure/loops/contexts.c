/* contexts.c: see contexts.h
 *
 * A file, loops-K, belongs to the lanes of profile-K, one after another. It consists of records of
 * 64 bytes; a context takes as many as it needs, all in one mapping. */
#include "measure/loops/contexts.h"

#include "measure/core.h"
#include "measure/loops/leave.h"
#include "measure/loops/samples.h"
#include "measure/loops/times.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    RECORD = FORMAT_CONTEXT_RECORD,
    FIRST_BYTES = 65536,
    SPARE_BYTES = 1 << 20, /* allocated at once if there is no file */
};

struct tree {
    struct measure_store store;
    struct format_contexts *header;
    uint64_t used;     /* as in the header, which a child shares with its parent for a while */
    uint32_t lane;     /* number of the last lane whose contexts are in it */
    struct tree *next; /* list of all trees */
};

struct format_context contexts_nowhere;
CONTEXTS_TLS struct format_context *contexts_current = &contexts_nowhere;
static __thread __attribute__((tls_model("initial-exec"))) struct tree *own;
static __thread __attribute__((tls_model("initial-exec"))) struct format_context *root;
static struct tree *all;
static char *spare, *spare_end;
static unsigned char *mark; /* not 0 in this process, 0 in a copy of it; NULL: not available */

/* Makes the file of this lane. The guard must be held. NULL with errno. */
static struct tree *make_tree(void)
{
    struct tree *tree = contexts_memory(sizeof *tree);
    if (!tree)
        return NULL;
    if (!tri_core.store_create(&tree->store, tri_core.place_folder(), "loops",
                               tri_core.lane_own()->store.number, RECORD, FIRST_BYTES))
        return NULL;
    tree->header = tri_core.store_at(&tree->store, 0);
    tree->header->version = FORMAT_LOOPS_VERSION;
    tree->header->used = tree->used = 1;
    __atomic_store_n(&tree->header->magic, FORMAT_CONTEXTS_MAGIC, __ATOMIC_RELEASE);
    tree->next = all;
    all = tree;
    return tree;
}

static struct tree *tree_of_lane(void)
{
    for (struct tree *tree = all; tree; tree = tree->next) {
        if (tree->store.number == tri_core.lane_own()->store.number)
            return tree;
    }
    return make_tree();
}

/* Takes consecutive records in one mapping. The guard must be held. NULL with errno. */
static struct format_context *take_records(struct tree *tree, uint64_t count)
{
    struct measure_store *store = &tree->store;
    uint64_t first = tree->used;
    const struct measure_store_extent *last = &store->extent[store->extents - 1];
    while (first < last->first || first + count > last->first + last->count) {
        if (first + count > store->capacity)
            first = first < store->capacity ? store->capacity : first;
        if (!tri_core.store_at(store, first + count - 1))
            return NULL;
        last = &store->extent[store->extents - 1];
        if (first < last->first)
            first = last->first;
    }
    struct format_context *context = tri_core.store_at(store, first);
    context->self = (uint32_t)first;
    tree->used = first + count;
    __atomic_store_n(&tree->header->used, tree->used, __ATOMIC_RELEASE);
    return context;
}

/* Takes records without the guard, whose two system calls take longer than all the rest. Only this
 * thread and its signal handlers take records of its tree, but a handler may do so at any moment.
 * Returns NULL if the mapping has no room: then the guard is needed. */
static struct format_context *take_quickly(struct tree *tree, uint64_t count)
{
    if (!tree || !tri_core.place_is_measuring())
        return NULL;
    const struct measure_store *store = &tree->store;
    const struct measure_store_extent *last = &store->extent[store->extents - 1];
    uint64_t first = __atomic_load_n(&tree->used, __ATOMIC_RELAXED), used;
    do {
        if (first < last->first || first + count > last->first + last->count)
            return NULL;
    } while (!__atomic_compare_exchange_n(&tree->used, &first, first + count, false,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    do { /* a handler may have told more meanwhile */
        used = __atomic_load_n(&tree->used, __ATOMIC_RELAXED);
        __atomic_store_n(&tree->header->used, used, __ATOMIC_RELEASE);
    } while (used != __atomic_load_n(&tree->used, __ATOMIC_RELAXED));
    char *record = last->base + (first - last->first) * RECORD;
    struct format_context *context = (struct format_context *)(void *)record;
    context->self = (uint32_t)first;
    return context;
}

/* Takes memory for contexts when files can no longer be written: the program continues as before,
 * and these contexts are not read. */
static struct format_context *take_spare(uint64_t count)
{
    size_t bytes = (size_t)count * RECORD;
    if (bytes > (size_t)(spare_end - spare)) {
        size_t more = bytes > SPARE_BYTES ? bytes : SPARE_BYTES;
        char *memory = contexts_memory(more);
        if (!memory)
            return NULL;
        spare = memory;
        spare_end = memory + more;
    }
    struct format_context *context = (struct format_context *)(void *)spare;
    spare += bytes;
    return context;
}

/* Takes records from the file, or spare memory. The guard must be held. */
static struct format_context *take(struct tree *tree, uint64_t records)
{
    if (!tree || !tri_core.place_is_measuring())
        return take_spare(records);
    struct format_context *context = take_records(tree, records);
    if (context)
        return context;
    tri_core.place_stop_guarded(errno, "loops cannot be counted any further");
    return take_spare(records);
}

static uint64_t records_of(uint32_t values)
{
    size_t bytes = sizeof(struct format_context) + (size_t)values * sizeof(uint64_t);
    return (bytes + RECORD - 1) / RECORD;
}

/* Takes records whether the mapping has room or not. */
static struct format_context *take_guarded(struct tree *tree, uint64_t records)
{
    sigset_t before;
    tri_core.guard_enter(&before);
    struct format_context *context = take(tree, records);
    tri_core.guard_leave(&before);
    return context;
}

/* Fills in a context, which is complete when its function is set. */
static void complete(struct format_context *context, struct format_context *parent, uint32_t lane,
                     uint32_t function, uint32_t site, uint32_t counted, uint64_t records)
{
    context->site = site;
    context->above = parent ? parent->self : 0;
    context->parent = parent;
    context->back = parent;
    context->lane = lane;
    context->records = (uint32_t)records;
    context->counted = counted;
    __atomic_store_n(&context->function, function, __ATOMIC_RELEASE);
}

/* Makes memory that is 0 in a forked process, even if no one announced the fork. */
static void make_mark(void)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *memory = contexts_memory(size);
    if (memory && madvise(memory, size, MADV_WIPEONFORK) == 0) {
        *memory = 1;
        mark = memory;
    }
}

/* Handles a fork by a bare system call: the process has counted in its parent's files until now. */
static void heed_fork(void)
{
    if (!mark || *mark || !tri_core.place_is_measuring())
        return;
    tri_core.process_before_fork();
    tri_core.process_forked();
    leave_forked();
    leave_lose_track();
}

struct format_context *contexts_root(void)
{
    heed_fork();
    if (root)
        return root;
    bool has_lane = tri_core.lane_own() ||
                    tri_core.lane_start(); /* none: the lane has ended before its thread */
    sigset_t before;
    tri_core.guard_enter(&before);
    if (!mark)
        make_mark();
    own = has_lane ? tree_of_lane() : NULL;
    if (has_lane && !own)
        tri_core.place_stop_guarded(errno, "loops cannot be counted");
    uint32_t lane = has_lane ? tri_core.lane_own()->record->number : 0;
    if (own)
        own->lane = lane;
    struct format_context *made = root ? NULL : take(own, records_of(times_other_values()));
    if (made) { /* still none: a handler, or a function called here, may have made it */
        complete(made, NULL, lane, FORMAT_CONTEXT_ROOT, FORMAT_NO_SITE, 0,
                 records_of(times_other_values()));
        root = made;
    }
    tri_core.guard_leave(&before);
    samples_thread();
    return root;
}

struct format_context *contexts_make(struct format_context *parent, uint32_t function,
                                     uint32_t site, uint32_t counted, uint32_t values)
{
    heed_fork();
    uint64_t records = records_of(values);
    struct format_context *context = take_quickly(own, records);
    if (!context)
        context = take_guarded(own, records);
    if (context)
        complete(context, parent, parent->lane, function, site, counted, records);
    return context;
}

const struct format_context *contexts_numbered(uint32_t record)
{
    const struct format_context *found =
        own && record < own->used ? tri_core.store_at(&own->store, record) : NULL;
    return found && found->self == record ? found : NULL;
}

/* Links a context to its parent again: the parent process may have added more while the child
 * copied them. */
static void link_again(struct tree *tree, struct format_context *context)
{
    if (context->function == FORMAT_CONTEXT_ROOT)
        return;
    struct format_context *up = tri_core.store_at(&tree->store, context->above);
    if (context->function != FORMAT_CONTEXT_SIGNAL && format_site_is_slot(context->site)) {
        up->values[up->counted + context->site] = (uint64_t)(uintptr_t)context;
        return;
    }
    context->next = up->below;
    up->below = context;
}

/* Keeps this thread's contexts, with all counters 0. Removes those of threads that had the file
 * before, and those that the parent made after the fork. */
static void begin_anew(struct tree *tree)
{
    uint32_t lane = tri_core.lane_own() ? tri_core.lane_own()->record->number : 0;
    tree->header->used = tree->used;
    for (uint64_t at = 1; at < tree->used;) {
        struct format_context *context = tri_core.store_at(&tree->store, at);
        if (!context->function) { /* unused: the end of a mapping */
            at++;
            continue;
        }
        uint32_t records = context->records;
        size_t bytes = (size_t)records * RECORD;
        if (context->lane != tree->lane) {
            memset(context, 0, bytes);
        } else {
            memset(context->values, 0, bytes - sizeof *context);
            context->below = context->next = NULL;
            if (context->function == FORMAT_CONTEXT_ROOT)
                context->closed = 0;
            context->lane = lane;
            link_again(tree, context);
        }
        at += records;
    }
    for (uint64_t at = tree->used; at < tree->store.capacity; at++)
        memset(tri_core.store_at(&tree->store, at), 0, RECORD);
    tree->lane = lane;
}

bool contexts_fork(void)
{
    if (mark)
        *mark = 1;
    all = own; /* the others belong to threads that are not in the child */
    if (!own)
        return true;
    own->next = NULL;
    own->store.number = 0;
    bool moved = tri_core.store_fork(&own->store, true);
    begin_anew(own);
    return moved;
}
