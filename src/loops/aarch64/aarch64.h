/* aarch64.h: the reader and the copier of aarch64's code. */
#ifndef LOOPS_AARCH64_H
#define LOOPS_AARCH64_H

#include "loops/binary/binary.h"
#include "loops/flow/jump_table.h"

struct loops_rewriting;

bool aarch64_decode(const uint8_t *bytes, size_t size, uint64_t address,
                    struct loops_instruction *instruction);
bool aarch64_access(const uint8_t *bytes, size_t size, struct loops_access *access);
bool aarch64_table(const struct loops_binary *binary, const struct loops_binary_function *function,
                   uint64_t jump, struct loops_table *table);
void aarch64_rewrite(struct loops_rewriting *rewriting, uint32_t function);
void aarch64_complete_jump(uint8_t *code, uint32_t at, uint32_t to);

#endif
