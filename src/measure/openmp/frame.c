/* frame.c: see frame.h */
#include "measure/openmp/frame.h"

#include "measure/object.h"
#include "measure/openmp/owns.h"

#include <errno.h>
#include <sys/mman.h>

enum { CHUNK = 128 }; /* frames are allocated in groups of this size */

LANE_TLS struct frame *frame_top;
LANE_TLS struct frame *frame_task;

static __thread __attribute__((tls_model("initial-exec"))) struct frame *first;
static __thread __attribute__((tls_model("initial-exec"))) struct frame_chunk *chunks;

struct frame_chunk {
    struct frame_chunk *before;
    struct frame frames[CHUNK];
};

/* A runtime library reports the end of a parallel region to a worker only when it has the next one
 * for it. So the times when regions ended are stored, for the latest regions. */
enum { TEAMS = 1024 };

static uint64_t teams;
static struct team_end {
    uint64_t team, ticks;
} team_ends[TEAMS];

uint64_t frame_new_team(void)
{
    return __atomic_add_fetch(&teams, 1, __ATOMIC_RELAXED);
}

void frame_end_team(uint64_t team)
{
    struct team_end *end = &team_ends[team % TEAMS];
    __atomic_store_n(&end->team, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&end->ticks, measure_clock_now(), __ATOMIC_RELEASE);
    __atomic_store_n(&end->team, team, __ATOMIC_RELEASE);
}

/* Returns the end of the region in ticks; 0 if it has not ended, or too long ago. */
static uint64_t end_of_team(uint64_t team)
{
    const struct team_end *end = &team_ends[team % TEAMS];
    if (!team || __atomic_load_n(&end->team, __ATOMIC_ACQUIRE) != team)
        return 0;
    uint64_t ticks = __atomic_load_n(&end->ticks, __ATOMIC_ACQUIRE);
    return __atomic_load_n(&end->team, __ATOMIC_RELAXED) == team ? ticks : 0;
}

/* Allocates frames and links them above the top. NULL if there is no memory. */
static struct frame *grow(void)
{
    int saved = errno;
    struct frame_chunk *chunk =
        mmap(NULL, sizeof *chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    errno = saved;
    if (chunk == MAP_FAILED)
        return NULL;
    chunk->before = chunks;
    chunks = chunk;
    for (unsigned i = 0; i < CHUNK; i++) {
        chunk->frames[i].below = i > 0 ? &chunk->frames[i - 1] : frame_top;
        chunk->frames[i].above = i + 1 < CHUNK ? &chunk->frames[i + 1] : NULL;
    }
    if (frame_top)
        frame_top->above = chunk->frames;
    else
        first = chunk->frames;
    return chunk->frames;
}

static void set_waits_for(uint64_t id)
{
    if (measure_lane_own)
        __atomic_store_n(&measure_lane_own->record->waits_for, id, __ATOMIC_RELEASE);
}

struct frame *frame_push(enum frame_kind kind, struct tri_region *region)
{
    struct frame *frame = frame_top ? frame_top->above : first;
    if (__builtin_expect(!frame && !(frame = grow()), 0))
        return NULL;
    frame->kind = kind;
    frame->object = NULL;
    frame->team = 0;
    if (kind == FRAME_TASK) {
        frame->outer = frame_task;
        frame_task = frame;
        if (frame_top && frame_top->object) /* a thread that runs a task is not waiting meanwhile */
            set_waits_for(0);
    }
    frame->act = measure_act_begin(region);
    frame_top = frame;
    return frame;
}

static void end_task(const struct frame *frame, uint64_t now)
{
    struct measure_log_value values[2] = {{FORMAT_VALUE_ACTIVITY, frame->activity},
                                          {FORMAT_VALUE_HOLDER, frame->maker}};
    struct measure_act_end end = {
        .now = now, .values = values, .count = frame->maker == FORMAT_NO_ACTIVITY ? 1 : 2};
    measure_act_end(frame->act, &end);
    measure_act_switch(frame->before);
    frame_task = frame->outer;
}

static void end_wait(const struct frame *frame)
{
    if (frame->counted)
        measure_object_end_wait(frame->object);
    else
        set_waits_for(0);
}

/* Counts a wait afterwards. If the mutex had no known holder when this thread asked, but another
 * thread got it first, this thread has waited: the runtime library passes a mutex on before it
 * reports the holder. */
static void count_late(const struct frame *frame)
{
    if (frame->object && !frame->counted &&
        __atomic_load_n(&frame->object->got, __ATOMIC_RELAXED) != frame->got)
        __atomic_fetch_add(&frame->object->waited, 1, __ATOMIC_RELAXED);
}

static void end_mutex(const struct frame *frame)
{
    count_late(frame);
    struct measure_log_value holder = {FORMAT_VALUE_HOLDER, frame->maker};
    uint64_t now = measure_clock_now();
    measure_object_got(frame->object, now);
    struct measure_act_end end = {
        .now = now, .with = frame->object, .values = &holder, .count = frame->counted};
    measure_act_end(frame->act, &end);
}

/* Ends the innermost frame at the end of its parallel region if that is known, otherwise at `now`;
 * 0: at the present. */
static void end_top(uint64_t now)
{
    struct frame *frame = frame_top;
    uint64_t end = end_of_team(frame->team);
    now = end ? end : now;
    if (frame->object)
        end_wait(frame);
    if (frame->kind == FRAME_TASK)
        end_task(frame, now);
    else if (frame->kind == FRAME_MUTEX)
        end_mutex(frame);
    else
        measure_act_end(frame->act, &(struct measure_act_end){.now = now});
    frame_top = frame == first ? NULL : frame->below;
    if (frame->kind == FRAME_TASK && frame_top && frame_top->object)
        set_waits_for(frame_top->object->id); /* the frame below continues to wait */
}

static void pop_above(const struct frame *frame, uint64_t now)
{
    while (frame_top && frame_top != frame)
        end_top(now);
}

/* Frames that are still inside a part of a parallel region ended with that part. */
void frame_pop_through(const struct frame *frame)
{
    uint64_t now = end_of_team(frame->team);
    pop_above(frame, now);
    if (frame_top)
        end_top(now);
}

bool frame_pop(enum frame_kind kind)
{
    const struct frame *frame = frame_top;
    while (frame && frame->kind != kind) {
        if (frame == frame_task)
            return false;
        frame = frame == first ? NULL : frame->below;
    }
    if (frame)
        frame_pop_through(frame);
    return frame != NULL;
}

void frame_undo(enum frame_kind kind)
{
    struct frame *frame = frame_top;
    if (!frame || frame->kind != kind)
        return;
    if (frame->object)
        end_wait(frame);
    measure_act_undo(frame->act);
    frame_top = frame == first ? NULL : frame->below;
}

const void *frame_site(const void *site, const void *otherwise)
{
    if (!measure_openmp_calls_outlined(site))
        return site;
    return frame_task && frame_task->function ? frame_task->function : otherwise;
}

struct frame *frame_of_task(uint32_t activity)
{
    struct frame *frame = frame_task;
    while (frame && frame->activity != activity)
        frame = frame->outer;
    return frame;
}

void frame_back_to_task(const struct frame *task)
{
    while (frame_task && frame_task != task)
        frame_pop_through(frame_task);
}

void frame_wait(struct format_object *object, bool count)
{
    struct frame *frame = frame_top;
    frame->object = object;
    frame->counted = count;
    if (!object)
        return;
    if (count)
        measure_object_wait(object);
    else
        set_waits_for(object->id);
}

void frame_end_thread(void)
{
    if (frame_top)
        frame_pop_through(first);
    while (chunks) {
        struct frame_chunk *before = chunks->before;
        munmap(chunks, sizeof *chunks);
        chunks = before;
    }
    first = NULL;
}

void frame_keep(struct frame_state *state)
{
    *state = (struct frame_state){
        measure_lane_own, measure_lane_current, log_next, frame_top, frame_task, first, chunks};
}

void frame_restore(const struct frame_state *state)
{
    measure_lane_own = state->lane;
    measure_lane_current = state->current;
    log_next = state->log;
    frame_top = state->top;
    frame_task = state->task;
    first = state->first;
    chunks = state->chunks;
}
