/* record.c: see record.h */
#include "measure/vocabulary/record.h"

#include "measure/act.h"
#include "measure/clock.h"
#include "measure/message_values.h"
#include "measure/object.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/visit.h"
#include "measure/vocabulary/groups.h"
#include "measure/vocabulary/locks.h"
#include "measure/vocabulary/names.h"
#include "measure/vocabulary/open_acts.h"
#include "measure/vocabulary/quick_run.h"
#include "measure/vocabulary/state.h"
#include "measure/vocabulary/travellers.h"

__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct open_act open_acts[OPEN_ACTS];
__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) unsigned open_count;
__thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct open_act *open_more;

bool measure_vocabulary_is_visit(enum format_act_type type)
{
    return type != FORMAT_DOES_NONE && type != FORMAT_DOES_BEGIN && type != FORMAT_DOES_END &&
           type != FORMAT_DOES_SUSPEND && type != FORMAT_DOES_RESUME && type != FORMAT_DOES_ENTER &&
           type != FORMAT_DOES_LEAVE && type != FORMAT_DOES_RUN;
}

static const struct format_vocabulary *vocabulary_of(const struct described_call *call)
{
    const struct format_vocabulary_data *data = format_vocabulary_data(call->function);
    const struct format_vocabulary *all = format_vocabulary_at(data, data->vocabularies);
    return &all[call->function->vocabulary];
}

static void add(struct described_record *to, enum format_value what, uint64_t value)
{
    if (to->count < CALL_LOGGED)
        to->logged[to->count++] = (struct measure_log_value){what, value};
}

/* Makes room for the values of another message: those before are logged at once. */
static void begin_values(struct described_record *to)
{
    to->counts_bytes = true;
    const struct format_node *node =
        to->count && to->node ? measure_visit_up(to->node)->recent : NULL;
    if (node && measure_visit_is_logged(to->node)) {
        measure_log_far(FORMAT_EVENT_MORE, node->self, node->open, 0, to->logged, to->count);
        if (!to->has_more)
            to->told = (struct measure_filter_message){0};
        measure_message_tell(&to->told, to->logged, to->count);
        to->has_more = true;
    }
    to->count = 0;
}

static uint64_t positive(const struct described_act *act, enum format_act_field field)
{
    return measure_vocabulary_has(act, field) && act->fields[field] > 0
               ? (uint64_t)act->fields[field]
               : 0;
}

/* Returns the bytes that a field counts; FORMAT_UNSIZED if they are not known. */
static uint64_t bytes_of(const struct described_act *act, enum format_act_field field)
{
    return act->lost >> field & 1 ? FORMAT_UNSIZED : positive(act, field);
}

/* Returns the address of a peer; a field that is not known is any peer, or no tag. */
static uint64_t address_of(const struct described_act *act, enum format_act_field peer)
{
    uint32_t name = measure_vocabulary_has(act, peer) ? (uint32_t)act->fields[peer] : FORMAT_ANY;
    int32_t tag =
        measure_vocabulary_has(act, FORMAT_FIELD_TAG) ? (int32_t)act->fields[FORMAT_FIELD_TAG] : -1;
    return format_address(name, tag);
}

static struct described_group *group_of(const struct described_call *call,
                                        const struct described_act *act)
{
    int64_t number =
        measure_vocabulary_has(act, FORMAT_FIELD_GROUP) ? act->fields[FORMAT_FIELD_GROUP] : 0;
    struct described_group *group =
        measure_vocabulary_group(vocabulary_of(call)->id, number, act->is_anonymous);
    if (!number && !act->is_anonymous)
        __atomic_store_n(&call->function->quick.group, (uint64_t)(uintptr_t)group,
                         __ATOMIC_RELAXED);
    return group;
}

/* Requests of two vocabularies may have the same numbers. */
static int64_t request_key(const struct described_call *call, const struct described_act *act)
{
    return act->fields[FORMAT_FIELD_REQUEST] ^ (int64_t)((uint64_t)vocabulary_of(call)->id << 8);
}

static void remember(const struct described_call *call, const struct described_act *act,
                     uint64_t order, bool receives)
{
    measure_vocabulary_set(STATE_REQUESTS, request_key(call, act),
                           (int64_t)(order << 1 | receives));
}

static void send(const struct described_call *call, struct described_record *to,
                 const struct described_act *act)
{
    uint64_t bytes = bytes_of(act, FORMAT_FIELD_BYTES);
    struct described_group *group = to->logs ? group_of(call, act) : NULL;
    to->bytes += bytes;
    if (!group)
        return;
    uint64_t order = measure_vocabulary_next(group, &group->messages[false]);
    begin_values(to);
    add(to, FORMAT_VALUE_SENT, order);
    add(to, FORMAT_VALUE_TO, address_of(act, FORMAT_FIELD_TO));
    add(to, FORMAT_VALUE_SIZE, bytes);
    if (measure_vocabulary_has(act, FORMAT_FIELD_REQUEST))
        remember(call, act, order, false);
}

static void add_received(struct described_record *to, const struct described_act *act,
                         uint64_t order, uint64_t bytes)
{
    begin_values(to);
    add(to, FORMAT_VALUE_RECEIVED, order);
    add(to, FORMAT_VALUE_FROM, address_of(act, FORMAT_FIELD_FROM));
    add(to, FORMAT_VALUE_GOT, bytes);
}

static void receive(const struct described_call *call, struct described_record *to,
                    const struct described_act *act)
{
    bool begins = measure_vocabulary_has(act, FORMAT_FIELD_REQUEST);
    uint64_t bytes = begins ? 0 : bytes_of(act, FORMAT_FIELD_BYTES);
    struct described_group *group = to->logs ? group_of(call, act) : NULL;
    to->bytes += bytes;
    if (!group)
        return;
    uint64_t order = measure_vocabulary_next(group, &group->messages[true]);
    if (!begins) {
        add_received(to, act, order, bytes);
        return;
    }
    begin_values(to);
    add(to, FORMAT_VALUE_POSTED, order);
    add(to, FORMAT_VALUE_ASKED, address_of(act, FORMAT_FIELD_FROM));
    remember(call, act, order, true);
}

/* Ends what a request began. */
static void wait(const struct described_call *call, struct described_record *to,
                 const struct described_act *act)
{
    int64_t began;
    if (!to->logs || !measure_vocabulary_has(act, FORMAT_FIELD_REQUEST) ||
        !measure_vocabulary_take(STATE_REQUESTS, request_key(call, act), &began))
        return;
    uint64_t order = (uint64_t)began >> 1, bytes = bytes_of(act, FORMAT_FIELD_BYTES);
    if (began & 1) {
        to->bytes += bytes;
        add_received(to, act, order, bytes);
    } else {
        begin_values(to);
        add(to, FORMAT_VALUE_FINISHED, order);
    }
}

static void unite(const struct described_call *call, struct described_record *to,
                  const struct described_act *act)
{
    uint64_t given = bytes_of(act, FORMAT_FIELD_GIVEN), taken = bytes_of(act, FORMAT_FIELD_TAKEN);
    struct described_group *group = to->logs ? group_of(call, act) : NULL;
    to->bytes += given + taken;
    if (!group)
        return;
    begin_values(to);
    add(to, FORMAT_VALUE_TOGETHER, measure_vocabulary_next(group, &group->together));
    if (measure_vocabulary_has(act, FORMAT_FIELD_ROOT))
        add(to, FORMAT_VALUE_ROOT, (uint32_t)act->fields[FORMAT_FIELD_ROOT]);
    add(to, FORMAT_VALUE_GIVEN, given);
    add(to, FORMAT_VALUE_TAKEN, taken);
}

/* Memory of another place is written or read, or copied from one to another. The peers are told
 * where places have a number among all: then that is their rank. */
static void move(const struct described_call *call, struct described_record *to,
                 const struct described_act *act)
{
    static const enum format_act_field peers[] = {FORMAT_FIELD_TO, FORMAT_FIELD_FROM};
    static const enum format_value values[] = {FORMAT_VALUE_TO, FORMAT_VALUE_FROM};
    to->bytes += positive(act, FORMAT_FIELD_BYTES);
    if (!to->logs || to->count || !vocabulary_of(call)->has_count)
        return;
    for (int i = 0; i < 2; i++) {
        if ((act->set | act->lost) >> peers[i] & 1)
            add(to, values[i], address_of(act, peers[i]));
    }
}

static void use_object(const struct described_call *call, struct described_record *to,
                       const struct described_act *act)
{
    if (!measure_vocabulary_has(act, FORMAT_FIELD_OBJECT))
        return;
    uint64_t id = (uint64_t)act->fields[FORMAT_FIELD_OBJECT];
    bool locks = act->type == FORMAT_DOES_LOCK || act->type == FORMAT_DOES_UNLOCK;
    to->with = measure_object_of(id, locks ? FORMAT_OBJECT_DESCRIBED : FORMAT_OBJECT_BARRIER,
                                 (const void *)(uintptr_t)id, call->site);
    if (act->type == FORMAT_DOES_LOCK) {
        uint32_t holder = locks_got(to, to->with, call->now);
        if (holder != FORMAT_NO_ACTIVITY)
            add(to, FORMAT_VALUE_HOLDER, holder);
    } else if (act->type == FORMAT_DOES_UNLOCK) {
        to->held = locks_freed(to, to->with, call->now);
    }
}

/* Returns the number of the activity that the library knows by a key. */
static uint32_t activity_of(const struct described_act *act)
{
    int64_t key = act->fields[FORMAT_FIELD_ACTIVITY],
            known = measure_vocabulary_state(STATE_ACTIVITIES, key);
    if (known)
        return (uint32_t)known - 1;
    uint32_t made = measure_act_new_activity();
    measure_vocabulary_set(STATE_ACTIVITIES, key, (int64_t)made + 1);
    return made;
}

static void spawn(struct described_record *to, const struct described_act *act)
{
    if (!measure_vocabulary_has(act, FORMAT_FIELD_ACTIVITY))
        return;
    if (to->count < CALL_LOGGED)
        add(to, FORMAT_VALUE_ACTIVITY, activity_of(act));
}

static const char *name_of(const struct described_call *call, const struct described_act *act)
{
    const struct format_vocabulary_data *data = format_vocabulary_data(call->function);
    const char *name = measure_vocabulary_has(act, FORMAT_FIELD_NAME)
                           ? measure_vocabulary_name(data, (uint64_t)act->fields[FORMAT_FIELD_NAME])
                           : NULL;
    return name ? name : format_vocabulary_at(data, call->function->name);
}

static bool has_tag(const struct described_act *act)
{
    return measure_vocabulary_has(act, FORMAT_FIELD_TAG);
}

/* The activity that the library knows by a key from now on has come from another place. */
static void arrive(const struct described_call *call, const struct described_act *act)
{
    uint32_t number;
    if (has_tag(act) && measure_vocabulary_has(act, FORMAT_FIELD_ACTIVITY) &&
        measure_travellers_arrive(vocabulary_of(call)->id, act->fields[FORMAT_FIELD_TAG], &number))
        measure_vocabulary_set(STATE_ACTIVITIES, act->fields[FORMAT_FIELD_ACTIVITY],
                               (int64_t)number + 1);
}

/* Returns an address in the code that runs: that of the given function, or else the call's. */
static const void *site_of(const struct described_call *call, const struct described_act *act)
{
    if (!measure_vocabulary_has(act, FORMAT_FIELD_CODE) || !act->fields[FORMAT_FIELD_CODE])
        return call->site;
    return (const char *)(uintptr_t)act->fields[FORMAT_FIELD_CODE] +
           1; /* sites are return addresses */
}

/* True if there is room for what is begun now. What is not recorded has none later either. */
static bool has_room(void)
{
    if (open_count == OPEN_ACTS && !open_more)
        open_more = measure_vocabulary_nested(NESTED_ACTS, sizeof *open_more);
    if (open_count >= open_room())
        measure_vocabulary_say_nested();
    return open_count < open_room();
}

/* Begins a region, or an activity. */
static void open_one(struct described_call *call, const struct described_act *act)
{
    bool is_activity = act->type != FORMAT_DOES_ENTER;
    if (!has_room()) {
        open_count++;
        return;
    }
    struct open_act *made = open_act_at(open_count);
    *made = (struct open_act){.is_activity = is_activity,
                              .before = FORMAT_NO_ACTIVITY,
                              .run = call->function->act == FORMAT_DOES_RUN ? call : NULL};
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* from here on, a jump may have to end it */
    open_count++;
    const char *name = name_of(call, act);
    const void *site = site_of(call, act);
    struct tri_region *region =
        measure_act_site(is_activity ? TRI_KIND_TASK : TRI_KIND_USER, 0, name, site);
    made->node = measure_act_begin(region); /* it may begin the lane */
    if (is_activity) {
        made->key = act->fields[FORMAT_FIELD_ACTIVITY];
        made->activity = activity_of(act);
        made->before = measure_act_switch(made->activity);
    }
    if (call->function->run)
        measure_vocabulary_note_run(call, name, region, site);
}

/* Ends what was begun last. `forgets`: an activity has ended. */
static void close_last(uint64_t now, bool forgets)
{
    if (!open_count || --open_count >= open_room())
        return;
    const struct open_act *open = open_act_at(open_count);
    if (!open->node)
        return; /* a jump left it before it began */
    const struct measure_log_value value = {FORMAT_VALUE_ACTIVITY, open->activity};
    const struct measure_act_end end = {.now = now, .values = &value, .count = open->is_activity};
    measure_act_end(open->node, &end);
    int64_t ignored;
    if (open->is_activity)
        measure_act_switch(open->before);
    if (forgets && open->is_activity)
        measure_vocabulary_take(STATE_ACTIVITIES, open->key, &ignored);
}

void measure_vocabulary_drop_run(const struct described_call *call)
{
    while (call && measure_vocabulary_innermost_run() == call)
        close_last(measure_clock_now(), true);
}

struct described_call *measure_vocabulary_innermost_run(void)
{
    return open_count && open_count <= open_room() ? open_act_at(open_count - 1)->run : NULL;
}

void measure_vocabulary_record(struct described_call *call, const struct described_act *act)
{
    struct described_record *to = &described_own;
    switch (act->type) {
    case FORMAT_DOES_SEND:
        send(call, to, act);
        break;
    case FORMAT_DOES_RECEIVE:
        receive(call, to, act);
        break;
    case FORMAT_DOES_COLLECTIVE:
        unite(call, to, act);
        break;
    case FORMAT_DOES_WAIT:
        wait(call, to, act);
        break;
    case FORMAT_DOES_MOVE:
        move(call, to, act);
        break;
    case FORMAT_DOES_SPAWN:
        spawn(to, act);
        break;
    case FORMAT_DOES_DEPART:
        if (has_tag(act))
            measure_travellers_depart(vocabulary_of(call)->id, act->fields[FORMAT_FIELD_TAG]);
        break;
    case FORMAT_DOES_ARRIVE:
        arrive(call, act);
        break;
    case FORMAT_DOES_AWAIT:
    case FORMAT_DOES_TRY:
    case FORMAT_DOES_FREE:
        if (measure_vocabulary_has(act, FORMAT_FIELD_OBJECT))
            locks_note(to, call, act->type, (uint64_t)act->fields[FORMAT_FIELD_OBJECT]);
        break;
    case FORMAT_DOES_RUN:
    case FORMAT_DOES_BEGIN:
    case FORMAT_DOES_RESUME:
    case FORMAT_DOES_ENTER:
        open_one(call, act);
        break;
    case FORMAT_DOES_END:
    case FORMAT_DOES_SUSPEND:
    case FORMAT_DOES_LEAVE:
        close_last(call->now, act->type == FORMAT_DOES_END);
        break;
    default:
        to->bytes += positive(act, FORMAT_FIELD_BYTES);
        use_object(call, to, act);
    }
}

static void no_act(struct described_call *call, const struct described_act *act)
{
    (void)call;
    (void)act;
}

/* True if this process has noted it, not one that it is a fork of. */
static bool is_own(const uint64_t *noted)
{
    return __atomic_load_n(noted, __ATOMIC_RELAXED) == (uint64_t)process_forks + 1;
}

bool measure_vocabulary_find_place(struct described_call *call)
{
    struct format_vocabulary *vocabulary = (struct format_vocabulary *)vocabulary_of(call);
    if (!vocabulary->place || is_own(&vocabulary->placed))
        return true;
    struct format_place *page = measure_place_page();
    if (!page)
        return false;
    struct described_call asked = {.function = call->function};
    measure_vocabulary_run(&asked, vocabulary->place, no_act);
    if (!(asked.known & 1) || asked.values[0] < 0)
        return false;
    __atomic_store_n(&vocabulary->placed, (uint64_t)process_forks + 1, __ATOMIC_RELAXED);
    if (page->name)
        return true; /* another vocabulary has named it */
    page->name = (uint64_t)asked.values[0] + 1;
    if (page->ranks || !vocabulary->has_count || !(asked.known & 2) ||
        asked.values[1] <= asked.values[0] || asked.values[1] > INT32_MAX)
        return true;
    page->job = vocabulary->id;
    page->rank = (uint32_t)asked.values[0];
    __atomic_store_n(&page->ranks, (uint32_t)asked.values[1], __ATOMIC_RELEASE);
    return true;
}
