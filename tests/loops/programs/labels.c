/* labels.c: calls of a function that calls nothing, at several places of a loop whose jumps are not
 * all known: addresses of labels are in a table. */
int puts(
    const char *text); /* no headers: there are none for all machines that it is compiled for */

__attribute__((noinline)) static long leaf(long n)
{
    return n & 3;
}

__attribute__((noinline)) static long jumps(long n)
{
    static const void *const labels[] = {&&first, &&second, &&third};
    volatile long i = 0, sum = 0;
again:
    goto *labels[i % 3];
first:
    sum += leaf(i);
    goto next;
second:
    sum += leaf(i + 1);
    goto next;
third:
    sum++;
next:
    if (++i < n)
        goto again;
    return sum;
}

int main(void)
{
    puts(jumps(10) == 12 ? "right" : "wrong");
    return 0;
}
