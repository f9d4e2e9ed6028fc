/* omp_near.c: see omp_near.h */
#include "archive/symbols/omp_near.h"

#include <elf.h>

enum { CALL = 5 }; /* bytes of a call on x86-64 */

/* Returns what the instruction before an address calls, which may be a stub; 0 if it is no direct
 * call. */
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

void omp_near_count_calls(struct omp_near *near, const struct module *module, uint64_t from,
                          uint64_t at)
{
    uint64_t function = called(module, at), step = module_machine(module) == EM_AARCH64 ? 4 : 1;
    for (uint64_t returns = from + step; function && returns < at; returns += step) {
        uint64_t other = called(module, returns);
        near->calls += other && module_is_code(module, other);
        near->earlier += other == function;
    }
}

struct omp_near omp_near_find(const struct module *module, const struct archive_symbols_unit *unit,
                              uint64_t at, const struct source_range *range)
{
    uint64_t start = at - 1;
    struct omp_near near = {.before = source_line_before(unit, at - 1, range, &start),
                            .behind = source_line_behind(unit, at - 1, range)};
    omp_near_count_calls(&near, module, start, at);
    return near;
}
