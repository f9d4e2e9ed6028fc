/* test_blocks.c: how Fortran statements nest. */
#include "describe.h"
#include "reading.h"
#include "util/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_blocks(const char *text, const struct instrument_fortran_form *form,
                         const char *expected)
{
    struct source source;
    read_text(&source, text, form);
    char *found = describe_blocks(&source);
    assert_string_equal(found, expected);
    free(found);
    source_close(&source);
}

static void test_blocks_of_old_programs(void **state)
{
    (void)state;
    check_blocks("      INTEGER A(9)\n"
                 "      F(X) = X\n"
                 "      DO 10 I = 1, 3\n"
                 "      DO 10 J = 1, 3\n"
                 "      DO 20 K = 1, 3\n"
                 "   20 A(K) = F(1.0)\n"
                 "   10 IF (I .EQ. J) A(I) = 0\n"
                 "      END\n"
                 "      SUBROUTINE S\n"
                 "      ENTRY E\n"
                 "      END\n"
                 "      BLOCK DATA\n"
                 "      COMMON /B/ X\n"
                 "      DATA X /1.0/\n"
                 "      END\n",
                 &fixed,
                 "UNIT 1-8 PROGRAM - headless executable=3\n"
                 "  DO 3-7\n"
                 "    DO 4-7\n"
                 "      DO 5-6\n"
                 "UNIT 9-11 SUBROUTINE s executable=11\n"
                 "UNIT 12-15 BLOCK_DATA -\n");
    check_blocks("      DO 10 I = 1, 3\n"
                 "   10 END DO\n"
                 "      DO 30 I = 1, 3\n"
                 "      IF (X) THEN\n"
                 "      ENDIF\n"
                 "   30 CONTINUE\n"
                 "      END\n",
                 &fixed,
                 "UNIT 1-7 PROGRAM - headless executable=1\n"
                 "  DO 1-2\n"
                 "  DO 3-6\n"
                 "    IF 4-5\n");
}

static void test_blocks_of_modules(void **state)
{
    (void)state;
    check_blocks("module m\n"
                 "  use n\n"
                 "  type t\n"
                 "    real :: x\n"
                 "  contains\n"
                 "    procedure :: f\n"
                 "  end type\n"
                 "  interface\n"
                 "    subroutine a(x)\n"
                 "      real x\n"
                 "    end subroutine\n"
                 "  end interface\n"
                 "contains\n"
                 "  subroutine b\n"
                 "    integer i\n"
                 "    !$omp threadprivate(i)\n"
                 "    !$omp parallel do\n"
                 "    do i = 1, 3\n"
                 "      block\n"
                 "        real y\n"
                 "        associate (z => y)\n"
                 "        end associate\n"
                 "      end block\n"
                 "    end do\n"
                 "  contains\n"
                 "    real function c()\n"
                 "      c = 1\n"
                 "    end\n"
                 "  end subroutine\n"
                 "  subroutine d\n"
                 "  end subroutine\n"
                 "end module\n",
                 &free_form,
                 "UNIT 1-32 MODULE m contains=13\n"
                 "  TYPE 3-7\n"
                 "  INTERFACE 8-12\n"
                 "    UNIT 9-11 SUBROUTINE a\n"
                 "  UNIT 14-29 SUBROUTINE b executable=17 contains=25\n"
                 "    DO 18-24\n"
                 "      BLOCK 19-23\n"
                 "        ASSOCIATE 21-22\n"
                 "    UNIT 26-28 FUNCTION c executable=27\n"
                 "  UNIT 30-31 SUBROUTINE d executable=31\n");
}

static void test_unclear_units_leave_others_alone(void **state)
{
    (void)state;
    check_blocks("subroutine a\n"
                 "  what is this\n"
                 "end subroutine\n"
                 "subroutine b\n"
                 "  do i = 1, 3\n"
                 "  end if\n"
                 "end subroutine\n"
                 "subroutine c\n"
                 "  if (x) then\n"
                 "  end if\n"
                 "end subroutine\n"
                 "subroutine d\n"
                 "  x = 1\n",
                 &free_form,
                 "UNIT 1-3 SUBROUTINE a executable=3 unclear: the statement in line 2 is not "
                 "understood\n"
                 "UNIT 4-7 SUBROUTINE b executable=5 unclear: the statement in line 6 ends a "
                 "construct that is not open\n"
                 "  DO 5-7\n"
                 "UNIT 8-11 SUBROUTINE c executable=9\n"
                 "  IF 9-10\n"
                 "UNIT 12-13 SUBROUTINE d executable=13 unclear: it has no END\n");
}

static void test_the_block_around_a_statement(void **state)
{
    (void)state;
    static const char text[] = "      DO 10 I = 1, 3\n"
                               "      DO 10 J = 1, 3\n"
                               "   10 CONTINUE\n"
                               "      END\n";
    struct source source;
    read_text(&source, text, &fixed);
    const struct block *unit = source.file.child, *outer = unit->child, *inner = outer->child;
    assert_ptr_equal(source_block(&source, 0), outer);
    assert_ptr_equal(source_block(&source, 1), inner);
    assert_ptr_equal(source_block(&source, 2), inner);
    assert_ptr_equal(source_block(&source, 3), unit);
    assert_int_equal(unit->parent->kind, BLOCK_FILE);
    assert_int_equal(outer->last, 2);
    assert_int_equal(inner->last, 2);
    source_close(&source);
}

static void test_exit_of_the_users_own(void **state)
{
    (void)state;
    struct source source;
    read_text(&source,
              "call exit\nif (x) call abort\nend\n"
              "subroutine s\nexternal exit\ncall exit\nend\n"
              "subroutine abort\nend\n",
              &free_form);
    assert_int_equal(source.statements[0].kind, STATEMENT_STOP);
    assert_int_equal(source.statements[1].action, STATEMENT_CALL);
    assert_int_equal(source.statements[5].kind, STATEMENT_CALL);
    source_close(&source);
}

static void test_deep_nesting(void **state)
{
    (void)state;
    struct buffer text = {0};
    enum { DEPTH = 100000 };
    for (int i = 0; i < DEPTH; i++)
        buffer_add(&text, "if (x) then\n");
    for (int i = 0; i < DEPTH; i++)
        buffer_add(&text, "end if\n");
    buffer_add(&text, "x = ");
    for (int i = 0; i < DEPTH; i++)
        buffer_add(&text, "(");
    buffer_add(&text, "1");
    for (int i = 0; i < DEPTH; i++)
        buffer_add(&text, ")");
    buffer_add(&text, "\nend\n");
    struct instrument_fortran_form form = {.free = true};
    struct source source;
    read_text(&source, text.text, &form);
    assert_int_equal(source.count, 2 * DEPTH + 2);
    assert_false(source.file.child->unclear);
    assert_null(source.file.child->next);
    source_close(&source);
    buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_of_old_programs),
        cmocka_unit_test(test_blocks_of_modules),
        cmocka_unit_test(test_unclear_units_leave_others_alone),
        cmocka_unit_test(test_the_block_around_a_statement),
        cmocka_unit_test(test_exit_of_the_users_own),
        cmocka_unit_test(test_deep_nesting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
