/* aarch64.h: the readers of aarch64's code. */
#ifndef LOOPS_AARCH64_H
#define LOOPS_AARCH64_H

#include "loops/binary.h"
#include "loops/table.h"

bool aarch64_decode(const uint8_t *bytes, size_t size, uint64_t address,
                    struct instruction *instruction);
bool aarch64_table(const struct binary *binary, const struct binary_function *function,
                   uint64_t jump, struct table *table);

#endif
