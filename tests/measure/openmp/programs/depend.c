/* depend.c: tasks that depend on others, that yield, that are untied, final or detached. */
#include <omp.h>
#include <stdio.h>

enum { LENGTH = 10 };

static int chain, joined[2], yielded;

static void made_by_one(void)
{
    for (int i = 0; i < LENGTH; i++) {
#pragma omp task depend(inout : chain) /* L chain */
        chain = chain * 3 + i;
    }
#pragma omp task depend(in : chain) depend(out : joined[0]) /* L left */
    joined[0] = chain + 1;
#pragma omp task depend(in : chain) depend(out : joined[1]) /* L right */
    joined[1] = chain + 2;
#pragma omp task depend(in : joined[0], joined[1]) /* L join */
    chain = joined[0] + joined[1];
#pragma omp taskwait
    for (int i = 0; i < LENGTH; i++) {
#pragma omp task untied /* L untied */
        {
#pragma omp atomic
            yielded++;
#pragma omp taskyield
#pragma omp atomic
            yielded++;
        }
    }
#pragma omp task final(1) /* L final */
    {
#pragma omp task /* L included */
#pragma omp atomic
        yielded++;
    }
}

int main(void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
    made_by_one();
    printf("%d %d\n", chain, yielded);
    return 0;
}
