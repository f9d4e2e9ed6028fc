/* What <stdatomic.h> makes of its names: gcc's and clang's have nothing in common. */
#include <stdatomic.h>
#include <stdio.h>

struct pair { int a, b; };

static atomic_int counter = ATOMIC_VAR_INIT(1);
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(long) sum;
static _Atomic(struct pair) both;

static int take(void)
{
    while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
        ;
    int taken = atomic_fetch_add(&counter, 1);
    atomic_flag_clear(&flag);
    return taken;
}

int main(void)
{
    int expected = 5;
    atomic_uint bits;
    atomic_init(&bits, 0x0f);
    for (int i = 0; i < 4; i++)
        atomic_fetch_add_explicit(&sum, take(), memory_order_relaxed);
    atomic_store(&both, ((struct pair){3, 4}));
    struct pair seen = atomic_load(&both);
    printf("%d %ld %d\n", atomic_load(&counter), atomic_exchange(&sum, 0L), seen.a + seen.b);
    printf("%d\n", atomic_compare_exchange_strong(&counter, &expected, 9));
    while (!atomic_compare_exchange_weak(&counter, &expected, 10))
        ;
    atomic_fetch_or(&bits, 0xf0u);
    atomic_fetch_xor(&bits, 0x11u);
    atomic_thread_fence(memory_order_seq_cst);
    printf("%d %u %d\n", (int)counter, (unsigned)bits, atomic_is_lock_free(&counter) != 0);
    return (int)atomic_fetch_sub(&sum, 1);
}
