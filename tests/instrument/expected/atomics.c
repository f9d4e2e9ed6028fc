#include <triptych/probes.h>
TRI_UNIT_BEGIN(8);
TRI_SHAPE(1, 1, TRI_SUM_VALUE(0), TRI_RANGE_VALUES(0));
#line 1 "atomics.c"
/* What <stdatomic.h> makes of its names: gcc's and clang's have nothing in common. */
#include <stdatomic.h>
#include <stdio.h>

struct pair { int a, b; };

static atomic_int counter = ATOMIC_VAR_INIT(1);
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(long) sum;
static _Atomic(struct pair) both;

TRI_APART __typeof__(int) TRI_TIMED(take)(void); TRI_APART __typeof__(int) TRI_PLAIN(take)(void); static int take(void)
{ TRI_MODE(0); if (TRI_IS_TIMED(0)) return TRI_TIMED(take)(); if (TRI_IS_OFF(0)) return TRI_PLAIN(take)(); { TRI_COUNTED_ROUTINE(0, 1, 1);
    { TRI_LIGHT_LOOP(1, TRI_NONE, TRI_SUM(tri_frame_0, 0), TRI_RANGE(tri_frame_0, 0)); while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
        { TRI_TRIP(1); ; } }
    int taken = atomic_fetch_add(&counter, 1);
    atomic_flag_clear(&flag);
    return taken;
} }
#line 13 "atomics.c"
TRI_APART __typeof__(int) TRI_TIMED(take)(void) { TRI_LEAF_NEST_ROUTINE(0, 1, 1);
    { if (TRI_TIMES(tri_frame_0)) { { TRI_TIMED_LOOP(1, tri_frame_0, TRI_NONE, TRI_SUM(tri_frame_0, 0), TRI_RANGE(tri_frame_0, 0)); while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
        { TRI_TRIP(1); ; } } } else {
#line 14 "atomics.c"
{ TRI_LIGHT_LOOP(1, TRI_NONE, TRI_SUM(tri_frame_0, 0), TRI_RANGE(tri_frame_0, 0)); while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
        { TRI_TRIP(1); ; } } } }
    int taken = atomic_fetch_add(&counter, 1);
    atomic_flag_clear(&flag);
    return taken;
}
#line 13 "atomics.c"
TRI_APART __typeof__(int) TRI_PLAIN(take)(void) {
    while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
        ;
    int taken = atomic_fetch_add(&counter, 1);
    atomic_flag_clear(&flag);
    return taken;
}

int main(void)
{ TRI_ROUTINE(2);
    int expected = 5;
    atomic_uint bits;
    atomic_init(&bits, 0x0f);
    { TRI_LOOP(3); for (int i = 0; i < 4; i++)
        { TRI_TRIP(3); atomic_fetch_add_explicit(&sum, take(), memory_order_relaxed); } }
    atomic_store(&both, ((struct pair){3, 4}));
    struct pair seen = atomic_load(&both);
    TRI_IO_BEGIN(4, TRI_FD(1)) printf("%d %ld %d\n", atomic_load(&counter), atomic_exchange(&sum, 0L), seen.a + seen.b) TRI_IO_END(4, tri_result);
    TRI_IO_BEGIN(5, TRI_FD(1)) printf("%d\n", atomic_compare_exchange_strong(&counter, &expected, 9)) TRI_IO_END(5, tri_result);
    { TRI_LEAF_LOOP(6); while (!atomic_compare_exchange_weak(&counter, &expected, 10))
        { TRI_TRIP(6); ; } }
    atomic_fetch_or(&bits, 0xf0u);
    atomic_fetch_xor(&bits, 0x11u);
    atomic_thread_fence(memory_order_seq_cst);
    TRI_IO_BEGIN(7, TRI_FD(1)) printf("%d %u %d\n", (int)counter, (unsigned)bits, atomic_is_lock_free(&counter) != 0) TRI_IO_END(7, tri_result);
    return (int)atomic_fetch_sub(&sum, 1);
}
#line 1 "<triptych>"
TRI_TABLE(8) = {
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 12, 19, 0, "take", "atomics.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 14, 15, 1, "", "atomics.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 21, 39, 0, "main", "atomics.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 26, 27, 3, "", "atomics.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 30, 30, 3, "printf", "atomics.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 31, 31, 3, "printf", "atomics.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 2, 32, 33, 3, "", "atomics.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 37, 37, 3, "printf", "atomics.c", 0),
};
TRI_LIGHTS(1) = {
    TRI_LIGHT(1, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(8, "atomics.c", "DIR", tri_lights, 1);
