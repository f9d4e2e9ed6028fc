/* hmac.h: HMAC-SHA256 (RFC 2104), by which both sides of a connection prove that they know the
 * secret. */
#ifndef UTIL_HMAC_H
#define UTIL_HMAC_H

#include "util/sha256.h"

#include <stdbool.h>

void hmac_sha256(const void *key, size_t key_size, const void *bytes, size_t size,
                 unsigned char proof[SHA256_SIZE]);

/* Compares two proofs in a time that does not depend on them. */
bool hmac_equal(const unsigned char *a, const unsigned char *b);

#endif
