/* aarch64.h: the reader and the copier of aarch64's code. */
#ifndef LOOPS_AARCH64_H
#define LOOPS_AARCH64_H

#include "loops/binary/binary.h"
#include "loops/plan/table.h"

struct rewriting;

bool aarch64_decode(const uint8_t *bytes, size_t size, uint64_t address,
                    struct instruction *instruction);
bool aarch64_access(const uint8_t *bytes, size_t size, struct access *access);
bool aarch64_table(const struct binary *binary, const struct binary_function *function,
                   uint64_t jump, struct table *table);
void aarch64_rewrite(struct rewriting *rewriting, uint32_t function);
void aarch64_complete_jump(uint8_t *code, uint32_t at, uint32_t to);

#endif
