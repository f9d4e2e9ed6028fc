/* noise.c: see noise.h */
#include "analysis/changes/noise.h"

#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT = 60 }; /* values of both samples, up to which ranks are counted exactly */

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static double *sorted(const double *values, size_t count)
{
    double *copy = memory_zeroed(count + 1, sizeof *copy);
    if (count)
        memcpy(copy, values, count * sizeof *copy);
    qsort(copy, count, sizeof *copy, by_value);
    return copy;
}

double analysis_noise_median(const double *values, size_t count)
{
    double *copy = sorted(values, count);
    double median = !count      ? NAN
                    : count % 2 ? copy[count / 2]
                                : (copy[count / 2 - 1] + copy[count / 2]) / 2;
    free(copy);
    return median;
}

/* Returns the continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's
 * method. */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double value = d;
    for (int m = 1; m < 1000; m++) {
        double step = 1;
        for (int odd = 0; odd < 2; odd++) {
            double term = odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                              : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 + term * d;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = 1 + term / c;
            c = fabs(c) < tiny ? tiny : c;
            step *= c * d;
        }
        value *= step;
        if (fabs(step - 1) < 1e-14)
            break;
    }
    return value;
}

/* Returns the regularised incomplete beta function. */
static double beta(double a, double b, double x)
{
    if (x <= 0)
        return 0;
    if (x >= 1)
        return 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

static double logarithm(double value)
{
    return value > 1 ? log(value) : 0;
}

static double mean_log(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += logarithm(values[i]);
    return sum / (double)count;
}

static double squares(const double *values, size_t count, double mean)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += pow(logarithm(values[i]) - mean, 2);
    return sum;
}

double analysis_noise_student(const double *a, size_t a_count, const double *b, size_t b_count)
{
    if (!a_count || !b_count || a_count + b_count < 3)
        return NAN;
    double freedom = (double)(a_count + b_count - 2);
    double a_mean = mean_log(a, a_count), b_mean = mean_log(b, b_count);
    double variance = (squares(a, a_count, a_mean) + squares(b, b_count, b_mean)) / freedom;
    variance = fmax(variance, NOISE_FLOOR * NOISE_FLOOR);
    double t = (b_mean - a_mean) / sqrt(variance * (1 / (double)a_count + 1 / (double)b_count));
    return beta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

/* Returns twice the rank of a value among all sorted values; equal values share their mean rank. */
static size_t double_rank(const double *all, size_t count, double value)
{
    size_t below = 0, same = 0;
    for (size_t i = 0; i < count; i++) {
        below += all[i] < value;
        same += all[i] == value;
    }
    return 2 * below + same + 1;
}

/* Returns the probability of a sum of doubled ranks that is as far from its mean or farther, by
 * counting all ways to choose the first sample. */
static double count_ways(const double *all, size_t count, size_t chosen, size_t sum)
{
    size_t most = count * (count + 1); /* sum of all doubled ranks */
    double *ways = memory_zeroed((chosen + 1) * (most + 1), sizeof *ways);
    ways[0] = 1;
    for (size_t i = 0; i < count; i++) {
        size_t rank = double_rank(all, count, all[i]);
        for (size_t k = (i < chosen ? i + 1 : chosen); k > 0; k--) {
            for (size_t s = most; s >= rank; s--)
                ways[k * (most + 1) + s] += ways[(k - 1) * (most + 1) + s - rank];
        }
    }
    double mean = (double)(chosen * (count + 1)), far = fabs((double)sum - mean);
    double total = 0, beyond = 0;
    for (size_t s = 0; s <= most; s++) {
        double here = ways[chosen * (most + 1) + s];
        total += here;
        beyond += fabs((double)s - mean) >= far - 1e-9 ? here : 0;
    }
    free(ways);
    return beyond / total;
}

/* Returns the same probability from the normal distribution. */
static double approximate(const double *all, size_t count, size_t chosen, size_t sum)
{
    double n = (double)count, a = (double)chosen, b = n - a, ties = 0;
    for (size_t i = 0, same; i < count; i += same) {
        for (same = 1; i + same < count && all[i + same] == all[i];)
            same++;
        ties += pow((double)same, 3) - (double)same;
    }
    double variance = a * b / 12 * (n + 1 - ties / (n * (n - 1)));
    double far = fabs((double)sum / 2 - a * (n + 1) / 2) - 0.5;
    return variance > 0 && far > 0 ? erfc(far / sqrt(2 * variance)) : 1;
}

double analysis_noise_ranks(const double *a, size_t a_count, const double *b, size_t b_count)
{
    if (!a_count || !b_count || a_count + b_count < 3)
        return NAN;
    size_t count = a_count + b_count, sum = 0;
    double *both = memory_zeroed(count, sizeof *both);
    memcpy(both, a, a_count * sizeof *both);
    memcpy(both + a_count, b, b_count * sizeof *both);
    double *all = sorted(both, count);
    for (size_t i = 0; i < a_count; i++)
        sum += double_rank(all, count, a[i]);
    double p = count <= EXACT ? count_ways(all, count, a_count, sum)
                              : approximate(all, count, a_count, sum);
    free(both);
    free(all);
    return p;
}

double analysis_noise_test(const double *a, size_t a_count, const double *b, size_t b_count)
{
    double student = analysis_noise_student(a, a_count, b, b_count),
           ranks = analysis_noise_ranks(a, a_count, b, b_count);
    return isnan(student) ? NAN : fmin(1, 2 * fmin(student, ranks));
}

/* A p-value and its position. */
struct ranked {
    double p;
    size_t at;
};

static int by_p(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    return a->p < b->p ? -1 : a->p > b->p;
}

void analysis_noise_correct(double *p, size_t count)
{
    struct ranked *all = memory_zeroed(count + 1, sizeof *all);
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isnan(p[i]))
            all[known++] = (struct ranked){p[i], i};
    }
    qsort(all, known, sizeof *all, by_p);
    double least = 0;
    for (size_t i = 0; i < known; i++) {
        least = fmax(least, fmin(1, all[i].p * (double)(known - i)));
        p[all[i].at] = least;
    }
    free(all);
}
