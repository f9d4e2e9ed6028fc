/* probes.h: the probes of instrumented C source. `triptych cc` writes such source; people can read
 * it. */
#ifndef TRIPTYCH_PROBES_H
#define TRIPTYCH_PROBES_H

/* A probe must never add a warning to a user's build, or a system header to a user's file. */
#pragma GCC system_header

/* Programs compiled with -fvisibility=hidden must still find the library's functions. */
#pragma GCC visibility push(default)

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a region. The numbers are on disk: add at the end, never renumber. */
enum tri_kind {
    TRI_KIND_ROUTINE = 1,
    TRI_KIND_LOOP = 2,
    TRI_KIND_IO = 3,
    TRI_KIND_USER = 4,  /* named by the user: TRI_REGION("assembly") */
    TRI_KIND_FILE = 5,  /* a file that an I/O statement used; made while the program runs */
    TRI_KIND_PAUSE = 6, /* the time between tri_pause() and tri_resume() */
    /* Kinds that collectors record in programs that were not rebuilt; made while the program
     * runs: */
    TRI_KIND_TASK = 7,     /* the body of a task, explicit or implicit, while it runs */
    TRI_KIND_SPAWN = 8,    /* a call that creates a thread or task */
    TRI_KIND_PARALLEL = 9, /* a parallel region, as the thread that began it sees it */
    TRI_KIND_WORK = 10,    /* a worksharing construct: loop, sections, single, taskloop */
    TRI_KIND_FINISH =
        11, /* waiting for the end of others: join, taskwait, taskgroup, end of parallel */
    TRI_KIND_CLOCK = 12,   /* waiting for the arrival of others: barrier, condition variable */
    TRI_KIND_ATOMIC = 13,  /* waiting for a release: lock, critical, ordered, semaphore */
    TRI_KIND_RELEASE = 14, /* releasing it */
    TRI_KIND_COMM = 15,    /* MPI communication: TRI_WRITES sends, TRI_READS receives */
    TRI_KIND_OBJECT =
        16, /* an object that is waited for: lock, barrier, condition variable, semaphore */
    TRI_KIND_MOVE = 17 /* an activity goes to a place, with variables: at, async at */
};

/* What a probe of the region does at present. Off is zero, so that a switched-off probe is a load
 * and a branch. */
enum tri_mode {
    TRI_OFF = 0,
    TRI_NEW = 1,   /* not registered yet: the first visit registers it */
    TRI_COUNT = 2, /* visits and trips, no times */
    TRI_TIME = 3,  /* timed by the hardware counter */
    TRI_TIME_SLOW =
        4, /* timed by another clock: CPU time, or a machine without an invariant counter */
    TRI_TIME_LOG = 5, /* timed by either clock, and every visit is logged */
    TRI_SAMPLE = 6    /* sampled, which means mostly counted: the next visit is timed */
};

/* Facts that the instrumenter knows about a region. On disk, too. */
enum tri_flag {
    TRI_DETERMINED = 1,  /* a loop whose trips are known on entry: it cannot be left early */
    TRI_LEAF = 2,        /* no other probe can run inside */
    TRI_READS = 4,       /* an I/O statement that reads */
    TRI_WRITES = 8,      /* an I/O statement that writes */
    TRI_UNMEASURED = 16, /* not measured; the note says why */
    TRI_WHILE = 32,      /* a loop written as while */
    TRI_DO = 64,         /* a loop written as do; neither of the two: for */
    TRI_UNTIMED = 128    /* only ever counted: excluded from timing at compile time */
};

struct tri_unit;
struct tri_node;

/* One region of the source. Static; mode, share, inside and lately change after registration. */
struct tri_region {
    unsigned mode;
    unsigned id; /* row of the place's region table, from 1; 0: not registered */
    unsigned
        share; /* sampled region: the share of its visits, of 2^32, that is timed; otherwise 0 */
    unsigned
        inside; /* anchor: the share of its visits, of 2^32, in which the loops inside are timed */
    unsigned char kind;    /* enum tri_kind */
    unsigned char flags;   /* enum tri_flag */
    unsigned short seq;    /* position among the regions of its kind in its routine, from 1 */
    unsigned routine;      /* index in the unit of its routine, plus 1; 0: none */
    const char *name;      /* routine: its name; loop: its label or ""; I/O: the called function */
    const char *file;      /* as given to the compiler */
    const char *note;      /* why it is not measured, or what is unknown about it; 0: none */
    struct tri_unit *unit; /* 0: a region without a unit */
    unsigned line, end_line;
    unsigned short sums, ranges; /* anchor (struct tri_light): the numbers of values that it hands
                                    over; at most TRI_VALUES_MOST values. Bit TRI_REPEATS of
                                    `ranges`: its values repeat (tri_repeat in probes.inc) */
    unsigned lately;             /* the library's notes about the last timed visits */
};

/* A light region has no probe, or has one only in those visits of its anchor in which loops are
 * timed (tri_enter_nest). Its anchor is a region around it with a probe, which hands over its
 * counts when a visit of the anchor ends. Counts that follow from others are not handed over but
 * derived by the reader: visits from the passes of the region around it (a pass is a trip of a
 * loop, or a visit of a routine), trips from visits. There is one struct for each anchor and each
 * path from the anchor to the light region. */
struct tri_light {
    unsigned region, anchor; /* rows of the unit's table of regions */
    unsigned within; /* number, plus 1, of the light region around it, an earlier row of this table
                        with the same anchor; 0: directly inside the anchor */
    int visits;      /* index of the anchor's sum that counts its visits; negative: `per` visits for
                        `every` passes of the region around it */
    int trips; /* loop: index of the sum of its trips; negative: visits x `times` / `out_of` */
    int range; /* loop: index of the range with the least and most trips of a visit; negative:
                  `least` and `most`, if trips are derived */
    unsigned per, every; /* every: 0 means 1 */
    unsigned out_of;     /* visits are a multiple of it; 0 and 1: every visit has `times` trips */
    unsigned long long times, least, most;
};

#define TRI_VALUES_MOST 1000 /* per anchor: sums + 2 x ranges */
#define TRI_REPEATS 0x8000

/* All regions of one translation unit. */
struct tri_unit {
    unsigned version; /* TRI_PROBES_VERSION */
    unsigned count;
    struct tri_region *regions;
    const char *file;
    const char *dir; /* folder of the compiler: file names are relative to it */
    int registered;  /* the library knows the unit */
    const struct tri_light *lights;
    unsigned light_count;
};

#define TRI_PROBES_VERSION 2

void tri_register(struct tri_unit *unit);
void tri_unregister(struct tri_unit *unit);

/* The slow parts of the probes, in libtriptych. A node is one region on one call path of one
 * lane. */
struct tri_node *tri_enter_on(struct tri_region *region);
void tri_leave(struct tri_node *node);
void tri_leave_loop(struct tri_node *node, unsigned long long trips);
void tri_count_visit(struct tri_region *region);
void tri_count_loop(struct tri_region *region, unsigned long long trips);
void tri_count_loops(struct tri_region *region, unsigned long long count, unsigned long long trips,
                     unsigned long long min, unsigned long long max);

/* Begins a visit of an anchor. If bit TRI_INSIDE of the handle is set, the loops inside are timed
 * during this visit, by probes of their own; otherwise no function of the library runs inside, and
 * counts are in local variables. 0 if the visit is not measured. */
struct tri_node *tri_enter_nest(struct tri_region *anchor);
#define TRI_INSIDE 2

/* Ends a visit of an anchor and adds its values: its sums, then its ranges as pairs of least and
 * most (least: the largest number, most: 0, if there was no visit). trips: TRI_NO_TRIPS for a
 * routine. */
void tri_leave_nest(struct tri_node *handle, unsigned long long trips,
                    const unsigned long long *values);
#define TRI_NO_TRIPS (~0ULL)

/* Counts a whole visit in one step, at its end: for an anchor that is only counted and has no other
 * probe inside. */
void tri_count_nest(struct tri_region *anchor, unsigned long long trips,
                    const unsigned long long *values);

/* Counts a visit of an anchor whose values are the trips of one to three loops, each directly
 * inside the other and with trips known from their heads. outer, middle and inner are the trips of
 * one visit of each; 0 for a head that was not reached. The anchor has a sum and a range for each
 * loop, in this order. */
void tri_count_heads(struct tri_region *anchor, unsigned long long trips, unsigned long long outer,
                     unsigned long long middle, unsigned long long inner);

/* Count a visit of a routine with one to three loops, each visited at most once in it. n, o and p
 * are the trips of the loops, -1 for one that was not visited. The routine has two sums for each
 * loop, visits and trips, then a range for each. */
void tri_count_once1(struct tri_region *routine, long long n);
void tri_count_once2(struct tri_region *routine, long long n, long long o);
void tri_count_once3(struct tri_region *routine, long long n, long long o, long long p);

/* Counts a visit of a routine with one loop, which is visited exactly once. It has one sum, its
 * trips, and a range. */
void tri_count_always(struct tri_region *routine, long long n);

/* Adds values in the middle of a visit, after which the caller counts from 0 again: for visits that
 * last long or may not return (before exit). */
void tri_publish_nest(struct tri_node *handle, const unsigned long long *values);

/* For visits in which the loops inside are timed: tri_salt() returns a number that differs between
 * visits of the anchor; tri_enter_sampled() begins a timed visit of a sampled loop
 * (tri_enter_inside). */
unsigned tri_salt(struct tri_node *handle);
struct tri_node *tri_enter_sampled(struct tri_region *region);

void tri_leave_io(struct tri_node *node, int where, long long bytes);
void tri_leave_open(struct tri_node *node, const char *path, int fd);
void tri_land(struct tri_node *node);

/* Returns the number of forks between the first process and this one: if a call changes it, the
 * call has returned in a forked child. There, loops around the call count their trips from 0 and
 * report that by tri_forked(). */
unsigned tri_forks(void);
void tri_forked(struct tri_node *node);

/* Returns the descriptor of a stream, or a negative number if it has none. */
int tri_where_stream(void *stream);
int tri_where_closing(int fd); /* the same descriptor; its file is forgotten after the call */

/* Fortran (probes.inc and units.inc): values instead of a unit number. */
#define TRI_UNIT_NONE (-0x4000000000000000LL) /* no unit, or an unknown one */
#define TRI_UNIT_INTERNAL (TRI_UNIT_NONE + 1) /* the file is a character variable */

/* Tells the library fnum() of the Fortran runtime library, which returns the descriptor of a unit.
 * The library may find it by itself; TRI_FORTRAN_IO, in the table of a file with I/O, makes sure of
 * it if the runtime library is linked statically or loaded later. */
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

/* Begins a visit of a loop inside an anchor, in the version with probes. Returns 0 if this visit is
 * not timed: it is then added to the anchor's values, as in the version without probes. `visit`:
 * tri_salt() of the anchor's visit plus the number of this one. The timed visits are spread evenly
 * and follow no period of the program. */
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

/* A running loop. Trips are counted in a local variable whose address never leaves the function, so
 * that the optimiser can keep it in a register or turn it into a closed form. */
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

/* Begins a visit of a routine without another probe inside; if it is only counted, that is done
 * here in one step. */
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

/* Begins a visit of a loop without another probe inside; if it is only counted, that is done in one
 * step at its end. */
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

/* The comparison of a loop's variable with its bound; tri_trips() returns the trips of a loop from
 * its head. */
enum tri_bound { TRI_BELOW, TRI_UP_TO, TRI_ABOVE, TRI_DOWN_TO, TRI_UNTIL };

TRI_ALWAYS_INLINE unsigned long long tri_trips(long long first, enum tri_bound how, long long bound,
                                               long long step)
{
    long long last = bound; /* the last value that can be reached */
    if (how == TRI_BELOW || (how == TRI_UNTIL && step > 0))
        last--;
    if (how == TRI_ABOVE || (how == TRI_UNTIL && step < 0))
        last++;
    if (step == 0 || (step > 0 ? first > last : first < last))
        return 0;
    return (unsigned long long)((last - first) / step) + 1;
}

#define TRI_CLEANUP(function) __attribute__((__cleanup__(function), __unused__))

/* The probes. n is the index of the region in the unit's table, which is declared at the top of an
 * instrumented file by TRI_UNIT_BEGIN(count) and defined at its end. */
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

/* Rows of the table at the end of an instrumented file. `mode` is TRI_NEW, or TRI_OFF for regions
 * that are not measured. */
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

/* A routine whose last action is to call itself, which the compiler turns into a loop: the visit
 * ends before the call, so that nothing is to be done after it: `return TRI_TAIL(3), next(x - 1);`.
 * The loops around the call end first. */
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

/* If several arguments of such a call contain calls, the compiler chooses their order: the visit
 * ends after the last of them. */
TRI_ALWAYS_INLINE int tri_last_part(unsigned *done, unsigned parts)
{
    return ++*done == parts;
}
#define TRI_PARTS(n) unsigned tri_parts_##n __attribute__((__unused__)) = 0
#define TRI_LAST_PART(n, parts) tri_last_part(&tri_parts_##n, parts)

/* Counters of light regions (struct tri_light). An owner is a routine or loop that counts for
 * others. Its sums and ranges are local variables whose address never leaves the function; they are
 * copied when they are handed over. */
struct tri_range {
    unsigned long long few; /* the least trips of a visit, all bits inverted; 0: none */
    unsigned long long most;
};

/* The type of an owner with s sums and r ranges; the further arguments are the values as they are
 * handed over. */
#define TRI_SHAPE(s, r, ...)                                                                       \
    struct tri_nest_##s##_##r {                                                                    \
        unsigned long long sum[s + 1];                                                             \
        struct tri_range range[r + 1];                                                             \
        struct tri_region *region;                                                                 \
        struct tri_node *node;                                                                     \
        unsigned long long trips;                                                                  \
        unsigned visits;            /* of the inner loops, when timed */                           \
        unsigned is_on;             /* counted at its end, without a node */                       \
        unsigned long long head[3]; /* heads of a chain */                                         \
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

/* An owner that has nothing but a chain: s loops, each directly inside the other, whose trips are
 * known from their heads. While it is only counted, it hands over these trips. */
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

/* Values within TRI_SHAPE. */
#define TRI_SUM_VALUE(k) nest->sum[k]
#define TRI_RANGE_VALUES(k) ~nest->range[k].few, nest->range[k].most

#define TRI_NEST(n, s, r, variable, close, enter, trips, is_on)                                    \
    struct tri_nest_##s##_##r variable TRI_CLEANUP(close##_##s##_##r) = {                          \
        {0}, {{0, 0}}, &tri_regions[n], enter(&tri_regions[n]), trips, 0, is_on, {0}}

/* Owners in which other probes may run, and (LEAF) those in which none does: these are counted in
 * one step at their end while they are not timed. */
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

/* A routine with several versions, each a function of its own. The function with the user's name is
 * the version for visits that are only counted. It passes timed visits on to TRI_TIMED(f), which
 * has probes inside. If it counts while its loops run, it passes visits that are not measured on to
 * TRI_PLAIN(f), which counts nothing. */
#define TRI_MODE(n) unsigned tri_mode_##n = __atomic_load_n(&tri_regions[n].mode, __ATOMIC_RELAXED)
#define TRI_IS_ON(n) __builtin_expect(tri_is_on(&tri_regions[n]), 1)
#define TRI_IS_TIMED(n) __builtin_expect((tri_mode_##n & ~(unsigned)TRI_COUNT) != 0, 0)
#define TRI_IS_OFF(n) __builtin_expect(tri_mode_##n == TRI_OFF, 0)
#define TRI_TIMED(f) tri_timed_##f
#define TRI_PLAIN(f) tri_plain_##f
#define TRI_APART static __attribute__((__noinline__))
/* Specifiers of the plain versions of light functions. The compiler decides whether to inline them,
 * as it does without probes. */
#define TRI_PLAIN_EXTERN extern __attribute__((__visibility__("hidden")))
#define TRI_PLAIN_STATIC static __attribute__((__unused__))
#define TRI_PLAIN_INLINE TRI_PLAIN_STATIC __inline__
#define TRI_COUNTED_ROUTINE(n, s, r)                                                               \
    TRI_NEST(n, s, r, tri_frame_##n, tri_close_leaf_nest, TRI_NO_NODE, TRI_NO_TRIPS, tri_mode_##n)
#define TRI_COUNTED_CHAIN(n, s)                                                                    \
    TRI_NEST(n, s, s, tri_frame_##n, tri_close_chain, TRI_NO_NODE, TRI_NO_TRIPS, tri_mode_##n)
#define TRI_NO_NODE(region) 0

TRI_ALWAYS_INLINE struct tri_node *tri_enter_leaf_nest(struct tri_region *region)
{
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    return mode == TRI_OFF || mode == TRI_COUNT ? (struct tri_node *)0 : tri_enter_nest(region);
}

TRI_ALWAYS_INLINE unsigned tri_is_on(struct tri_region *region)
{
    return __atomic_load_n(&region->mode, __ATOMIC_RELAXED) != TRI_OFF;
}

/* True if this visit of the owner is measured, as decided when it began. */
#define TRI_COUNTS(owner) ((owner).node || (owner).is_on)

/* True if the loops inside are timed in this visit of the owner: then the version with probes
 * runs. */
#define TRI_TIMES(owner)                                                                           \
    (__builtin_expect(tri_times_inside((owner).node), 0) &&                                        \
     ((owner).visits = tri_salt((owner).node), 1))

/* Destinations of a count. */
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
    unsigned long long *visits, *sum; /* 0: not counted here */
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
/* A light loop in the version with probes. A loop with other probes inside is always entered there:
 * their nodes are below its own. */
#define TRI_TIMED_LOOP(n, owner, visits_, sum, range)                                              \
    struct tri_light_loop tri_loop_##n TRI_CLEANUP(tri_close_light_loop) = {                       \
        tri_enter_inside(&tri_regions[n], (owner).visits++), 0, visits_, sum, range}
#define TRI_OUTER_LOOP(n, visits, sum, range)                                                      \
    struct tri_light_loop tri_loop_##n TRI_CLEANUP(tri_close_light_loop) = {                       \
        tri_enter(&tri_regions[n]), 0, visits, sum, range}

/* Loops whose head gives the same trips in every visit. Their passes are computed once, after the
 * outermost loop, as the passes of the loop around them times their trips. A head that is not
 * reached is not evaluated: it might divide by 0. */
#define TRI_PASSES(n, around, each)                                                                \
    unsigned long long tri_passes_##n __attribute__((__unused__)) =                                \
        (unsigned long long)(around) * (unsigned long long)(each)
#define TRI_HEAD(n, around, sum, range, first, how, bound, step)                                   \
    unsigned long long tri_passes_##n __attribute__((__unused__)) =                                \
        (around) ? tri_add_head(around, sum, range, tri_trips(first, how, bound, step)) : 0

/* The trips of one loop of a chain. */
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

/* Hands over the counts so far: `(TRI_PUBLISH(tri_frame_2, 1, 0), stop(x))`. */
#define TRI_PUBLISH(owner, s, r) tri_publish_##s##_##r(&(owner))

/* Tallies: what light functions count beyond their calls, in thread-local variables. An owner
 * around the call takes what was added during its visit. */
#define TRI_TALLIES(sums, ranges)                                                                  \
    static __thread struct {                                                                       \
        struct tri_range range[ranges + 1];                                                        \
        unsigned long long sum[sums + 1];                                                          \
    } tri_tally __attribute__((__unused__))
#define TRI_TALLY_SUM(k) (&tri_tally.sum[k])
#define TRI_TALLY_RANGE(k) (&tri_tally.range[k])

/* Adds the trips of a visit to a range in memory; writes only if the range grows, which is rare. */
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

/* Tallies must not keep the compiler from inlining a function. Clang has to be told. */
#ifdef __clang__
#define TRI_TALLYING __inline__
#define TRI_TALLYING_ONCE __attribute__((__always_inline__)) /* it has one call site */
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
/* Add to the owner's values what was tallied so far, before the values are published. */
#define TRI_TAKEN_SUM(owner, k) tri_take_sum(&owner##_sum_##k)
#define TRI_TAKEN_RANGE(owner, k) tri_take_range_so_far(&owner##_range_##k)

/* A light function with one call site is inlined there, even if that code is duplicated. */
#define TRI_ONCE __inline__ __attribute__((__always_inline__))
#define TRI_ONCE_INLINE                                                                            \
    __attribute__((__always_inline__)) /* for a function that is declared inline */

/* The wrapper of a light function, which has its probe. For a function with external linkage, the
 * wrapper has its symbol, and the function itself gets another one. */
#define TRI_PROBED(f) tri_probed_##f
#define TRI_STATIC_WRAPPER(f) static __typeof__(f) tri_probed_##f
#define TRI_EXTERN_WRAPPER(f) extern __typeof__(f) tri_probed_##f __asm__(#f)
#define TRI_CORE(f) extern __typeof__(f) f TRI_CORE_NAME(f)
#define TRI_CORE_NAME(f) __asm__("tri_core_" #f) __attribute__((__visibility__("hidden")))

/* I/O statements keep the user's call word for word between a BEGIN and an END, so that it is no
 * argument of a macro: `TRI_IO_BEGIN(7, TRI_STREAM(f)) fread(a, 8, n, f) TRI_IO_END(7,
 * TRI_ITEMS(8))`. In `bytes`, tri_result is the result of the call; negative numbers count as 0. */
#define TRI_STREAM(f) tri_where_stream((void *)(f))
#define TRI_FD(fd) (fd)
#define TRI_CLOSING_STREAM(f) tri_where_closing(tri_where_stream((void *)(f)))
#define TRI_CLOSING_FD(fd) tri_where_closing(fd)

/* The number of bytes that a call has moved. */
#define TRI_ITEMS(size) ((long long)tri_result * (long long)(size))
#define TRI_LENGTH(text) ((text) ? (long long)__builtin_strlen(text) : 0)
#define TRI_TEXT(text) (tri_result < 0 ? 0 : (long long)__builtin_strlen((const char *)(text)))
#define TRI_LINE(text) (tri_result < 0 ? 0 : (long long)__builtin_strlen((const char *)(text)) + 1)

TRI_ALWAYS_INLINE long long tri_moved(long long bytes)
{
    return bytes > 0 ? bytes : 0;
}

/* Arguments that cannot be written twice, because their evaluation has side effects: their value is
 * stored on the way into the call, in tri_kept_n, or as the descriptor that the call uses. */
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

/* Opening a file: the name is known before the call, the descriptor only after it. */
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

/* I/O statements as one macro, for a call that can be a macro's argument. */
#define TRI_IO(n, where, bytes, ...) TRI_IO_BEGIN(n, where) __VA_ARGS__ TRI_IO_END(n, bytes)
#define TRI_IO_VOID(n, where, bytes, ...)                                                          \
    TRI_IO_VOID_BEGIN(n, where) __VA_ARGS__ TRI_IO_VOID_END(n, bytes)
#define TRI_OPEN_FD(n, path, ...) TRI_OPEN_BEGIN(n) __VA_ARGS__ TRI_OPEN_FD_END(n, path)
#define TRI_OPEN_STREAM(n, path, ...) TRI_OPEN_BEGIN(n) __VA_ARGS__ TRI_OPEN_STREAM_END(n, path)

/* After a longjmp, the innermost measured region around the setjmp becomes current again. */
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

/* An argument of a call that may not return, with the code that hands over the counts behind it:
 * `exit(TRI_VALUE_BEGIN +(small(2)) TRI_VALUE_END(TRI_PUBLISH(tri_frame_2, 1, 0)))`. */
#define TRI_VALUE_BEGIN __extension__({ __auto_type tri_value =
#define TRI_VALUE_END(...)                                                                         \
    ;                                                                                              \
    __VA_ARGS__;                                                                                   \
    tri_value;                                                                                     \
    })
/* clang-format on */

/* A part of a routine that the user marked by a comment or pragma. */
#define TRI_MARKED(n) TRI_ROUTINE(n)

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop

#ifdef TRI_HAS_ENTRY /* defined by the table of a file with such a procedure */
#include "entry.h"
#endif

#endif
