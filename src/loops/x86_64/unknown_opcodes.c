/* unknown_opcodes.c: uses Capstone for instructions that the opcode maps here do not have.
 *
 * Only their size is taken from it; they are assumed to read and write every register. Capstone is
 * loaded when the first such instruction is met, since its 79,000 relocations would take longer at
 * each start than making many plans. If it is not installed, such instructions are unknown. */
#include "loops/x86_64/x86_64.h"

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define TEXT_OF(number) #number
#define NAME_OF(major) "libcapstone.so." TEXT_OF(major)

static struct {
    __typeof__(cs_open) *open;
    __typeof__(cs_disasm) *disassemble;
    __typeof__(cs_free) *release;
} capstone;

/* Loads Capstone; capstone.open stays NULL if that fails. */
static void load(void)
{
    void *library = dlopen(NAME_OF(CS_API_MAJOR), RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        return;
    *(void **)&capstone.disassemble = dlsym(library, "cs_disasm");
    *(void **)&capstone.release = dlsym(library, "cs_free");
    if (capstone.disassemble && capstone.release)
        *(void **)&capstone.open = dlsym(library, "cs_open");
}

/* Returns this thread's Capstone handle; false if there is none. */
static bool opened(csh *handle)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static _Thread_local csh kept;
    pthread_once(&once, load);
    if (!kept && (!capstone.open || capstone.open(CS_ARCH_X86, CS_MODE_64, &kept) != CS_ERR_OK))
        kept = 0;
    *handle = kept;
    return kept;
}

/* True unless an instruction must not be executed at another address, or is privileged. */
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

bool x86_64_unknown_opcode(const uint8_t *bytes, size_t size, struct loops_instruction *in)
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
    if (capstone.disassemble(handle, bytes, there, in->address, 1, &found) == 1) {
        in->size = (uint8_t)found->size;
        if (is_safe(found->id) && !strstr(found->op_str, "rip"))
            in->kind = INSTRUCTION_PLAIN;
    }
    in->reads = in->writes = 0xffff | INSTRUCTION_FLAGS;
    capstone.release(found, found ? 1 : 0);
    return size >= in->size;
}
