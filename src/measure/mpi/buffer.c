/* buffer.c: see buffer.h */
#include "measure/mpi/buffer.h"

#include "format/buffer.h"
#include "format/place.h"
#include "measure/guard.h"
#include "measure/mpi/holder.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/store.h"

#include <errno.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    FIRST_BYTES = 4096,
    MOST_RANGES = 4, /* of addresses of a call site, each with a record */
    MOST_BLOCKS = 4, /* of allocated memory */
    MOST_FRAMES = 8,
};

uint64_t buffer_seen[BUFFER_SEEN];

/* An allocated block that a call site used. */
struct block {
    uintptr_t start, end;
    uintptr_t holder; /* where a pointer to it was; 0: on the stack */
};

/* The records of one buffer of a call site. */
struct site {
    struct format_buffer *ranges[MOST_RANGES];
    struct block blocks[MOST_BLOCKS];
    uint8_t range_count, block_count, groups;
    bool is_closed; /* its buffers cannot all be named */
    bool is_other;  /* MPI_IN_PLACE was recorded */
};

/* A buffer that is being recorded. */
struct using
{
    struct site *site;
    struct format_buffer record; /* with region and which */
    const char *module;          /* of the call site */
    uintptr_t buffer;
    struct measure_walk_frame frames[MOST_FRAMES];
    unsigned frame_count;
};

static struct measure_store store;
static struct format_buffers_header *header;
static pid_t owner;
static struct site *sites; /* by region and buffer */
static struct measure_walk_rules rules;

static bool prepare(void)
{
    if (header)
        return owner == getpid(); /* a forked child must not write into its parent's file */
    void *memory = mmap(NULL, sizeof *sites * BUFFER_REGIONS * 2, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    sigset_t before;
    if (memory == MAP_FAILED)
        return false;
    sites = memory;
    owner = getpid();
    measure_guard_enter(&before);
    if (measure_store_create(&store, measure_place_folder(), FORMAT_BUFFERS_FILE, -1,
                             sizeof(struct format_buffer), FIRST_BYTES)) {
        struct format_buffers_header *made = measure_store_at(&store, 0);
        made->version = FORMAT_VERSION;
        made->used = 1;
        __atomic_store_n(&made->magic, FORMAT_BUFFERS_MAGIC, __ATOMIC_RELEASE);
        header = made;
    }
    measure_guard_leave(&before);
    return header;
}

/* Adds a record; NULL if there is no room. */
static struct format_buffer *add(const struct format_buffer *record)
{
    sigset_t before;
    measure_guard_enter(&before);
    uint64_t index = header->used;
    struct format_buffer *made =
        index < FORMAT_BUFFERS_MOST ? measure_store_at(&store, index) : NULL;
    if (made) {
        *made = *record;
        made->kind = 0;
        __atomic_store_n(&made->kind, record->kind, __ATOMIC_RELEASE);
        __atomic_store_n(&header->used, index + 1, __ATOMIC_RELEASE);
    }
    measure_guard_leave(&before);
    return made;
}

/* Adds a record that the buffers of the site cannot be named. Without room for it, an earlier one
 * is made into it. */
static void close_site(struct using *use)
{
    struct site *site = use->site;
    use->record.kind = FORMAT_BUFFER_UNKNOWN;
    site->is_closed = true;
    if (!add(&use->record) && site->range_count)
        site->ranges[0]->kind = FORMAT_BUFFER_UNKNOWN;
}

/* Returns which module it is (enum format_buffer_module); 0 for any other than these two. */
static uint8_t module_of(const struct using *use, const struct measure_address_span *span)
{
    if (use->module && !strcmp(span->module, use->module))
        return FORMAT_BUFFER_OF_SITE;
    uintptr_t program = (uintptr_t)getauxval(AT_PHDR);
    return program >= span->start && program < span->end ? FORMAT_BUFFER_OF_PROGRAM : 0;
}

/* Adds an address of a variable or of a frame. After the first few, the nearest range is extended:
 * so a range is in one variable if the call used one variable. */
static void add_range(struct using *use)
{
    struct site *site = use->site;
    struct format_buffer *nearest = NULL;
    uint64_t distance = UINT64_MAX;
    for (unsigned i = 0; i < site->range_count; i++) {
        struct format_buffer *range = site->ranges[i];
        if (range->kind != use->record.kind || range->module != use->record.module ||
            range->code != use->record.code || range->depth != use->record.depth)
            continue;
        int64_t at = use->record.first;
        if (at >= range->first && at <= range->last)
            return;
        uint64_t far = (uint64_t)(at < range->first ? range->first - at : at - range->last);
        if (far < distance) {
            distance = far;
            nearest = range;
        }
    }
    if (site->range_count < MOST_RANGES) {
        use->record.group = site->groups++;
        struct format_buffer *made = add(&use->record);
        if (made)
            site->ranges[site->range_count++] = made;
        else
            close_site(use);
    } else if (!nearest) {
        close_site(use);
    } else if (use->record.first < nearest->first) {
        __atomic_store_n(&nearest->first, use->record.first, __ATOMIC_RELAXED);
    } else {
        __atomic_store_n(&nearest->last, use->record.first, __ATOMIC_RELAXED);
    }
}

/* Sets the frame of the record; false if its function is in another module. */
static bool set_frame(struct using *use, unsigned depth, uintptr_t at)
{
    const struct measure_walk_frame *frame = &use->frames[depth];
    struct measure_address_span span;
    if (!measure_address_span((const void *)frame->pc, &span))
        return false;
    use->record.module = module_of(use, &span);
    use->record.depth = depth;
    use->record.code = frame->pc - span.load;
    use->record.first = use->record.last = (int64_t)at - (int64_t)frame->high;
    return use->record.module != 0;
}

/* Returns the number of the frame that contains an address, or frame_count. */
static unsigned frame_of(const struct using *use, uintptr_t at)
{
    unsigned i = 0;
    while (i < use->frame_count && (at < use->frames[i].low || at >= use->frames[i].high))
        i++;
    return i;
}

/* True if the buffer is in a block that the site used before, and the pointer still leads to it. */
static bool is_in_known_block(const struct using *use)
{
    for (unsigned i = 0; i < use->site->block_count; i++) {
        const struct block *block = &use->site->blocks[i];
        uintptr_t word;
        if (use->buffer >= block->start && use->buffer < block->end && block->holder &&
            holder_read(block->holder, &word) && word == block->start)
            return true;
    }
    return false;
}

/* Adds the pointers in the data of a module to the group; returns how many. */
static unsigned add_held(struct using *use, const void *inside, struct holder_found *found)
{
    struct measure_address_span span;
    found->count = 0;
    if (!measure_address_span(inside, &span))
        return 0;
    use->record.kind = FORMAT_BUFFER_HELD;
    use->record.module = module_of(use, &span);
    if (use->record.module)
        holder_search_data(&span, use->buffer, found);
    for (unsigned i = 0; i < found->count; i++) {
        use->record.first = use->record.last = (int64_t)(found->at[i] - span.load);
        add(&use->record);
    }
    return found->count;
}

/* Adds a block of memory that is no variable: the pointers to it. Pointers in frames can name it,
 * too, where none in the data does. */
static void add_block(struct using *use)
{
    struct site *site = use->site;
    struct holder_found found = {0};
    if (site->block_count == MOST_BLOCKS) {
        close_site(use);
        return;
    }
    use->record.group = site->groups++;
    struct measure_address_span span;
    unsigned count = use->frame_count ? add_held(use, (const void *)use->frames[0].pc, &found) : 0;
    const void *program = (const void *)getauxval(AT_PHDR);
    if (!count && measure_address_span(program, &span) &&
        module_of(use, &span) == FORMAT_BUFFER_OF_PROGRAM)
        count = add_held(use, program, &found);
    uintptr_t holder = count ? found.at[0] : 0;
    if (!count) {
        holder_search_frames(use->frames, use->frame_count, use->buffer, &found);
        use->record.kind = FORMAT_BUFFER_CARRIED;
        for (unsigned i = 0; i < found.count; i++) {
            if (set_frame(use, frame_of(use, found.at[i]), found.at[i]))
                count += add(&use->record) != NULL;
        }
    }
    if (!count)
        close_site(use);
    else
        site->blocks[site->block_count++] = (struct block){found.start, found.end, holder};
}

/* Adds a buffer that is in the data of a module. */
static void add_data(struct using *use, const struct measure_address_span *span)
{
    use->record.kind = FORMAT_BUFFER_DATA;
    use->record.module = module_of(use, span);
    use->record.first = use->record.last = (int64_t)(use->buffer - span->load);
    if (use->record.module)
        add_range(use);
    else
        close_site(use);
}

/* Adds a buffer on the stack, or in a block that the site did not use before. */
static void add_elsewhere(struct using *use)
{
    unsigned depth = frame_of(use, use->buffer);
    if (depth == use->frame_count) {
        add_block(use);
        return;
    }
    use->record.kind = FORMAT_BUFFER_STACK;
    if (set_frame(use, depth, use->buffer))
        add_range(use);
    else
        close_site(use);
}

/* Finds the frames from the one that made the call on. */
static void find_frames(const struct wrap_call *call, struct using *use)
{
    struct measure_address_span own, span;
    unsigned ours = 0;
    unsigned count = measure_walk_frames(&rules, (uintptr_t)call->frame, use->frames, MOST_FRAMES);
    if (!measure_address_span((const void *)&buffer_record, &own))
        return;
    while (ours < count && measure_address_span((const void *)use->frames[ours].pc, &span) &&
           span.start == own.start)
        ours++;
    use->frame_count = count - ours;
    memmove(use->frames, use->frames + ours, use->frame_count * sizeof *use->frames);
}

/* Records a buffer of a site that is not closed. */
static void record(const struct wrap_call *call, struct using *use)
{
    const struct tri_region *region = measure_region_known(use->record.region);
    struct measure_address_span span;
    use->module = region ? region->file : NULL;
    use->site = &sites[use->record.region * 2 + use->record.which];
    if (use->site->is_closed || !region)
        return;
    if ((const void *)use->buffer == MPI_IN_PLACE) {
        use->record.kind = FORMAT_BUFFER_IN_PLACE;
        if (!use->site->is_other)
            add(&use->record);
        use->site->is_other = true;
    } else if (!use->buffer) { /* MPI_BOTTOM */
        close_site(use);
    } else if (measure_address_span((const void *)use->buffer, &span)) {
        add_data(use, &span);
    } else if (!is_in_known_block(use)) {
        find_frames(call, use); /* takes longest: comes last */
        add_elsewhere(use);
    }
}

VISIT_RARE void buffer_record(const struct wrap_call *call, unsigned which, const void *buffer)
{
    static bool taken;
    uint32_t region = call->visited->region;
    int saved = errno;
    if (region >= BUFFER_REGIONS || !measure_place_is_measuring() ||
        __atomic_test_and_set(&taken, __ATOMIC_ACQUIRE))
        return; /* another thread is here; the next call will record it */
    struct using use = {.record = {.region = region, .which = (uint8_t)which},
                        .buffer = (uintptr_t)buffer};
    if (prepare())
        record(call, &use);
    uint64_t key = buffer_key(region, which, buffer);
    __atomic_store_n(&buffer_seen[key >> (64 - BUFFER_SEEN_BITS)], key, __ATOMIC_RELAXED);
    __atomic_clear(&taken, __ATOMIC_RELEASE);
    errno = saved;
}
