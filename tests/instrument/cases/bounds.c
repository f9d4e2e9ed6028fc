/* Bounds of loops that macros make: they are determined as if they were written in place. */
#include <stdio.h>

#define N (1 << 10)
#define ROWS 16
#define COLUMNS (ROWS * 2 - 1)
#define SIZE(array) (sizeof(array) / sizeof(array)[0])
#define LAST (rows - 1)
#define NEGATIVE (-rows + 64)
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define OF(list) ((list)->rows + 1)
#define BEHIND (*pointer + 1)
#define NEXT (limit++)
#define LOWER (limit -= 1)
#define SET (limit = 4)
#define CALLED (get() + 1)
#define STEP (1 + 1)

enum { MANY = 8 };
#define EVEN_MORE (MANY + 2)

struct shape { int rows; };
static int limit = 20;
static int get(void) { return 3; }

int main(void)
{
    int i, sum = 0, rows = 12, table[ROWS] = {0}, *pointer = &rows;
    struct shape shape = {5}, *box = &shape;
    for (i = 0; i < N; i++) sum++;
    for (i = 0; N > i; i++) sum++;
    for (i = 0; i < (1 << 10); i++) sum++;
    for (i = 0; i < COLUMNS; i++) sum++;
    for (i = 0; i < 2 * N; i += STEP) sum++;
    for (i = 0; i < (int)SIZE(table); i++) sum += table[i];
    for (i = 0; i < LAST; i++) sum++;
    for (i = NEGATIVE; i > LAST; i--) sum++;
    for (i = 0; i < LARGER(rows, 30); i++) sum++;
    for (i = 0; i < EVEN_MORE; i++) sum++;
    for (i = 0; i < OF(box); i++) sum++;
    for (i = 0; i < BEHIND; i++) sum++;
    for (i = 0; i < LAST; i++) sum += get();
    for (i = 0; i < OF(box); i++) sum += get();
    for (i = 0; i < BEHIND; i++) sum += get();
    for (i = 0; i < LAST; i++) rows--;
    for (i = 0; i < NEXT && i < 30; i++) sum++;
    for (i = 0; i < LOWER; i++) sum++;
    for (i = 0; i < SET; i++) sum++;
    for (i = 0; i < CALLED; i++) sum++;
    printf("%d\n", sum);
    return 0;
}
