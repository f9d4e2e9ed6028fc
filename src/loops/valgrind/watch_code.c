/* watch_code.c: see watch_code.h */
#include "loops/valgrind/watch_code.h"

#include "loops/valgrind/carried.h"
#include "loops/valgrind/heap.h"
#include "loops/valgrind/operations.h"
#include "loops/valgrind/registers.h"
#include "loops/valgrind/values.h"

#include "pub_tool_machine.h"
#include "pub_tool_options.h"

struct watch_code {
    IRSB *in, *out;
    const VexGuestLayout *layout;
    struct values *values;
    struct instructions_one *one;        /* the current instruction */
    Bool is_own;                         /* code of a function with a watched loop */
    Addr next;                           /* address of the instruction behind the current one */
    Bool is_written[INSTRUCTIONS_SLOTS]; /* by slot: the code before wrote the whole register */
};

void watch_code_begin(void)
{
    VG_(clo_vex_control).iropt_register_updates_default = VexRegUpdAllregsAtEachInsn;
    VG_(clo_px_file_backed) = VexRegUpdAllregsAtEachInsn;
}

struct watch_code *watch_code_new(IRSB *in, IRSB *out, const VexGuestLayout *layout)
{
    struct watch_code *code = VG_(calloc)("triptych", 1, sizeof *code);
    *code = (struct watch_code){.in = in, .out = out, .layout = layout, .values = values_new(in)};
    return code;
}

void watch_code_free(struct watch_code *code)
{
    values_finish(code->values, code->is_own);
    values_free(code->values);
    VG_(free)(code);
}

Bool watch_code_ends(struct watch_code *code, const IRStmt *statement)
{
    if (statement->tag != Ist_IMark || !carried_is_head(statement->Ist.IMark.addr))
        return False;
    code->out->next = mkIRExpr_HWord(statement->Ist.IMark.addr);
    code->out->jumpkind = Ijk_Boring;
    return True;
}

/* Returns a new temporary with the value of an expression. */
static IRExpr *temporary(IRSB *out, IRType type, IRExpr *value)
{
    IRTemp temp = newIRTemp(out->tyenv, type);
    addStmtToIRSB(out, IRStmt_WrTmp(temp, value));
    return IRExpr_RdTmp(temp);
}

/* Returns a condition: the current thread is in a watched loop. */
static IRExpr *is_active(IRSB *out)
{
    IRExpr *active = temporary(
        out, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, mkIRExpr_HWord((HWord)&carried_active)));
    return temporary(out, Ity_I1, IRExpr_Binop(Iop_CmpNE64, active, mkIRExpr_HWord(0)));
}

/* Inserts a call of carried_load() or carried_store(); with a guard that does not hold, its size is
 * 0. */
static void call_access(struct watch_code *code, struct instructions_point *point, Bool is_store,
                        IRExpr *address, Int size, IRExpr *guard)
{
    IRExpr *bytes = mkIRExpr_HWord((HWord)size);
    if (guard)
        bytes = temporary(code->out, Ity_I64, IRExpr_ITE(guard, bytes, mkIRExpr_HWord(0)));
    IRExpr **arguments = mkIRExprVec_3(mkIRExpr_HWord((HWord)point), address, bytes);
    void *function = is_store ? (void *)carried_store : (void *)carried_load;
    IRDirty *call = unsafeIRDirty_0_N(3, is_store ? "carried_store" : "carried_load",
                                      VG_(fnptr_to_fnentry)(function), arguments);
    call->guard = is_active(code->out);
    addStmtToIRSB(code->out, IRStmt_Dirty(call));
}

static struct instructions_point *see_load(struct watch_code *code, IRExpr *address, Int size,
                                           IRExpr *guard)
{
    struct instructions_point *point = instructions_point(code->one);
    call_access(code, point, False, address, size, guard);
    return point;
}

/* True if a value to be stored is the return address of a call. */
static Bool is_return_address(const struct watch_code *code, const IRExpr *value)
{
    Long constant;
    return value->tag == Iex_Const && value->Iex.Const.con->tag == Ico_U64 &&
           operations_constant(value->Iex.Const.con, &constant) && (Addr)constant == code->next;
}

/* Inserts a call for a store. A call of x86-64 stores where to return to, on the stack of the
 * called function, which ends with it. */
static void see_store(struct watch_code *code, IRExpr *address, IRExpr *value, IRExpr *guard)
{
    if (is_return_address(code, value))
        return;
    struct instructions_point *point = instructions_point(code->one);
    if (!guard)
        values_store(code->values, value, point);
    call_access(code, point, True, address, sizeofIRType(typeOfIRExpr(code->in->tyenv, value)),
                guard);
}

static Int size_of_load(const IRLoadG *load)
{
    switch (load->cvt) {
    case ILGop_IdentV128:
        return 16;
    case ILGop_Ident64:
        return 8;
    case ILGop_Ident32:
        return 4;
    case ILGop_16Uto32:
    case ILGop_16Sto32:
        return 2;
    default:
        return 1;
    }
}

static void see_dirty(struct watch_code *code, const IRDirty *call)
{
    if (call->mFx == Ifx_Read || call->mFx == Ifx_Modify)
        see_load(code, call->mAddr, call->mSize, call->guard);
    if (call->mFx == Ifx_Write || call->mFx == Ifx_Modify)
        call_access(code, instructions_point(code->one), True, call->mAddr, call->mSize,
                    call->guard);
}

/* Inserts calls for a statement that loads and stores atomically. */
static void see_atomic(struct watch_code *code, const IRStmt *at)
{
    code->one->is_atomic = True;
    if (at->tag == Ist_CAS) {
        const IRCAS *cas = at->Ist.CAS.details;
        Int size = sizeofIRType(typeOfIRExpr(code->in->tyenv, cas->dataLo));
        size *= cas->dataHi ? 2 : 1;
        see_load(code, cas->addr, size, NULL);
        call_access(code, instructions_point(code->one), True, cas->addr, size, NULL);
    } else if (at->Ist.LLSC.storedata) {
        see_store(code, at->Ist.LLSC.addr, at->Ist.LLSC.storedata, NULL);
    } else {
        see_load(code, at->Ist.LLSC.addr,
                 sizeofIRType(typeOfIRTemp(code->in->tyenv, at->Ist.LLSC.result)), NULL);
    }
}

void watch_code_before(struct watch_code *code, IRStmt *at)
{
    struct instructions_point *load = NULL;
    if (!code->one)
        return; /* before the first instruction */
    switch (at->tag) {
    case Ist_WrTmp:
        if (at->Ist.WrTmp.data->tag == Iex_Load)
            load = see_load(code, at->Ist.WrTmp.data->Iex.Load.addr,
                            sizeofIRType(at->Ist.WrTmp.data->Iex.Load.ty), NULL);
        break;
    case Ist_Store:
        see_store(code, at->Ist.Store.addr, at->Ist.Store.data, NULL);
        break;
    case Ist_StoreG:
        see_store(code, at->Ist.StoreG.details->addr, at->Ist.StoreG.details->data,
                  at->Ist.StoreG.details->guard);
        break;
    case Ist_LoadG:
        see_load(code, at->Ist.LoadG.details->addr, size_of_load(at->Ist.LoadG.details),
                 at->Ist.LoadG.details->guard);
        break;
    case Ist_CAS:
    case Ist_LLSC:
        see_atomic(code, at);
        break;
    case Ist_Dirty:
        see_dirty(code, at->Ist.Dirty.details);
        break;
    case Ist_Exit:
        if (code->is_own && at->Ist.Exit.jk == Ijk_Boring)
            values_decide(code->values, at->Ist.Exit.guard, carried_left_at(code->one->address));
        break;
    default:
        break;
    }
    values_see(code->values, at, code->one, load);
    if (at->tag == Ist_Put && code->is_own && values_is_course(code->values, at)) {
        IRDirty *call =
            unsafeIRDirty_0_N(2, "carried_course", VG_(fnptr_to_fnentry)((void *)carried_course),
                              mkIRExprVec_2(mkIRExpr_HWord((HWord)code->one), at->Ist.Put.data));
        call->guard = is_active(code->out);
        addStmtToIRSB(code->out, IRStmt_Dirty(call));
    }
}

/* Adds a slot to a list. */
static void add_slot(UShort *list, UShort *count, UShort slot)
{
    for (UShort i = 0; i < *count; i++) {
        if (list[i] == slot)
            return;
    }
    if (*count < INSTRUCTIONS_REGISTERS)
        list[(*count)++] = slot;
}

/* The statements of an instruction. */
struct statements {
    Int first, end;
    Bool is_scalar; /* it works on the first lane of vector registers */
    Bool stores;
};

static struct statements statements_of(const struct watch_code *code, Int mark)
{
    struct statements all = {mark + 1, mark + 1, False, False};
    for (; all.end < code->in->stmts_used && code->in->stmts[all.end]->tag != Ist_IMark;
         all.end++) {
        const IRStmt *at = code->in->stmts[all.end];
        const IRExpr *data = at->tag == Ist_WrTmp ? at->Ist.WrTmp.data : NULL;
        all.stores |= at->tag == Ist_Store;
        if (data && data->tag == Iex_Binop)
            all.is_scalar |= operations_is_scalar(data->Iex.Binop.op);
        else if (data && data->tag == Iex_Unop)
            all.is_scalar |= operations_is_scalar(data->Iex.Unop.op);
    }
    return all;
}

/* Adds the slots of a register that an instruction reads. Code before it, in the same piece, may
 * have written them: Valgrind leaves the read there if the types of both differ. */
static void add_reads(struct watch_code *code, const struct statements *all, Int offset, Int size)
{
    Bool saves = size > 8 && (all->stores || size > REGISTERS_PASSED_SIZE);
    Int bytes = all->is_scalar ? 8 : size;
    for (Int i = 0; i < bytes; i += 8) {
        UShort slot = registers_slot(offset + i);
        if (slot != INSTRUCTIONS_NO_SLOT && !code->is_written[slot] &&
            (code->is_own || (registers_is_passed(slot) && !saves)))
            add_slot(code->one->reads, &code->one->read_count, slot);
    }
}

static void add_writes(struct watch_code *code, const struct statements *all, Int offset, Int size)
{
    Int bytes = all->is_scalar && size > 8 ? 8 : size;
    for (Int i = 0; i < bytes; i += 8) {
        UShort slot = registers_slot(offset + i);
        if (slot == INSTRUCTIONS_NO_SLOT)
            continue;
        if (code->is_own || (registers_is_result(slot) && size <= REGISTERS_PASSED_SIZE))
            add_slot(code->one->writes, &code->one->write_count, slot);
        code->is_written[slot] |= size >= 8;
    }
}

/* Lists the registers that an instruction reads and writes, from its mark up to the next one. The
 * same instruction may be in several pieces of code, in which it reads fewer registers: those that
 * were not written in the same piece. */
static void list_registers(struct watch_code *code, Int mark)
{
    struct statements all = statements_of(code, mark);
    for (Int i = all.first; i < all.end; i++) {
        const IRStmt *at = code->in->stmts[i];
        if (at->tag == Ist_WrTmp && at->Ist.WrTmp.data->tag == Iex_Get)
            add_reads(code, &all, at->Ist.WrTmp.data->Iex.Get.offset,
                      sizeofIRType(at->Ist.WrTmp.data->Iex.Get.ty));
        if (at->tag == Ist_Put)
            add_writes(code, &all, at->Ist.Put.offset,
                       sizeofIRType(typeOfIRExpr(code->in->tyenv, at->Ist.Put.data)));
    }
}

/* Inserts a call of heap_enter() if the instruction is the first one of malloc or its like. */
static void see_allocator(const struct watch_code *code, Addr address)
{
    enum heap_function function = heap_function_at(address);
    IRSB *out = code->out;
    if (function == HEAP_NONE)
        return;
    IRExpr *first = temporary(out, Ity_I64, IRExpr_Get(registers_argument(0), Ity_I64));
    IRExpr *second = temporary(out, Ity_I64, IRExpr_Get(registers_argument(1), Ity_I64));
    IRExpr *stack = temporary(out, Ity_I64, IRExpr_Get(code->layout->offset_SP, Ity_I64));
    IRDirty *call =
        unsafeIRDirty_0_N(0, "heap_enter", VG_(fnptr_to_fnentry)((void *)heap_enter),
                          mkIRExprVec_4(mkIRExpr_HWord(function), first, second, stack));
    addStmtToIRSB(out, IRStmt_Dirty(call));
}

void watch_code_instruction(struct watch_code *code, Int number, Bool is_first)
{
    const IRStmt *mark = code->in->stmts[number];
    Addr address = mark->Ist.IMark.addr;
    code->next = address + mark->Ist.IMark.len;
    code->one = instructions_at(address);
    code->is_own = carried_is_own(address);
    if (is_first)
        see_allocator(code, address);
    list_registers(code, number);
    if (!code->one->read_count && !code->one->write_count)
        return;
    IRDirty *call =
        unsafeIRDirty_0_N(1, "carried_registers", VG_(fnptr_to_fnentry)((void *)carried_registers),
                          mkIRExprVec_1(mkIRExpr_HWord((HWord)code->one)));
    call->guard = is_active(code->out);
    addStmtToIRSB(code->out, IRStmt_Dirty(call));
}

void watch_code_return(struct watch_code *code)
{
    IRSB *out = code->out;
    IRExpr *stack = temporary(out, Ity_I64, IRExpr_Get(code->layout->offset_SP, Ity_I64));
    IRExpr *limit =
        temporary(out, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, mkIRExpr_HWord((HWord)&heap_limit)));
    IRExpr *over = temporary(out, Ity_I1, IRExpr_Binop(Iop_CmpLE64U, limit, stack));
    IRExpr *result = temporary(out, Ity_I64, IRExpr_Get(registers_result(), Ity_I64));
    IRDirty *call = unsafeIRDirty_0_N(2, "heap_return", VG_(fnptr_to_fnentry)((void *)heap_return),
                                      mkIRExprVec_2(stack, result));
    call->guard = over;
    addStmtToIRSB(out, IRStmt_Dirty(call));
}
