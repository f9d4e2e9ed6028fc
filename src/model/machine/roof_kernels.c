/* roof_kernels.c: see roof_kernels.h
 *
 * A core can begin several operations in each cycle, and each takes some cycles, so that there must
 * be enough chains: 16 are enough for four units with a latency of four cycles. With 16 vector
 * registers (x86-64 without AVX-512) there are 12. */
#include "model/machine/roof_kernels.h"

#ifdef __aarch64__
enum { CHAINS = 16 };
#else
enum { CHAINS = 12 };
#endif

static volatile double sink;
static volatile float factor = 0.999F, plus = 0.001F;

/* clang-format off */
#define PEAK(name, type, element, step, target)                                                       \
    target static double name(size_t times)                                                        \
    {                                                                                              \
        type chain[CHAINS], by = (type){0} + (element)factor, add = (type){0} + (element)plus;     \
        _Pragma("GCC unroll 32")                                                                   \
        for (int k = 0; k < CHAINS; k++)                                                           \
            chain[k] = add * (element)k;                                                           \
        for (size_t i = 0; i < times; i++) {                                                       \
            _Pragma("GCC unroll 32")                                                               \
            for (int k = 0; k < CHAINS; k++)                                                       \
                step(chain[k], by, add);                                                           \
        }                                                                                          \
        type all = chain[0];                                                                       \
        _Pragma("GCC unroll 32")                                                                   \
        for (int k = 1; k < CHAINS; k++)                                                           \
            all += chain[k];                                                                       \
        enum { LANES = sizeof(type) / sizeof(element) };                                           \
        element parts[LANES];                                                                      \
        __builtin_memcpy(parts, &all, sizeof all);                                                 \
        sink = parts[0];                                                                           \
        return 2.0 * CHAINS * (double)times * LANES;                                               \
    }

#define STREAMS(read_name, sum_name, type, target)                                                 \
    target static double read_name(void *to, const void *from, const void *other, size_t size,     \
                                   size_t times)                                                   \
    {                                                                                              \
        const type *a = from;                                                                      \
        size_t count = size / sizeof(type);                                                        \
        type sum[8] = {{0}};                                                                       \
        (void)to;                                                                                  \
        (void)other;                                                                               \
        for (size_t k = 0; k < times; k++) {                                                       \
            for (size_t i = 0; i < count; i += 8) {                                                \
                _Pragma("GCC unroll 8")                                                            \
                for (size_t j = 0; j < 8; j++)                                                     \
                    sum[j] += a[i + j];                                                            \
            }                                                                                      \
            __asm__ volatile("" ::: "memory");                                                     \
        }                                                                                          \
        type all = sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];          \
        sink = all[0];                                                                             \
        return (double)size * (double)times;                                                       \
    }                                                                                              \
    target static double sum_name(void *to, const void *from, const void *other, size_t size,      \
                                  size_t times)                                                    \
    {                                                                                              \
        type *c = to;                                                                              \
        const type *a = from, *b = other;                                                          \
        size_t count = size / sizeof(type);                                                        \
        type by = (type){0} + (double)factor;                                                      \
        for (size_t k = 0; k < times; k++) {                                                       \
            for (size_t i = 0; i < count; i += 4) {                                                \
                type w = a[i] + by * b[i], x = a[i + 1] + by * b[i + 1],                           \
                     y = a[i + 2] + by * b[i + 2], z = a[i + 3] + by * b[i + 3];                   \
                c[i] = w;                                                                          \
                c[i + 1] = x;                                                                      \
                c[i + 2] = y;                                                                      \
                c[i + 3] = z;                                                                      \
            }                                                                                      \
            __asm__ volatile("" ::: "memory");                                                     \
        }                                                                                          \
        return 3.0 * (double)size * (double)times;                                                 \
    }
/* clang-format on */

/* A step adds the product of two numbers to a chain. In assembly, since compilers would compute the
 * product once. */
#ifdef __aarch64__
#define ADD_SINGLE(to, a, b) __asm__("fmadd %s0, %s1, %s2, %s0" : "+w"(to) : "w"(a), "w"(b))
#define ADD_DOUBLE(to, a, b) __asm__("fmadd %d0, %d1, %d2, %d0" : "+w"(to) : "w"(a), "w"(b))
#define ADD_SINGLES(to, a, b) __asm__("fmla %0.4s, %1.4s, %2.4s" : "+w"(to) : "w"(a), "w"(b))
#define ADD_DOUBLES(to, a, b) __asm__("fmla %0.2d, %1.2d, %2.2d" : "+w"(to) : "w"(a), "w"(b))
#else /* without fused operations: multiplies and adds */
#define ADD(to, a, b) (to) = (to) * (a) + (b)
#define ADD_SINGLE ADD
#define ADD_DOUBLE ADD
#define ADD_SINGLES ADD
#define ADD_DOUBLES ADD
#endif

#define PLAIN
typedef double double_16 __attribute__((vector_size(16)));
typedef float float_16 __attribute__((vector_size(16)));

PEAK(scalar_single, float, float, ADD_SINGLE, PLAIN)
PEAK(scalar_double, double, double, ADD_DOUBLE, PLAIN)
PEAK(single_16, float_16, float, ADD_SINGLES, PLAIN)
PEAK(double_16_peak, double_16, double, ADD_DOUBLES, PLAIN)
STREAMS(read_16, sum_16, double_16, PLAIN)

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f,avx512vl,avx512dq,fma")))
#define FUSED(name, to, a, b) __asm__(name " %2, %1, %0" : "+x"(to) : "x"(a), "x"(b))
#define FUSE_SINGLE(to, a, b) FUSED("vfmadd231ss", to, a, b)
#define FUSE_DOUBLE(to, a, b) FUSED("vfmadd231sd", to, a, b)
#define FUSE_SINGLES(to, a, b) FUSED("vfmadd231ps", to, a, b)
#define FUSE_DOUBLES(to, a, b) FUSED("vfmadd231pd", to, a, b)
typedef double double_32 __attribute__((vector_size(32)));
typedef float float_32 __attribute__((vector_size(32)));
typedef double double_64 __attribute__((vector_size(64)));
typedef float float_64 __attribute__((vector_size(64)));

PEAK(scalar_single_fma, float, float, FUSE_SINGLE, AVX2)
PEAK(scalar_double_fma, double, double, FUSE_DOUBLE, AVX2)
PEAK(single_32, float_32, float, FUSE_SINGLES, AVX2)
PEAK(double_32_peak, double_32, double, FUSE_DOUBLES, AVX2)
STREAMS(read_32, sum_32, double_32, AVX2)
PEAK(single_64, float_64, float, FUSE_SINGLES, AVX512)
PEAK(double_64_peak, double_64, double, FUSE_DOUBLES, AVX512)
STREAMS(read_64, sum_64, double_64, AVX512)
#endif

struct model_roof_kernels model_roof_kernels(void)
{
    struct model_roof_kernels found = {
        128, scalar_single, scalar_double, single_16, double_16_peak, read_16, sum_16};
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        found = (struct model_roof_kernels){
            256, scalar_single_fma, scalar_double_fma, single_32, double_32_peak, read_32, sum_32};
    if (found.bits == 256 && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        found = (struct model_roof_kernels){
            512, scalar_single_fma, scalar_double_fma, single_64, double_64_peak, read_64, sum_64};
#endif
    return found;
}
