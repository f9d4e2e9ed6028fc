/* act.c: see act.h. Sites are in a hash table that is searched without a lock and from which
 * nothing is removed. */
#include "measure/act.h"

#include "measure/act_site.h"
#include "measure/call_site.h"
#include "measure/filter.h"
#include "measure/guard.h"
#include "measure/heed.h"
#include "measure/message_values.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/visit.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum {
    SITES = 16384, /* a quarter of the slots stays empty */
    MOST_SITES = SITES / 4 * 3,
    CHUNK = 64, /* sites are allocated in groups of this size */
    MOST_VALUES = 4,
    TOLD_LONGEST = 100000, /* longest credible cost: this fraction of a second */
};

static struct measure_act_site *table[SITES];
static unsigned used;

static unsigned slot_of(const void *address, const char *name)
{
    uint64_t hash = ((uint64_t)(uintptr_t)address ^ (uint64_t)(uintptr_t)name << 20) *
                    UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)(hash >> 40) % SITES;
}

/* Returns the slot of the site, or the empty slot where it belongs. */
static inline struct measure_act_site **find(unsigned kind, const char *name, const void *address)
{
    for (unsigned slot = slot_of(address, name);; slot = (slot + 1) % SITES) {
        /* relaxed: the site was complete before its pointer was published, and no processor reads
         * it first */
        const struct measure_act_site *site = __atomic_load_n(&table[slot], __ATOMIC_RELAXED);
        if (!site || (site->address == address && site->name == name && site->kind == kind))
            return &table[slot];
    }
}

/* Returns memory for a site from mmap(): the program's allocator must not be called here. NULL if
 * there is none. */
static struct measure_act_site *allocate(void)
{
    static struct measure_act_site *chunk;
    static unsigned left;
    if (!left) {
        chunk = mmap(NULL, CHUNK * sizeof *chunk, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (chunk == MAP_FAILED)
            return NULL;
        left = CHUNK;
    }
    left--;
    return chunk++;
}

/* Enters a site in the table, with a region of its own unless it shares one. The guard must be
 * held. */
static struct measure_act_site *make(const struct measure_act_site *like)
{
    struct measure_act_site *site = measure_place_is_measuring() ? allocate() : NULL;
    if (!site)
        return NULL;
    *site = *like;
    if (!site->region) {
        site->region = &site->own;
        if (!measure_region_add_described(&site->own, site->known.at, site->facts))
            return NULL;
    }
    used++;
    __atomic_store_n(find(site->kind, site->name, site->address), site, __ATOMIC_RELEASE);
    return site;
}

/* Returns the site in the table, or makes it. The guard must be held. */
static struct measure_act_site *find_or_make(enum tri_kind kind, unsigned flags, uint32_t facts,
                                             const char *name, const void *address,
                                             const struct measure_address *known)
{
    struct measure_act_site *site = *find(kind, name, address);
    if (site || used >= SITES - 1)
        return site;
    struct measure_act_site like = {
        .address = address, .name = name, .kind = kind, .facts = facts, .known = *known};
    like.own = (struct tri_region){
        .mode = TRI_NEW,
        .kind = (unsigned char)kind,
        .flags = (unsigned char)flags,
        .name = name,
        .file = known->module,
    };
    if (address && (!known->module[0] ||
                    used >= MOST_SITES)) { /* it shares the region of the unknown address */
        static const struct measure_address nowhere = {.module = ""};
        const struct measure_act_site *shared =
            find_or_make(kind, flags, facts, name, NULL, &nowhere);
        if (!shared || used >= MOST_SITES)
            return (struct measure_act_site *)shared;
        like.region = shared->region;
    }
    return make(&like);
}

static VISIT_RARE struct tri_region *meet(enum tri_kind kind, unsigned flags, uint32_t facts,
                                          const char *name, const void *address)
{
    if (!measure_place_is_measuring())
        return NULL;
    struct measure_address known = {.module = ""};
    int saved = errno;
    if (address && !call_site_of(kind, name, address, &known))
        known = (struct measure_address){.module = ""}; /* code generated at run time */
    sigset_t before;
    measure_guard_enter(&before);
    const struct measure_act_site *site = find_or_make(kind, flags, facts, name, address, &known);
    int error = errno;
    measure_guard_leave(&before);
    if (!site)
        measure_place_stop(error, "the table of regions cannot grow");
    errno = saved;
    return site ? site->region : NULL;
}

static inline struct tri_region *site_region(enum tri_kind kind, unsigned flags, uint32_t facts,
                                             const char *name, const void *site)
{
    const struct measure_act_site *known = *find(kind, name, site);
    if (__builtin_expect(!known && __atomic_load_n(&used, __ATOMIC_RELAXED) >= MOST_SITES, 0))
        known = *find(kind, name, NULL);
    return __builtin_expect(known != NULL, 1) ? known->region
                                              : meet(kind, flags, facts, name, site);
}

struct tri_region *measure_act_site(enum tri_kind kind, unsigned flags, const char *name,
                                    const void *site)
{
    return site_region(kind, flags, 0, name, site);
}

struct tri_region *measure_act_described(enum tri_kind kind, unsigned flags, uint32_t facts,
                                         const char *name, const void *site)
{
    return site_region(kind, flags, facts, name, site);
}

const void *measure_act_address(const struct tri_region *region)
{
    return measure_act_site_of(region)->address;
}

bool measure_act_has_address(const struct tri_region *base, const void *address)
{
    return address && measure_act_site_of(base)->address == address &&
           measure_act_site_of(base)->known.module[0];
}

bool measure_act_is_tail_call(const struct tri_region *base)
{
    const struct measure_act_site *site = measure_act_site_of(base);
    struct measure_address behind;
    return measure_address_of(site->address, &behind) && strcmp(behind.at, site->known.at) != 0;
}

struct tri_region *measure_act_variant(const struct tri_region *base, const char *note)
{
    assert(measure_guard_is_own());
    struct measure_act_site *site = measure_place_is_measuring() ? allocate() : NULL;
    if (!site)
        return NULL;
    *site = *measure_act_site_of(base);
    site->region = &site->own;
    site->own = (struct tri_region){
        .mode = TRI_NEW,
        .kind = base->kind,
        .flags = base->flags,
        .name = base->name,
        .file = base->file,
        .note = note,
    };
    bool added = measure_region_add(&site->own, site->known.at);
    site->own.note = NULL;
    return added ? &site->own : NULL;
}

void measure_act_forget_unloaded(void)
{
    static char nobody; /* no call has this address */
    for (unsigned slot = 0; slot < SITES; slot++) {
        struct measure_act_site *site = __atomic_load_n(&table[slot], __ATOMIC_ACQUIRE);
        if (!site || !site->address || site->region != &site->own || site->address == &nobody ||
            measure_address_module(site->address))
            continue;
        sigset_t before;
        measure_guard_enter(&before);
        measure_region_forget(&site->own);
        __atomic_store_n(&site->address, &nobody, __ATOMIC_RELAXED);
        measure_guard_leave(&before);
    }
}

/* Adds the act to the node of its object, a child of the act's node: see io.c. */
static inline void add_to_object(struct format_node *node, const struct measure_act_end *end,
                                 uint64_t ticks)
{
    struct format_node *below = node->recent;
    if (__builtin_expect(below->region != end->with->region, 0))
        below = measure_node_child(node, end->with->region);
    if (!below)
        return;
    below->count++;
    below->bytes += end->bytes;
    measure_node_add_time(below, end->held ? end->held : ticks);
}

static inline void add_value(struct format_event **at, enum format_value what, uint64_t value)
{
    *(*at)++ = (struct format_event){value, format_event_rest(FORMAT_EVENT_VALUE, what, 0)};
}

/* Logs an act that does not fit into the mapped piece. */
static VISIT_RARE void log_end_far(const struct format_node *node,
                                   const struct measure_act_end *end, uint64_t ticks)
{
    struct measure_log_value values[MOST_VALUES + 3];
    unsigned count = 0;
    if (end->bytes && !end->counts_bytes)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_BYTES, end->bytes};
    if (end->with && end->with->region)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_FILE, end->with->region};
    if (end->held)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_HELD, end->held};
    for (unsigned i = 0; i < end->count && i < MOST_VALUES; i++)
        values[count++] = end->values[i];
    measure_log_far(FORMAT_EVENT_ACT, node->self, node->open, ticks, values, count);
}

static bool is_wanted(const struct format_node *node, const struct measure_act_end *end,
                      uint64_t ticks)
{
    struct measure_filter_message message = {0};
    if (end->message)
        message = *end->message;
    measure_message_tell(&message, end->values, end->count);
    const struct measure_filter_act act = {.node = node,
                                           .ticks = ticks,
                                           .trips = NODE_NO_TRIPS,
                                           .bytes = end->bytes,
                                           .held = end->held,
                                           .message = message.told ? &message : NULL};
    if (measure_filter_keeps_far(&act) || !measure_message_ends_fit(end->values, end->count))
        return true;
    measure_filter_leave_out(&act);
    measure_message_log_ends(node, end->values, end->count, end->has_more);
    return false;
}

static inline void log_end(const struct format_node *node, const struct measure_act_end *end,
                           uint64_t ticks)
{
    if (measure_filter_is_on() && !is_wanted(node, end, ticks))
        return;
    uint32_t with = end->with ? end->with->region : 0;
    bool tells_bytes = end->bytes && !end->counts_bytes;
    unsigned count = tells_bytes + (with != 0) + (end->held != 0) +
                     (end->count < MOST_VALUES ? end->count : MOST_VALUES);
    struct format_event *at =
        measure_log_fits(node->self, ticks) ? measure_log_reserve(1 + count) : NULL;
    if (__builtin_expect(!at, 0)) {
        log_end_far(node, end, ticks);
        return;
    }
    struct format_event *value = at + 1;
    if (tells_bytes)
        add_value(&value, FORMAT_VALUE_BYTES, end->bytes);
    if (with)
        add_value(&value, FORMAT_VALUE_FILE, with);
    if (end->held)
        add_value(&value, FORMAT_VALUE_HELD, end->held);
    for (unsigned i = 0; i < end->count && i < MOST_VALUES; i++)
        add_value(&value, end->values[i].what, end->values[i].value);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
}

void measure_act_tell_cost(uint64_t since)
{
    struct format_place *page = measure_place_page();
    uint64_t ticks = measure_clock_now() - since;
    if (ticks * TOLD_LONGEST > page->ticks_per_second)
        return;
    __atomic_fetch_add(&page->act_ticks, ticks, __ATOMIC_RELAXED);
    __atomic_fetch_add(&page->acts_timed, 1, __ATOMIC_RELAXED);
}

static inline void tell_cost(const struct format_node *node, uint64_t since)
{
    if (measure_act_tells_cost(node->count))
        measure_act_tell_cost(since);
}

static void finish(struct format_node *node, struct format_node *up,
                   const struct measure_act_end *end, uint64_t now)
{
    bool timed = node->open > FORMAT_OPEN_UNTIMED;
    uint64_t ticks = timed && now > node->open ? now - node->open : 0;
    node->bytes += end->bytes;
    if (timed)
        measure_node_add_time(node, ticks);
    if (end->with && end->with->region)
        add_to_object(node, end, ticks);
    if (measure_log_wants_node(node))
        log_end(node, end, ticks);
    measure_visit_go_up(node, up);
    if (timed)
        tell_cost(node, now);
    measure_heed_check();
    if (measure_place_is_due(now))
        measure_place_heed();
}

void measure_act_end(struct tri_node *handle, const struct measure_act_end *end)
{
    if (!handle)
        return;
    struct format_node *up = measure_visit_up(handle), *node = up->recent;
    uint64_t now = end->now ? end->now : measure_clock_now();
    int saved = errno;
    if (__builtin_expect(node == measure_lane_current, 1))
        finish(node, up, end, now);
    else
        measure_visit_leave_far(up, NODE_NO_TRIPS);
    errno = saved;
}

void measure_act_undo(struct tri_node *handle)
{
    struct format_node *up = handle ? measure_visit_up(handle) : NULL,
                       *node = up ? up->recent : NULL;
    if (!node || node != measure_lane_current)
        return;
    node->count--;
    measure_visit_go_up(node, up);
}

/* Returns the child of the current node, which may be another one afterwards. NULL if it is not
 * measured. */
static inline struct format_node *find_node(struct tri_region *region)
{
    struct format_node *up = measure_lane_current, *node = up->recent;
    if (node->region != region->id) {
        node = node->next; /* acts come in pairs: lock and unlock */
        if (node->region != region->id)
            return measure_visit_find_child(region);
        up->recent = node;
    }
    return node;
}

void measure_act_point(struct tri_region *region, const struct measure_act_end *end)
{
    unsigned mode = region ? __atomic_load_n(&region->mode, __ATOMIC_RELAXED) : TRI_OFF;
    struct format_node *node = mode != TRI_OFF ? find_node(region) : NULL;
    if (!node)
        return;
    mode = __atomic_load_n(&region->mode,
                           __ATOMIC_RELAXED); /* read again: the region may have been new */
    struct format_node *up = measure_lane_current;
    measure_node_make_current(node);
    node->count++;
    node->bytes += end->bytes;
    node->open = FORMAT_OPEN_UNTIMED;
    if (mode != TRI_COUNT) {
        node->open = end->now ? end->now : measure_clock_now();
        node->min = 0;
    }
    if (end->with && end->with->region)
        add_to_object(node, end, 0);
    if (mode == TRI_TIME_LOG)
        log_end(node, end, 0);
    uint64_t now = node->open;
    measure_visit_go_up(node, up);
    if (now <= FORMAT_OPEN_UNTIMED)
        return;
    tell_cost(node, now);
    measure_heed_check();
    if (measure_place_is_due(now))
        measure_place_heed();
}

uint32_t measure_act_activity(void)
{
    return measure_lane_own ? measure_lane_own->record->runs : FORMAT_NO_ACTIVITY;
}

uint32_t measure_act_new_activity(void)
{
    return measure_place_is_measuring() ? measure_place_next_activity() : FORMAT_NO_ACTIVITY;
}

uint32_t measure_act_switch(uint32_t activity)
{
    if (!measure_lane_own)
        return FORMAT_NO_ACTIVITY;
    uint32_t before = measure_lane_own->record->runs;
    measure_lane_own->record->runs = activity;
    return before;
}
