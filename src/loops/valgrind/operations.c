/* operations.c: see operations.h */
#include "loops/valgrind/operations.h"

#include "format/carried.h"

static Bool is_sum(IROp op)
{
    switch (op) {
    case Iop_Add8:
    case Iop_Add16:
    case Iop_Add32:
    case Iop_Add64:
    case Iop_AddF16:
    case Iop_AddF32:
    case Iop_AddF64:
    case Iop_Add8x8:
    case Iop_Add16x4:
    case Iop_Add32x2:
    case Iop_Add8x16:
    case Iop_Add16x8:
    case Iop_Add32x4:
    case Iop_Add64x2:
    case Iop_Add8x32:
    case Iop_Add16x16:
    case Iop_Add32x8:
    case Iop_Add64x4:
    case Iop_Add32Fx2:
    case Iop_Add32Fx4:
    case Iop_Add64Fx2:
    case Iop_Add32Fx8:
    case Iop_Add64Fx4:
    case Iop_Add32F0x4:
    case Iop_Add64F0x2:
        return True;
    default:
        return False;
    }
}

static Bool is_difference(IROp op)
{
    switch (op) {
    case Iop_Sub8:
    case Iop_Sub16:
    case Iop_Sub32:
    case Iop_Sub64:
    case Iop_SubF16:
    case Iop_SubF32:
    case Iop_SubF64:
    case Iop_Sub8x8:
    case Iop_Sub16x4:
    case Iop_Sub32x2:
    case Iop_Sub8x16:
    case Iop_Sub16x8:
    case Iop_Sub32x4:
    case Iop_Sub64x2:
    case Iop_Sub8x32:
    case Iop_Sub16x16:
    case Iop_Sub32x8:
    case Iop_Sub64x4:
    case Iop_Sub32Fx2:
    case Iop_Sub32Fx4:
    case Iop_Sub64Fx2:
    case Iop_Sub32Fx8:
    case Iop_Sub64Fx4:
    case Iop_Sub32F0x4:
    case Iop_Sub64F0x2:
        return True;
    default:
        return False;
    }
}

static Bool is_product(IROp op)
{
    switch (op) {
    case Iop_Mul8:
    case Iop_Mul16:
    case Iop_Mul32:
    case Iop_Mul64:
    case Iop_MulF32:
    case Iop_MulF64:
    case Iop_Mul8x8:
    case Iop_Mul16x4:
    case Iop_Mul32x2:
    case Iop_Mul8x16:
    case Iop_Mul16x8:
    case Iop_Mul32x4:
    case Iop_Mul16x16:
    case Iop_Mul32x8:
    case Iop_Mul32Fx2:
    case Iop_Mul32Fx4:
    case Iop_Mul64Fx2:
    case Iop_Mul32Fx8:
    case Iop_Mul64Fx4:
    case Iop_Mul32F0x4:
    case Iop_Mul64F0x2:
        return True;
    default:
        return False;
    }
}

static UInt bits_of(IROp op)
{
    switch (op) {
    case Iop_And8:
    case Iop_And16:
    case Iop_And32:
    case Iop_And64:
    case Iop_AndV128:
    case Iop_AndV256:
        return FORMAT_CARRIED_AND;
    case Iop_Or8:
    case Iop_Or16:
    case Iop_Or32:
    case Iop_Or64:
    case Iop_OrV128:
    case Iop_OrV256:
        return FORMAT_CARRIED_OR;
    case Iop_Xor8:
    case Iop_Xor16:
    case Iop_Xor32:
    case Iop_Xor64:
    case Iop_XorV128:
    case Iop_XorV256:
        return FORMAT_CARRIED_XOR;
    default:
        return FORMAT_CARRIED_NONE;
    }
}

static Bool is_max(IROp op)
{
    switch (op) {
    case Iop_MaxNumF32:
    case Iop_MaxNumF64:
    case Iop_Max32Fx2:
    case Iop_Max32Fx4:
    case Iop_Max64Fx2:
    case Iop_Max32Fx8:
    case Iop_Max64Fx4:
    case Iop_Max32F0x4:
    case Iop_Max64F0x2:
        return True;
    default:
        return (op >= Iop_Max8Sx16 && op <= Iop_Max64Ux2) ||
               (op >= Iop_Max8Sx32 && op <= Iop_Max32Ux8) ||
               (op >= Iop_Max8Sx8 && op <= Iop_Max32Ux2);
    }
}

static Bool is_min(IROp op)
{
    switch (op) {
    case Iop_MinNumF32:
    case Iop_MinNumF64:
    case Iop_Min32Fx2:
    case Iop_Min32Fx4:
    case Iop_Min64Fx2:
    case Iop_Min32Fx8:
    case Iop_Min64Fx4:
    case Iop_Min32F0x4:
    case Iop_Min64F0x2:
        return True;
    default:
        return (op >= Iop_Min8Sx16 && op <= Iop_Min64Ux2) ||
               (op >= Iop_Min8Sx32 && op <= Iop_Min32Ux8) ||
               (op >= Iop_Min8Sx8 && op <= Iop_Min32Ux2);
    }
}

UInt operations_of(IROp op, Bool *is_minus)
{
    *is_minus = is_difference(op);
    if (*is_minus || is_sum(op))
        return FORMAT_CARRIED_SUM;
    if (is_product(op))
        return FORMAT_CARRIED_PRODUCT;
    if (is_max(op))
        return FORMAT_CARRIED_MAX;
    return is_min(op) ? FORMAT_CARRIED_MIN : bits_of(op);
}

Bool operations_is_integer_sum(IROp op)
{
    return op >= Iop_Add8 && op <= Iop_Sub64;
}

Bool operations_is_scalar(IROp op)
{
    return (op >= Iop_Add32F0x4 && op <= Iop_RSqrtEst32F0x4) ||
           (op >= Iop_Add64F0x2 && op <= Iop_Sqrt64F0x2);
}

Bool operations_is_copy(IROp op)
{
    switch (op) {
    case Iop_8Uto16:
    case Iop_8Uto32:
    case Iop_8Uto64:
    case Iop_8Sto16:
    case Iop_8Sto32:
    case Iop_8Sto64:
    case Iop_16Uto32:
    case Iop_16Uto64:
    case Iop_16Sto32:
    case Iop_16Sto64:
    case Iop_32Uto64:
    case Iop_32Sto64:
    case Iop_64to8:
    case Iop_64to16:
    case Iop_64to32:
    case Iop_32to8:
    case Iop_32to16:
    case Iop_16to8:
    case Iop_ReinterpF32asI32:
    case Iop_ReinterpI32asF32:
    case Iop_ReinterpF64asI64:
    case Iop_ReinterpI64asF64:
    case Iop_64UtoV128:
    case Iop_32UtoV128:
    case Iop_V128to64:
    case Iop_V128to32:
        return True;
    default:
        return False;
    }
}

Bool operations_is_fused_sum(IROp op)
{
    return op == Iop_MAddF32 || op == Iop_MAddF64 || op == Iop_MAddF64r32;
}

Bool operations_constant(const IRConst *constant, Long *value)
{
    switch (constant->tag) {
    case Ico_U8:
        *value = constant->Ico.U8;
        return True;
    case Ico_U16:
        *value = (Short)constant->Ico.U16;
        return True;
    case Ico_U32:
        *value = (Int)constant->Ico.U32;
        return True;
    case Ico_U64:
        *value = (Long)constant->Ico.U64;
        return True;
    default:
        return False;
    }
}
