/* callers.c: one call site that is reached on different ways: from two lines of main, through a
 * routine that leaves the stack by a tail call, by recursion, from a callback of libc, with a
 * stack that is not of a fixed size, and with one that is aligned for large vectors. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define ALONE __attribute__((noinline, noclone))

static int sum;

/* Not the last deed of the routine: a call that is one would be a jump. */
#define STAY __asm__ volatile("" ::: "memory")

ALONE void reduce(int value)
{
    int all = 0;
    MPI_Allreduce(&value, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* site: reduce */
    sum += all;
}

ALONE void first(int value)
{
    reduce(value); /* line: first */
    STAY;
}

ALONE void second(int value)
{
    reduce(value + 1); /* line: second */
    STAY;
}

/* Leaves the stack to `reduce`. */
ALONE void passes_on(int value)
{
    reduce(value + 2);
}

ALONE void through(int value)
{
    passes_on(value); /* line: through */
    STAY;
}

/* The call of MPI is a jump: its own frame is not on the stack. */
ALONE int last_deed(MPI_Comm comm)
{
    return MPI_Barrier(comm); /* site: last_deed */
}

ALONE void recursive(int depth)
{
    if (depth)
        recursive(depth - 1); /* line: recursive */
    else
        reduce(depth); /* line: recursion ends */
    STAY;
}

ALONE int compare(const void *left, const void *right)
{
    const int *a = left, *b = right;
    if (*a > *b)
        reduce(1); /* line: compare */
    return *a - *b;
}

/* The frame pointer alone tells where its caller's part of the stack begins. */
ALONE void with_array(int size)
{
    char array[size];
    memset(array, 1, (size_t)size);
    reduce(array[size / 2]); /* line: with_array */
    STAY;
}

/* On x86-64, the address of its caller's part of the stack is in memory: the stack pointer was
 * aligned. */
ALONE void aligned(int value)
{
    int vector[32] __attribute__((aligned(64)));
    memset(vector, value, sizeof vector);
    __asm__ volatile("" ::"r"(vector) : "memory");
    reduce(vector[value]); /* line: aligned */
    STAY;
}

/* Both: a variable size, too. */
ALONE void aligned_array(int size)
{
    int vector[32] __attribute__((aligned(64)));
    char array[size];
    memset(array, 1, (size_t)size);
    memset(vector, 0, sizeof vector);
    __asm__ volatile("" ::"r"(vector) : "memory");
    aligned(array[size / 2] + vector[3]); /* line: aligned_array */
    STAY;
}

int main(int argc, char **argv)
{
    int numbers[] = {2, 1};
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 5; i++)
        first(i); /* line: main to first */
    for (int i = 0; i < 3; i++)
        second(i); /* line: main to second */
    first(9);      /* line: main to first, again */
    through(1);    /* line: main to through */
    for (int depth = 0; depth < 4; depth++)
        recursive(depth);                          /* line: main to recursive */
    qsort(numbers, 2, sizeof numbers[0], compare); /* line: main to qsort */
    for (int size = 10; size < 5000; size += 1000)
        with_array(size); /* line: main to with_array */
    for (int i = 0; i < 4; i++)
        aligned(i); /* line: main to aligned */
    for (int size = 100; size < 600; size += 100)
        aligned_array(size);   /* line: main to aligned_array */
    last_deed(MPI_COMM_WORLD); /* line: main to last_deed */
    STAY;
    MPI_Finalize();
    return sum < 0;
}
