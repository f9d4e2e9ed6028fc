/* jumps.c: longjmp out of calls of all kinds; exit in the middle of some. */
#include "called.h"

#include <setjmp.h>
#include <stdlib.h>

static jmp_buf top, inner;
static volatile int total, jumps;

static APART void leaf(int value)
{
    COUNT(0);
    total += value;
}

/* Recursion that is left from any depth, or not. */
static APART void deep(int depth, int leave)
{
    COUNT(1);
    leaf(1);
    if (depth == leave)
        longjmp(top, depth + 1);
    if (depth)
        deep(depth - 1, leave);
    leaf(2);
}

static APART void odd(int depth, int leave);

/* The one calls the other. */
static APART void even(int depth, int leave)
{
    COUNT(2);
    if (depth == leave)
        longjmp(top, 1);
    if (depth)
        odd(depth - 1, leave);
    leaf(3);
}

static APART void odd(int depth, int leave)
{
    COUNT(3);
    if (depth)
        even(depth - 1, leave);
    leaf(4);
}

static int compare(const void *left, const void *right)
{
    COUNT(4);
    leaf(1);
    int a = *(const int *)left, b = *(const int *)right;
    if (jumps && a == 13)
        longjmp(inner, 1);
    return (a > b) - (a < b);
}

/* Out of a function that a library called. */
static APART int sort(void)
{
    COUNT(5);
    int values[40];
    for (int i = 0; i < 40; i++)
        values[i] = i * 17 % 40;
    if (setjmp(inner))
        return 1;
    qsort(values, 40, sizeof values[0], compare);
    leaf(5);
    return 0;
}

static APART int try(int depth, int leave)
{
    COUNT(6);
    int found = setjmp(top);
    if (found) {
        leaf(6);
        return found;
    }
    for (int i = 0; i < 3; i++) {
        leaf(i);
        deep(depth, i == 1 ? leave : -1);
        even(depth, i == 2 ? leave : -1);
    }
    leaf(7);
    return 0;
}

/* A jump back to where it was before: a loop that nobody sees. */
static APART void again(void)
{
    COUNT(7);
    static jmp_buf here;
    volatile int times = 0;
    int found = setjmp(here);
    leaf(found);
    if (++times < 10)
        longjmp(here, times);
}

static APART void quit(int depth)
{
    COUNT(8);
    if (!depth) {
        tell();
        exit(7);
    }
    if (depth > 0)
        quit(depth - 1);
    leaf(8);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 24; i++)
        sum += try(i % 5, i % 7);
    for (int i = 0; i < 6; i++) {
        jumps = i % 2;
        sum += sort();
    }
    again();
    printf("%d %d\n", sum, total);
    quit(4);
    return 0;
}
