/* exchange.h: every key goes to the rank that sorts its bucket. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

/* The first key of a rank's bucket; that of rank `ranks` ends the last bucket. */
int exchange_bucket(int rank, int ranks);

/* Gives away `count` keys, in whatever order, and gets those of this rank's bucket: *got of them,
 * the caller's to free. */
int *exchange_keys(const int *keys, int count, int *got);

#endif
