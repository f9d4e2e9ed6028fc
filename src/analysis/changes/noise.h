/* noise.h: tells differences of repeated measurements from noise.
 *
 * The p-value of two samples is twice the smaller one of two tests, so that either may decide:
 * Student's t-test of the logarithms, which needs few runs, and the Mann-Whitney test of the ranks,
 * which outliers do not disturb. The standard deviation of the logarithms is taken to be
 * NOISE_FLOOR at least. p-values of many regions are corrected by Holm's method: the significance
 * is the probability that equal runs differ anywhere. */
#ifndef ANALYSIS_CHANGES_NOISE_H
#define ANALYSIS_CHANGES_NOISE_H

#include <stddef.h>

#define NOISE_FLOOR 0.005

/* Returns the probability that samples of the same distribution differ at least as much; NaN if
 * neither has two values. Values below 1 count as 1. */
double analysis_noise_test(const double *a, size_t a_count, const double *b, size_t b_count);

/* The two tests, each two-sided. */
double analysis_noise_student(const double *a, size_t a_count, const double *b, size_t b_count);
double analysis_noise_ranks(const double *a, size_t a_count, const double *b, size_t b_count);

/* Corrects p-values for their number (Holm 1979); NaN stays. */
void analysis_noise_correct(double *p, size_t count);

/* Returns the median; NaN if there are no values. */
double analysis_noise_median(const double *values, size_t count);

#endif
