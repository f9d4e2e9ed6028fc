/* fortran.c: the probes for instrumented Fortran: include/triptych/probes.inc and units.inc. A
 * handle is an 8-byte integer, a region is the first word of its row. */
#include "measure/fortran_units.h"
#include "measure/io.h"
#include "measure/lane.h"
#include "measure/region.h"
#include "measure/visit.h"

#include <triptych/probes.h>

#include <errno.h>
#include <string.h>

#pragma GCC visibility push(default)
void tri_fortran_enter(struct tri_region *region, int64_t *handle);
void tri_fortran_open(struct tri_region *region, int64_t *handle);
void tri_fortran_close(struct tri_region *region, struct tri_node *handle);
void tri_fortran_nest(struct tri_region *anchor, int64_t *handle, int64_t *inside);
void tri_end_nest(struct tri_region *anchor, struct tri_node *handle, unsigned long long trips,
                  const unsigned long long *values);
void tri_sampled(struct tri_region *region, int64_t *handle);
void tri_sampled_nest(struct tri_region *anchor, int64_t *handle, int64_t *inside);
int64_t tri_fortran_salt(struct tri_node *handle);
void tri_end_loop(struct tri_region *region, struct tri_node *handle, unsigned long long trips);
int64_t tri_fortran_trips(int64_t first, int64_t last, int64_t step);
void tri_leave_unit(struct tri_node *handle, int64_t unit);
void tri_close_unit(struct tri_node *handle, int64_t unit);
#pragma GCC visibility pop

static int64_t as_integer(struct tri_node *handle)
{
    return (int64_t)(uintptr_t)handle;
}

/* True if nothing but the routine itself can run inside: then a visit is counted in one step. */
static inline bool is_counted_at_once(const struct tri_region *region, unsigned mode)
{
    return mode == TRI_COUNT && region->flags & TRI_LEAF && region->kind == TRI_KIND_ROUTINE;
}

/* The slow paths get the address of the handle, since it is in memory: so the fast path needs no
 * stack frame. */
static VISIT_RARE void enter_far(struct tri_region *region, int64_t *handle)
{
    measure_bridge_cross();
    struct format_node *node = measure_visit_find_child(region);
    if (!node)
        return;
    if (is_counted_at_once(region, __atomic_load_n(&region->mode, __ATOMIC_RELAXED)))
        measure_visit_count(region, node, 1, false);
    else
        *handle = as_integer(measure_visit_open_child(region, node));
}

static __attribute__((noinline)) void enter_otherwise(struct tri_region *region, int64_t *handle)
{
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    *handle = as_integer(measure_visit_enter_otherwise(region, mode));
}

/* Begins a visit of a child of `up`, in the most frequent modes. */
static inline __attribute__((always_inline)) void
enter(struct tri_region *region, int64_t *handle, struct format_node *up, struct format_node *node)
{
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    if (mode == TRI_TIME) {
        measure_visit_open(node, TRI_TIME);
        *handle = as_integer(measure_visit_handle(up));
    } else if (__builtin_expect(mode >= TRI_TIME_SLOW, 0)) {
        enter_otherwise(region, handle);
    } else if (is_counted_at_once(region, mode)) {
        measure_visit_count(region, node, 1, true);
    } else {
        uint64_t count = measure_visit_open(node, TRI_COUNT);
        *handle = as_integer(measure_visit_handle(up));
        measure_visit_note_counted(region, node, count);
    }
}

static __attribute__((noinline)) void enter_searching(struct tri_region *region, int64_t *handle)
{
    struct format_node *up = measure_lane_current, *node = measure_visit_second_child(up, region);
    if (__builtin_expect(node != NULL, 1))
        enter(region, handle, up, node);
    else
        enter_far(region, handle);
}

void tri_fortran_enter(struct tri_region *region, int64_t *handle)
{
    struct format_node *up = measure_lane_current, *node = measure_visit_first_child(up, region);
    if (__builtin_expect(node != NULL, 1))
        enter(region, handle, up, node);
    else
        enter_searching(region, handle);
}

/* Opens a routine or an anchor in which no other probe runs while it is only counted. Then there is
 * no handle, and it is counted at its end. */
void tri_fortran_open(struct tri_region *region, int64_t *handle)
{
    *handle = as_integer(measure_visit_enter(region));
}

void tri_fortran_close(struct tri_region *region, struct tri_node *handle)
{
    if (handle)
        tri_leave(handle);
    else
        tri_count_visit(region);
}

void tri_fortran_nest(struct tri_region *anchor, int64_t *handle, int64_t *inside)
{
    struct tri_node *begun = tri_enter_nest(anchor);
    *handle = as_integer(begun);
    *inside = tri_times_inside(begun);
}

void tri_end_nest(struct tri_region *anchor, struct tri_node *handle, unsigned long long trips,
                  const unsigned long long *values)
{
    if (handle)
        tri_leave_nest(handle, trips, values);
    else
        tri_count_nest(anchor, trips, values);
}

/* Begins one of the timed visits of a sampled region. */
void tri_sampled(struct tri_region *region, int64_t *handle)
{
    *handle = as_integer(tri_enter_sampled(region));
}

void tri_sampled_nest(struct tri_region *anchor, int64_t *handle, int64_t *inside)
{
    struct tri_node *begun = tri_enter_sampled(anchor);
    *handle = as_integer(begun);
    *inside = begun && __atomic_load_n(&anchor->inside, __ATOMIC_RELAXED);
}

/* Returns the number with which the choice of visits of an inner loop begins: 0 to 2^32 - 1. */
int64_t tri_fortran_salt(struct tri_node *handle)
{
    return (int64_t)tri_salt(handle) << 7;
}

void tri_end_loop(struct tri_region *region, struct tri_node *handle, unsigned long long trips)
{
    if (handle)
        tri_leave_loop(handle, trips);
    else if (__atomic_load_n(&region->mode, __ATOMIC_RELAXED) != TRI_OFF)
        tri_count_loop(region, trips);
}

/* Returns the trips of a loop over that distance. Some processors divide 64-bit numbers three times
 * slower than 32-bit ones. */
static inline int64_t trips_over(uint64_t distance, uint64_t step)
{
    if (__builtin_expect((distance | step) >> 32 == 0, 1))
        return (int64_t)((uint32_t)distance / (uint32_t)step) + 1;
    return (int64_t)(distance / step) + 1;
}

/* Computes with unsigned numbers: the distance of two integers may exceed the largest integer. */
int64_t tri_fortran_trips(int64_t first, int64_t last, int64_t step)
{
    uint64_t from = (uint64_t)first, to = (uint64_t)last;
    if (step > 0 && first <= last)
        return trips_over(to - from, (uint64_t)step);
    if (step < 0 && first >= last)
        return trips_over(from - to, 0 - (uint64_t)step);
    return 0;
}

/* The CLOSE statement that this thread executes, and the file that it closes. */
static __thread __attribute__((tls_model("initial-exec"))) struct {
    const struct format_node *node;
    uint32_t file;
} closing;

void tri_close_unit(struct tri_node *handle, int64_t unit)
{
    int saved = errno;
    closing.file = fortran_unit_region(unit);
    closing.node = measure_visit_up(handle)->recent;
    errno = saved;
}

static bool is_open_statement(const struct format_node *node)
{
    const struct tri_region *region = measure_region_known(node->region);
    return region && !strcmp(region->name, "OPEN");
}

/* Returns the file that the visited statement used. */
static uint32_t file_of(const struct format_node *node, int64_t unit)
{
    if (closing.node == node) {
        closing.node = NULL;
        fortran_unit_closed(unit);
        return closing.file;
    }
    return is_open_statement(node) ? fortran_unit_opened(unit) : fortran_unit_region(unit);
}

void tri_leave_unit(struct tri_node *handle, int64_t unit)
{
    struct format_node *up = measure_visit_up(handle);
    uint64_t now = measure_io_end(up);
    int saved = errno;
    measure_io_leave(up, now, file_of(up->recent, unit), 0);
    errno = saved;
}

/* tri_unit_*() convert the unit of an I/O statement: an integer of any kind, or a character
 * variable. */
#define UNIT_OF_INTEGER(bytes, type)                                                               \
    __attribute__((visibility("default"))) int64_t tri_unit_##bytes(type unit);                    \
    int64_t tri_unit_##bytes(type unit)                                                            \
    {                                                                                              \
        return unit;                                                                               \
    }
UNIT_OF_INTEGER(1, int8_t)
UNIT_OF_INTEGER(2, int16_t)
UNIT_OF_INTEGER(4, int32_t)
UNIT_OF_INTEGER(8, int64_t)

/* Procedures with a text of any length cannot be BIND(C), so their symbols depend on compiler
 * options: they end in one underscore, in none (-fno-underscoring) or in two
 * (-fsecond-underscore). */
static __attribute__((used)) int64_t internal_unit(void)
{
    return TRI_UNIT_INTERNAL;
}

#define ALIAS(name)                                                                                \
    __attribute__((visibility("default"), alias("internal_unit"))) int64_t name(void);
#define UNIT_OF_TEXT(name) ALIAS(name) ALIAS(name##_) ALIAS(name##__)
#define UNIT_OF_TEXTS(kind)                                                                        \
    UNIT_OF_TEXT(tri_unit_##kind##0)                                                               \
    UNIT_OF_TEXT(tri_unit_##kind##1)                                                               \
    UNIT_OF_TEXT(tri_unit_##kind##2)                                                               \
    UNIT_OF_TEXT(tri_unit_##kind##3)                                                               \
    UNIT_OF_TEXT(tri_unit_##kind##4)                                                               \
    UNIT_OF_TEXT(tri_unit_##kind##5)                                                               \
    UNIT_OF_TEXT(tri_unit_##kind##6)                                                               \
    UNIT_OF_TEXT(tri_unit_##kind##7)
UNIT_OF_TEXTS(c)
UNIT_OF_TEXTS(w)

/* ISO_C_BINDING has no name for a 16-byte integer. */
__attribute__((visibility("default"))) int64_t tri_unit_16_(const __int128 *unit);
int64_t tri_unit_16_(const __int128 *unit)
{
    return *unit == (int64_t)*unit ? (int64_t)*unit : TRI_UNIT_NONE;
}
__attribute__((visibility("default"), alias("tri_unit_16_"))) int64_t
tri_unit_16(const __int128 *unit);
__attribute__((visibility("default"), alias("tri_unit_16_"))) int64_t
tri_unit_16__(const __int128 *unit);
