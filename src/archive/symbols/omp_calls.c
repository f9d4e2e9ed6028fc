/* omp_calls.c: see omp_calls.h */
#include "archive/symbols/omp_calls.h"

#include <elf.h>

enum { CALL = 5 }; /* bytes of a call on x86-64 */

/* What the instruction before an address calls, which may be a stub; 0: it is no call, or one by a
 * register. */
static uint64_t called(const struct module *module, uint64_t returns)
{
    const uint8_t *code;
    uint32_t word;
    if (module_machine(module) == EM_AARCH64) {
        code = module_bytes(module, returns - 4, 4);
        word = code ? (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 |
                          (uint32_t)code[3] << 24
                    : 0;
        return (word & 0xfc000000) == 0x94000000
                   ? returns - 4 + (uint64_t)((int64_t)((uint64_t)word << 38) >> 36)
                   : 0;
    }
    code = module_machine(module) == EM_X86_64 ? module_bytes(module, returns - CALL, CALL) : NULL;
    if (!code || *code != 0xe8)
        return 0;
    word = (uint32_t)code[1] | (uint32_t)code[2] << 8 | (uint32_t)code[3] << 16 |
           (uint32_t)code[4] << 24;
    return returns + (uint64_t)(int64_t)(int32_t)word;
}

unsigned omp_calls_before(const struct module *module, uint64_t from, uint64_t at)
{
    uint64_t function = called(module, at), step = module_machine(module) == EM_AARCH64 ? 4 : 1;
    unsigned count = 0;
    if (!function)
        return 0;
    for (uint64_t returns = from + step; returns < at; returns += step)
        count += called(module, returns) == function;
    return count;
}
