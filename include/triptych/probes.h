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
    unsigned lately;             /* which of the visits that were sampled last were long, as bits */
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

/* Loops that are never timed (`triptych cc --no-loop-times`) and have no probe inside are summed up
 * in a local variable of the loop around them: not even a call stands in the way of the optimiser.
 */
struct tri_sum {
    struct tri_region *region;
    unsigned long long count, trips, min, max;
};

struct tri_summed_loop {
    struct tri_sum *sum;
    unsigned long long trips;
};

TRI_ALWAYS_INLINE void tri_close_summed_loop(struct tri_summed_loop *loop)
{
    loop->sum->count++;
    loop->sum->trips += loop->trips;
    if (loop->trips < loop->sum->min)
        loop->sum->min = loop->trips;
    if (loop->trips > loop->sum->max)
        loop->sum->max = loop->trips;
}

TRI_ALWAYS_INLINE void tri_close_sum(struct tri_sum *sum)
{
    if (sum->count && __atomic_load_n(&sum->region->mode, __ATOMIC_RELAXED) != TRI_OFF)
        tri_count_loops(sum->region, sum->count, sum->trips, sum->min, sum->max);
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
#define TRI_SUM(n)                                                                                 \
    struct tri_sum tri_sum_##n TRI_CLEANUP(tri_close_sum) = {&tri_regions[n], 0, 0, ~0ULL, 0}
#define TRI_SUMMED_LOOP(n)                                                                         \
    struct tri_summed_loop tri_loop_##n TRI_CLEANUP(tri_close_summed_loop) = {&tri_sum_##n, 0}
#define TRI_TRIP(n) tri_loop_##n.trips++
#define TRI_TRIPS(n, first, how, bound, step)                                                      \
    tri_loop_##n.trips = tri_trips(first, how, bound, step)

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
/* clang-format on */

/* A stretch that the user marked by a comment or pragma. */
#define TRI_MARKED(n) TRI_ROUTINE(n)

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
