/* carried.c: loops whose dependences between trips are known: see test_carried.py */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 200, SIDE = 12, BINS = 16 };

static double a[N + 8], b[N + 8], c[N + 8];
static double grid[SIDE][SIDE];
static int bins[BINS], index_of[N];
static int found;

__attribute__((noinline)) static void independent(void)
{
    for (int i = 0; i < N; i++)
        c[i] = a[i] * b[i];
}

__attribute__((noinline)) static void recurrence(void)
{
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] * 0.5 + b[i];
}

__attribute__((noinline)) static void apart(void)
{
    for (int i = 5; i < N; i++)
        a[i] = a[i - 5] * 0.5 + b[i];
}

__attribute__((noinline)) static double reduction(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * b[i];
    return sum;
}

__attribute__((noinline)) static void shift(void)
{
    for (int i = 0; i < N; i++)
        a[i] = a[i + 1] * 0.5;
}

__attribute__((noinline)) static void histogram(void)
{
    for (int i = 0; i < N; i++)
        bins[index_of[i]]++;
}

__attribute__((noinline)) static void prefix(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        sum += a[i];
        c[i] = sum;
    }
}

/* Rows are written in place: a trip reads the row that the trip before wrote. */
__attribute__((noinline)) static void gauss_seidel(void)
{
    for (int i = 1; i < SIDE - 1; i++)
        for (int j = 1; j < SIDE - 1; j++)
            grid[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
}

__attribute__((noinline)) static void allocates(int size)
{
    for (int i = 0; i < N / 4; i++) {
        double *copy = calloc((size_t)size, sizeof *copy);
        memcpy(copy, a + i, (size_t)size * sizeof *copy / 2);
        c[i] = copy[1] + copy[size - 1];
        free(copy);
    }
}

__attribute__((noinline)) static double half(double x)
{
    volatile double local[4] = {x, x / 2};
    return local[1];
}

__attribute__((noinline)) static void calls(void)
{
    for (int i = 0; i < N; i++)
        c[i] = half(a[i]);
}

__attribute__((noinline)) static double chain(double x)
{
    for (int i = 0; i < N; i++)
        x = half(x) + 1;
    return x;
}

__attribute__((noinline)) static void temporary(void)
{
    volatile double pair[2];
    for (int i = 0; i < N; i++) {
        pair[0] = a[i];
        pair[1] = b[i];
        c[i] = pair[0] - pair[1];
    }
}

__attribute__((noinline)) static void counts(void)
{
    for (int i = 0; i < N; i++) {
        if (a[i] > b[i])
            found++;
    }
}

__attribute__((noinline)) static void never(int n)
{
    for (int i = 0; i < n; i++)
        a[i] = a[i - 1];
}

/* Two operations, which are not exchangeable, update the same variable. */
__attribute__((noinline)) static double mixes(void)
{
    double x = 1;
    for (int i = 0; i < N; i++) {
        if (i % 7 == 0)
            x *= b[i];
        else
            x += a[i];
    }
    return x;
}

__attribute__((noinline)) static double mixes_last(void)
{
    double x = 1;
    for (int i = 0; i < N; i++) {
        if (i == N - 1)
            x *= b[i];
        else
            x += a[i];
    }
    return x;
}

/* A trip reads what follows in a file. */
__attribute__((noinline)) static void reads(int file)
{
    for (int i = 0; i < N; i++) {
        if (read(file, (char *)c + i, 1) != 1)
            bins[0] = 1;
    }
}

__attribute__((noinline)) static double divide(double x)
{
    return 1.5 / x;
}

/* In optimised code the value stays in a register that each call reads and writes. */
__attribute__((noinline)) static double passes(double x)
{
    for (int i = 0; i < N; i++)
        x = divide(x);
    return x;
}

/* Each thread works on a part of its own. */
static void *part(void *number)
{
    double *from = c + (N / 4) * (long)number;
    for (int i = 1; i < N / 4; i++)
        from[i] = from[i - 1] + 1;
    return NULL;
}

static int tally, shared;
static long cells[N];

__attribute__((noinline)) static double work(double x)
{
    tally++;
    return x * 2;
}

/* Called functions count; nothing in the loop reads the count. */
__attribute__((noinline)) static void tallies(void)
{
    for (int i = 0; i < N; i++)
        c[i] = work(b[i]);
}

/* A counter of the caller says where to write. */
__attribute__((noinline)) static void compacts(int *count)
{
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            cells[(*count)++] = i;
    }
}

__attribute__((noinline)) static int number(void)
{
    static int last = 100;
    return ++last;
}

__attribute__((noinline)) static void numbers(void)
{
    for (int i = 0; i < N; i++)
        cells[i] = number();
}

/* The loop's own counter is not the only one in its frame. */
__attribute__((noinline)) static int two_counters(void)
{
    int at = 0;
    for (int i = 0; i < N / 2; i++) {
        if (at < N)
            cells[at] = i;
        at += 2;
    }
    return at;
}

/* The loop's own counter is not in its frame. */
__attribute__((noinline)) static void shared_counter(void)
{
    for (shared = 0; shared < N; shared++)
        c[shared] = 2 * b[shared];
}

/* Trips overwrite what earlier ones wrote, and the last values are read behind the loop. */
__attribute__((noinline)) static double last_values(void)
{
    for (int i = 0; i < N; i++)
        c[i % 10] = b[i];
    return c[0] + c[9];
}

int main(int words, char **word)
{
    pthread_t threads[4];
    (void)word;
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37) % 11;
        b[i] = 1.0 / (i + 1);
        index_of[i] = (i * 7) % BINS;
    }
    independent();
    recurrence();
    apart();
    double total = reduction();
    shift();
    histogram();
    prefix();
    gauss_seidel();
    allocates(10 * words);
    calls();
    total += chain(words) + passes(words + 1);
    temporary();
    counts();
    never(words - 1);
    total += mixes() + mixes_last();
    int count = 0;
    tallies();
    compacts(&count);
    numbers();
    total += two_counters() + last_values() + count + tally + cells[3];
    shared_counter();
    int file = open("/dev/zero", O_RDONLY);
    reads(file);
    close(file);
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, part, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++)
        total += c[i] + bins[i % BINS];
    printf("%g %d %g\n", total, found, grid[SIDE / 2][SIDE / 2]);
    return 0;
}
