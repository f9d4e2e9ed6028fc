/* test_reader.c: how Fortran is read: kinds and parts, places, blocks, names. */
#include "describe.h"
#include "instrument/fortran/source.h"
#include "reader_cases.h"
#include "util/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct fortran_form fixed = {.width = 72};
static const struct fortran_form free_form = {.free = true, .width = 132};

/* Blocks point to where the source stands: it cannot be returned. */
static void read_text(struct source *source, const char *text, const struct fortran_form *form)
{
    *source = (struct source){0};
    source_read(source, text, strlen(text), form);
}

static void add_lines(struct buffer *buffer, const char *lines, bool margin)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        bool bar = *lines == '|';
        if (margin && !bar && length)
            buffer_add(buffer, "      ");
        buffer_add_bytes(buffer, lines + bar, length - bar);
        buffer_add(buffer, "\n");
        lines += length + (lines[length] == '\n');
    }
}

/* The statement of each case, which is the last one, is described as the case says. */
static void check_cases(const struct reader_case *cases, size_t count,
                        const struct fortran_form *form)
{
    unsigned failed = 0;
    for (size_t i = 0; i < count; i++) {
        struct buffer text = {0};
        add_lines(&text, cases[i].before, !form->free);
        add_lines(&text, cases[i].text, !form->free);
        struct source source;
        read_text(&source, text.text, form);
        char *found = source.count ? describe_statement(&source.statements[source.count - 1])
                                   : strdup("nothing");
        if (strcmp(found, cases[i].expected) != 0) {
            print_error("%s\n%s\n  is read as %s\n  instead of %s\n", cases[i].before,
                        cases[i].text, found, cases[i].expected);
            failed++;
        }
        free(found);
        source_close(&source);
        buffer_free(&text);
    }
    assert_int_equal(failed, 0);
}

static void test_fixed_statements(void **state)
{
    (void)state;
    check_cases(fixed_cases, sizeof fixed_cases / sizeof fixed_cases[0], &fixed);
}

static void test_free_statements(void **state)
{
    (void)state;
    check_cases(free_cases, sizeof free_cases / sizeof free_cases[0], &free_form);
}

static void check_span(const struct source *source, size_t start, size_t end, const char *expected)
{
    assert_true(start <= end && end <= source->size);
    assert_int_equal(end - start, strlen(expected));
    assert_memory_equal(source->text + start, expected, end - start);
}

static void test_places_in_free_form(void **state)
{
    (void)state;
    struct source source;
    read_text(&source,
              "! first\n"
              "  10 Outer: do 20, i = 1, &\n"
              "     n ! comment\n"
              "  20 if (x) call s; y = 2 ! end\n"
              "end",
              &free_form);
    const struct statement *loop = &source.statements[0];
    assert_int_equal(source.count, 4);
    check_span(&source, loop->start, loop->end, "10 Outer: do 20, i = 1, &\n     n");
    check_span(&source, loop->line_start, loop->line_end,
               "  10 Outer: do 20, i = 1, &\n     n ! comment\n");
    check_span(&source, loop->label_start, loop->label_end, "10");
    check_span(&source, loop->body, loop->end, "do 20, i = 1, &\n     n");
    check_span(&source, loop->do_label_start, loop->do_label_end, "20,");
    assert_string_equal(loop->written, "Outer");
    assert_string_equal(loop->text, "do20,i=1,n");
    assert_int_equal(loop->line, 2);
    assert_int_equal(loop->end_line, 3);
    assert_true(loop->first_on_line && loop->last_on_line);
    const struct statement *condition = &source.statements[1];
    check_span(&source, condition->action_start, condition->end, "call s");
    check_span(&source, condition->label_start, condition->label_end, "20");
    assert_true(condition->first_on_line);
    assert_false(condition->last_on_line);
    const struct statement *second = &source.statements[2];
    check_span(&source, second->start, second->end, "y = 2");
    assert_false(second->first_on_line);
    assert_true(second->last_on_line);
    assert_int_equal(second->line_start, condition->line_start);
    const struct statement *end = &source.statements[3];
    assert_int_equal(end->line_end, source.size);
    assert_int_equal(end->line, 5);
    source_close(&source);
}

static void test_places_in_fixed_form(void **state)
{
    (void)state;
    struct source source;
    read_text(&source,
              "C first\r\n"
              " 1 0  DO 2 0 I = 1,\r\n"
              "     1 N\r\n"
              "   20 IF (X) CA\r\n"
              "     1LL S\r\n"
              "      END\r\n",
              &fixed);
    const struct statement *loop = &source.statements[0];
    assert_int_equal(source.count, 3);
    assert_int_equal(loop->label, 10);
    check_span(&source, loop->start, loop->end, "1 0  DO 2 0 I = 1,\r\n     1 N");
    check_span(&source, loop->label_start, loop->label_end, "1 0");
    check_span(&source, loop->do_label_start, loop->do_label_end, "2 0");
    check_span(&source, loop->body, loop->body + 2, "DO");
    check_span(&source, loop->line_start, loop->line_start + 6, " 1 0  ");
    const struct statement *condition = &source.statements[1];
    check_span(&source, condition->action_start, condition->end, "CA\r\n     1LL S");
    assert_string_equal(condition->text, "if(x)calls");
    assert_int_equal(condition->end_line, 5);
    source_close(&source);
}

static void test_semicolons_and_continuations(void **state)
{
    (void)state;
    struct source source;
    read_text(&source, "a = 1; &\n  b = 2\n", &free_form);
    assert_int_equal(source.count, 2);
    assert_false(source.statements[0].last_on_line);
    assert_false(source.statements[1].first_on_line);
    check_span(&source, source.statements[1].line_start, source.statements[1].line_end,
               "  b = 2\n");
    source_close(&source);
    read_text(&source, "a = 1 &\n  & ! nothing\nb = 2\n", &free_form);
    check_span(&source, source.statements[0].line_start, source.statements[0].line_end,
               "a = 1 &\n  & ! nothing\n");
    source_close(&source);
}

static void test_character_constants_span_lines(void **state)
{
    (void)state;
    struct source source;
    read_text(&source, "      X = 'A\n     1B'\n", &fixed);
    size_t length = strlen(source.statements[0].text);
    assert_int_equal(length, strlen("x='") + 72 - 6 - strlen("X = '") + strlen("B'"));
    source_close(&source);
    read_text(&source, "x = 'a  &\n  &  b'\n", &free_form);
    assert_string_equal(source.statements[0].text, "x='a    b'");
    source_close(&source);
    read_text(&source, "      X = 5Ha' bc + Y\n", &fixed);
    assert_string_equal(source.statements[0].text, "x=5ha' bc+y");
    source_close(&source);
    read_text(&source, "x = 'it\\'; y = '\\\\'\n", &free_form);
    assert_int_equal(source.count, 2);
    assert_string_equal(source.statements[0].text, "x='it\\'");
    source_close(&source);
}

static void test_columns_beyond_the_width(void **state)
{
    (void)state;
    const char *text = "      X = 1                                                             "
                       "+2\n      Y = 1\n";
    struct source source;
    read_text(&source, text, &fixed);
    assert_string_equal(source.statements[0].text, "x=1");
    source_close(&source);
    struct fortran_form form = {.width = 132};
    read_text(&source, text, &form);
    assert_string_equal(source.statements[0].text, "x=1+2");
    source_close(&source);
    form.width = 0;
    read_text(&source, text, &form);
    assert_string_equal(source.statements[0].text, "x=1+2");
    source_close(&source);
    form = (struct fortran_form){.free = true, .width = 9};
    read_text(&source, "x = 1 + 2 + 3\n", &form);
    assert_string_equal(source.statements[0].text, "x=1+2");
    source_close(&source);
}

static void test_comment_lines(void **state)
{
    (void)state;
    const char *text = "C call a\nc call a\n* call a\n! call a\nD     CALL B\nd     CALL B\n"
                       "\n   \n   ! call a\n      CALL C\n";
    struct source source;
    read_text(&source, text, &fixed);
    assert_int_equal(source.count, 1);
    assert_int_equal(source.statements[0].line, 10);
    source_close(&source);
    struct fortran_form form = fixed;
    form.debug_lines = true;
    read_text(&source, text, &form);
    assert_int_equal(source.count, 3);
    assert_string_equal(source.statements[0].name, "b");
    source_close(&source);
}

static void test_line_markers(void **state)
{
    (void)state;
    struct source source;
    read_text(&source,
              "# 1 \"a.F90\"\n"
              "x = 1\n"
              "# 1 \"b.inc\" 1\n"
              "y = 1 + &\n"
              "# 20 \"c.inc\" 1 3\n"
              "2\n"
              "# 7 \"a.F90\" 2\n"
              "z = 1\n",
              &free_form);
    assert_int_equal(source.count, 6);
    assert_int_equal(source.statements[0].kind, STATEMENT_PREPROCESSOR);
    assert_int_equal(source.statements[1].line, 1);
    assert_string_equal(source.statements[1].file, "a.F90");
    assert_int_equal(source.statements[3].line, 1);
    assert_string_equal(source.statements[3].file, "b.inc");
    assert_int_equal(source.statements[3].end_line, 20);
    assert_int_equal(source.statements[5].line, 7);
    assert_string_equal(source.statements[5].file, "a.F90");
    source_close(&source);
}

static void check_directive(const char *text, const struct fortran_form *form, const char *name,
                            const char *expected)
{
    struct source source;
    read_text(&source, text, form);
    assert_int_equal(source.statements[0].kind, STATEMENT_DIRECTIVE);
    assert_string_equal(source.statements[0].name, name);
    assert_string_equal(source.statements[0].text, expected);
    assert_int_equal(source.count, 2);
    assert_int_equal(source.statements[1].kind, STATEMENT_ASSIGNMENT);
    source_close(&source);
}

static void test_directives(void **state)
{
    (void)state;
    check_directive("  !$OMP  Parallel  Do private ( a, b )  ! why\nx = 1\n", &free_form, "omp",
                    "parallel do private(a,b)");
    check_directive("!$omp parallel do &\n!$omp & shared(a) &\n!$omp schedule(static)\nx = 1\n",
                    &free_form, "omp", "parallel do shared(a) schedule(static)");
    check_directive("!$acc loop\nx = 1\n", &free_form, "acc", "loop");
    check_directive("!GCC$ unroll 4\nx = 1\n", &free_form, "gcc", "unroll 4");
    check_directive("!DIR$ IVDEP\nx = 1\n", &free_form, "dir", "ivdep");
    check_directive("C$OMP PARALLEL DO\nC$OMP1PRIVATE(A)\n      X = 1\n", &fixed, "omp",
                    "parallel do private(a)");
    check_directive("*$omp parallel\n*$omp&private(a)\n      X = 1\n", &fixed, "omp",
                    "parallel private(a)");
    check_directive("!$OMP PARALLEL DO\nC\n      X = 1\n", &fixed, "omp", "parallel do");
    check_directive("CDIR$ IVDEP\n      X = 1\n", &fixed, "dir", "ivdep");
    struct source source;
    read_text(&source, "!$omp\n! $omp do\n!$ompx do\nx = 1 !$omp do\n", &free_form);
    assert_int_equal(source.count, 1);
    source_close(&source);
}

static void test_conditional_lines(void **state)
{
    (void)state;
    const char *text = "!$ call a(1, &\n!$ & 2)\n!$x = 1\nx = 1 &\n!$ + 2 &\n  + 3\n";
    struct source source;
    read_text(&source, text, &free_form);
    assert_int_equal(source.count, 1);
    assert_string_equal(source.statements[0].text, "x=1+3");
    source_close(&source);
    struct fortran_form form = free_form;
    form.openmp = true;
    read_text(&source, text, &form);
    assert_int_equal(source.count, 2);
    assert_true(source.statements[0].conditional);
    assert_string_equal(source.statements[0].text, "calla(1,2)");
    assert_false(source.statements[1].conditional);
    assert_string_equal(source.statements[1].text, "x=1+2+3");
    source_close(&source);
    text = "C$    CALL A(1,\nC$   1 2)\n!$10  X = 1\nc$ x  CALL A\n*$omp parallel\n      Y = 1\n";
    read_text(&source, text, &fixed);
    assert_int_equal(source.count, 2);
    source_close(&source);
    form = fixed;
    form.openmp = true;
    read_text(&source, text, &form);
    assert_int_equal(source.count, 4);
    assert_string_equal(source.statements[0].text, "calla(1,2)");
    assert_int_equal(source.statements[1].label, 10);
    assert_true(source.statements[1].conditional);
    source_close(&source);
}

static void test_odd_bytes(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF"
                               "call \0s(\"\xC3\xA4\")\r\n\f\t\r\nend";
    struct source source = {0};
    source_read(&source, text, sizeof text - 1, &free_form);
    assert_int_equal(source.count, 2);
    assert_int_equal(source.statements[0].kind, STATEMENT_CALL);
    assert_string_equal(source.statements[0].name, "s");
    assert_int_equal(source.statements[0].start, 3);
    assert_int_equal(source.statements[0].line_start, 0);
    source_close(&source);
    source_read(&source, "", 0, &fixed);
    assert_int_equal(source.count, 0);
    assert_null(source.file.child);
    source_close(&source);
}

static void check_blocks(const char *text, const struct fortran_form *form, const char *expected)
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
                 "UNIT 4-7 SUBROUTINE b executable=5 unclear: the statement in line 6 ends no "
                 "construct that is open\n"
                 "  DO 5-7\n"
                 "UNIT 8-11 SUBROUTINE c executable=9\n"
                 "  IF 9-10\n"
                 "UNIT 12-13 SUBROUTINE d executable=13 unclear: it has no end\n");
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
    struct fortran_form form = {.free = true};
    struct source source;
    read_text(&source, text.text, &form);
    assert_int_equal(source.count, 2 * DEPTH + 2);
    assert_false(source.file.child->unclear);
    assert_null(source.file.child->next);
    source_close(&source);
    buffer_free(&text);
}

static const char *const program_with_names = "module m\n"
                                              "  integer :: i, table(10)\n"
                                              "  real, dimension(3) :: a, b\n"
                                              "contains\n"
                                              "  subroutine s(n, x, g, *)\n"
                                              "    use other, only: foreign\n"
                                              "    integer*8 n\n"
                                              "    real x(n), y, c*8, volat\n"
                                              "    character(len=20) :: text\n"
                                              "    volatile volat\n"
                                              "    external g\n"
                                              "    real max0\n"
                                              "    associate (i => y)\n"
                                              "    end associate\n"
                                              "    y = 1\n"
                                              "  end subroutine\n"
                                              "  integer function f(j)\n"
                                              "    f = j\n"
                                              "  end function\n"
                                              "end module\n"
                                              "subroutine old\n"
                                              "  implicit integer (a-c)\n"
                                              "  common /blk/ arr(3), scalar, kount\n"
                                              "  k = 1\n"
                                              "end\n";

static void test_classes_of_names(void **state)
{
    (void)state;
    struct source source;
    read_text(&source, program_with_names, &free_form);
    const struct block *module = source.file.child, *s = module->child, *f = s->next;
    const struct block *old = module->next;
    assert_int_equal(names_class(s, "x"), NAME_ARRAY);
    assert_int_equal(names_class(s, "y"), NAME_VARIABLE);
    assert_int_equal(names_class(s, "a"), NAME_ARRAY);
    assert_int_equal(names_class(s, "table"), NAME_ARRAY);
    assert_int_equal(names_class(s, "g"), NAME_PROCEDURE);
    assert_int_equal(names_class(s, "f"), NAME_PROCEDURE);
    assert_int_equal(names_class(s, "i"), NAME_UNKNOWN); /* means two things */
    assert_int_equal(names_class(f, "i"), NAME_VARIABLE);
    assert_int_equal(names_class(s, "sin"), NAME_INTRINSIC);
    assert_int_equal(names_class(s, "rand"), NAME_UNKNOWN);
    assert_int_equal(names_class(s, "foreign"), NAME_UNKNOWN);
    assert_int_equal(names_class(s, "nowhere"), NAME_UNKNOWN);
    assert_int_equal(names_class(s, "old"), NAME_PROCEDURE);
    assert_int_equal(names_class(old, "arr"), NAME_ARRAY);
    assert_int_equal(names_class(old, "scalar"), NAME_VARIABLE);
    assert_true(names_is_integer(s, "n"));
    assert_false(names_is_integer(s, "y"));
    assert_false(names_is_integer(s, "x"));
    assert_false(names_is_integer(s, "foreign"));
    assert_false(names_is_integer(s, "i"));
    assert_true(names_is_integer(f, "i"));
    assert_true(names_is_integer(f, "j"));
    assert_true(names_is_integer(f, "f"));
    assert_true(names_is_integer(old, "k"));
    assert_true(names_is_integer(old, "kount"));
    assert_true(names_is_integer(old, "b"));
    assert_false(names_is_integer(old, "d"));
    assert_false(names_is_integer(old, "scalar"));
    source_close(&source);
}

static void test_implicit_rules(void **state)
{
    (void)state;
    struct source source;
    read_text(&source,
              "module m\nimplicit none\ncontains\nsubroutine a\nk = 1\nend\n"
              "subroutine b\nimplicit real (i-n)\nk = 1\nend\nend\n"
              "subroutine c\nuse m\nk = 1\nend\n"
              "subroutine d\ninclude 'nowhere.inc'\nk = 1\nend\n"
              "subroutine e\nuse m, only: l\nk = 1\nend\n"
              "real function f(x) result(i)\ni = 1\nend\n"
              "integer function g(x) bind(c) result(r)\nr = 1\nend\n"
              "function h(x) result(k)\nk = 1\nend\n",
              &free_form);
    const struct block *module = source.file.child, *a = module->child, *b = a->next;
    const struct block *c = module->next, *d = c->next, *e = d->next;
    assert_false(names_is_integer(a, "k"));
    assert_false(names_is_integer(b, "k"));
    assert_false(names_is_integer(c, "k"));
    assert_false(names_is_integer(d, "k"));
    assert_true(names_is_integer(e, "k"));
    assert_false(names_is_integer(e, "l"));
    assert_false(names_is_integer(e->next, "i"));
    assert_true(names_is_integer(e->next->next, "r"));
    assert_true(names_is_integer(e->next->next->next, "k"));
    source_close(&source);
}

static void test_repeatable_expressions(void **state)
{
    (void)state;
    struct source source;
    read_text(&source, program_with_names, &free_form);
    const struct block *s = source.file.child->child;
    static const char *const repeatable[] = {
        "1",      "n",       "n+1",    "x(n)",      "size(x,1)", "max(n,3)-1",  "table(i)",
        "a(n)%b", "1.e5",    "n*2_8",  "max0(n,1)", "text(1:2)", "len('f(x)')", "x(1).eq.y",
        ".not.y", "[1,2,3]", "4hf(x)", "-1",        "foreign",   "foreign%n"};
    static const char *const not_repeatable[] = {"f(n)",       "g(n)",     "nowhere(n)", "rand()",
                                                 "foreign(1)", "y(n)",     "volat",      "n.plus.1",
                                                 "a(1)%b(3)",  "1+f(n)*2", "text(1)"};
    for (size_t i = 0; i < sizeof repeatable / sizeof repeatable[0]; i++) {
        if (!names_is_repeatable(s, repeatable[i]))
            fail_msg("%s is repeatable", repeatable[i]);
    }
    for (size_t i = 0; i < sizeof not_repeatable / sizeof not_repeatable[0]; i++) {
        if (names_is_repeatable(s, not_repeatable[i]))
            fail_msg("%s is not repeatable", not_repeatable[i]);
    }
    source_close(&source);
}

/* The last statement but END of a unit with some declarations. */
static bool calls_nothing(const char *statement)
{
    struct buffer text = {0};
    buffer_add(&text, "subroutine s(a, b, t)\n"
                      "type u\nreal :: v(3)\nprocedure(f), pointer :: w\nend type\n"
                      "real a(3), b\nexternal f\ntype(u) t\nb = 1\n");
    buffer_printf(&text, "%s\nend\n", statement);
    struct source source;
    read_text(&source, text.text, &free_form);
    bool nothing = names_calls_nothing(source.file.child, &source.statements[source.count - 2]);
    source_close(&source);
    buffer_free(&text);
    return nothing;
}

static void test_what_statements_call(void **state)
{
    (void)state;
    assert_true(calls_nothing("a(1) = b*sin(a(2))"));
    assert_true(calls_nothing("if (a(1) > 0) a(1) = sqrt(b)"));
    assert_true(calls_nothing("if (a(1) > 0) goto 10"));
    assert_true(calls_nothing("call random_number(a)"));
    assert_true(calls_nothing("do i = 1, size(a)"));
    assert_true(calls_nothing("where (a > 0) a = sqrt(a)"));
    assert_true(calls_nothing("t%v(1) = t%v(2)"));
    assert_true(calls_nothing("continue"));
    assert_true(calls_nothing("if (a(1) > 0) then"));
    assert_false(calls_nothing("a(1) = f(b)"));
    assert_false(calls_nothing("a(1) = t%w(b)"));
    assert_false(calls_nothing("a(1) = unknown(b)"));
    assert_false(calls_nothing("if (f(b) > 0) a(1) = 0"));
    assert_false(calls_nothing("if (b > 0) call f(b)"));
    assert_false(calls_nothing("call f(b)"));
    assert_false(calls_nothing("print *, a"));
    assert_false(calls_nothing("do i = 1, f(b)"));
    assert_false(calls_nothing("if (f(b) > 0) then"));
    assert_false(calls_nothing("what is this"));
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_include_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/triptych-reader-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/d.inc", folder);
    write_file(path, "      COMMON /B/ ARR(3), K\n      INTEGER NUMBER\n");
    snprintf(path, sizeof path, "%s/r.inc", folder);
    write_file(path, "      IF (K .EQ. 1) RETURN\n");
    snprintf(path, sizeof path, "%s/x.inc", folder);
    write_file(path, "      K = 1\n");
    const char *folders[] = {folder, NULL};
    struct fortran_form form = fixed;
    form.folders = folders;
    struct source source;
    read_text(&source,
              "      SUBROUTINE A\n"
              "      INCLUDE 'd.inc'\n"
              "      ARR(K) = 1\n"
              "      END\n"
              "      SUBROUTINE B\n"
              "      INCLUDE 'r.inc'\n"
              "      END\n"
              "      SUBROUTINE C\n"
              "      REAL Y\n"
              "      INCLUDE 'x.inc'\n"
              "      END\n",
              &form);
    const struct block *a = source.file.child, *b = a->next, *c = b->next;
    assert_int_equal(names_class(a, "arr"), NAME_ARRAY);
    assert_true(names_is_integer(a, "number"));
    assert_int_equal(source.statements[2].kind, STATEMENT_ASSIGNMENT);
    assert_false(a->unclear);
    assert_true(b->unclear);
    assert_false(c->unclear);
    assert_int_equal(source.statements[c->executable].kind, STATEMENT_INCLUDE);
    source_close(&source);
    for (const char *name = "drx"; *name; name++) {
        snprintf(path, sizeof path, "%s/%c.inc", folder, *name);
        remove(path);
    }
    remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed_statements),
        cmocka_unit_test(test_free_statements),
        cmocka_unit_test(test_places_in_free_form),
        cmocka_unit_test(test_places_in_fixed_form),
        cmocka_unit_test(test_semicolons_and_continuations),
        cmocka_unit_test(test_character_constants_span_lines),
        cmocka_unit_test(test_columns_beyond_the_width),
        cmocka_unit_test(test_comment_lines),
        cmocka_unit_test(test_line_markers),
        cmocka_unit_test(test_directives),
        cmocka_unit_test(test_conditional_lines),
        cmocka_unit_test(test_odd_bytes),
        cmocka_unit_test(test_blocks_of_old_programs),
        cmocka_unit_test(test_blocks_of_modules),
        cmocka_unit_test(test_unclear_units_leave_others_alone),
        cmocka_unit_test(test_the_block_around_a_statement),
        cmocka_unit_test(test_exit_of_the_users_own),
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_classes_of_names),
        cmocka_unit_test(test_implicit_rules),
        cmocka_unit_test(test_repeatable_expressions),
        cmocka_unit_test(test_what_statements_call),
        cmocka_unit_test(test_include_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
