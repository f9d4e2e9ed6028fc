/* sites.h: a library that calls back, and is called: see sites.c */
long library_sum(long n);
long library_both(long (*first)(long), long (*second)(long), long n);
