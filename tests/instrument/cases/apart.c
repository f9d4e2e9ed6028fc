/* Routines whose versions are functions of their own, and those that cannot be. */
#include <assert.h>

static int search(const double *x, int n, double what)
{
    int low = 0, high = n;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (x[middle] > what)
            high = middle;
        else
            low = middle;
    }
    return low;
}

double sum(const double *restrict x, int n, const double *restrict what, int m)
{
    double all = 0;
    for (int i = 0; i < m; i++)
        all += x[search(x, n, what[i])];
    return all;
}

void product(int n, double *a, const double *b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i] += b[j];
}

int pick(double roll)
{
    static const double share[3] = {0.5, 0.25, 0.25};
    for (int i = 0; i < 3; i++) {
        roll -= share[i];
        if (roll < 0)
            return i;
    }
    return 0;
}

const char *escapes(int n)
{
    static const char text[] = "abc";
    int k = 0;
    while (text[k] && k < n)
        k++;
    return text + k;
}

int remembers(int n)
{
    static int last;
    while (n-- > 0)
        last += n;
    return last;
}

const char *named(int n)
{
    while (n > 10)
        n /= 2;
    return __func__ + n;
}

int asserted(int n, int m)
{
    assert(m > 0);
    while (n > m)
        n /= 2;
    return n;
}

/* A plain attribute: the function is light all the same. */
static inline __attribute__((gnu_inline)) int twice(int n)
{
    return 2 * n;
}

int doubled(int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += twice(i);
    return all;
}

int main(void)
{
    double x[8] = {0, 1, 2, 3, 4, 5, 6, 7}, what[2] = {2.5, 6.5};
    product(8, x, x);
    int done = pick(0.6) + remembers(3) + asserted(40, 3) + doubled(4) + (escapes(2)[0] == 'c') +
               named(40)[0];
    return sum(x, 8, what, 2) > 0 && done > 0 ? 0 : 1;
}
