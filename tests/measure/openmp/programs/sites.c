/* sites.c: constructs whose calls have no line of their own, one after another; and routines that
 * end with a call of the runtime library. Marks: the line of the construct. */
#include <stdio.h>

static double a[1000];

__attribute__((noinline)) static void fill(int n)
{
    a[0] = n;
#pragma omp parallel for /* L fill */
    for (int i = 0; i < 100; i++)
        a[i] = i;
}

__attribute__((noinline)) static void outer(int n)
{
    a[0] = 1;
    fill(n);
}

__attribute__((noinline)) static void meet(void)
{
    a[3] = 1;
#pragma omp barrier /* L meet */
}

__attribute__((noinline)) static void make(void)
{
#pragma omp task /* L make */
    a[5] += 1;
}

int main(void)
{
    for (int k = 0; k < 3; k++) {
        outer(100);
#pragma omp parallel /* L team */
        {
            int w = 0;
            meet();
#pragma omp for /* L static */
            for (int i = 0; i < 100; i++)
                a[i] += 1;
#pragma omp barrier /* L first */
            while (w < 10)
                w++;
#pragma omp barrier                      /* L second */
#pragma omp for schedule(dynamic) nowait /* L dynamic */
            for (int i = 0; i < 100; i++)
                for (int j = 0; j < 3; j++)
                    a[i] += j;
#pragma omp barrier /* L third */
#pragma omp single  /* L single */
            for (int i = 0; i < 100; i++)
                a[i] += w;
#pragma omp critical /* L critical */
            for (int i = 0; i < 10; i++)
                a[i] += w;
#pragma omp barrier       /* L fourth */
#pragma omp single nowait /* L maker */
            make();
#pragma omp taskwait /* L taskwait */
        }
    }
    printf("%g\n", a[3]);
    return 0;
}
