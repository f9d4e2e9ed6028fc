/* calls.c: finish, async and at, as the program calls them, and the messages that they send. */
#include "places/calls.h"

#include "places/bell.h"
#include "places/clock.h"
#include "places/fatal.h"
#include "places/finish.h"
#include "places/record.h"
#include "places/segment.h"
#include "places/workers.h"

#include <string.h>

/* Returns the calling worker; no directive with this word may stand in an atomic block. */
static struct worker *enter(const char *word)
{
    struct worker *self = workers_self();
    if (self->atomic)
        fatal("`%s` inside an atomic block", word);
    return self;
}

void tri_finish_begin(struct tri_finish *finish, const struct tri_site *site)
{
    struct worker *self = enter("finish");
    struct activity *activity = self->activity;
    self->counts[COUNT_FINISH]++;
    *finish = (struct tri_finish){.home = segment_here(), .outer = activity->finish, .site = site};
    if (record_is_wanted(site))
        finish->begun = tri_record_now();
    activity->finish = finish;
}

static bool is_over(void *finish)
{
    return finish_is_over(finish);
}

void tri_finish_end(struct tri_finish *finish)
{
    struct activity *activity = workers_self()->activity;
    struct tri_node *wait = record_begin(finish->site);
    clock_end(activity, finish);
    if (!finish_is_over(finish))
        workers_wait(is_over, finish, finish);
    if (wait)
        tri_record_finish(wait, finish->begun);
    activity->finish = finish->outer;
}

size_t tri_section(const struct tri_site *site, long long count, size_t each)
{
    size_t size;
    if (count < 0 || __builtin_mul_overflow((unsigned long long)count, each, &size) ||
        size > SIZE_MAX / 4)
        fatal("%s:%u: a section of %lld elements of %zu bytes cannot be copied", site->file,
              site->line, count, each);
    return size;
}

char *tri_async_new(const struct tri_site *site, size_t size)
{
    return activity_new(site, size)->data;
}

void tri_async_clocked(char *data, struct tri_clock clock)
{
    enter("async");
    clock_register(activity_of(data), clock);
}

void tri_async_back(char *data, size_t back)
{
    activity_of(data)->back = back;
}

/* Numbers a new activity: in the archive, if there is one. */
static void number(struct worker *self, struct activity *activity)
{
    activity->number = record_number(activity->site);
    if (activity->number < 0)
        activity->number = workers_number(self);
}

/* Records that an activity starts at this place, and that nobody runs it yet. */
static void tell_start(const struct activity *activity, int place)
{
    if (!record_is_wanted(activity->site))
        return;
    if (place < 0)
        tri_record_spawn(activity->site, (unsigned)activity->number);
    else
        tri_record_stay(activity->site, place, (unsigned)activity->number, activity->array,
                        activity->data);
}

/* Starts and runs an activity at once. */
static void run_now(struct worker *self, struct activity *activity, int place)
{
    struct tri_record_run run;
    bool records = record_is_wanted(activity->site);
    unsigned given =
        records ? tri_record_start(&run, activity->site, place, activity->data) : UINT_MAX;
    activity->number = given == UINT_MAX ? workers_number(self) : (long)given;
    self->depth++; /* a chain of activities that start each other must not fill the stack */
    workers_run_begun(self, activity, records ? &run : NULL);
    self->depth--;
}

/* Starts an activity at this place; `place` is -1 if the directive names none. */
static void start_here(struct worker *self, struct activity *activity, int place)
{
    activity->birth = segment_here();
    activity->finish = finish_of(self->activity);
    finish_add(activity->finish);
    if (!activity->clocks && !activity->array && workers_are_busy(self)) {
        run_now(self, activity, place);
        return;
    }
    number(self, activity);
    tell_start(activity, place);
    if (activity->clocks) {
        workers_start_thread(activity);
    } else if (workers_are_busy(self)) { /* it goes to an element of an array */
        self->depth++;
        workers_run(self, activity);
        self->depth--;
    } else {
        workers_push(self, activity);
    }
}

void tri_async_start(char *data)
{
    struct worker *self = enter("async");
    self->counts[COUNT_ASYNC]++;
    start_here(self, activity_of(data), -1);
}

/* Sends data of an activity, and its registrations with clocks. */
static void send_with_clocks(const struct activity *activity, const char *data, int place,
                             struct message *message)
{
    struct activity *packed = clock_pack(activity, data, message);
    post_send(place, message, packed ? packed->data : data);
    if (packed)
        activity_free(packed);
    post_send_rest();
}

/* Sends an activity to another place. */
static void send(enum message_kind kind, struct activity *activity, int place)
{
    struct message message = {.kind = (uint16_t)kind,
                              .size = activity->size,
                              .key = activity->site->key,
                              .reply = (uint64_t)(uintptr_t)activity,
                              .back = activity->back,
                              .number = activity->number,
                              .birth = (uint16_t)activity->birth};
    finish_name(activity->finish, &message);
    finish_add_elsewhere(activity->finish);
    send_with_clocks(activity, activity->data, place, &message);
}

static void check_place(const struct activity *activity, int place)
{
    if (place < 0 || place >= segment_places())
        fatal("%s:%u: there is no place %d: the places are 0 to %d", activity->site->file,
              activity->site->line, place, segment_places() - 1);
}

/* Records a move. */
static void tell_move(struct tri_node *move, const struct activity *activity, int place,
                      unsigned number)
{
    if (activity->array)
        tri_record_access(move, activity->site, place, number, activity->array, activity->data);
    else
        tri_record_move(move, activity->site, place, number, activity->data);
}

void tri_async_start_at(char *data, int place)
{
    struct worker *self = enter("async at");
    struct activity *activity = activity_of(data);
    check_place(activity, place);
    self->counts[COUNT_ASYNC]++;
    self->counts[COUNT_AT]++;
    if (place == segment_here()) {
        start_here(self, activity, place);
        return;
    }
    activity->birth = segment_here();
    number(self, activity);
    struct tri_node *move = record_begin(activity->site);
    activity->finish = finish_of(self->activity);
    send(MESSAGE_ASYNC, activity, place);
    clock_forget_all(activity);
    if (move)
        tell_move(move, activity, place, (unsigned)activity->number);
    activity_free(activity);
}

static bool is_done(void *activity)
{
    return __atomic_load_n(&((struct activity *)activity)->done, __ATOMIC_SEQ_CST);
}

/* Runs a block at this place, as a part of the activity around it. */
static void run_here(struct worker *self, struct activity *activity)
{
    struct activity *around = self->activity;
    activity->clocks = around->clocks;
    self->activity = activity;
    activity->site->run(activity->data);
    self->activity = around;
    around->clocks = activity->clocks;
    activity->clocks = NULL;
}

void tri_at_run(char *data, int place, size_t back)
{
    struct worker *self = enter("at");
    self->counts[COUNT_AT]++;
    struct activity *activity = activity_of(data);
    check_place(activity, place);
    struct tri_node *move = record_begin(activity->site);
    calls_visit(activity, place, back);
    if (move)
        tell_move(move, activity, place, UINT_MAX);
}

void calls_visit(struct activity *activity, int place, size_t back)
{
    struct worker *self = workers_self();
    activity->finish = finish_of(self->activity);
    activity->birth = self->activity->birth;
    activity->number = self->activity->number;
    activity->back = back;
    if (place == segment_here()) {
        run_here(self, activity);
    } else {
        activity->clocks = self->activity->clocks;
        send(MESSAGE_AT, activity, place);
        workers_wait(is_done, activity, NULL);
        activity->clocks = NULL;
    }
}

void tri_at_free(char *data)
{
    activity_free(activity_of(data));
}

/* The place that an activity came from by `at` goes on. */
static void reply(struct activity *activity)
{
    const struct finish_name *came = &activity->came;
    struct message message = {.kind = MESSAGE_REPLY,
                              .finish_home = (uint16_t)came->home,
                              .finish = came->finish,
                              .reply = activity->reply,
                              .count = 1};
    const char *data = activity->data + activity->size - activity->back;
    if (activity->back <= MESSAGE_FEW && !activity->clocks) {
        message.few = (uint16_t)activity->back;
        memcpy(message.bytes, data, activity->back);
    } else {
        message.size = activity->back;
    }
    if (activity->finish)
        message.count = finish_done_for(activity->finish, activity->from);
    send_with_clocks(activity, data, activity->from, &message);
    clock_forget_all(activity);
}

/* Takes what a block of `async at` has left. Reductions need the lock of atomic blocks. */
static void take_back(const struct tri_site *site, char *data)
{
    tri_atomic_begin(NULL);
    site->back(data);
    tri_atomic_end();
}

/* The place that started an activity by `async at` gets what the block has left. That is before the
 * acknowledgement for the activity, which goes the same way, so that its finish is not over. The
 * finish is of the place that started it: the translator wants it in the block that declares what
 * is brought back (captures.c). Otherwise it could be over before that place has got it, and tell
 * it so by way of a third place. */
static void give_back(struct activity *activity)
{
    char *data = activity->data + activity->size - activity->back;
    struct message message = {.kind = MESSAGE_BACK,
                              .from = segment_here(),
                              .key = activity->site->key,
                              .size = activity->back};
    if (activity->from == ACTIVITY_HERE)
        take_back(activity->site, data);
    else
        post_send(activity->from, &message, data);
    post_send_rest(); /* the thread may not look for messages again soon */
}

void calls_end(struct activity *activity)
{
    if (activity->reply) {
        reply(activity);
    } else {
        if (activity->back)
            give_back(activity);
        clock_drop_all(activity);
        finish_done(activity->finish);
    }
    activity_free(activity);
}

static void begin(const struct message *message, struct activity *activity)
{
    struct finish_name came = {message->finish_home, message->from, message->finish};
    activity->number = message->number;
    activity->birth = message->birth;
    activity->from = message->from;
    activity->back = message->back;
    if (message->kind == MESSAGE_AT) {
        activity->came = came;
        activity->reply = message->reply;
    } else {
        activity->finish = finish_arrive(&came);
    }
    clock_unpack(activity, message);
    if (activity->clocks)
        workers_start_thread(activity);
    else
        workers_inject(activity);
}

/* An `at` goes on with what its block has left. */
static void go_on(const struct message *message, struct activity *activity)
{
    if (message->clocks) {
        struct activity *answer = activity;
        activity = (struct activity *)(uintptr_t)message->reply;
        memcpy(activity->data + activity->size - activity->back, answer->data, activity->back);
        clock_come_back(activity, answer->data + activity->back, message);
        activity_free(answer);
    } else {
        memcpy(activity->data + activity->size - message->few, message->bytes, message->few);
    }
    finish_acknowledged(message);
    __atomic_store_n(&activity->done, true, __ATOMIC_SEQ_CST);
    bell_tell();
}

void calls_take(const struct message *message, struct activity *activity)
{
    switch ((enum message_kind)message->kind) {
    case MESSAGE_ASYNC:
    case MESSAGE_AT:
        begin(message, activity);
        break;
    case MESSAGE_REPLY:
        go_on(message, activity);
        break;
    case MESSAGE_BACK:
        take_back(activity->site, activity->data);
        activity_free(activity);
        break;
    case MESSAGE_ACK:
        finish_acknowledged(message);
        break;
    default:
        clock_take(message);
    }
}
