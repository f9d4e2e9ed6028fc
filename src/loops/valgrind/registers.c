/* registers.c: see registers.h */
#include "loops/valgrind/registers.h"

#include "loops/valgrind/instructions.h"

#include "pub_tool_guest.h"

#define OFFSET(name) ((Int)offsetof(VexGuestArchState, guest_##name))
enum { SLOT_SIZE = 8, FIRST_VECTOR_ARM64 = 64, FIRST_VECTOR_AMD64 = 17 };

#if defined(VGA_arm64)

enum { VECTOR_SIZE = 16 };
static const Int first = OFFSET(X0), last = OFFSET(X30), first_vector = OFFSET(Q0),
                 last_vector = OFFSET(Q31);

Int registers_argument(UInt number)
{
    return number ? OFFSET(X1) : OFFSET(X0);
}

Int registers_result(void)
{
    return OFFSET(X0);
}

Bool registers_is_result(UShort slot)
{
    return registers_is_passed(slot);
}

Bool registers_is_passed(UShort slot)
{
    Int offset = slot * SLOT_SIZE;
    return offset == OFFSET(X0) || offset == OFFSET(Q0) || offset == OFFSET(Q1) ||
           offset == OFFSET(Q2) || offset == OFFSET(Q3);
}

static UInt general(UInt number)
{
    return number;
}

#elif defined(VGA_amd64)

enum { VECTOR_SIZE = 32 };
static const Int first = OFFSET(RAX), last = OFFSET(R15), first_vector = OFFSET(YMM0),
                 last_vector = OFFSET(YMM15);

Int registers_argument(UInt number)
{
    return number ? OFFSET(RSI) : OFFSET(RDI);
}

Int registers_result(void)
{
    return OFFSET(RAX);
}

Bool registers_is_result(UShort slot)
{
    Int offset = slot * SLOT_SIZE;
    return offset == OFFSET(RAX) || offset == OFFSET(RDX) || registers_is_passed(slot);
}

Bool registers_is_passed(UShort slot)
{
    Int offset = slot * SLOT_SIZE;
    return offset == OFFSET(YMM0) || offset == OFFSET(YMM1);
}

/* DWARF numbers the registers in another order than their encoding. */
static UInt general(UInt number)
{
    static const UInt order[] = {0, 2, 1, 3, 7, 6, 4, 5};
    return number < 8 ? order[number] : number;
}

#endif

#if defined(VGA_arm64)
#define STACK_POINTER OFFSET(XSP)
#define FIRST_VECTOR FIRST_VECTOR_ARM64
#else
#define STACK_POINTER OFFSET(RSP)
#define FIRST_VECTOR FIRST_VECTOR_AMD64
#endif

UShort registers_slot(Int offset)
{
    Bool is_general = offset >= first && offset < last + SLOT_SIZE && offset != STACK_POINTER;
    Bool is_vector = offset >= first_vector && offset < last_vector + VECTOR_SIZE;
    Int slot = offset / SLOT_SIZE;
    return (is_general || is_vector) && slot < INSTRUCTIONS_SLOTS ? (UShort)slot
                                                                  : INSTRUCTIONS_NO_SLOT;
}

UInt registers_dwarf(UShort slot)
{
    Int offset = slot * SLOT_SIZE;
    if (offset >= first_vector && offset < last_vector + VECTOR_SIZE)
        return FIRST_VECTOR + (UInt)(offset - first_vector) / VECTOR_SIZE;
    return general((UInt)(offset - first) / SLOT_SIZE);
}
