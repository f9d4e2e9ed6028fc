/* totient.h: how many numbers below n have no divisor in common with it: slowly, and quickly. */
#ifndef TOTIENT_H
#define TOTIENT_H

long totient_by_counting(long n);
long totient_by_factors(long n);

#endif
