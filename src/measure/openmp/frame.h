/* frame.h: the OpenMP constructs that have begun on this thread and not ended: a stack, innermost
 * on top.
 *
 * Runtime libraries run one construct inside another on a thread's stack, tasks included: a task
 * that waits runs others meanwhile. So the acts are nested, as the visits of a lane are. */
#ifndef MEASURE_OPENMP_FRAME_H
#define MEASURE_OPENMP_FRAME_H

#include "measure/act.h"
#include "measure/lane.h"

#include <stdbool.h>
#include <stdint.h>

enum frame_kind {
    FRAME_PARALLEL = 1,
    FRAME_TASK,
    FRAME_SYNC, /* a barrier, taskwait or the end of a taskgroup */
    FRAME_WORK,
    FRAME_MUTEX, /* waiting for a mutex */
};

/* One construct. A frame never moves: the members of a team refer to the frame of their parallel
 * region. */
struct frame {
    struct frame *below, *above; /* above: an earlier frame that can be reused, or NULL */
    struct tri_node *act;        /* NULL: not measured */
    enum frame_kind kind;
    uint32_t activity; /* task: its activity; parallel: the activity that began it */
    uint32_t before;   /* task: the activity that this thread ran before */
    uint32_t maker;    /* task: the activity that created it, if no spawn event says so; mutex: its
                          holder */
    struct frame *outer; /* task: the task around it on this thread, or NULL */
    const void *site;    /* parallel, work */
    const void *call;    /* parallel: the return address of the call that began it */
    const void
        *function; /* parallel, task: the function that gcc made of the construct; NULL: unknown */
    uint32_t size; /* parallel: threads in the team; 0: not known yet */
    uint64_t number; /* parallel: number of the region, from 1 */
    uint64_t team;   /* implicit task, and the wait at the end of a region: number of the region;
                        otherwise 0 */
    struct format_object *object; /* the object that it waits for, or NULL */
    uint64_t id;                  /* mutex */
    uint64_t got;                 /* mutex: how often it had been acquired when this thread asked */
    bool counted;                 /* counted as a thread that waits for the object */
};

extern LANE_TLS struct frame *frame_top;  /* or NULL */
extern LANE_TLS struct frame *frame_task; /* the innermost task, or NULL */

/* Pushes a frame and begins its act in that region. NULL if there is no memory. */
struct frame *frame_push(enum frame_kind kind, struct tri_region *region);

/* Ends the innermost frame of that kind inside the innermost task; false if there is none. */
bool frame_pop(enum frame_kind kind);

/* Removes the innermost frame, if it is of that kind, as if it had not begun. */
void frame_undo(enum frame_kind kind);

/* Ends all frames of this thread down to that one, and that one itself. */
void frame_pop_through(const struct frame *frame);

/* Returns the site of a call with the return address `site`. If that is in a runtime library, the
 * function of the innermost task ended with the call: the site is then this function, or
 * `otherwise` if it is unknown. */
const void *frame_site(const void *site, const void *otherwise);

/* Returns the frame of a task on this thread by its number; NULL if it does not run here. */
struct frame *frame_of_task(uint32_t activity);

/* Ends the tasks inside that one; its own waits continue. */
void frame_back_to_task(const struct frame *task);

/* Makes the innermost frame wait for the object; NULL: for something unknown. */
void frame_wait(struct format_object *object, bool count);

/* frame_new_team() returns a number for a parallel region that begins; frame_end_team() notes that
 * it ends now. */
uint64_t frame_new_team(void);
void frame_end_team(uint64_t team);

/* Ends all frames when the thread ends. */
void frame_end_thread(void);

/* The state of a thread: its lane and its frames. */
struct frame_state {
    struct measure_lane *lane;
    struct format_node *current;
    struct format_event *log;
    struct frame *top, *task, *first;
    struct frame_chunk *chunks;
};

/* frame_keep() stores the state of this thread. frame_restore() gives this thread another state:
 * that of a thread whose acts it closes, or its own earlier one. */
void frame_keep(struct frame_state *state);
void frame_restore(const struct frame_state *state);

#endif
