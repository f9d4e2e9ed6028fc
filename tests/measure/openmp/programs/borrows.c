/* borrows.c: a region whose loop comes from a function that is inlined twice, and a loop behind the
 * region. */
static double all[1000];

static inline void scale(double factor)
{
#pragma omp for schedule(dynamic, 8)
    for (int i = 0; i < 1000; i++)
        all[i] *= factor;
}

int main(void)
{
#pragma omp parallel
    {
        scale(1.5);
        scale(2.5);
    }
#pragma omp parallel for schedule(guided) /* L behind */
    for (int i = 0; i < 1000; i++)
        all[i] += i;
    return all[5] < 0;
}
