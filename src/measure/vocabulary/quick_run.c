/* quick_run.c: see quick_run.h. It is compiled without vector registers, as quick.c is. */
#include "measure/vocabulary/quick_run.h"

#include "measure/act.h"
#include "measure/clock.h"
#include "measure/filter.h"
#include "measure/heed.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/visit.h"
#include "measure/vocabulary/call_sites.h"
#include "measure/vocabulary/inside.h"
#include "measure/vocabulary/open_acts.h"
#include "measure/vocabulary/state_table.h"
#include "measure/vocabulary/steps.h"

enum { SITES = 1024, NAMES = 8 };

_Static_assert(SITES == 1 << (64 - 54), "slots");

/* Regions by their address and name; others are in the table of call_sites.h. */
static const struct measure_act_site *sites[SITES];

/* A name that was made of numbers. */
struct made_name {
    const struct format_vocabulary_function *function;
    int64_t numbers[FORMAT_RUN_NUMBERS];
    const char *text;
};

static __thread __attribute__((tls_model("initial-exec"))) struct made_name made_names[NAMES];

static inline const void *at(const struct format_vocabulary_function *function, uint32_t offset)
{
    return (const char *)function - function->start + offset;
}

static inline const struct measure_act_site **slot_of(const void *address, const char *name)
{
    uint64_t hash = ((uint64_t)(uintptr_t)address ^ (uint64_t)(uintptr_t)name << 20) *
                    UINT64_C(0x9e3779b97f4a7c15);
    return &sites[hash >> 54];
}

static inline unsigned kind_of(const struct format_vocabulary_run *run)
{
    return run->does == FORMAT_DOES_RUN ? TRI_KIND_TASK : TRI_KIND_USER;
}

static inline const struct measure_act_site *find_site(const struct format_vocabulary_run *run,
                                                       const char *name, const void *address)
{
    const struct measure_act_site *site = __atomic_load_n(slot_of(address, name), __ATOMIC_RELAXED);
    unsigned kind = kind_of(run);
    return call_sites_is(site, kind, name, address) ? site : call_sites_find(kind, name, address);
}

/* Finds the numbers in the name of a call; false if they are not known. */
static bool find_numbers(const struct described_call *call, const struct format_vocabulary_run *run,
                         int64_t *numbers)
{
    uint64_t page = steps_page(call);
    for (unsigned i = 0; i < FORMAT_RUN_NUMBERS; i++)
        numbers[i] = 0;
    for (unsigned i = 0; i < run->number_count; i++) {
        if (!steps_value(call, &run->numbers[i], &page, &numbers[i]))
            return false;
    }
    return true;
}

static struct made_name *name_slot(const struct format_vocabulary_function *function,
                                   const int64_t *numbers)
{
    uint64_t hash = (function->number ^ (uint64_t)numbers[0] ^ (uint64_t)numbers[1] << 20) *
                    UINT64_C(0x9e3779b97f4a7c15);
    return &made_names[hash >> 61];
}

_Static_assert(NAMES == 1 << (64 - 61), "slots");

/* Returns the name of what a call begins; NULL if it has to be made. */
static const char *name_of(const struct described_call *call,
                           const struct format_vocabulary_run *run)
{
    int64_t numbers[FORMAT_RUN_NUMBERS];
    if (!run->number_count)
        return at(call->function, run->text);
    if (!find_numbers(call, run, numbers))
        return NULL;
    const struct made_name *made = name_slot(call->function, numbers);
    bool is_it = made->function == call->function && made->numbers[0] == numbers[0] &&
                 made->numbers[1] == numbers[1];
    return is_it ? made->text : NULL;
}

void measure_vocabulary_note_run(const struct described_call *call, const char *name,
                                 const struct tri_region *region, const void *site)
{
    const struct format_vocabulary_run *run = at(call->function, call->function->run);
    int64_t numbers[FORMAT_RUN_NUMBERS];
    if (!region || !measure_act_has_address(region, site))
        return;
    const struct measure_act_site *made = measure_act_site_of(region);
    if (!find_site(run, name, site) && call_sites_is(made, kind_of(run), name, site))
        call_sites_put(slot_of(site, name), made);
    if (!run->number_count || !find_numbers(call, run, numbers))
        return;
    struct made_name *kept = name_slot(call->function, numbers);
    kept->function = call->function;
    kept->numbers[0] = numbers[0];
    kept->numbers[1] = numbers[1];
    kept->text = name;
}

/* Takes the lock of the table if it is free. A signal handler of this thread must not wait for it:
 * its calls are not recorded meanwhile. */
static inline bool try_lock(const struct described_call *call)
{
    inside_begin(call);
    listen_busy++;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (state_try_lock(state_holder(measure_place_page()->pid)))
        return true;
    listen_busy--;
    inside_end(NULL);
    return false;
}

static inline void unlock(void)
{
    state_unlock();
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    listen_busy--;
    inside_end(NULL);
}

/* Returns the number of the activity that the library knows by a key, which may be new. False if
 * another thread uses the table, or it is full. */
static bool find_activity(const struct described_call *call, int64_t key, uint32_t *number)
{
    if (!try_lock(call))
        return false;
    struct state_entry *entry = state_find(STATE_ACTIVITIES, key);
    bool is_known = entry && entry->use == STATE_USED,
         is_made = entry && !is_known && state_has_room();
    if (is_made) {
        entry->state = STATE_ACTIVITIES;
        entry->key = key;
        entry->value = (int64_t)measure_act_new_activity() + 1;
        entry->use = STATE_USED;
        state_table.filled++;
    }
    if (is_known || is_made)
        *number = (uint32_t)entry->value - 1;
    unlock();
    return is_known || is_made;
}

/* Forgets an activity. False if another thread uses the table. */
static bool forget_activity(const struct described_call *call, int64_t key)
{
    if (!try_lock(call))
        return false;
    struct state_entry *entry = state_find(STATE_ACTIVITIES, key);
    if (entry && entry->use == STATE_USED)
        state_remove(entry);
    unlock();
    return true;
}

/* True if a visit of a region in that mode can take the quick way. */
static inline bool is_common(unsigned mode)
{
    return mode == TRI_TIME ||
           (mode == TRI_TIME_LOG && clock_kind == FORMAT_CLOCK_COUNTER && !measure_filter_is_on());
}

/* Begins the region or activity. False if it has to take the other way, and nothing has been done.
 */
static bool enter(struct described_call *call, const struct format_vocabulary_run *run)
{
    const struct format_vocabulary_function *function = call->function;
    const char *name = name_of(call, run);
    const void *address =
        !run->has_code
            ? call->site
            : (const char *)(uintptr_t)(function->entry ? function->entry : function->real) +
                  1; /* sites are return addresses */
    const struct measure_act_site *site = name ? find_site(run, name, address) : NULL;
    if (!site || open_count >= open_room())
        return false;
    struct format_node *up = measure_lane_current, *node = measure_visit_near_child(up, &site->own);
    if (!node)
        node = measure_visit_other_child(up, &site->own);
    unsigned mode = __atomic_load_n(&site->own.mode, __ATOMIC_RELAXED);
    bool is_activity = run->does == FORMAT_DOES_RUN;
    uint32_t number = 0;
    uint64_t page = steps_page(call);
    int64_t key = 0;
    if (!node || !is_common(mode) || !measure_lane_own ||
        (is_activity &&
         (!steps_value(call, &run->activity, &page, &key) || !find_activity(call, key, &number))))
        return false;
    struct open_act *made = open_act_at(open_count);
    made->node = NULL;
    made->run = call;
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* from here on, a jump may have to end it */
    open_count++;
    made->run = call;
    made->activity = number;
    made->is_activity = is_activity;
    made->key = key;
    made->before = measure_lane_own->record->runs;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    made->node = mode == TRI_TIME_LOG ? measure_visit_logged_handle(up) : measure_visit_handle(up);
    if (is_activity)
        measure_lane_own->record->runs = number;
    measure_visit_open(node, TRI_TIME);
    return true;
}

uint64_t measure_vocabulary_begin_run_quickly(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    const struct format_vocabulary_run *run = at(function, function->run);
    const struct format_vocabulary_step *steps = at(function, run->first_step);
    uint64_t page = steps_page(call);
    int64_t tested;
    if (__atomic_load_n(&function->quick.settled, __ATOMIC_RELAXED) !=
            (uint64_t)process_forks + 1 ||
        !measure_listen_hears(FORMAT_COLLECT_VOCABULARY) ||
        !steps_run(call, steps, run->steps, &page) ||
        !steps_value(call, &run->tested, &page, &tested))
        return 0;
    bool begins = run->does != FORMAT_DOES_NONE &&
                  (tested >= run->from && tested <= run->to) != run->is_outside;
    call->known = run->known;
    if (begins && !enter(call, run))
        return 0;
    call->run = begins ? CALL_RUNS : CALL_PASSES;
    if (run->entered) {
        call->values[run->entered - 1] = begins;
        call->known |= UINT32_C(1) << (run->entered - 1);
    }
    call->is_taken = false;
    call->is_opened = false;
    call->is_aside = false;
    steps_set(call, steps + run->steps, run->sets, true);
    return __atomic_load_n(&function->real, __ATOMIC_RELAXED);
}

/* Logs the visit. False if there is no room. */
static inline bool log_act(const struct open_act *open, const struct format_node *node,
                           uint64_t ticks)
{
    struct format_event *event =
        measure_log_fits(node->self, ticks) ? measure_log_reserve(1U + open->is_activity) : NULL;
    if (!event)
        return false;
    if (open->is_activity)
        event[1] = (struct format_event){
            open->activity, format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_ACTIVITY, 0)};
    measure_log_write(event, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

bool measure_vocabulary_end_run_quickly(struct described_call *call)
{
    if (call->run == CALL_PASSES)
        return true;
    const struct open_act *open =
        open_count && open_count <= open_room() ? open_act_at(open_count - 1) : NULL;
    struct format_node *up = open ? measure_visit_up(open->node) : NULL,
                       *node = up ? up->recent : NULL;
    uint64_t now = measure_clock_now();
    call->now = now;
    if (!node || open->run != call || node != measure_lane_current ||
        node->open <= FORMAT_OPEN_UNTIMED || listen_busy || described_own.call)
        return false;
    uint64_t ticks = now - node->open;
    bool logs = measure_visit_is_logged(open->node);
    if (logs && (measure_filter_is_on() || !log_logged))
        return false;
    if (open->is_activity && !forget_activity(call, open->key))
        return false;
    if (logs && !log_act(open, node, ticks))
        return false; /* the activity is forgotten a second time, which does no harm */
    measure_node_add_time(node, ticks);
    measure_visit_go_up(node, up);
    if (open->is_activity)
        measure_lane_own->record->runs = open->before;
    open_count--;
    struct described_record *own = &described_own;
    if (__builtin_expect(!measure_act_tells_cost(node->count) && now < own->look_at &&
                             __atomic_load_n(heed_asked, __ATOMIC_RELAXED) == heed_seen,
                         1))
        return true;
    own->visited = node;
    own->is_ended = true;
    return false;
}
