/* architecture.c: the description of aarch64: see loops/architecture.h. */
#include "loops/architecture.h"

#include "loops/aarch64/aarch64.h"
#include "loops/aarch64/fields.h"

#include <elf.h>
#include <string.h>

/* Recognizes a stub of the procedure linkage table: adrp x16, page; ldr x17, [x16, #offset]; add
 * x16, x16, #offset; br x17. With branch target protection, bti c comes first, and callers call
 * that. */
static bool stub(const uint8_t *bytes, size_t size, uint64_t address, uint64_t *entry,
                 uint64_t *slot)
{
    static const uint32_t protects = 0xd503245f; /* bti c */
    uint32_t words[3];
    struct loops_instruction page;
    if (size < sizeof words)
        return false;
    memcpy(words, bytes, sizeof words);
    *entry = address;
    if (words[0] == protects) {
        memmove(words, words + 1, 2 * sizeof words[0]);
        bytes += 4;
        address += 4;
    }
    if ((words[0] & 0x9f00001f) != 0x90000010 || (words[1] & 0xffc003ff) != 0xf9400211)
        return false;
    aarch64_decode(bytes, sizeof words[0], address, &page);
    *slot = page.target + (uint64_t)field(words[1], 10, 12) * 8;
    return true;
}

/* True for calls through a register that is neither x16 nor x17, which the copy uses before the
 * call. */
static bool remembers(const struct loops_binary *binary, const struct loops_instruction *call)
{
    (void)binary;
    return call->kind == INSTRUCTION_CALL_REGISTER &&
           !(call->reads & (REGISTER(16) | REGISTER(17)));
}

#define FLAGS INSTRUCTION_FLAGS

const struct loops_architecture aarch64_architecture = {
    .machine = EM_AARCH64,
    .decode = aarch64_decode,
    .access = aarch64_access,
    .operation = aarch64_operation,
    .table = aarch64_table,
    .stub = stub,
    .stub_step = 4,
    .frame = 0x20000000,        /* x29 */
    .arguments = 0x1ff,         /* x0 to x8 */
    .kept = 0x1ff | 0x7ffc0000, /* x0 to x8, x18 to x30 */
    .returned = 0x1ff | 0x7ffc0000,
    .clobbered = 0x4003ffff | FLAGS, /* x0 to x17, x30 */
    .between = 0x40030000 | FLAGS,   /* x16, x17, x30 */
    .leaf = 0x30000,                 /* x16, x17 */
    .most_instructions = 60000,      /* more exceed the reach of branches */
    .most_edges = 16384,
    .most_values = 4000, /* more exceed the reach of an instruction's offset */
    .rewrite = aarch64_rewrite,
    .remembers = remembers,
    .complete_jump = aarch64_complete_jump,
};
