/* hash.h: the hash of names and of the keys of files (FNV-1a). */
#ifndef FORMAT_HASH_H
#define FORMAT_HASH_H

#include <stddef.h>
#include <stdint.h>

#define FORMAT_HASH_START UINT64_C(14695981039346656037)

/* Continues a hash with more bytes. */
static inline uint64_t format_hash(uint64_t hash, const void *from, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)from;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

/* Returns the hash of a text. */
static inline uint64_t format_hash_text(const char *text)
{
    uint64_t hash = FORMAT_HASH_START;
    for (; *text; text++)
        hash = format_hash(hash, text, 1);
    return hash;
}

#endif
