/* values.c: see values.h
 *
 * Each temporary of the code has the loads and registers that its value is derived from, each with
 * the one operation that led from there to it. */
#include "loops/valgrind/values.h"

#include "loops/valgrind/operations.h"
#include "loops/valgrind/registers.h"

enum { MIXED = 255, PUTS = 512, STORES = 64 };

struct value {
    UInt count;
    Bool is_constant;
    Long constant;
    struct instructions_source from[INSTRUCTIONS_SOURCES]; /* operation NONE: a copy */
};

struct put {
    struct instructions_one *one;
    UShort slot;
    struct value value;
    UInt uses; /* of the temporary, other than by writing it to registers */
};

struct values {
    const IRSB *code;
    struct value *temporaries;
    UInt *uses;    /* by temporary: uses in code that has an effect, other than on registers */
    Bool *is_live; /* by temporary: its value has an effect, other than on flags */
    UInt slot_uses[INSTRUCTIONS_SLOTS]; /* how often the code behind a statement reads a register */
    struct value slots[INSTRUCTIONS_SLOTS];
    Bool has_slot[INSTRUCTIONS_SLOTS]; /* it was written in this code */
    struct put puts[PUTS];
    UInt put_count;
    struct instructions_point *stores[STORES];
    UInt store_count;
};

/* Marks the temporaries of an expression as live, and counts their uses. */
static void use(struct values *values, const IRExpr *at, Bool counts)
{
    const IRExpr *parts[5] = {0};
    if (!at)
        return;
    switch (at->tag) {
    case Iex_RdTmp:
        values->is_live[at->Iex.RdTmp.tmp] = True;
        values->uses[at->Iex.RdTmp.tmp] += counts;
        return;
    case Iex_Unop:
        parts[0] = at->Iex.Unop.arg;
        break;
    case Iex_Binop:
        parts[0] = at->Iex.Binop.arg1, parts[1] = at->Iex.Binop.arg2;
        break;
    case Iex_Triop:
        parts[0] = at->Iex.Triop.details->arg1, parts[1] = at->Iex.Triop.details->arg2;
        parts[2] = at->Iex.Triop.details->arg3;
        break;
    case Iex_Qop:
        parts[0] = at->Iex.Qop.details->arg1, parts[1] = at->Iex.Qop.details->arg2;
        parts[2] = at->Iex.Qop.details->arg3, parts[3] = at->Iex.Qop.details->arg4;
        break;
    case Iex_Load:
        parts[0] = at->Iex.Load.addr;
        break;
    case Iex_ITE:
        parts[0] = at->Iex.ITE.cond, parts[1] = at->Iex.ITE.iftrue, parts[2] = at->Iex.ITE.iffalse;
        break;
    case Iex_GetI:
        parts[0] = at->Iex.GetI.ix;
        break;
    case Iex_CCall:
        for (UInt i = 0; at->Iex.CCall.args[i]; i++)
            use(values, at->Iex.CCall.args[i], counts);
        return;
    default:
        return;
    }
    for (UInt i = 0; parts[i]; i++)
        use(values, parts[i], counts);
}

static Int size_of(const struct values *values, const IRExpr *at)
{
    return sizeofIRType(typeOfIRExpr(values->code->tyenv, at));
}

/* Counts a read of a register that may have been written before in the same code: Valgrind leaves
 * it there if the types differ (the scalars of x86-64's vector registers). */
static void use_register(struct values *values, const IRExpr *get)
{
    for (Int i = 0; i < size_of(values, get); i += 8) {
        UShort slot = registers_slot(get->Iex.Get.offset + i);
        if (slot != INSTRUCTIONS_NO_SLOT)
            values->slot_uses[slot]++;
    }
}

/* Marks what a write to a register uses: its temporary is also used by those that read the register
 * in the code behind it. */
static void use_put(struct values *values, const IRStmt *at)
{
    const IRExpr *data = at->Ist.Put.data;
    Int size = size_of(values, data);
    UInt uses = 0;
    if (registers_slot(at->Ist.Put.offset) == INSTRUCTIONS_NO_SLOT)
        return;
    use(values, data, False);
    for (Int i = 0; i < size; i += 8) {
        UInt *slot = &values->slot_uses[registers_slot(at->Ist.Put.offset + i)];
        uses = *slot > uses ? *slot : uses;
        if (size >= 8)
            *slot = 0;
    }
    if (data->tag == Iex_RdTmp)
        values->uses[data->Iex.RdTmp.tmp] += uses;
}

/* Marks what a statement uses. */
static void use_statement(struct values *values, const IRStmt *at)
{
    switch (at->tag) {
    case Ist_WrTmp:
        if (!values->is_live[at->Ist.WrTmp.tmp] && at->Ist.WrTmp.data->tag != Iex_Load)
            return;
        if (at->Ist.WrTmp.data->tag == Iex_Get)
            use_register(values, at->Ist.WrTmp.data);
        use(values, at->Ist.WrTmp.data, True);
        return;
    case Ist_Put:
        use_put(values, at);
        return;
    case Ist_Store:
        use(values, at->Ist.Store.addr, True);
        use(values, at->Ist.Store.data, True);
        return;
    case Ist_StoreG:
        use(values, at->Ist.StoreG.details->addr, True);
        use(values, at->Ist.StoreG.details->data, True);
        use(values, at->Ist.StoreG.details->guard, True);
        return;
    case Ist_LoadG:
        use(values, at->Ist.LoadG.details->addr, True);
        use(values, at->Ist.LoadG.details->alt, True);
        use(values, at->Ist.LoadG.details->guard, True);
        return;
    case Ist_Exit:
        use(values, at->Ist.Exit.guard, True);
        return;
    case Ist_PutI:
        use(values, at->Ist.PutI.details->data, True);
        return;
    case Ist_CAS:
        use(values, at->Ist.CAS.details->addr, True);
        use(values, at->Ist.CAS.details->dataLo, True);
        use(values, at->Ist.CAS.details->expdLo, True);
        return;
    case Ist_LLSC:
        use(values, at->Ist.LLSC.addr, True);
        use(values, at->Ist.LLSC.storedata, True);
        return;
    case Ist_Dirty:
        use(values, at->Ist.Dirty.details->guard, True);
        for (UInt i = 0; at->Ist.Dirty.details->args[i]; i++)
            use(values, at->Ist.Dirty.details->args[i], True);
        return;
    default:
        return;
    }
}

struct values *values_new(const IRSB *code)
{
    SizeT count = (SizeT)code->tyenv->types_used + 1;
    struct values *values = VG_(calloc)("triptych", 1, sizeof *values);
    values->code = code;
    values->temporaries = VG_(calloc)("triptych", count, sizeof *values->temporaries);
    values->uses = VG_(calloc)("triptych", count, sizeof *values->uses);
    values->is_live = VG_(calloc)("triptych", count, sizeof *values->is_live);
    use(values, code->next, True);
    for (Int i = code->stmts_used; i-- > 0;)
        use_statement(values, code->stmts[i]);
    return values;
}

void values_free(struct values *values)
{
    VG_(free)(values->temporaries);
    VG_(free)(values->uses);
    VG_(free)(values->is_live);
    VG_(free)(values);
}

static Bool is_same(const struct instructions_source *a, const struct instructions_source *b)
{
    return a->load == b->load && (a->load || a->slot == b->slot);
}

/* Adds a source to a value. One that it already has becomes a mixture. */
static void add(struct value *to, const struct instructions_source *from)
{
    for (UInt i = 0; i < to->count; i++) {
        if (is_same(&to->from[i], from)) {
            to->from[i].operation = MIXED;
            return;
        }
    }
    if (to->count < INSTRUCTIONS_SOURCES)
        to->from[to->count++] = *from;
}

/* Returns the value of an operand, which is a temporary or a constant; notes in its sources whether
 * it is used elsewhere. */
static struct value operand(const struct values *values, const IRExpr *at)
{
    struct value value = {0};
    if (at->tag == Iex_RdTmp) {
        value = values->temporaries[at->Iex.RdTmp.tmp];
        for (UInt i = 0; i < value.count; i++)
            value.from[i].is_used |= values->uses[at->Iex.RdTmp.tmp] > 1;
    } else if (at->tag == Iex_Const) {
        value.is_constant = operations_constant(at->Iex.Const.con, &value.constant);
    }
    return value;
}

/* Notes by how much a sum changes a value. */
static void step(struct instructions_source *from, const struct value *other, Bool is_minus)
{
    Long amount = is_minus ? -other->constant : other->constant;
    Bool is_first = from->operation == FORMAT_CARRIED_NONE;
    if (other->is_constant && (is_first || from->step == STEP_CONSTANT)) {
        from->step = STEP_CONSTANT;
        from->amount += amount;
    } else if (is_first && other->count == 1 && other->from[0].operation == FORMAT_CARRIED_NONE) {
        from->step = other->from[0].load ? STEP_LOAD : STEP_REGISTER;
        from->step_load = other->from[0].load;
        from->step_slot = other->from[0].slot;
    } else {
        from->step = STEP_VARIES;
    }
}

/* Adds the sources of an operand of an operation to its result. */
static void apply(struct value *to, const struct value *of, const struct value *other,
                  UInt operation, Bool is_minus)
{
    for (UInt i = 0; i < of->count; i++) {
        struct instructions_source from = of->from[i];
        if (operation == FORMAT_CARRIED_SUM && other)
            step(&from, other, is_minus);
        else
            from.step = STEP_VARIES;
        Bool fits =
            operation && (from.operation == FORMAT_CARRIED_NONE || from.operation == operation);
        from.operation = fits ? (UChar)operation : MIXED;
        add(to, &from);
    }
}

/* Returns the value of an operation with two operands. */
static struct value binary(const struct values *values, IROp op, const IRExpr *a, const IRExpr *b)
{
    struct value to = {0}, left = operand(values, a), right = operand(values, b);
    Bool is_minus;
    UInt operation = operations_of(op, &is_minus);
    Bool steps = operations_is_integer_sum(op); /* sums of others are rounded */
    apply(&to, &left, steps ? &right : NULL, operation, is_minus);
    apply(&to, &right, steps && !is_minus ? &left : NULL, is_minus ? 0 : operation, False);
    return to;
}

/* Returns the value of a fused multiplication and addition. */
static struct value fused(const struct values *values, const IRQop *at)
{
    struct value to = {0}, a = operand(values, at->arg2), b = operand(values, at->arg3),
                 c = operand(values, at->arg4);
    apply(&to, &a, NULL, 0, False);
    apply(&to, &b, NULL, 0, False);
    apply(&to, &c, NULL, operations_is_fused_sum(at->op) ? FORMAT_CARRIED_SUM : 0, False);
    return to;
}

/* Returns the value of a register. */
static struct value value_of_get(const struct values *values, UShort slot)
{
    if (slot == INSTRUCTIONS_NO_SLOT)
        return (struct value){0};
    if (values->has_slot[slot])
        return values->slots[slot];
    return (struct value){.count = 1, .from = {{.slot = slot}}};
}

static struct value mixture(const struct values *values, const IRExpr *const *parts)
{
    struct value to = {0};
    for (; *parts; parts++) {
        struct value part = operand(values, *parts);
        apply(&to, &part, NULL, 0, False);
    }
    return to;
}

/* Returns the value of an expression. */
static struct value value_of(const struct values *values, const IRExpr *at)
{
    switch (at->tag) {
    case Iex_RdTmp:
    case Iex_Const:
        return operand(values, at);
    case Iex_Get:
        return value_of_get(values, registers_slot(at->Iex.Get.offset));
    case Iex_Unop:
        if (operations_is_copy(at->Iex.Unop.op))
            return operand(values, at->Iex.Unop.arg);
        return mixture(values, (const IRExpr *[]){at->Iex.Unop.arg, NULL});
    case Iex_Binop:
        return binary(values, at->Iex.Binop.op, at->Iex.Binop.arg1, at->Iex.Binop.arg2);
    case Iex_Triop: /* the first operand is the rounding mode */
        return binary(values, at->Iex.Triop.details->op, at->Iex.Triop.details->arg2,
                      at->Iex.Triop.details->arg3);
    case Iex_Qop:
        return fused(values, at->Iex.Qop.details);
    case Iex_ITE:
        return mixture(values, (const IRExpr *[]){at->Iex.ITE.iftrue, at->Iex.ITE.iffalse, NULL});
    default:
        return (struct value){0};
    }
}

/* Notes that an instruction writes a register. */
static void put(struct values *values, const IRStmt *at, struct instructions_one *one)
{
    UShort slot = registers_slot(at->Ist.Put.offset);
    const IRExpr *data = at->Ist.Put.data;
    if (slot == INSTRUCTIONS_NO_SLOT)
        return;
    struct value value =
        data->tag == Iex_RdTmp ? values->temporaries[data->Iex.RdTmp.tmp] : operand(values, data);
    Int size = size_of(values, data);
    for (Int i = 0; i < size; i += 8)
        values->has_slot[slot + i / 8] = True;
    for (Int i = 8; i < size; i += 8)
        values->slots[slot + i / 8].count = 0; /* only the first part is followed */
    values->slots[slot] = operand(values, data);
    if (values->put_count < PUTS)
        values->puts[values->put_count++] = (struct put){
            one, slot, value, data->tag == Iex_RdTmp ? values->uses[data->Iex.RdTmp.tmp] : 0};
}

void values_see(struct values *values, const IRStmt *at, struct instructions_one *one,
                struct instructions_point *load)
{
    if (at->tag == Ist_Put)
        put(values, at, one);
    if (at->tag != Ist_WrTmp)
        return;
    struct value *to = &values->temporaries[at->Ist.WrTmp.tmp];
    if (load)
        *to = (struct value){.count = 1, .from = {{.load = load}}};
    else
        *to = value_of(values, at->Ist.WrTmp.data);
}

void values_store(struct values *values, const IRExpr *data, struct instructions_point *store)
{
    struct value value = operand(values, data);
    for (UInt i = 0; i < value.count; i++) {
        struct instructions_source *from = &value.from[i];
        if (!from->load || from->operation == FORMAT_CARRIED_NONE || from->operation == MIXED)
            continue;
        store->sources[store->source_count++] = *from;
        ((struct instructions_point *)from->load)->may_update = True;
    }
    if (store->source_count && values->store_count < STORES)
        values->stores[values->store_count++] = store;
}

void values_decide(struct values *values, const IRExpr *condition, UInt loops)
{
    struct value value = operand(values, condition);
    for (UInt i = 0; i < value.count; i++) {
        if (value.from[i].load)
            ((struct instructions_point *)value.from[i].load)->decides |= loops;
    }
}

Bool values_is_course(const struct values *values, const IRStmt *at)
{
    UShort slot = registers_slot(at->Ist.Put.offset);
    const IRExpr *data = at->Ist.Put.data;
    if (slot == INSTRUCTIONS_NO_SLOT || data->tag != Iex_RdTmp ||
        typeOfIRExpr(values->code->tyenv, data) != Ity_I64)
        return False;
    const struct value *value = &values->temporaries[data->Iex.RdTmp.tmp];
    for (UInt i = 0; i < value->count; i++) {
        if (value->from[i].load || value->from[i].slot == slot ||
            (value->from[i].operation != FORMAT_CARRIED_NONE &&
             value->from[i].operation != FORMAT_CARRIED_SUM))
            return False;
    }
    return value->count != 0;
}

/* True if a value is derived from a source. */
static Bool has(const struct value *value, const struct instructions_source *source)
{
    for (UInt i = 0; i < value->count; i++) {
        if (is_same(&value->from[i], source))
            return True;
    }
    return False;
}

/* True if no later statement of the code writes the register of a put. */
static Bool is_last(const struct values *values, UInt number)
{
    for (UInt i = number + 1; i < values->put_count; i++) {
        if (values->puts[i].slot == values->puts[number].slot)
            return False;
    }
    return True;
}

/* Finds the registers that hold values of an update of memory when the code ends. */
static void finish_store(struct values *values, struct instructions_point *store, Bool is_own)
{
    for (UInt i = 0; i < values->put_count; i++) {
        struct put *put = &values->puts[i];
        for (UInt k = 0; k < store->source_count; k++) {
            if (!has(&put->value, &store->sources[k]) || !is_last(values, i))
                continue;
            if (is_own)
                put->one->feeds = store->one;
            else
                store->sources[k].is_used = True;
        }
    }
}

/* True if the code updates the register of a put once more: a sum of several values in each trip.
 * If its value is used only once, then for that. */
static Bool goes_on(const struct values *values, UInt number, const struct instructions_source *of)
{
    for (UInt i = number + 1; i < values->put_count; i++) {
        const struct put *put = &values->puts[i];
        if (put->slot != of->slot)
            continue;
        for (UInt k = 0; k < put->value.count; k++) {
            if (is_same(&put->value.from[k], of))
                return put->value.from[k].operation == of->operation;
        }
        return False;
    }
    return False;
}

/* Notes that an instruction updates a register, if its new value is derived from the old one. */
static void finish_put(struct values *values, UInt number)
{
    struct put *put = &values->puts[number];
    for (UInt i = 0; i < put->value.count; i++) {
        struct instructions_source source = put->value.from[i];
        if (source.load || source.slot != put->slot || source.operation == MIXED ||
            source.operation == FORMAT_CARRIED_NONE)
            continue;
        source.is_used |= put->uses > (goes_on(values, number, &source) ? 1U : 0U);
        for (UInt k = 0; k < values->put_count; k++)
            source.is_used |=
                values->puts[k].slot != put->slot && has(&values->puts[k].value, &source);
        put->one->source = source;
    }
}

void values_finish(struct values *values, Bool is_own)
{
    for (UInt i = 0; i < values->store_count; i++)
        finish_store(values, values->stores[i], is_own);
    for (UInt i = 0; is_own && i < values->put_count; i++)
        finish_put(values, i);
}
