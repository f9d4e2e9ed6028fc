/* architecture.c: the description of x86-64: see loops/architecture.h. */
#include "loops/architecture.h"

#include "loops/x86_64/x86_64.h"

#include <elf.h>
#include <string.h>

/* Recognizes a stub of the procedure linkage table: jmp *slot(%rip), with or without endbr64 and
 * bnd before it. */
static bool stub(const uint8_t *bytes, size_t size, uint64_t address, uint64_t *entry,
                 uint64_t *slot)
{
    static const uint8_t protects[] = {0xf3, 0x0f, 0x1e, 0xfa};
    size_t at =
        size >= sizeof protects && !memcmp(bytes, protects, sizeof protects) ? sizeof protects : 0;
    struct loops_instruction jump;
    if (!x86_64_decode(bytes + at, size - at, address + at, &jump) || !jump.relative ||
        jump.kind != INSTRUCTION_JUMP_REGISTER)
        return false;
    *entry = address;
    *slot = jump.target;
    return true;
}

#define FLAGS INSTRUCTION_FLAGS

const struct loops_architecture loops_x86_64_architecture = {
    .machine = EM_X86_64,
    .decode = x86_64_decode,
    .access = x86_64_access,
    .operation = x86_64_operation,
    .table = x86_64_table,
    .takes = x86_64_takes,
    .stub = stub,
    .stub_step = 8,
    .stack = 0x10,       /* rsp */
    .frame = 0x20,       /* rbp */
    .arguments = 0x07d7, /* rax, rcx, rdx, rsp, rsi, rdi, r8 to r10 */
    .kept = 0xf7ff,      /* includes the arguments of tail calls */
    .returned = 0xf13f,  /* rax to rbx, rsp, rbp, r8, r12 to r15 (rcx, r8: LLVM's results) */
    .clobbered = 0x0fc7 | FLAGS, /* rax, rcx, rdx, rsi, rdi, r8 to r11 */
    .between = FLAGS,            /* gcc may keep values even in r11 */
    .carry = UINT32_C(1) << 30,
    .idle = 0x0800, /* r11 */
    .leaf = 0,      /* no register is free to pass a node in */
    .most_instructions = 500000,
    .most_edges = 200000,
    .most_values = 20000, /* 160 KB */
    .prepare = x86_64_prepare,
    .rewrite = x86_64_rewrite,
    .remembers = x86_64_remembers,
    .complete_jump = x86_64_complete_jump,
};
