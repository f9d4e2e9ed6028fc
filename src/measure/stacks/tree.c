/* tree.c: see tree.h */
#include "measure/stacks/tree.h"

#include "measure/address.h"
#include "measure/guard.h"
#include "measure/place.h"

#include <string.h>

enum { FIRST_BYTES = 1 << 18 };

static struct format_stacks_record *record_at(struct stacks_tree *tree, uint32_t index)
{
    return measure_store_at(&tree->store, index);
}

/* Makes room for records in a row; returns the index of the first one, 0 if there is no room. */
static uint32_t allocate(struct stacks_tree *tree, uint32_t count)
{
    uint32_t first = (uint32_t)tree->header->used;
    if (count > TREE_MOST - first)
        return 0;
    if (first + count > tree->store.capacity && !tree->may_grow)
        return 0;
    if (first + count > tree->store.capacity) {
        sigset_t before;
        measure_guard_enter(&before);
        bool fits = measure_store_at(&tree->store, first + count - 1) != NULL;
        measure_guard_leave(&before);
        if (!fits)
            return 0;
    }
    tree->header->used = first + count;
    return first;
}

static bool begin_file(struct stacks_tree *tree, uint32_t period)
{
    struct format_stacks_header *header = measure_store_at(&tree->store, 0);
    if (!header)
        return false;
    header->version = FORMAT_STACKS_VERSION;
    header->period = period;
    header->used = 1;
    __atomic_store_n(&header->magic, FORMAT_STACKS_MAGIC, __ATOMIC_RELEASE);
    tree->header = header;
    return true;
}

bool stacks_tree_create(struct stacks_tree *tree, int number, uint32_t period)
{
    return measure_store_create(&tree->store, measure_place_folder(), "stacks", number,
                                FORMAT_STACKS_RECORD, FIRST_BYTES) &&
           begin_file(tree, period);
}

bool stacks_tree_begin_lane(struct stacks_tree *tree, uint32_t lane)
{
    tree->may_grow = true;
    uint32_t root = allocate(tree, 1);
    tree->root = root;
    if (!root)
        return false;
    struct format_stacks_record *record = record_at(tree, root);
    record->parent = lane;
    __atomic_store_n(&record->type, FORMAT_STACKS_ROOT, __ATOMIC_RELEASE);
    return true;
}

bool stacks_tree_fork(struct stacks_tree *tree, int number)
{
    uint32_t period = tree->header->period;
    tree->store.number = number;
    bool moved = measure_store_fork(&tree->store, false);
    stacks_tree_forget(tree, tree->generation);
    return begin_file(tree, period) && moved;
}

void stacks_tree_forget(struct stacks_tree *tree, unsigned generation)
{
    memset(tree->buckets, 0, sizeof tree->buckets);
    tree->module_count = 0;
    tree->generation = generation;
}

/* Adds a module; returns its record, 0 if there is no room. */
static uint32_t add_module(struct stacks_tree *tree, const struct measure_address_span *span)
{
    size_t bytes = strlen(span->module);
    uint32_t texts = (uint32_t)((bytes + FORMAT_STACKS_RECORD - 1) / FORMAT_STACKS_RECORD);
    uint32_t index = allocate(tree, 1 + texts);
    if (!index)
        return 0;
    struct format_stacks_record *record = record_at(tree, index);
    for (uint32_t i = 0; i < texts; i++) {
        size_t done = (size_t)i * FORMAT_STACKS_RECORD, left = bytes - done;
        memcpy(record_at(tree, index + 1 + i), span->module + done,
               left < FORMAT_STACKS_RECORD ? left : FORMAT_STACKS_RECORD);
    }
    record->address = span->load;
    record->samples = bytes;
    __atomic_store_n(&record->type, FORMAT_STACKS_MODULE, __ATOMIC_RELEASE);
    return index;
}

/* Returns the record of the module that contains an address; 0 if there is none. */
static uint32_t module_of(struct stacks_tree *tree, uintptr_t address)
{
    struct measure_address_span span;
    if (!measure_address_span((const void *)address, &span))
        return 0;
    for (uint32_t i = 0; i < tree->module_count; i++) {
        if (tree->modules[i].load == span.load && tree->modules[i].path == span.module)
            return tree->modules[i].record;
    }
    uint32_t record = add_module(tree, &span);
    if (record && tree->module_count < TREE_MODULES)
        tree->modules[tree->module_count++] =
            (struct stacks_module){span.load, span.module, record};
    return record;
}

/* Returns the child of a record for an address, made if it is not there yet; 0: no room. */
static uint32_t child_of(struct stacks_tree *tree, uint32_t parent, enum format_stacks_type type,
                         uintptr_t address)
{
    uint64_t key =
        (address ^ (uint64_t)parent << 40 ^ (uint64_t)type << 61) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t *bucket = &tree->buckets[(key >> 40) % TREE_BUCKETS];
    for (uint32_t i = *bucket; i;) {
        const struct format_stacks_record *known = record_at(tree, i);
        if (known->parent == parent && known->address == address && known->type == (uint32_t)type)
            return i;
        i = known->next;
    }
    uint32_t module = type == FORMAT_STACKS_CUT ? 0 : module_of(tree, address);
    uint32_t index = allocate(tree, 1);
    if (!index)
        return 0;
    struct format_stacks_record *record = record_at(tree, index);
    record->parent = parent;
    record->address = address;
    record->module = module;
    record->next = *bucket;
    __atomic_store_n(&record->type, (uint32_t)type, __ATOMIC_RELEASE);
    *bucket = index;
    return index;
}

void stacks_tree_add(struct stacks_tree *tree, uintptr_t pc, unsigned count, bool is_cut,
                     uint64_t samples)
{
    uint32_t at = tree->root;
    if (is_cut && at)
        at = child_of(tree, at, FORMAT_STACKS_CUT, 0);
    for (unsigned i = count; i-- > 0 && at;)
        at = child_of(tree, at, FORMAT_STACKS_CALL, tree->callers[i]);
    at = at ? child_of(tree, at, FORMAT_STACKS_HERE, pc) : 0;
    if (at)
        record_at(tree, at)->samples += samples;
    else
        tree->header->lost += (uint32_t)samples;
}
