/* inlines.c: a region whose constructs are partly of functions that are inlined into it, twice
 * each. */
static double all[1000];
static volatile double sum;

static inline void scale(double factor)
{
#pragma omp for schedule(dynamic, 8) /* L scale */
    for (int i = 0; i < 1000; i++)
        all[i] *= factor;
}

static inline void shift(double by)
{
#pragma omp for /* L shift */
    for (int i = 0; i < 1000; i++)
        all[i] += by;
}

static inline void bump(void)
{
#pragma omp critical /* L bump */
    sum += 1;
}

int main(void)
{
#pragma omp parallel
    {
        scale(1.5);
        bump();
        shift(1);
        scale(2.5);
#pragma omp single /* L single */
        sum += 2;
#pragma omp single /* L second */
        sum += 3;
        shift(2);
        bump();
#pragma omp barrier              /* L barrier */
#pragma omp for schedule(guided) /* L guided */
        for (int i = 0; i < 1000; i++)
            all[i] -= 1;
#pragma omp sections /* L sections */
        {
#pragma omp section
            sum += 5;
#pragma omp section
            sum += 6;
        }
#pragma omp critical(other) /* L critical */
        sum += 4;
    }
    return all[5] < 0;
}
