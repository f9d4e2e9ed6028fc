/* hmac.c: see hmac.h */
#include "util/hmac.h"

#include <string.h>

enum { BLOCK = 64 };

/* Hashes the key, changed by `mask`, and then the bytes. */
static void hash(const unsigned char key[BLOCK], unsigned char mask, const void *bytes, size_t size,
                 unsigned char digest[SHA256_SIZE])
{
    unsigned char changed[BLOCK];
    struct sha256 sha;
    for (size_t i = 0; i < BLOCK; i++)
        changed[i] = key[i] ^ mask;
    sha256_begin(&sha);
    sha256_add(&sha, changed, BLOCK);
    sha256_add(&sha, bytes, size);
    sha256_end(&sha, digest);
}

void hmac_sha256(const void *key, size_t key_size, const void *bytes, size_t size,
                 unsigned char proof[SHA256_SIZE])
{
    unsigned char padded[BLOCK] = {0}, inner[SHA256_SIZE];
    if (key_size > BLOCK) {
        struct sha256 sha;
        sha256_begin(&sha);
        sha256_add(&sha, key, key_size);
        sha256_end(&sha, padded);
    } else {
        memcpy(padded, key, key_size);
    }
    hash(padded, 0x36, bytes, size, inner);
    hash(padded, 0x5c, inner, sizeof inner, proof);
    explicit_bzero(padded, sizeof padded);
}

bool hmac_equal(const unsigned char *a, const unsigned char *b)
{
    unsigned differs = 0;
    for (size_t i = 0; i < SHA256_SIZE; i++)
        differs |= (unsigned)(a[i] ^ b[i]);
    return !differs;
}
