/* hmac.h: HMAC-SHA256 (RFC 2104), by which both sides of a connection prove that they know the
 * secret. */
#ifndef SCRIPT_AGENTS_HMAC_H
#define SCRIPT_AGENTS_HMAC_H

#include "util/sha256.h"

#include <stdbool.h>

void script_agents_hmac(const void *key, size_t key_size, const void *bytes, size_t size,
                        unsigned char proof[SHA256_SIZE]);

/* Compares two proofs in a time that does not depend on them. */
bool script_agents_hmac_equal(const unsigned char *a, const unsigned char *b);

#endif
