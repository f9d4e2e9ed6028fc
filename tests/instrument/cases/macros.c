/* Loops and I/O that come from macros, in part or as a whole. */
#include <assert.h>
#include <stdio.h>

#define EACH(i, n) for (int i = 0; i < (n); i++)
#define PAIRS(i, j, n) for (int i = 0; i < (n); i++) for (int j = 0; j < i; j++)
#define EACH_IF(i, n, c) for (int i = 0; i < (n); i++) if (c)
#define REPEAT(n, ...) do { for (int k_ = 0; k_ < (n); k_++) { __VA_ARGS__; } } while (0)
#define WITH_COUNTER(n) int counter = 0; for (int i_ = 0; i_ < (n); i_++)
#define FOREVER while (1)
#define BUMP(x) do { (x)++; } while (0)
#define TWO(x) x++; x++
#define BLOCK(x) { x++; }
#define SAY(x) printf("%d\n", x)
#define PRINT printf
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define LIMIT 4
#define BEGIN {
#define END }

static int first_even(const int *list, int n)
{
    EACH(i, n) {
        if (list[i] % 2 == 0)
            return list[i];
    }
    return -1;
}

int main(void)
{
    int x = 0, list[] = {1, 3, 4};
    EACH(i, 3) { x += i; }
    EACH(i, 3) x += i;
    EACH(i, 3) EACH(j, 2) x++;
    PAIRS(i, j, 4) { x++; }
    EACH_IF(i, 4, i % 2) { x++; }
    REPEAT(3, x++);
    { WITH_COUNTER(3) { counter++; } x += counter; }
    FOREVER { if (x++ > 40) break; }
    for (int i = 0; i < LIMIT; i++) BUMP(x);
    for (int i = 0; i < 3; i++) TWO(x);
    for (int i = 0; i < 3; i++) BLOCK(x)
    for (int i = 0; i < 3; i++) BEGIN x++; END
    for (int i = 0; i < 3; i++) SAY(i);
    SAY(x);
    PRINT("%d\n", first_even(list, 3));
    assert(printf("checked\n") == 8);
    if (LIKELY(printf("likely\n") > 0)) x++;
    return x & 0x3f;
}
