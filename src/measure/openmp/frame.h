/* frame.h: what OpenMP began on this thread and has not ended: a stack, innermost last.
 *
 * Runtime libraries run one thing inside of another on a thread's stack, tasks included: a task
 * that waits runs others meanwhile. So every act here is nested, as the visits of a lane are. */
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
    FRAME_MUTEX, /* waiting for it */
};

/* Never moves: who is in a team knows the frame of the parallel region. */
struct frame {
    struct frame *below, *above; /* above: a frame that was in use, or NULL */
    struct tri_node *act;        /* NULL: it is not measured */
    enum frame_kind kind;
    uint32_t activity;            /* task: that runs; parallel: that began it */
    uint32_t before;              /* task: what this thread ran before it */
    uint32_t maker;               /* task: who made it, if no spawn tells; mutex: who had it */
    struct frame *outer;          /* task: the one around it on this thread, or NULL */
    const void *site;             /* parallel, work */
    const void *call;             /* parallel: the return address of the call that began it */
    const void *function;         /* parallel, task: that gcc made of it; NULL: not known */
    uint32_t size;                /* parallel: threads in the team; 0: not known yet */
    uint64_t number;              /* parallel: of the region, from 1 */
    uint64_t team;                /* implicit task, and the wait at the end of a region: the number
                                     of the region; else 0 */
    struct format_object *object; /* waited for, or NULL */
    uint64_t id;                  /* mutex */
    uint64_t got;                 /* mutex: how often somebody had got it when this one asked */
    bool counted;                 /* as one who waits for the object */
};

extern LANE_TLS struct frame *frame_top;  /* or NULL */
extern LANE_TLS struct frame *frame_task; /* the innermost task, or NULL */

/* The act of it begins, in that region. NULL: there is no memory. */
struct frame *frame_push(enum frame_kind kind, struct tri_region *region);

/* Ends the innermost of that kind inside of the innermost task; false: there is none. */
bool frame_pop(enum frame_kind kind);

/* The innermost frame, if it is of that kind, did not happen after all. */
void frame_undo(enum frame_kind kind);

/* Ends everything down to that frame, which is on this thread, and it. */
void frame_pop_through(const struct frame *frame);

/* Where a call is whose return address is `site`. A runtime library's own tells that the function
 * of the innermost task ended with it: it is this function, or `otherwise` if that is not known. */
const void *frame_site(const void *site, const void *otherwise);

/* The frame of a task on this thread by its number; NULL: it does not run here. */
struct frame *frame_of_task(uint32_t activity);

/* Ends the tasks inside of that one; what it waits for itself goes on. */
void frame_back_to_task(const struct frame *task);

/* From now on the innermost frame waits for the object; NULL: for nothing known. */
void frame_wait(struct format_object *object, bool count);

/* A number for a parallel region that begins; and the region ends now. */
uint64_t frame_new_team(void);
void frame_end_team(uint64_t team);

/* The thread ends. */
void frame_end_thread(void);

/* Where a thread stands: its lane and frames. */
struct frame_state {
    struct lane *lane;
    struct format_node *current;
    struct format_event *log;
    struct frame *top, *task, *first;
    struct frame_chunk *chunks;
};

/* Keeps that of this thread; and makes this thread stand elsewhere: where another one stood, whose
 * acts it closes, or back where it was. */
void frame_keep(struct frame_state *state);
void frame_restore(const struct frame_state *state);

#endif
