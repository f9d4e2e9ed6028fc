/* extremes.c: loops whose visits make different numbers of trips; test_extremes.py knows how many.
 */
#ifdef _OPENMP
#include <omp.h>
#endif
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int sink;
static jmp_buf out;

__attribute__((noinline)) static void work(int n)
{
    sink += n;
}

/* 1 to 9 trips, then 5 to 13 */
__attribute__((noinline)) static void nested(void)
{
    for (int i = 1; i < 10; i++)
        for (int k = 0; k < i; k++)
            sink += k;
    for (int i = 5; i < 14; i++)
        for (int k = 0; k < i; k++)
            work(k);
}

/* left in the middle: at most 7 of 10 trips */
__attribute__((noinline)) static int leaves(int at)
{
    int i;
    for (i = 0; i < 10; i++) {
        if (i == at)
            break;
        work(i);
    }
    return i;
}

/* one trip more for each level; the loop is open in all outer calls */
__attribute__((noinline)) static int recursion(int depth)
{
    int sum = 0;
    for (int i = 0; i < depth; i++)
        sum += recursion(depth - 1 - i) + 1;
    return sum;
}

__attribute__((noinline)) static void jumps(int at)
{
    for (int i = 0; i < 20; i++) {
        work(i);
        if (i == at)
            longjmp(out, 1);
    }
}

__attribute__((noinline)) static void chain(int length)
{
    struct node {
        struct node *next;
    } nodes[12], *node = nodes;
    for (int i = 0; i < length; i++)
        nodes[i].next = i + 1 < length ? &nodes[i + 1] : NULL;
    while (node) {
        node = node->next;
        sink++;
    }
}

/* A goto into the middle, which the first visit does not take. */
__attribute__((noinline)) static void two_entries(int n)
{
    int left = n;
    if (n > 4)
        goto middle;
again:
    sink++;
middle:
    sink++;
    if (left-- > 0)
        goto again;
}

/* left by exit, in the third trip of the second visit */
__attribute__((noinline)) static void ends(int n)
{
    for (int i = 0; i < 6; i++) {
        work(i);
        if (i == n)
            exit(0);
    }
}

#ifdef _OPENMP
__attribute__((noinline)) static void teams(void)
{
#pragma omp parallel num_threads(2)
    {
        int most = 3 + 4 * omp_get_thread_num();
        for (int i = 0; i < most; i++)
            work(i);
    }
}
#endif

static void *thread(void *data)
{
    int most = *(int *)data;
    for (int n = 1; n <= most; n++)
        leaves(n % 8);
    return NULL;
}

int main(void)
{
    static int sizes[2] = {3, 8};
    pthread_t threads[2];
    nested();
    for (int i = 2; i < 8; i++)
        leaves(i);
    recursion(6);
    for (volatile int i = 4; i < 17; i += 4) {
        if (!setjmp(out))
            jumps(i);
    }
    for (int i = 3; i < 12; i++)
        chain(i);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, thread, &sizes[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 2; i < 7; i++)
        two_entries(i);
#ifdef _OPENMP
    teams();
#endif
    ends(9);
    ends(2);
    return 1;
}
