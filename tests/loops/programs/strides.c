/* strides.c: loops whose loads and stores move in known ways. */
#include <stddef.h>

struct node {
    struct node *next;
    double value;
};

double unit(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

double column(const double *a, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[100 * (size_t)i];
    return sum;
}

void scatter(double *a, const int *at, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        a[at[i]] += b[i];
}

double list(const struct node *at)
{
    double sum = 0;
    for (; at; at = at->next)
        sum += at->value;
    return sum;
}

double row(double **rows, int i, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += rows[i][j];
    return sum;
}

double backward(const double *a, int n)
{
    double sum = 0;
    for (int i = n - 1; i >= 0; i--)
        sum = sum * 0.5 + a[i];
    return sum;
}

int main(void)
{
    return 0;
}
