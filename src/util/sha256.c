/* sha256.c: see sha256.h */
#include "util/sha256.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t value, unsigned bits)
{
    return value >> bits | value << (32 - bits);
}

static void mix(struct sha256 *sha, const unsigned char *block)
{
    uint32_t words[64], state[8];
    for (size_t i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                   (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (size_t i = 16; i < 64; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + words[i - 7] +
                   (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(state, sha->state, sizeof state);
    for (size_t i = 0; i < 64; i++) {
        uint32_t e = state[4], a = state[0];
        uint32_t first = state[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                         ((e & state[5]) ^ (~e & state[6])) + constants[i] + words[i];
        uint32_t second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                          ((a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2]));
        memmove(state + 1, state, 7 * sizeof *state);
        state[4] += first;
        state[0] = first + second;
    }
    for (size_t i = 0; i < 8; i++)
        sha->state[i] += state[i];
}

void sha256_begin(struct sha256 *sha)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sha->state, start, sizeof start);
    sha->size = 0;
}

void sha256_add(struct sha256 *sha, const void *from, size_t size)
{
    const unsigned char *bytes = from;
    size_t used = sha->size % 64;
    sha->size += size;
    if (used && used + size >= 64) {
        memcpy(sha->block + used, bytes, 64 - used);
        mix(sha, sha->block);
        bytes += 64 - used;
        size -= 64 - used;
        used = 0;
    }
    for (; size >= 64; bytes += 64, size -= 64)
        mix(sha, bytes);
    if (size)
        memcpy(sha->block + used, bytes, size);
}

void sha256_end(struct sha256 *sha, unsigned char digest[SHA256_SIZE])
{
    static const unsigned char padding[64] = {0x80};
    unsigned char length[8];
    uint64_t bits = sha->size * 8;
    for (size_t i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_add(sha, padding, (sha->size % 64 < 56 ? 56 : 120) - sha->size % 64);
    sha256_add(sha, length, sizeof length);
    for (size_t i = 0; i < SHA256_SIZE; i++)
        digest[i] = (unsigned char)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_add_text(struct sha256 *sha, const char *text)
{
    sha256_add(sha, text, strlen(text) + 1);
}
