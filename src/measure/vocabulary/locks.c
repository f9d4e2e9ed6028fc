/* locks.c: see locks.h */
#include "measure/vocabulary/locks.h"

#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/object.h"

#include <stddef.h>

void locks_note(struct described_record *own, const struct described_call *call,
                enum format_act_type does, uint64_t id)
{
    if (own->lock.does && own->lock.call > call)
        return;
    locks_leave(own); /* of a call that a jump has left, if there is one */
    own->lock = (struct described_lock){
        .call = call, .does = (uint8_t)does, .id = id, .holder = FORMAT_NO_ACTIVITY};
}

/* Begins to wait. A thread that holds the lock itself takes it once more, as far as is known. */
static void await(struct described_lock *lock)
{
    lock->holder = measure_object_holder(lock->object);
    if (lock->holder == measure_lane_own->record->runs) {
        lock->holder = FORMAT_NO_ACTIVITY;
        return;
    }
    if (lock->does == FORMAT_DOES_TRY)
        return; /* who does not wait is in no deadlock */
    lock->before = measure_lane_own->record->waits_for;
    lock->waits = true;
    lock->counts = lock->holder != FORMAT_NO_ACTIVITY;
    if (lock->counts)
        measure_object_wait(lock->object);
    else
        __atomic_store_n(&measure_lane_own->record->waits_for, lock->object->id, __ATOMIC_RELEASE);
}

/* Releases the lock before another thread can take it. */
static void release(struct described_lock *lock)
{
    lock->was = __atomic_load_n(&lock->object->holder, __ATOMIC_RELAXED);
    lock->is_own = lock->was && lock->was == measure_lane_own->record->runs + 1;
    if (lock->is_own)
        lock->held = measure_object_let_go(lock->object, measure_clock_now());
}

void locks_begin(struct described_record *own, const struct described_call *call)
{
    struct described_lock *lock = &own->lock;
    if (!lock->does || lock->object || !measure_lane_own)
        return;
    lock->object = measure_object_of(lock->id, FORMAT_OBJECT_DESCRIBED,
                                     (const void *)(uintptr_t)lock->id, call->site);
    if (lock->object && lock->does == FORMAT_DOES_FREE)
        release(lock);
    else if (lock->object)
        await(lock);
}

static void hide(const struct described_lock *lock)
{
    if (lock->counts)
        measure_object_end_wait(lock->object);
    __atomic_store_n(&measure_lane_own->record->waits_for, lock->before, __ATOMIC_RELEASE);
}

static void end_wait(struct described_lock *lock)
{
    if (!lock->waits || !measure_lane_own)
        return;
    lock->waits = false;
    if (!lock->is_hidden)
        hide(lock);
}

void locks_hide(struct described_record *own)
{
    struct described_lock *lock = &own->lock;
    if (!lock->waits || lock->is_hidden || !measure_lane_own)
        return;
    lock->is_hidden = true;
    hide(lock);
}

void locks_show(struct described_record *own)
{
    struct described_lock *lock = &own->lock;
    if (!lock->waits || !lock->is_hidden || !measure_lane_own)
        return;
    lock->is_hidden = false;
    if (lock->counts) /* it has waited once */
        __atomic_fetch_add(&lock->object->waiting, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&measure_lane_own->record->waits_for, lock->object->id, __ATOMIC_RELEASE);
}

uint32_t locks_got(struct described_record *own, struct format_object *object, uint64_t now)
{
    struct described_lock *lock = &own->lock;
    uint32_t holder = FORMAT_NO_ACTIVITY;
    if (lock->object && lock->object == object && lock->does != FORMAT_DOES_FREE) {
        holder = lock->holder;
        end_wait(lock); /* first: no thread waits for what it holds */
        lock->does = FORMAT_DOES_NONE;
        lock->object = NULL;
    }
    measure_object_got(object, now);
    return holder;
}

uint64_t locks_freed(struct described_record *own, struct format_object *object, uint64_t now)
{
    struct described_lock *lock = &own->lock;
    if (!lock->object || lock->object != object || lock->does != FORMAT_DOES_FREE)
        return measure_object_let_go(object, now);
    uint32_t was = lock->was;
    if (was && !lock->is_own) /* another thread's; it may be a third one's by now */
        __atomic_compare_exchange_n(&object->holder, &was, 0, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED);
    lock->does = FORMAT_DOES_NONE;
    lock->object = NULL;
    return lock->is_own ? lock->held : 0;
}

void locks_leave(struct described_record *own)
{
    struct described_lock *lock = &own->lock;
    uint32_t none = 0;
    end_wait(lock);
    if (lock->object && lock->does == FORMAT_DOES_FREE && lock->is_own)
        __atomic_compare_exchange_n(&lock->object->holder, &none, lock->was, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    lock->does = FORMAT_DOES_NONE;
    lock->object = NULL;
}

void locks_leave_taken(struct described_record *own, const struct described_call *call)
{
    if (own->lock.does && own->lock.call == call)
        locks_leave(own);
}
