/* sha256.h: SHA-256 (FIPS 180-4), by which contents are compared. */
#ifndef UTIL_SHA256_H
#define UTIL_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

struct sha256 {
    uint32_t state[8];
    uint64_t size;
    unsigned char block[64];
};

void sha256_begin(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const void *bytes, size_t size);
void sha256_end(struct sha256 *sha, unsigned char digest[SHA256_SIZE]);

/* Adds a text with its end, so that two texts differ from one. */
void sha256_add_text(struct sha256 *sha, const char *text);

#endif
