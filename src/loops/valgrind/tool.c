/* tool.c: the Valgrind tool of `triptych loops --engine valgrind`, which counts every edge of the
 * functions that have a plan, in every context. */
#include "format/kinds.h"
#include "loops/valgrind/carried.h"
#include "loops/valgrind/follow.h"
#include "loops/valgrind/place.h"
#include "loops/valgrind/watch_code.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vkiscnums.h"

static Bool counts; /* this process is counted */

/* True if this process is to be counted: not a launcher, and a known tool (such as a shell) only if
 * it is the command itself. */
static Bool is_to_be_counted(void)
{
    const HChar *name = VG_(basename)(VG_(args_the_exename));
    const HChar *command = VG_(getenv)("TRIPTYCH_COMMAND");
    Bool is_named = !command || VG_(strtoll10)(command, NULL) == VG_(getpid)();
    return !format_is_launcher(name) && (is_named || !format_is_tool(name));
}

static void begin(void)
{
    const HChar *archive = VG_(getenv)("TRIPTYCH_ARCHIVE");
    const HChar *planner = VG_(getenv)("TRIPTYCH_LOOPS"), *state = VG_(getenv)("TRIPTYCH");
    if (!archive || !planner) {
        VG_(umsg)("nothing is counted: this tool is run by `triptych loops --engine valgrind`\n");
        return;
    }
    if ((state && !VG_(strcmp)(state, "off")) || !is_to_be_counted())
        return;
    const HChar *watched = VG_(getenv)("TRIPTYCH_LOOPS_DEPENDENCES");
    if (watched)
        carried_begin(watched);
    if (carried_is_on())
        watch_code_begin();
    counts = place_begin(archive);
    modules_begin(archive, planner, VG_(getenv)("TRIPTYCH_LOOPS_LIBS"));
}

/* Returns an expression for the stack pointer. */
static IRExpr *stack_pointer(IRSB *out, const VexGuestLayout *layout)
{
    IRTemp stack = newIRTemp(out->tyenv, Ity_I64);
    addStmtToIRSB(out, IRStmt_WrTmp(stack, IRExpr_Get(layout->offset_SP, Ity_I64)));
    return IRExpr_RdTmp(stack);
}

/* Inserts a call of follow_block() if a block of a plan begins at an address. */
static void see_block(IRSB *out, const VexGuestLayout *layout, Addr address)
{
    UInt count;
    struct modules_block *const *blocks = modules_at(address, &count);
    if (!blocks)
        return;
    IRExpr **arguments = mkIRExprVec_3(mkIRExpr_HWord((HWord)blocks), mkIRExpr_HWord(count),
                                       stack_pointer(out, layout));
    IRDirty *call = unsafeIRDirty_0_N(3, "follow_block",
                                      VG_(fnptr_to_fnentry)((void *)&follow_block), arguments);
    addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* Inserts a call of follow_return() or follow_jump(), which is skipped if no frame can have ended:
 * most returns are those of functions that are not counted. */
static void see_end(IRSB *out, const VexGuestLayout *layout, const HChar *name, void *function)
{
    IRExpr *stack = stack_pointer(out, layout);
    IRTemp limit = newIRTemp(out->tyenv, Ity_I64), over = newIRTemp(out->tyenv, Ity_I1);
    addStmtToIRSB(out, IRStmt_WrTmp(limit, IRExpr_Load(Iend_LE, Ity_I64,
                                                       mkIRExpr_HWord((HWord)&follow_limit))));
    addStmtToIRSB(out, IRStmt_WrTmp(over, IRExpr_Binop(Iop_CmpLE64U, IRExpr_RdTmp(limit), stack)));
    IRDirty *call =
        unsafeIRDirty_0_N(1, name, VG_(fnptr_to_fnentry)(function), mkIRExprVec_1(stack));
    call->guard = IRExpr_RdTmp(over);
    addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* Instruments a piece of code before it runs. */
static IRSB *instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
                        const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
                        IRType host_word)
{
    (void)closure, (void)extents, (void)host, (void)guest_word, (void)host_word;
    if (!counts)
        return in;
    UInt ignored;
    IRSB *out = deepCopyIRSBExceptStmts(in);
    struct watch_code *watched = NULL;
    for (Int i = 0; i < in->stmts_used; i++) {
        IRStmt *statement = in->stmts[i];
        if (!statement || statement->tag == Ist_NoOp)
            continue;
        Bool is_first = statement->tag == Ist_IMark && !watched;
        if (is_first && carried_is_on()) {
            modules_at(statement->Ist.IMark.addr, &ignored); /* its loops are watched from now on */
            watched = watch_code_new(in, out, layout);
        } else if (watched && watch_code_ends(watched, statement)) {
            watch_code_free(watched);
            return out;
        }
        if (watched)
            watch_code_before(watched, statement);
        addStmtToIRSB(out, statement);
        if (statement->tag == Ist_IMark)
            see_block(out, layout, statement->Ist.IMark.addr);
        if (watched && statement->tag == Ist_IMark)
            watch_code_instruction(watched, i, is_first);
    }
    if (in->jumpkind == Ijk_Ret)
        see_end(out, layout, "follow_return", (void *)&follow_return);
    else if (in->jumpkind == Ijk_Boring && in->next->tag != Iex_Const)
        see_end(out, layout, "follow_jump", (void *)&follow_jump);
    if (watched && in->jumpkind == Ijk_Ret)
        watch_code_return(watched);
    if (watched)
        watch_code_free(watched);
    return out;
}

static void end(Int status)
{
    (void)status;
    if (!counts)
        return;
    follow_end_all();
    place_write(True);
    if (follow_odd())
        VG_(umsg)
    ("counted functions were entered %llu times at addresses that no known jump leads to: "
     "the counts of these functions are too small\n",
     follow_odd());
}

static void switch_thread(ThreadId thread, ULong blocks)
{
    (void)blocks;
    follow_switch(thread);
}

static void before_signal(ThreadId thread, Int signal, Bool other_stack)
{
    (void)other_stack;
    follow_signal(thread, (UInt)signal);
}

static void after_signal(ThreadId thread, Int signal)
{
    (void)signal;
    follow_signal_end(thread);
}

static void in_child(ThreadId thread)
{
    if (!counts)
        return;
    follow_fork(thread);
    carried_fork();
    place_fork();
}

/* Writes the counts before exec, since a program that is replaced gets no further notice. */
static void before_call(ThreadId thread, UInt number, UWord *arguments, UInt count)
{
    (void)arguments, (void)count;
    if (counts && carried_active)
        carried_system(VG_(get_IP)(thread) - 1, number); /* behind the instruction */
    if (!counts || (number != __NR_execve && number != __NR_execveat))
        return;
    follow_lose_open(1);
    place_write(False);
    follow_lose_open(-1);
}

static void after_call(ThreadId thread, UInt number, UWord *arguments, UInt count, SysRes result)
{
    (void)thread, (void)number, (void)arguments, (void)count, (void)result;
}

/* Registers the tool with Valgrind. */
static void prepare(void)
{
    VG_(details_name)("triptych");
    VG_(details_version)(TRIPTYCH_VERSION);
    VG_(details_description)("counts loops in their contexts");
    VG_(details_copyright_author)("Part of Triptych.");
    VG_(details_bug_reports_to)("the authors of Triptych");
    VG_(basic_tool_funcs)(begin, instrument, end);
    VG_(needs_syscall_wrapper)(before_call, after_call);
    VG_(track_start_client_code)(switch_thread);
    VG_(track_pre_thread_ll_exit)(follow_thread_end);
    VG_(track_pre_deliver_signal)(before_signal);
    VG_(track_post_deliver_signal)(after_signal);
    VG_(track_die_mem_munmap)(modules_unmapped);
    VG_(atfork)(NULL, NULL, in_child);
    VG_(clo_vex_control).guest_chase =
        False; /* translate blocks one by one, as they are executed */
    VG_(clo_vex_control).iropt_unroll_thresh = 0;
}

VG_DETERMINE_INTERFACE_VERSION(prepare)
