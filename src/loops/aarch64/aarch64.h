/* aarch64.h: the decoder and the copier of aarch64 code. The functions are those of struct
 * loops_architecture, where their contracts are.
 *
 *    original function                   copy, appended to the plan's code
 *    entry:  patched: jump  ---------->  entry:   find or check the current node (copy_check_entry)
 *                                        inside:  probes of the entry edge
 *    block:  instructions                block:   the same instructions, relative ones changed
 *            branch                               branch to the probes of its edge, or the block
 *            call  <--------------------          set the callee's node, jump to this call
 *            next: patched: jump  ---->           restore the own node, probes, next block
 *                                        later:   probes of rare edges, slow paths (copy_later)
 *
 * Calls are executed in the original, so that return addresses on the stack, which unwinders look
 * up, are those of the original. */
#ifndef LOOPS_AARCH64_H
#define LOOPS_AARCH64_H

#include "loops/binary/binary.h"
#include "loops/flow/jump_table.h"

struct loops_operation;
struct loops_rewriting;

bool aarch64_decode(const uint8_t *bytes, size_t size, uint64_t address,
                    struct loops_instruction *instruction);
bool aarch64_access(const uint8_t *bytes, size_t size, struct loops_access *access);
void aarch64_operation(const uint8_t *bytes, size_t size, const struct loops_instruction *in,
                       struct loops_operation *operation);
bool aarch64_table(const struct loops_binary *binary, const struct loops_binary_function *function,
                   uint64_t jump, struct loops_table *table);
void aarch64_rewrite(struct loops_rewriting *rewriting, uint32_t function);
void aarch64_complete_jump(uint8_t *code, uint32_t at, uint32_t to);

#endif
