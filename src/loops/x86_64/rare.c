/* rare.c: instructions that the maps of opcodes here do not have: what Capstone knows of them.
 *
 * Only their size is taken from it: they may read and write every register. */
#include "loops/x86_64/x86_64.h"

#include <capstone/capstone.h>
#include <string.h>

static bool opened(csh *handle)
{
    static _Thread_local csh kept;
    if (!kept && cs_open(CS_ARCH_X86, CS_MODE_64, &kept) != CS_ERR_OK)
        kept = 0;
    *handle = kept;
    return kept;
}

/* What must not run elsewhere than where it stands, or is not for programs. */
static bool is_safe(unsigned id)
{
    switch (id) {
    case X86_INS_IN:
    case X86_INS_INSB:
    case X86_INS_INSD:
    case X86_INS_INSW:
    case X86_INS_OUT:
    case X86_INS_OUTSB:
    case X86_INS_OUTSD:
    case X86_INS_OUTSW:
    case X86_INS_CLI:
    case X86_INS_STI:
    case X86_INS_XBEGIN:
    case X86_INS_LJMP:
    case X86_INS_LCALL:
    case X86_INS_RETF:
    case X86_INS_RETFQ:
    case X86_INS_IRET:
    case X86_INS_IRETD:
    case X86_INS_IRETQ:
        return false;
    default:
        return true;
    }
}

bool x86_64_rare(const uint8_t *bytes, size_t size, struct instruction *in)
{
    csh handle;
    cs_insn *found = NULL;
    in->size = 1;
    in->kind = INSTRUCTION_UNKNOWN;
    if (!size)
        return false;
    if (!opened(&handle))
        return true;
    size_t there = size < X86_64_LONGEST ? size : X86_64_LONGEST;
    if (cs_disasm(handle, bytes, there, in->address, 1, &found) == 1) {
        in->size = (uint8_t)found->size;
        if (is_safe(found->id) && !strstr(found->op_str, "rip"))
            in->kind = INSTRUCTION_PLAIN;
    }
    in->reads = in->writes = 0xffff | INSTRUCTION_FLAGS;
    cs_free(found, found ? 1 : 0);
    return size >= in->size;
}
