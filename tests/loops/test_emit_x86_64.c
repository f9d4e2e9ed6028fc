/* test_emit_x86_64.c: instructions that copies of x86-64 get, as Capstone reads them. */
#include "loops/x86_64/emit.h"

#include <capstone/capstone.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* What was emitted is this one instruction; begins anew. */
static void is(struct loops_plan *plan, const char *expected)
{
    csh handle;
    cs_insn *found;
    char text[256];
    assert_int_equal(cs_open(CS_ARCH_X86, CS_MODE_64, &handle), CS_ERR_OK);
    const struct buffer *code = &plan->sections[FORMAT_PLAN_CODE];
    size_t count = cs_disasm(handle, (const uint8_t *)code->text, code->used, 0, 0, &found);
    assert_int_equal(count, 1);
    assert_int_equal(found->size, code->used);
    snprintf(text, sizeof text, "%s %s", found->mnemonic, found->op_str);
    assert_string_equal(text, expected);
    cs_free(found, count);
    cs_close(&handle);
    loops_plan_discard(plan);
    *plan = (struct loops_plan){0};
}

static void test_registers(void **state)
{
    (void)state;
    struct loops_plan plan = {0};
    emit_move(&plan, R9, RAX);
    is(&plan, "mov r9, rax");
    emit_not(&plan, R12, true);
    is(&plan, "not r12d");
    emit_sum(&plan, R13, R12, R15, -5, false);
    is(&plan, "lea r13, [r12 + r15 - 5]");
    emit_sum(&plan, RAX, RBP, EMIT_NO_INDEX, 4095, true);
    is(&plan, "lea eax, [rbp + 0xfff]");
    emit_sum(&plan, RSP, RSP, EMIT_NO_INDEX, -128, false);
    is(&plan, "lea rsp, [rsp - 0x80]");
    emit_sum(&plan, R8, RDI, R12, 1, true);
    is(&plan, "lea r8d, [rdi + r12 + 1]");
    emit_test(&plan, R11);
    is(&plan, "test r11, r11");
    emit_compare(&plan, R10, 70000);
    is(&plan, "cmp r10, 0x11170");
    emit_subtract(&plan, R9, RDX, false);
    is(&plan, "sub r9, rdx");
    emit_subtract(&plan, RDI, R12, true);
    is(&plan, "sub edi, r12d");
    emit_push(&plan, R12);
    is(&plan, "push r12");
    emit_pop(&plan, RBX);
    is(&plan, "pop rbx");
    emit_jump_register(&plan, R13);
    is(&plan, "jmp r13");
    emit_return(&plan, 128);
    is(&plan, "ret 0x80");
}

/* Some registers have another encoding as a base. */
static void test_memory(void **state)
{
    (void)state;
    struct loops_plan plan = {0};
    emit_load(&plan, R11, R12, 64);
    is(&plan, "mov r11, qword ptr [r12 + 0x40]");
    emit_load(&plan, RAX, R13, 0);
    is(&plan, "mov rax, qword ptr [r13]");
    emit_store(&plan, RBP, RSP, 16);
    is(&plan, "mov qword ptr [rsp + 0x10], rbp");
    emit_store(&plan, R8, RBP, 1024);
    is(&plan, "mov qword ptr [rbp + 0x400], r8");
    emit_store_value(&plan, 3, R11, 200);
    is(&plan, "mov qword ptr [r11 + 0xc8], 3");
    emit_count(&plan, RAX, 72, 1);
    is(&plan, "add qword ptr [rax + 0x48], 1");
    emit_count(&plan, R12, 72, -4095);
    is(&plan, "add qword ptr [r12 + 0x48], -0xfff");
    emit_add_to_memory(&plan, R9, R10, 80);
    is(&plan, "add qword ptr [r10 + 0x50], r9");
    emit_add_memory(&plan, RCX, RDX, 88, true);
    is(&plan, "add ecx, dword ptr [rdx + 0x58]");
    emit_subtract_memory(&plan, R9, R12, 88, false);
    is(&plan, "sub r9, qword ptr [r12 + 0x58]");
    emit_subtract_memory(&plan, RCX, RDX, 88, true);
    is(&plan, "sub ecx, dword ptr [rdx + 0x58]");
    emit_compare_memory(&plan, RSI, 96, 2);
    is(&plan, "cmp qword ptr [rsi + 0x60], 2");
    emit_load_2(&plan, R14, R15, R8);
    is(&plan, "movzx r14d, word ptr [r15 + r8*2]");
    emit_load_4(&plan, RDI, R13, R12);
    is(&plan, "movsxd rdi, dword ptr [r13 + r12*4]");
    emit_load_current(&plan, R11);
    is(&plan, "mov r11, qword ptr fs:[0]");
    emit_store_current(&plan, RDX);
    is(&plan, "mov qword ptr fs:[0], rdx");
    emit_compare_stack(&plan);
    is(&plan, "cmp rsp, qword ptr fs:[0]");
    emit_compare_function(&plan, R9, 7, false);
    is(&plan, "cmp dword ptr [r9], 0");
    emit_compare_function(&plan, R9, 7, true);
    is(&plan, "cmp qword ptr [r9], 0");
    emit_compare_narrow(&plan, R10, 4, 3);
    is(&plan, "cmp dword ptr [r10 + 4], 3");
}

static void test_distances(void **state)
{
    (void)state;
    struct loops_plan plan = {0};
    emit_lead_to(&plan, emit_jump(&plan), 256);
    is(&plan, "jmp 0x100");
    emit_lead_to(&plan, emit_call(&plan), 512);
    is(&plan, "call 0x200");
    emit_lead_to(&plan, emit_branch(&plan, EMIT_ABOVE), 4096);
    is(&plan, "ja 0x1000");
    emit_lead_to(&plan, emit_address(&plan, R10), 7 + 64);
    is(&plan, "lea r10, [rip + 0x40]");
    emit_lead_to(&plan, emit_push_near(&plan), 6 + 32);
    is(&plan, "push qword ptr [rip + 0x20]");
    emit_short_branch(&plan, EMIT_LESS, 0);
    is(&plan, "jl 0");
    emit_nothing(&plan, 8);
    is(&plan, "nop dword ptr [rax + rax]");
    emit_nothing(&plan, 3);
    is(&plan, "nop dword ptr [rax]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
