/* contexts.c: see contexts.h
 *
 * A file, loops-K, belongs to the lanes of profile-K, one after another. It is made of records of
 * 64 bytes, of which a context takes as many as it needs, all in one mapping. */
#include "measure/loops/contexts.h"

#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/place.h"
#include "measure/store.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum {
    RECORD = FORMAT_CONTEXT_RECORD,
    FIRST_BYTES = 65536,
};

struct tree {
    struct store store;
    struct format_contexts *header;
    struct tree *next; /* of all */
};

struct format_context contexts_nowhere;
CONTEXTS_TLS struct format_context *contexts_current = &contexts_nowhere;
static __thread __attribute__((tls_model("initial-exec"))) struct tree *own;
static struct tree *all;

static void *anonymous(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* With the guard held. */
static struct tree *make_tree(void)
{
    struct tree *tree = anonymous(sizeof *tree);
    if (!tree)
        return NULL;
    if (!store_create(&tree->store, place_folder(), "loops", lane_own->store.number, RECORD,
                      FIRST_BYTES))
        return NULL;
    tree->header = store_at(&tree->store, 0);
    tree->header->version = FORMAT_LOOPS_VERSION;
    tree->header->used = 1;
    __atomic_store_n(&tree->header->magic, FORMAT_CONTEXTS_MAGIC, __ATOMIC_RELEASE);
    tree->next = all;
    all = tree;
    return tree;
}

static struct tree *tree_of_lane(void)
{
    for (struct tree *tree = all; tree; tree = tree->next) {
        if (tree->store.number == lane_own->store.number)
            return tree;
    }
    return make_tree();
}

/* Records in a row, in one mapping; with the guard held. */
static struct format_context *take_records(struct tree *tree, uint64_t count)
{
    struct store *store = &tree->store;
    uint64_t first = tree->header->used;
    const struct store_extent *last = &store->extent[store->extents - 1];
    while (first < last->first || first + count > last->first + last->count) {
        if (first + count > store->capacity)
            first = first < store->capacity ? store->capacity : first;
        if (!store_at(store, first + count - 1))
            return NULL;
        last = &store->extent[store->extents - 1];
        if (first < last->first)
            first = last->first;
    }
    struct format_context *context = store_at(store, first);
    context->self = (uint32_t)first;
    __atomic_store_n(&tree->header->used, first + count, __ATOMIC_RELEASE);
    return context;
}

static struct format_context *make(struct tree *tree, struct format_context *parent,
                                   uint32_t function, uint32_t site, uint32_t counted,
                                   uint32_t values)
{
    size_t bytes = sizeof *parent + (size_t)values * sizeof parent->values[0];
    uint64_t records = (bytes + RECORD - 1) / RECORD;
    struct format_context *context = take_records(tree, records);
    if (!context)
        return NULL;
    context->site = site;
    context->above = parent ? parent->self : 0;
    context->parent = parent;
    context->back = parent;
    context->lane = lane_own->record->number;
    context->records = (uint32_t)records;
    context->counted = counted;
    __atomic_store_n(&context->function, function, __ATOMIC_RELEASE);
    return context;
}

static void stop(int error)
{
    contexts_current = &contexts_nowhere;
    place_stop(error, "loops cannot be counted any further");
}

struct format_context *contexts_root(void)
{
    if (!lane_own && !lane_start())
        return NULL;
    sigset_t before;
    guard_enter(&before);
    own = tree_of_lane();
    struct format_context *root =
        own ? make(own, NULL, FORMAT_CONTEXT_ROOT, FORMAT_NO_SITE, 0, 0) : NULL;
    int error = errno;
    guard_leave(&before);
    if (!root)
        stop(error);
    return root;
}

struct format_context *contexts_make(struct format_context *parent, uint32_t function,
                                     uint32_t site, uint32_t counted, uint32_t values)
{
    sigset_t before;
    guard_enter(&before);
    struct format_context *context =
        own ? make(own, parent, function, site, counted, values) : NULL;
    int error = errno;
    guard_leave(&before);
    if (!context)
        stop(error);
    return context;
}

/* Counters and cells begin anew; slots keep their contexts. */
static void clear_values(struct tree *tree)
{
    for (uint64_t at = 1; at < tree->header->used;) {
        struct format_context *context = store_at(&tree->store, at);
        if (!context->function) { /* not used: a mapping ended before the next one */
            at++;
            continue;
        }
        memset(context->values, 0, context->counted * sizeof context->values[0]);
        at += context->records;
    }
}

bool contexts_fork(void)
{
    bool moved = true;
    for (struct tree **tree = &all; *tree;) {
        if (*tree != own) { /* of a thread that is not in the child */
            *tree = (*tree)->next;
            continue;
        }
        own->store.number = 0;
        moved = store_fork(&own->store, true);
        clear_values(own);
        tree = &own->next;
    }
    return moved;
}
