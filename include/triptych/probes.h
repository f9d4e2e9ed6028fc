/* probes.h: what instrumented C source is made of. Written by `triptych cc`, readable by people. */
#ifndef TRIPTYCH_PROBES_H
#define TRIPTYCH_PROBES_H

/* A probe must never add a warning to a user's build, and never a system header to a user's file.
 */
#pragma GCC system_header

/* Users who compile with -fvisibility=hidden must still find the library's functions. */
#pragma GCC visibility push(default)

#ifdef __cplusplus
extern "C" {
#endif

/* What a region is. The numbers are on disk: add at the end, never renumber. */
enum tri_kind {
    TRI_KIND_ROUTINE = 1,
    TRI_KIND_LOOP = 2,
    TRI_KIND_IO = 3,
    TRI_KIND_USER = 4,  /* named by the user: TRI_REGION("assembly") */
    TRI_KIND_FILE = 5,  /* a file that an I/O statement went to; made while the program runs */
    TRI_KIND_PAUSE = 6, /* the stretches between tri_pause() and tri_resume() */
    /* What collectors see in programs that were not rebuilt; all are made while the program runs:
     */
    TRI_KIND_TASK = 7,     /* the body of a task, explicit or implicit, while it runs */
    TRI_KIND_SPAWN = 8,    /* the call that makes a thread or task */
    TRI_KIND_PARALLEL = 9, /* a parallel region, as the one who began it sees it */
    TRI_KIND_WORK = 10,    /* a worksharing construct: loop, sections, single, taskloop */
    TRI_KIND_FINISH = 11,  /* waits until others end: join, taskwait, taskgroup, end of parallel */
    TRI_KIND_CLOCK = 12,   /* waits until others come: barrier, condition variable */
    TRI_KIND_ATOMIC = 13,  /* waits until others let go: lock, critical, ordered, semaphore */
    TRI_KIND_RELEASE = 14, /* lets go of it */
    TRI_KIND_COMM = 15,    /* a message: TRI_WRITES sends, TRI_READS receives */
    TRI_KIND_OBJECT = 16   /* what is waited for: a lock, barrier, condition variable, semaphore */
};

/* What is done at a region now. Off is zero, so that a switched-off probe is a load and a branch.
 */
enum tri_mode {
    TRI_OFF = 0,
    TRI_NEW = 1,       /* not registered yet: the first visit does it */
    TRI_COUNT = 2,     /* counts and trips, no times */
    TRI_TIME = 3,      /* by the hardware counter */
    TRI_TIME_SLOW = 4, /* by another clock: CPU time, or a machine without an invariant counter */
    TRI_TIME_LOG = 5,  /* by either clock, and every visit is logged */
    TRI_SAMPLE = 6     /* it is only counted, mostly: the next visit is timed */
};

/* Facts the instrumenter knows of a region. On disk, too. */
enum tri_flag {
    TRI_DETERMINED =
        1,          /* a loop whose trips are known when it is entered: it cannot be left early */
    TRI_LEAF = 2,   /* no other probe can run inside */
    TRI_READS = 4,  /* an I/O statement that takes data in */
    TRI_WRITES = 8, /* one that gives data out */
    TRI_UNMEASURED = 16, /* left alone; the note says why */
    TRI_WHILE = 32,      /* a loop written as while */
    TRI_DO = 64,         /* a loop written as do; neither of the two: for */
    TRI_UNTIMED = 128    /* only ever counted: the user wanted no time of it when compiling */
};

struct tri_unit;
struct tri_node;

/* One place in the source. Static; mode, share, inside and lately change after registration. */
struct tri_region {
    unsigned mode;
    unsigned id;         /* row in the place's region table, from 1; 0: not registered */
    unsigned share;      /* of a region with many and short visits: the part of them, of 2^32, that
                            is timed; else 0 */
    unsigned inside;     /* of an anchor: the part of its visits, of 2^32, in which the loops inside
                            are timed */
    unsigned char kind;  /* enum tri_kind */
    unsigned char flags; /* enum tri_flag */
    unsigned short seq;  /* position among those of its kind in its routine, from 1 */
    unsigned routine;    /* index in the unit of the routine around it, plus 1; 0: none */
    const char *name;    /* routine: its name; loop: its label or ""; I/O: the function called */
    const char *file;    /* as the compiler was given it */
    const char *note;    /* why it is not measured, what is not known of it, or 0 */
    struct tri_unit *unit; /* 0: it stands alone */
    unsigned line, end_line;
    unsigned short sums, ranges; /* of an anchor (struct tri_light): how many it hands over; at most
                                    TRI_VALUES_MOST values */
    unsigned lately;             /* of the visits that were timed last: the library's notes */
};

/* A light region has no probe, or only where the loops of its anchor are timed (tri_enter_nest). An
 * anchor is a region around it with a probe, which hands over its counts when a visit of the anchor
 * ends. What follows from other counts is not even handed over, but derived by whoever reads them:
 * visits from the passes of what is around it (a pass is a trip of a loop, or a visit of a
 * routine), trips from visits. There is one of these for each anchor and each way from the anchor
 * to the light region. */
struct tri_light {
    unsigned region, anchor; /* rows of the unit's table of regions */
    unsigned within;         /* number, plus 1, of the light region around it, which stands earlier
                                in the table of lights and has the same anchor; 0: directly inside
                                the anchor */
    int visits;              /* which of the anchor's sums are its visits; less than 0: `per` for
                                `every` passes of what is around it */
    int trips;               /* of a loop: which sum are its trips; less than 0: visits x `times` /
                                `out_of` */
    int range;               /* of a loop: which range has the least and most trips of a visit; less
                                than 0: `least` and `most`, where trips are derived */
    unsigned per, every;     /* every: 0 means 1 */
    unsigned out_of;         /* visits come in multiples of it; 0 and 1: all have `times` trips */
    unsigned long long times, least, most;
};

#define TRI_VALUES_MOST 1000 /* of an anchor: sums + 2 x ranges */

/* All regions of one translation unit. */
struct tri_unit {
    unsigned version; /* TRI_PROBES_VERSION */
    unsigned count;
    struct tri_region *regions;
    const char *file;
    const char *dir; /* where the compiler ran: file names are relative to it */
    int registered;  /* the library knows it */
    const struct tri_light *lights;
    unsigned light_count;
};

#define TRI_PROBES_VERSION 2

void tri_register(struct tri_unit *unit);
void tri_unregister(struct tri_unit *unit);

/* The slow halves of the probes, in libtriptych. A node is one region on one call path of one lane.
 */
struct tri_node *tri_enter_on(struct tri_region *region);
void tri_leave(struct tri_node *node);
void tri_leave_loop(struct tri_node *node, unsigned long long trips);
void tri_count_visit(struct tri_region *region);
void tri_count_loop(struct tri_region *region, unsigned long long trips);
void tri_count_loops(struct tri_region *region, unsigned long long count, unsigned long long trips,
                     unsigned long long min, unsigned long long max);

/* Begins a visit of an anchor. Bit TRI_INSIDE of the handle: the loops inside are to be timed
 * during this visit, by probes of their own; else nothing of the library runs inside, and what is
 * counted there is counted in local variables. 0: the visit is not measured. */
struct tri_node *tri_enter_nest(struct tri_region *anchor);
#define TRI_INSIDE 2

/* Ends it and adds the values: as many sums as the anchor has, then as many pairs of least and most
 * (least: the largest number, most: 0, where there was no visit). trips: TRI_NO_TRIPS for a
 * routine. */
void tri_leave_nest(struct tri_node *handle, unsigned long long trips,
                    const unsigned long long *values);
#define TRI_NO_TRIPS (~0ULL)

/* A whole visit in one step, at its end: for an anchor that is only counted and has no other probe
 * inside. */
void tri_count_nest(struct tri_region *anchor, unsigned long long trips,
                    const unsigned long long *values);

/* The same for an anchor whose values are the trips of one to three loops, each directly inside the
 * other, that its heads tell: trips of one visit of each. The anchor has a sum and a range for each
 * loop, in this order. Heads that were not reached are 0. */
void tri_count_heads(struct tri_region *anchor, unsigned long long trips, unsigned long long outer,
                     unsigned long long middle, unsigned long long inner);

/* Adds values in the middle of a visit, which the caller counts from 0 again: for visits that last
 * long or may not come back (before exit). */
void tri_publish_nest(struct tri_node *handle, const unsigned long long *values);

/* Where the loops inside are timed: a number that differs from visit to visit of the anchor, and
 * the probe of a loop inside that is only counted mostly (tri_enter_inside). */
unsigned tri_salt(struct tri_node *handle);
struct tri_node *tri_enter_sampled(struct tri_region *region);

void tri_leave_io(struct tri_node *node, int where, long long bytes);
void tri_leave_open(struct tri_node *node, const char *path, int fd);
void tri_land(struct tri_node *node);

/* How often a fork was passed on the way to this process: a call after which it is another number
 * has returned in a forked child. There, loops around the call count their trips anew, and say so
 * by tri_forked(). */
unsigned tri_forks(void);
void tri_forked(struct tri_node *node);

/* Where an I/O statement goes: a descriptor, or less than 0 for a stream without one. */
int tri_where_stream(void *stream);
int tri_where_closing(
    int fd); /* the same number; what is known of the descriptor ends with the call */

/* Fortran (probes.inc and units.inc): instead of a unit's number. */
#define TRI_UNIT_NONE (-0x4000000000000000LL) /* there is none, or it cannot be told */
#define TRI_UNIT_INTERNAL (TRI_UNIT_NONE + 1) /* the file is a character variable */

/* How the library learns the descriptor of a unit: fnum() of the Fortran runtime library. It may
 * find that by itself; TRI_FORTRAN_IO, in the table of a file with I/O, makes sure of it where the
 * runtime library is linked statically or loaded later. */
void tri_fortran_runtime(int (*fnum)(const int *unit));
void tri_fortran_runtime_gone(int (*fnum)(const int *unit));

#define TRI_ALWAYS_INLINE                                                                          \
    static __inline__ __attribute__((__always_inline__, __unused__, __no_instrument_function__))

TRI_ALWAYS_INLINE struct tri_node *tri_enter(struct tri_region *region)
{
    return __builtin_expect(__atomic_load_n(&region->mode, __ATOMIC_RELAXED) != TRI_OFF, 1)
               ? tri_enter_on(region)
               : (struct tri_node *)0;
}

TRI_ALWAYS_INLINE void tri_close_frame(struct tri_node **node)
{
    if (__builtin_expect(*node != 0, 1))
        tri_leave(*node);
}

TRI_ALWAYS_INLINE struct tri_node *tri_nest(struct tri_region *anchor)
{
    return __builtin_expect(__atomic_load_n(&anchor->mode, __ATOMIC_RELAXED) != TRI_OFF, 1)
               ? tri_enter_nest(anchor)
               : (struct tri_node *)0;
}

TRI_ALWAYS_INLINE int tri_times_inside(struct tri_node *handle)
{
    return ((unsigned long)handle & TRI_INSIDE) != 0;
}

/* A loop inside an anchor, where such loops are timed. 0: it adds to the anchor's values, as in
 * the version without probes. `visit`: tri_salt() of the anchor's visit plus the number of this
 * one. Those that are timed are spread evenly, and follow no period of the program's. */
TRI_ALWAYS_INLINE struct tri_node *tri_enter_inside(struct tri_region *region, unsigned visit)
{
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    if (mode == TRI_OFF)
        return (struct tri_node *)0;
    if (mode != TRI_COUNT)
        return tri_enter_on(region);
    return visit * 2654435769u < __atomic_load_n(&region->share, __ATOMIC_RELAXED)
               ? tri_enter_sampled(region)
               : (struct tri_node *)0;
}

/* A running loop. Trips are counted in a local variable whose address never leaves the function,
 * so that the optimiser can keep it in a register or turn it into a closed form. */
struct tri_loop {
    struct tri_region *region;
    struct tri_node *node;
    unsigned long long trips;
};

struct tri_volatile_loop { /* for functions that call setjmp */
    struct tri_region *region;
    struct tri_node *volatile node;
    volatile unsigned long long trips;
};

TRI_ALWAYS_INLINE void tri_close_loop(struct tri_loop *loop)
{
    if (__builtin_expect(loop->node != 0, 1))
        tri_leave_loop(loop->node, loop->trips);
}

TRI_ALWAYS_INLINE void tri_close_volatile_loop(struct tri_volatile_loop *loop)
{
    if (loop->node)
        tri_leave_loop(loop->node, loop->trips);
}

/* A routine without another probe inside is only counted in one step, when it begins. */
TRI_ALWAYS_INLINE struct tri_node *tri_enter_leaf_routine(struct tri_region *region)
{
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    if (__builtin_expect(mode == TRI_OFF, 0))
        return (struct tri_node *)0;
    if (mode != TRI_COUNT)
        return tri_enter_on(region);
    tri_count_visit(region);
    return (struct tri_node *)0;
}

/* A loop without another probe inside needs no node of its own to be current while it only counts:
 * everything is done in one step at its end. */
TRI_ALWAYS_INLINE struct tri_node *tri_enter_leaf(struct tri_region *region)
{
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    return mode == TRI_OFF || mode == TRI_COUNT ? (struct tri_node *)0 : tri_enter_on(region);
}

TRI_ALWAYS_INLINE void tri_close_leaf_loop(struct tri_loop *loop)
{
    if (loop->node)
        tri_leave_loop(loop->node, loop->trips);
    else if (__atomic_load_n(&loop->region->mode, __ATOMIC_RELAXED) != TRI_OFF)
        tri_count_loop(loop->region, loop->trips);
}

/* Trips of a loop whose head tells all of it. */
enum tri_bound { TRI_BELOW, TRI_UP_TO, TRI_ABOVE, TRI_DOWN_TO, TRI_UNTIL };

TRI_ALWAYS_INLINE unsigned long long tri_trips(long long first, enum tri_bound how, long long bound,
                                               long long step)
{
    long long last = bound; /* the last value that may be reached */
    if (how == TRI_BELOW || (how == TRI_UNTIL && step > 0))
        last--;
    if (how == TRI_ABOVE || (how == TRI_UNTIL && step < 0))
        last++;
    if (step == 0 || (step > 0 ? first > last : first < last))
        return 0;
    return (unsigned long long)((last - first) / step) + 1;
}

#define TRI_CLEANUP(function) __attribute__((__cleanup__(function), __unused__))

/* The probes proper. n is the index of the region in the unit's table. The unit's table is declared
 * at the top of an instrumented file by TRI_UNIT_BEGIN(count) and defined at its end. */
#define TRI_UNIT_BEGIN(count)                                                                      \
    static struct tri_unit tri_unit;                                                               \
    TRI_TABLE(count)
#define TRI_TABLE(count) static struct tri_region tri_regions[count]

#define TRI_UNIT_END(count_, file_, dir_) TRI_LIT_UNIT_END(count_, file_, dir_, 0, 0)
#define TRI_LIT_UNIT_END(count_, file_, dir_, lights_, light_count_)                               \
    static struct tri_unit tri_unit = {                                                            \
        TRI_PROBES_VERSION, count_, tri_regions, file_, dir_, 0, lights_, light_count_};           \
    __attribute__((__constructor__(101), __no_instrument_function__)) static void tri_unit_in(     \
        void)                                                                                      \
    {                                                                                              \
        tri_register(&tri_unit);                                                                   \
    }                                                                                              \
    __attribute__((__destructor__(101), __no_instrument_function__)) static void tri_unit_out(     \
        void)                                                                                      \
    {                                                                                              \
        tri_unregister(&tri_unit);                                                                 \
    }                                                                                              \
    extern struct tri_unit tri_unit_follows_

#define TRI_FORTRAN_IO                                                                             \
    int _gfortran_fnum_i4(const int *unit);                                                        \
    __attribute__((__constructor__(101), __no_instrument_function__)) static void tri_runtime_in(  \
        void)                                                                                      \
    {                                                                                              \
        tri_fortran_runtime(_gfortran_fnum_i4);                                                    \
    }                                                                                              \
    __attribute__((__destructor__(101), __no_instrument_function__)) static void tri_runtime_out(  \
        void)                                                                                      \
    {                                                                                              \
        tri_fortran_runtime_gone(_gfortran_fnum_i4);                                               \
    }                                                                                              \
    extern struct tri_unit tri_unit_follows_

/* Rows of the table at the end of an instrumented file. `mode` is TRI_NEW, or TRI_OFF for what is
 * left alone. */
#define TRI_ROW(mode, kind, flags, seq, line, end, routine, name, file, note)                      \
    TRI_ANCHOR_ROW(mode, kind, flags, seq, line, end, routine, name, file, note, 0, 0)
#define TRI_ANCHOR_ROW(mode, kind, flags, seq, line, end, routine, name, file, note, sums, ranges) \
    TRI_ROW_OF(&tri_unit, mode, kind, flags, seq, line, end, routine, name, file, note, sums,      \
               ranges)
#define TRI_ROW_OF(unit, mode, kind, flags, seq, line, end, routine, name, file, note, sums,       \
                   ranges)                                                                         \
    {                                                                                              \
        mode, 0, 0, 0, kind, flags, seq, routine, name, file, note, unit, line, end, sums, ranges, \
            0                                                                                      \
    }

/* Rows of the table of light regions, struct tri_light. */
#define TRI_LIGHTS(count) static const struct tri_light tri_lights[count]
#define TRI_LIGHT(region, anchor, within, visits, trips, range, per, every, out_of, times, least,  \
                  most)                                                                            \
    {                                                                                              \
        region, anchor, within, visits, trips, range, per, every, out_of, times, least, most       \
    }

#define TRI_ROUTINE(n)                                                                             \
    struct tri_node *tri_frame_##n TRI_CLEANUP(tri_close_frame) = tri_enter(&tri_regions[n])

#define TRI_LEAF_ROUTINE(n)                                                                        \
    struct tri_node *tri_frame_##n TRI_CLEANUP(tri_close_frame) =                                  \
        tri_enter_leaf_routine(&tri_regions[n])

#define TRI_LOOP(n)                                                                                \
    struct tri_loop tri_loop_##n TRI_CLEANUP(tri_close_loop) = {&tri_regions[n],                   \
                                                                tri_enter(&tri_regions[n]), 0}
#define TRI_LEAF_LOOP(n)                                                                           \
    struct tri_loop tri_loop_##n TRI_CLEANUP(tri_close_leaf_loop) = {                              \
        &tri_regions[n], tri_enter_leaf(&tri_regions[n]), 0}
#define TRI_VOLATILE_LOOP(n)                                                                       \
    struct tri_volatile_loop tri_loop_##n TRI_CLEANUP(tri_close_volatile_loop) = {                 \
        &tri_regions[n], tri_enter(&tri_regions[n]), 0}
#define TRI_TRIP(n) tri_loop_##n.trips++
#define TRI_TRIPS(n, first, how, bound, step)                                                      \
    tri_loop_##n.trips = tri_trips(first, how, bound, step)

/* A routine that calls itself last, which the compiler makes a loop of: the visit ends before the
 * call, so that nothing is left to be done after it: `return TRI_TAIL(3), next(x - 1);`. The loops
 * around the call end first. */
TRI_ALWAYS_INLINE void tri_end_frame(struct tri_node **node)
{
    if (*node)
        tri_leave(*node);
    *node = (struct tri_node *)0;
}
#define TRI_TAIL(n) tri_end_frame(&tri_frame_##n)

TRI_ALWAYS_INLINE void tri_finish_loop(struct tri_loop *loop)
{
    if (loop->node)
        tri_leave_loop(loop->node, loop->trips);
    loop->node = (struct tri_node *)0;
}
#define TRI_TAIL_LOOP(n) tri_finish_loop(&tri_loop_##n)

/* Several arguments of such a call have calls of their own, in an order that the compiler chooses:
 * the visit ends after the last of them. */
TRI_ALWAYS_INLINE int tri_last_part(unsigned *done, unsigned parts)
{
    return ++*done == parts;
}
#define TRI_PARTS(n) unsigned tri_parts_##n __attribute__((__unused__)) = 0
#define TRI_LAST_PART(n, parts) tri_last_part(&tri_parts_##n, parts)

/* Light regions (struct tri_light): what counts them instead of a probe of their own.
 *
 * An owner is a routine or loop that counts for others. Its sums and ranges are local variables
 * whose address never leaves the function, and are copied when they are handed over. */
struct tri_range {
    unsigned long long few; /* the least trips of a visit, with all bits inverted: 0 is none */
    unsigned long long most;
};

/* The kind of owner with s sums and r ranges. Behind these, the values as they are handed over. */
#define TRI_SHAPE(s, r, ...)                                                                       \
    struct tri_nest_##s##_##r {                                                                    \
        unsigned long long sum[s + 1];                                                             \
        struct tri_range range[r + 1];                                                             \
        struct tri_region *region;                                                                 \
        struct tri_node *node;                                                                     \
        unsigned long long trips;                                                                  \
        unsigned visits;            /* of the loops inside, where these are timed */               \
        unsigned is_on;             /* counted at its end, where there is no node */               \
        unsigned long long head[3]; /* of a chain */                                               \
    };                                                                                             \
    TRI_ALWAYS_INLINE void tri_close_nest_##s##_##r(struct tri_nest_##s##_##r *nest)               \
    {                                                                                              \
        if (nest->node) {                                                                          \
            const unsigned long long values[] = {__VA_ARGS__};                                     \
            tri_leave_nest(nest->node, nest->trips, values);                                       \
        }                                                                                          \
    }                                                                                              \
    TRI_ALWAYS_INLINE void tri_close_leaf_nest_##s##_##r(struct tri_nest_##s##_##r *nest)          \
    {                                                                                              \
        if (nest->node || nest->is_on) {                                                           \
            const unsigned long long values[] = {__VA_ARGS__};                                     \
            if (nest->node)                                                                        \
                tri_leave_nest(nest->node, nest->trips, values);                                   \
            else                                                                                   \
                tri_count_nest(nest->region, nest->trips, values);                                 \
        }                                                                                          \
    }                                                                                              \
    TRI_ALWAYS_INLINE void tri_publish_##s##_##r(struct tri_nest_##s##_##r *nest)                  \
    {                                                                                              \
        const unsigned long long values[] = {__VA_ARGS__};                                         \
        unsigned long long any = 0;                                                                \
        int i;                                                                                     \
        for (i = 0; i < s; i++)                                                                    \
            any |= nest->sum[i];                                                                   \
        if (!any || !nest->node)                                                                   \
            return;                                                                                \
        tri_publish_nest(nest->node, values);                                                      \
        for (i = 0; i < s; i++)                                                                    \
            nest->sum[i] = 0;                                                                      \
        for (i = 0; i < r; i++)                                                                    \
            nest->range[i].few = nest->range[i].most = 0;                                          \
    }                                                                                              \
    extern struct tri_unit tri_shape_follows_

/* An owner of that shape that has nothing but a chain: s loops, each directly inside the other,
 * whose heads tell their trips. While it is only counted, it hands over these. */
#define TRI_CHAIN(s, ...)                                                                          \
    TRI_ALWAYS_INLINE void tri_close_chain_##s##_##s(struct tri_nest_##s##_##s *nest)              \
    {                                                                                              \
        if (nest->node) {                                                                          \
            unsigned long long passes = nest->trips == TRI_NO_TRIPS ? 1 : nest->trips;             \
            if (!tri_times_inside(nest->node)) {                                                   \
                __VA_ARGS__;                                                                       \
            }                                                                                      \
            tri_close_nest_##s##_##s(nest);                                                        \
        } else if (nest->is_on) {                                                                  \
            tri_count_heads(nest->region, nest->trips, nest->head[0], nest->head[1],               \
                            nest->head[2]);                                                        \
        }                                                                                          \
    }                                                                                              \
    extern struct tri_unit tri_shape_follows_
#define TRI_LINK(k)                                                                                \
    passes = passes ? tri_add_head(passes, &nest->sum[k], &nest->range[k], nest->head[k]) : 0

/* In a shape. */
#define TRI_SUM_VALUE(k) nest->sum[k]
#define TRI_RANGE_VALUES(k) ~nest->range[k].few, nest->range[k].most

#define TRI_NEST(n, s, r, variable, close, enter, trips, is_on)                                    \
    struct tri_nest_##s##_##r variable TRI_CLEANUP(close##_##s##_##r) = {                          \
        {0}, {{0, 0}}, &tri_regions[n], enter(&tri_regions[n]), trips, 0, is_on, {0}}

/* Owners in which other probes may run, and those in which none does: these are counted in one step
 * at their end, while they are not timed. */
#define TRI_NEST_ROUTINE(n, s, r)                                                                  \
    TRI_NEST(n, s, r, tri_frame_##n, tri_close_nest, tri_nest, TRI_NO_TRIPS, 0)
#define TRI_LEAF_NEST_ROUTINE(n, s, r)                                                             \
    TRI_NEST(n, s, r, tri_frame_##n, tri_close_leaf_nest, tri_enter_leaf_nest, TRI_NO_TRIPS,       \
             tri_is_on(&tri_regions[n]))
#define TRI_NEST_LOOP(n, s, r) TRI_NEST(n, s, r, tri_loop_##n, tri_close_nest, tri_nest, 0, 0)
#define TRI_LEAF_NEST_LOOP(n, s, r)                                                                \
    TRI_NEST(n, s, r, tri_loop_##n, tri_close_leaf_nest, tri_enter_leaf_nest, 0,                   \
             tri_is_on(&tri_regions[n]))

#define TRI_CHAIN_ROUTINE(n, s)                                                                    \
    TRI_NEST(n, s, s, tri_frame_##n, tri_close_chain, tri_enter_leaf_nest, TRI_NO_TRIPS,           \
             tri_is_on(&tri_regions[n]))
#define TRI_CHAIN_LOOP(n, s)                                                                       \
    TRI_NEST(n, s, s, tri_loop_##n, tri_close_chain, tri_enter_leaf_nest, 0,                       \
             tri_is_on(&tri_regions[n]))

TRI_ALWAYS_INLINE struct tri_node *tri_enter_leaf_nest(struct tri_region *region)
{
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    return mode == TRI_OFF || mode == TRI_COUNT ? (struct tri_node *)0 : tri_enter_nest(region);
}

TRI_ALWAYS_INLINE unsigned tri_is_on(struct tri_region *region)
{
    return __atomic_load_n(&region->mode, __ATOMIC_RELAXED) != TRI_OFF;
}

/* Whether this visit of the owner is measured, as it was when it began. */
#define TRI_COUNTS(owner) ((owner).node || (owner).is_on)

/* Whether the loops inside are timed in this visit of the owner: the version with probes runs. */
#define TRI_TIMES(owner)                                                                           \
    (__builtin_expect(tri_times_inside((owner).node), 0) &&                                        \
     ((owner).visits = tri_salt((owner).node), 1))

/* Where a count goes. */
#define TRI_NONE 0
#define TRI_SUM(owner, k) (&(owner).sum[k])
#define TRI_RANGE(owner, k) (&(owner).range[k])
#define TRI_PASS(sum) ((void)++*(sum))

TRI_ALWAYS_INLINE void tri_add_range(struct tri_range *range, unsigned long long trips)
{
    if (~trips > range->few)
        range->few = ~trips;
    if (trips > range->most)
        range->most = trips;
}

/* A loop that adds to its owner's sums. */
struct tri_light_loop {
    struct tri_node *node; /* 0: this visit has no probe */
    unsigned long long trips;
    unsigned long long *visits, *sum; /* 0: there is none */
    struct tri_range *range;
};

TRI_ALWAYS_INLINE void tri_close_light_loop(struct tri_light_loop *loop)
{
    if (loop->node) {
        tri_leave_loop(loop->node, loop->trips);
        return;
    }
    if (loop->visits)
        ++*loop->visits;
    if (loop->sum)
        *loop->sum += loop->trips;
    if (loop->range)
        tri_add_range(loop->range, loop->trips);
}

#define TRI_LIGHT_LOOP(n, visits, sum, range)                                                      \
    struct tri_light_loop tri_loop_##n TRI_CLEANUP(tri_close_light_loop) = {0, 0, visits, sum,     \
                                                                            range}
/* The same in the version with probes. One with other probes inside is always entered there: what
 * is inside is to be found below it. */
#define TRI_TIMED_LOOP(n, owner, visits_, sum, range)                                              \
    struct tri_light_loop tri_loop_##n TRI_CLEANUP(tri_close_light_loop) = {                       \
        tri_enter_inside(&tri_regions[n], (owner).visits++), 0, visits_, sum, range}
#define TRI_OUTER_LOOP(n, visits, sum, range)                                                      \
    struct tri_light_loop tri_loop_##n TRI_CLEANUP(tri_close_light_loop) = {                       \
        tri_enter(&tri_regions[n]), 0, visits, sum, range}

/* Loops whose heads tell their trips once for all visits: their passes, behind the outermost of
 * them. A head that is not reached is not evaluated: it may divide by 0 there. */
#define TRI_PASSES(n, around, each)                                                                \
    unsigned long long tri_passes_##n __attribute__((__unused__)) =                                \
        (unsigned long long)(around) * (unsigned long long)(each)
#define TRI_HEAD(n, around, sum, range, first, how, bound, step)                                   \
    unsigned long long tri_passes_##n __attribute__((__unused__)) =                                \
        (around) ? tri_add_head(around, sum, range, tri_trips(first, how, bound, step)) : 0

/* A loop of a chain. */
#define TRI_CHAIN_HEAD(owner, k, around, first, how, bound, step)                                  \
    (owner).head[k] = (around) ? tri_trips(first, how, bound, step) : 0

TRI_ALWAYS_INLINE unsigned long long tri_add_head(unsigned long long around,
                                                  unsigned long long *sum, struct tri_range *range,
                                                  unsigned long long trips)
{
    *sum += around * trips;
    tri_add_range(range, trips);
    return around * trips;
}

/* Hands over what was counted so far: `(TRI_PUBLISH(tri_frame_2, 1, 0), stop(x))`. */
#define TRI_PUBLISH(owner, s, r) tri_publish_##s##_##r(&(owner))

/* What light functions count beyond their calls: in variables of the thread, from which an owner
 * around the call takes what was added during its visit. */
#define TRI_TALLIES(sums, ranges)                                                                  \
    static __thread struct {                                                                       \
        struct tri_range range[ranges + 1];                                                        \
        unsigned long long sum[sums + 1];                                                          \
    } tri_tally __attribute__((__unused__))
#define TRI_TALLY_SUM(k) (&tri_tally.sum[k])
#define TRI_TALLY_RANGE(k) (&tri_tally.range[k])

/* Ranges that are in memory change seldom. */
TRI_ALWAYS_INLINE void tri_add_tally_range(struct tri_range *range, unsigned long long trips)
{
    unsigned long long few = range->few, most = range->most;
    if (__builtin_expect((~trips > few) | (trips > most), 0)) {
        range->few = ~trips > few ? ~trips : few;
        range->most = trips > most ? trips : most;
    }
}

TRI_ALWAYS_INLINE void tri_close_tallied_loop(struct tri_light_loop *loop)
{
    if (loop->visits)
        ++*loop->visits;
    *loop->sum += loop->trips;
    tri_add_tally_range(loop->range, loop->trips);
}

/* A loop of a light function that adds to its tallies. */
#define TRI_TALLIED_LOOP(n, visits, sum, range)                                                    \
    struct tri_light_loop tri_loop_##n TRI_CLEANUP(tri_close_tallied_loop) = {0, 0, visits, sum,   \
                                                                              range}

/* Tallies must not make a function too large to be put in place by the compiler. Clang is told so.
 */
#ifdef __clang__
#define TRI_TALLYING __inline__
#define TRI_TALLYING_ONCE __attribute__((__always_inline__)) /* it is called in one place */
#else
#define TRI_TALLYING
#define TRI_TALLYING_ONCE
#endif

struct tri_taken_sum {
    unsigned long long *to, *from, before;
};

struct tri_taken_range {
    struct tri_range *to, *from, before;
};

TRI_ALWAYS_INLINE void tri_take_sum(struct tri_taken_sum *taken)
{
    *taken->to += *taken->from - taken->before;
    *taken->from = taken->before;
}

TRI_ALWAYS_INLINE struct tri_range tri_clear_range(struct tri_range *range)
{
    struct tri_range before = *range;
    range->few = range->most = 0;
    return before;
}

TRI_ALWAYS_INLINE void tri_add_taken_range(const struct tri_taken_range *taken)
{
    if (taken->from->few > taken->to->few)
        taken->to->few = taken->from->few;
    if (taken->from->most > taken->to->most)
        taken->to->most = taken->from->most;
}

TRI_ALWAYS_INLINE void tri_take_range(struct tri_taken_range *taken)
{
    tri_add_taken_range(taken);
    *taken->from = taken->before;
}

TRI_ALWAYS_INLINE void tri_take_range_so_far(struct tri_taken_range *taken)
{
    tri_add_taken_range(taken);
    taken->from->few = taken->from->most = 0;
}

#define TRI_TAKE_SUM(owner, k, tally)                                                              \
    struct tri_taken_sum owner##_sum_##k TRI_CLEANUP(tri_take_sum) = {                             \
        TRI_SUM(owner, k), TRI_TALLY_SUM(tally), *TRI_TALLY_SUM(tally)}
#define TRI_TAKE_RANGE(owner, k, tally)                                                            \
    struct tri_taken_range owner##_range_##k TRI_CLEANUP(tri_take_range) = {                       \
        TRI_RANGE(owner, k), TRI_TALLY_RANGE(tally), tri_clear_range(TRI_TALLY_RANGE(tally))}
/* Before values are published. */
#define TRI_TAKEN_SUM(owner, k) tri_take_sum(&owner##_sum_##k)
#define TRI_TAKEN_RANGE(owner, k) tri_take_range_so_far(&owner##_range_##k)

/* A light function that is called in one place is put there by the compiler. It still is where that
 * place is written twice. */
#define TRI_ONCE __inline__ __attribute__((__always_inline__))
#define TRI_ONCE_INLINE __attribute__((__always_inline__)) /* one that is declared inline */

/* The function around a light function that has its probe. In the program, that of a function with
 * external linkage has its name, and the function itself has another one. */
#define TRI_PROBED(f) tri_probed_##f
#define TRI_STATIC_WRAPPER(f) static __typeof__(f) tri_probed_##f
#define TRI_EXTERN_WRAPPER(f) extern __typeof__(f) tri_probed_##f __asm__(#f)
#define TRI_CORE(f) extern __typeof__(f) f TRI_CORE_NAME(f)
#define TRI_CORE_NAME(f) __asm__("tri_core_" #f) __attribute__((__visibility__("hidden")))

/* I/O statements keep the user's call word for word, between a BEGIN and an END, so that it is no
 * argument of a macro: `TRI_IO_BEGIN(7, TRI_STREAM(f)) fread(a, 8, n, f) TRI_IO_END(7,
 * TRI_ITEMS(8))`. In `bytes`, tri_result is what the call returned; less than 0 counts as 0. */
#define TRI_STREAM(f) tri_where_stream((void *)(f))
#define TRI_FD(fd) (fd)
#define TRI_CLOSING_STREAM(f) tri_where_closing(tri_where_stream((void *)(f)))
#define TRI_CLOSING_FD(fd) tri_where_closing(fd)

/* How many bytes a call has moved. */
#define TRI_ITEMS(size) ((long long)tri_result * (long long)(size))
#define TRI_LENGTH(text) ((text) ? (long long)__builtin_strlen(text) : 0)
#define TRI_TEXT(text) (tri_result < 0 ? 0 : (long long)__builtin_strlen((const char *)(text)))
#define TRI_LINE(text) (tri_result < 0 ? 0 : (long long)__builtin_strlen((const char *)(text)) + 1)

TRI_ALWAYS_INLINE long long tri_moved(long long bytes)
{
    return bytes > 0 ? bytes : 0;
}

/* Arguments that cannot be written twice, because evaluating them changes something: their value is
 * kept on the way into the call, as what the probe finds in tri_kept_n, or as where the call goes
 * to. */
#define TRI_KEEP(n, ...)                                                                           \
    __extension__({                                                                                \
        __auto_type tri_argument_##n = (__VA_ARGS__);                                              \
        tri_kept_##n = (long)tri_argument_##n;                                                     \
        tri_argument_##n;                                                                          \
    })
#define TRI_KEEP_WHERE(n, where, ...)                                                              \
    __extension__({                                                                                \
        __auto_type tri_handle_##n = (__VA_ARGS__);                                                \
        if (tri_io_##n)                                                                            \
            tri_where_##n = where(tri_handle_##n);                                                 \
        tri_handle_##n;                                                                            \
    })

/* clang-format off: brackets open in one macro and close in another */
#define TRI_IO_START(n, where)                                                                     \
    __extension__({                                               \
        struct tri_node *tri_io_##n = tri_enter(&tri_regions[n]); \
        int tri_where_##n = tri_io_##n ? (where) : 0;             \
        long tri_kept_##n __attribute__((__unused__)) = 0;
#define TRI_IO_BEGIN(n, where) TRI_IO_START(n, where) __auto_type tri_result = (
#define TRI_IO_VOID_BEGIN(n, where) TRI_IO_START(n, where) (

#define TRI_IO_VOID_END(n, bytes)                                                                  \
        );                                                                                         \
    if (tri_io_##n)                                                                                \
        tri_leave_io(tri_io_##n, tri_where_##n, tri_moved((long long)(bytes)));                    \
    (void)0;                                                                                       \
    })
#define TRI_IO_END(n, bytes)                                                                       \
        );                                                                                         \
    if (tri_io_##n)                                                                                \
        tri_leave_io(tri_io_##n, tri_where_##n, tri_moved((long long)(bytes)));                    \
    tri_result;                                                                                    \
    })

/* Opening: the name is known before, the descriptor only after. */
#define TRI_OPEN_BEGIN(n) TRI_IO_BEGIN(n, 0)
#define TRI_OPEN_FD_END(n, path)                                                                   \
        );                                                                                         \
    (void)tri_where_##n;                                                                           \
    if (tri_io_##n)                                                                                \
        tri_leave_open(tri_io_##n, (const char *)(path), tri_result);                              \
    tri_result;                                                                                    \
    })
#define TRI_OPEN_STREAM_END(n, path)                                                               \
        );                                                                                         \
    (void)tri_where_##n;                                                                           \
    if (tri_io_##n)                                                                                \
        tri_leave_open(tri_io_##n, (const char *)(path),                                           \
                       tri_result ? tri_where_stream((void *)tri_result) : -1);                    \
    tri_result;                                                                                    \
    })

/* clang-format on */

/* The same in one, for a call that stands being a macro's argument. */
#define TRI_IO(n, where, bytes, ...) TRI_IO_BEGIN(n, where) __VA_ARGS__ TRI_IO_END(n, bytes)
#define TRI_IO_VOID(n, where, bytes, ...)                                                          \
    TRI_IO_VOID_BEGIN(n, where) __VA_ARGS__ TRI_IO_VOID_END(n, bytes)
#define TRI_OPEN_FD(n, path, ...) TRI_OPEN_BEGIN(n) __VA_ARGS__ TRI_OPEN_FD_END(n, path)
#define TRI_OPEN_STREAM(n, path, ...) TRI_OPEN_BEGIN(n) __VA_ARGS__ TRI_OPEN_STREAM_END(n, path)

/* After a longjmp, the innermost measured region around the setjmp is the current one again. */
#define TRI_LANDED(node, call)                                                                     \
    __extension__({                                                                                \
        int tri_landed = (call);                                                                   \
        if (tri_landed)                                                                            \
            tri_land(node);                                                                        \
        tri_landed;                                                                                \
    })

/* A call that may return in a forked child: `TRI_FORK_BEGIN fork() TRI_FORK_END(TRI_ANEW(3))`. */
#define TRI_ANEW(n) tri_loop_##n.trips = 0, tri_forked(tri_loop_##n.node);

/* clang-format off: brackets open in one macro and close in another */
#define TRI_FORK_BEGIN                                                                             \
    __extension__({                                       \
        unsigned tri_before = tri_forks();                \
        __auto_type tri_result = (
#define TRI_FORK_END(anew)                                                                         \
        );                                                                                         \
    if (tri_forks() != tri_before) {                                                               \
        anew                                                                                       \
    }                                                                                              \
    tri_result;                                                                                    \
    })
#define TRI_FORK_VOID_BEGIN                                                                        \
    __extension__({                                       \
        unsigned tri_before = tri_forks();                \
        (
#define TRI_FORK_VOID_END(anew)                                                                    \
        );                                                                                         \
    if (tri_forks() != tri_before) {                                                               \
        anew                                                                                       \
    }                                                                                              \
    (void)0;                                                                                       \
    })

/* An argument of a call that may not come back, and what hands over the counts behind it:
 * `exit(TRI_VALUE_BEGIN +(small(2)) TRI_VALUE_END(TRI_PUBLISH(tri_frame_2, 1, 0)))`. */
#define TRI_VALUE_BEGIN __extension__({ __auto_type tri_value =
#define TRI_VALUE_END(...)                                                                         \
    ;                                                                                              \
    __VA_ARGS__;                                                                                   \
    tri_value;                                                                                     \
    })
/* clang-format on */

/* A stretch that the user marked by a comment or pragma. */
#define TRI_MARKED(n) TRI_ROUTINE(n)

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop

#ifdef TRI_HAS_ENTRY /* a table of a file with such a procedure says so */
#include "entry.h"
#endif

#endif
