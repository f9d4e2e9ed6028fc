/* entries.c: calls what is in entries_MACHINE.s. */
#include <stdio.h>

long two(long count, long at);
long three(long count, long at);
long nest(long outer, long inner, long at);
long seven(long value);
long nine(long value);
long over(long count);
long full(long count);

int main(void)
{
    printf("%ld %ld\n", two(7, 0), two(8, 1));
    printf("%ld %ld %ld\n", three(10, 0), three(9, 1), three(8, 2));
    printf("%ld %ld\n", nest(4, 5, 0), nest(3, 6, 1));
    printf("%ld %ld %ld\n", seven(3), nine(3), over(10));
    printf("%ld\n", full(10));
    return 0;
}
