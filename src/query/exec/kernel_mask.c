/* kernel_mask.c: conditions on narrow columns, as they are stored in the table. */
#include "query/exec/kernel.h"

#include <assert.h>

#if defined __aarch64__
#include <arm_neon.h>

/* Looks up 16 bytes at once in a table of `count` parts of 64 bytes; each part leaves the bytes
 * unchanged that are not in its range. */
static inline __attribute__((always_inline)) uint8x16_t look_up(const uint8x16x4_t *parts,
                                                                size_t count, uint8x16_t at)
{
    uint8x16_t found = vqtbl4q_u8(parts[0], at);
    for (size_t i = 1; i < count; i++)
        found = vqtbx4q_u8(found, parts[i], vsubq_u8(at, vdupq_n_u8((uint8_t)(64 * i))));
    return found;
}

/* These functions process as many elements as they can and return their number. */
static size_t lookup_many(const uint8_t *table, const uint8_t *codes, size_t count, uint8_t *mask)
{
    uint8x16x4_t parts[4];
    size_t i = 0;
    for (size_t k = 0; k < 4; k++)
        parts[k] = vld1q_u8_x4(table + 64 * k);
    for (; i + 16 <= count; i += 16)
        vst1q_u8(mask + i, vandq_u8(vld1q_u8(mask + i), look_up(parts, 4, vld1q_u8(codes + i))));
    return i;
}

/* Looks up the bits of 16 codes, into the lowest bit of each byte; the other bits are undefined. */
static inline __attribute__((always_inline)) uint8x16_t
bits_of(const uint8x16x4_t *parts, size_t part_count, const uint16_t *codes)
{
    uint16x8_t low = vld1q_u16(codes), high = vld1q_u16(codes + 8);
    uint8x16_t at = vshrn_high_n_u16(vshrn_n_u16(low, 3), high, 3);
    uint8x16_t bit = vandq_u8(vmovn_high_u16(vmovn_u16(low), high), vdupq_n_u8(7));
    return vshlq_u8(look_up(parts, part_count, at), vnegq_s8(vreinterpretq_s8_u8(bit)));
}

static inline __attribute__((always_inline)) size_t bits_in_parts(const uint8_t *bits,
                                                                  size_t part_count,
                                                                  const uint16_t *codes,
                                                                  size_t count, uint8_t *mask)
{
    uint8x16x4_t parts[KERNEL_BITS / 512];
    size_t i = 0;
    for (size_t k = 0; k < part_count; k++)
        parts[k] = vld1q_u8_x4(bits + 64 * k);
    for (; i + 16 <= count; i += 16) {
        uint8x16_t found = bits_of(parts, part_count, codes + i);
        vst1q_u8(mask + i, vandq_u8(vld1q_u8(mask + i), found));
    }
    return i;
}

/* Returns how many codes have their bit set; `count` is a multiple of 16. */
static inline __attribute__((always_inline)) size_t
count_in_parts(const uint8_t *bits, size_t part_count, const uint16_t *codes, size_t count)
{
    uint8x16x4_t parts[KERNEL_BITS / 512];
    uint32x4_t sums = vdupq_n_u32(0);
    for (size_t k = 0; k < part_count; k++)
        parts[k] = vld1q_u8_x4(bits + 64 * k);
    for (size_t i = 0; i + 16 <= count; i += 16) {
        uint8x16_t one = vandq_u8(bits_of(parts, part_count, codes + i), vdupq_n_u8(1));
        sums = vpadalq_u16(sums, vpaddlq_u8(one));
    }
    return vaddvq_u32(sums);
}

static size_t count_many(const uint8_t *bits, size_t most, const uint16_t *codes, size_t count)
{
    return most <= 512    ? count_in_parts(bits, 1, codes, count)
           : most <= 1024 ? count_in_parts(bits, 2, codes, count)
                          : count_in_parts(bits, 4, codes, count);
}

static size_t bits_of_many(const uint8_t *bits, size_t most, const uint16_t *codes, size_t count,
                           uint8_t *mask)
{
    return most <= 512    ? bits_in_parts(bits, 1, codes, count, mask)
           : most <= 1024 ? bits_in_parts(bits, 2, codes, count, mask)
                          : bits_in_parts(bits, 4, codes, count, mask);
}
#else
static size_t lookup_many(const uint8_t *table, const uint8_t *codes, size_t count, uint8_t *mask)
{
    (void)table, (void)codes, (void)count, (void)mask;
    return 0;
}

static size_t bits_of_many(const uint8_t *bits, size_t most, const uint16_t *codes, size_t count,
                           uint8_t *mask)
{
    (void)bits, (void)most, (void)codes, (void)count, (void)mask;
    return 0;
}

static size_t count_many(const uint8_t *bits, size_t most, const uint16_t *codes, size_t count)
{
    size_t sum = 0;
    (void)most;
    for (size_t i = 0; i < count; i++)
        sum += bits[codes[i] >> 3] >> (codes[i] & 7) & 1;
    return sum;
}
#endif

void kernel_lookup(const uint8_t *table, const uint8_t *codes, size_t count, uint8_t *mask)
{
    for (size_t i = lookup_many(table, codes, count, mask); i < count; i++)
        mask[i] &= table[codes[i]];
}

void kernel_lookup_wide(const uint8_t *table, const uint16_t *codes, size_t count, uint8_t *mask)
{
    for (size_t i = 0; i < count; i++)
        mask[i] &= table[codes[i]];
}

void kernel_lookup_bits(const uint8_t bits[KERNEL_BITS / 8], size_t most, const uint16_t *codes,
                        size_t count, uint8_t *mask)
{
    assert(most <= KERNEL_BITS);
    for (size_t i = bits_of_many(bits, most, codes, count, mask); i < count; i++)
        mask[i] &= bits[codes[i] >> 3] >> (codes[i] & 7);
}

size_t kernel_count_bits(const uint8_t bits[KERNEL_BITS / 8], size_t most, const uint16_t *codes,
                         size_t count)
{
    size_t even = count / 16 * 16, sum = count_many(bits, most, codes, even);
    for (size_t i = even; i < count; i++)
        sum += bits[codes[i] >> 3] >> (codes[i] & 7) & 1;
    return sum;
}

#define BETWEEN(type)                                                                              \
    static void between_##type(const type *values, type low, type high, uint8_t turned,            \
                               size_t count, uint8_t *mask)                                        \
    {                                                                                              \
        type width = (type)(high - low);                                                           \
        for (size_t i = 0; i < count; i++)                                                         \
            mask[i] &= (uint8_t)((type)(values[i] - low) <= width) ^ turned;                       \
    }
BETWEEN(uint8_t)
BETWEEN(uint16_t)
BETWEEN(uint32_t)
BETWEEN(uint64_t)

void kernel_between(const void *values, uint32_t width, size_t first, uint64_t low, uint64_t high,
                    bool outside, size_t count, uint8_t *mask)
{
    switch (width) {
    case 1:
        between_uint8_t((const uint8_t *)values + first, (uint8_t)low, (uint8_t)high, outside,
                        count, mask);
        break;
    case 2:
        between_uint16_t((const uint16_t *)values + first, (uint16_t)low, (uint16_t)high, outside,
                         count, mask);
        break;
    case 4:
        between_uint32_t((const uint32_t *)values + first, (uint32_t)low, (uint32_t)high, outside,
                         count, mask);
        break;
    default:
        between_uint64_t((const uint64_t *)values + first, low, high, outside, count, mask);
    }
}

size_t kernel_count(const uint8_t *mask, size_t count)
{
    size_t set = 0;
    for (size_t i = 0; i < count;) {
        size_t end = count - i < 255 ? count : i + 255;
        uint8_t part = 0; /* 255 ones do not overflow */
        for (; i < end; i++)
            part = (uint8_t)(part + mask[i]);
        set += part;
    }
    return set;
}

size_t kernel_select(const uint8_t *mask, size_t count, uint16_t *selected)
{
    size_t set = 0;
    for (size_t i = 0; i < count; i++) {
        selected[set] = (uint16_t)i;
        set += mask[i];
    }
    return set;
}
