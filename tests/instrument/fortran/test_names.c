/* test_names.c: what names in a Fortran program stand for, and what expressions may call. */
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
              "subroutine c\nuse elsewhere\nk = 1\nend\n"
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

/* What a module of the same file says of its names. */
static void test_used_modules(void **state)
{
    (void)state;
    struct source source;
    read_text(&source,
              "module m\nprivate\ninteger, parameter, public :: n = 5, n3 = n**3\n"
              "real, public :: a(n), x\nreal :: hidden(3)\ninteger, target, public :: t\n"
              "integer, public :: k\npublic :: f\ncontains\nreal function f(i)\nend\nend\n"
              "module r\nuse m\nend\n"
              "subroutine c\nuse r\nj = 1\nend\n"
              "subroutine d\nuse m, only: p => n3, b => a, t, k\nend\n"
              "subroutine e\nuse m, q => n\nend\n",
              &free_form);
    const struct block *m = source.file.child, *c = m->next->next, *d = c->next, *e = d->next;
    long long value = 0;
    assert_int_equal(names_class(c, "a"), NAME_ARRAY);
    assert_int_equal(names_class(c, "hidden"), NAME_UNKNOWN);
    assert_int_equal(names_class(c, "f"), NAME_PROCEDURE);
    assert_true(names_constant(c, "n3", &value));
    assert_int_equal(value, 125);
    assert_true(names_is_integer(c, "j"));
    assert_true(names_keeps_value(c, "j"));
    assert_true(names_keeps_value(c, "k"));
    assert_false(names_keeps_value(c, "t"));
    assert_true(names_constant(d, "p", &value));
    assert_int_equal(value, 125);
    assert_false(names_constant(d, "n3", &value));
    assert_int_equal(names_class(d, "b"), NAME_ARRAY);
    assert_false(names_keeps_value(d, "t"));
    assert_true(names_keeps_value(d, "k"));
    assert_false(names_is_integer(e, "j")); /* may be from m: with a list it is not looked at */
    source_close(&source);
}

static void test_constants(void **state)
{
    (void)state;
    static const char text[] = "module m\n"
                               "integer, parameter :: n = 4\n"
                               "integer, parameter :: two = (n*2 - 3*2) ! 2\n"
                               "real, parameter :: x = 5\n"
                               "integer, parameter :: list(2) = [1, 2], big = 2**(3*n) - 1_8\n"
                               "contains\n"
                               "subroutine a(n)\ninteger :: two\nk = 1\nend\n"
                               "subroutine b\nparameter (j = -7/two, l = j + x, m = n**0)\n"
                               "integer, pointer :: p\ninteger s, t, u\nequivalence (s, r(2))\n"
                               "k = 1\nend\nend\n";
    struct source source;
    read_text(&source, text, &free_form);
    const struct block *a = source.file.child->child, *b = a->next;
    long long value = 0;
    assert_false(names_constant(a, "n", &value)); /* a dummy argument */
    assert_false(names_constant(a, "two", &value));
    assert_false(names_constant(b, "x", &value));
    assert_false(names_constant(b, "list", &value));
    assert_true(names_constant(b, "big", &value));
    assert_int_equal(value, 4095);
    assert_true(names_constant(b, "j", &value));
    assert_int_equal(value, -3);
    assert_false(names_constant(b, "l", &value));
    assert_true(names_constant(b, "m", &value));
    assert_int_equal(value, 1);
    assert_true(names_keeps_value(a, "n"));
    assert_true(names_keeps_value(b, "n"));
    assert_true(names_keeps_value(b, "k"));
    assert_true(names_keeps_value(b, "t"));
    assert_false(names_keeps_value(b, "p"));
    assert_false(names_keeps_value(b, "s"));
    assert_false(names_keeps_value(b, "list"));
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
    buffer_add(&text, "subroutine s(a, b, t, nint, abs)\n"
                      "type u\nreal :: v(3)\nprocedure(f), pointer :: w\nend type\n"
                      "real a(3), b, abs\nexternal f\ntype(u) t\nb = 1\n");
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
    assert_true(calls_nothing("if (b.lt.a(2)) a(1) = 0"));
    assert_true(calls_nothing("if (.not.b.ge.sqrt(a(1)).or.b.eq.a(3)) then"));
    assert_true(calls_nothing("continue"));
    assert_true(calls_nothing("if (a(1) > 0) then"));
    assert_false(calls_nothing("a(1) = f(b)"));
    assert_false(calls_nothing("i = nint(b)")); /* dummy procedures */
    assert_false(calls_nothing("b = abs(b)"));
    assert_false(calls_nothing("a(1) = t%w(b)"));
    assert_false(calls_nothing("a(1) = unknown(b)"));
    assert_false(calls_nothing("if (f(b) > 0) a(1) = 0"));
    assert_false(calls_nothing("if (b > 0) call f(b)"));
    assert_false(calls_nothing("if (b.lt.f(b)) a(1) = 0"));
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
    snprintf(path, sizeof path, "%s/i.inc", folder);
    write_file(path, "      INCLUDE 'd.inc'\n"
                     "      INTERFACE ANY\n"
                     "      SUBROUTINE ANYNUM(NUMBER, X, IN)\n"
                     "      IMPLICIT NONE\n"
                     "      INCLUDE 'v.inc'\n"
                     "      REAL NUMBER(*), X(*)\n"
                     "      INTEGER IN\n"
                     "      END SUBROUTINE ANYNUM\n"
                     "      FUNCTION ANYFUN(X)\n"
                     "      END\n"
                     "      END INTERFACE\n"
                     "      REAL BEHIND(3)\n");
    snprintf(path, sizeof path, "%s/v.inc", folder);
    write_file(path, "      REAL V(3)\n");
    snprintf(path, sizeof path, "%s/u.inc", folder);
    write_file(path, "      INTERFACE\n      SUBROUTINE ANYNUM(X)\n");
    snprintf(path, sizeof path, "%s/x.inc", folder);
    write_file(path, "      K = 1\n");
    const char *folders[] = {folder, NULL};
    struct instrument_fortran_form form = fixed;
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
              "      END\n"
              "      SUBROUTINE D\n"
              "      INCLUDE 'i.inc'\n"
              "      BEHIND(1) = ANYFUN(X)\n"
              "      END\n"
              "      SUBROUTINE E\n"
              "      INCLUDE 'u.inc'\n"
              "      END\n",
              &form);
    const struct block *a = source.file.child, *b = a->next, *c = b->next, *d = c->next;
    assert_int_equal(names_class(a, "arr"), NAME_ARRAY);
    assert_true(names_is_integer(a, "number"));
    assert_int_equal(source.statements[2].kind, STATEMENT_ASSIGNMENT);
    assert_false(a->unclear);
    assert_true(b->unclear);
    assert_false(c->unclear);
    assert_int_equal(source.statements[c->executable].kind, STATEMENT_INCLUDE);
    assert_false(d->unclear);
    assert_int_equal(source.statements[d->executable].kind, STATEMENT_ASSIGNMENT);
    assert_int_equal(names_class(d, "any"), NAME_PROCEDURE);
    assert_int_equal(names_class(d, "anyfun"), NAME_PROCEDURE);
    assert_int_equal(names_class(d, "arr"), NAME_ARRAY);
    assert_true(names_is_integer(d, "number"));
    assert_int_equal(names_class(d, "x"), NAME_UNKNOWN);
    assert_int_equal(names_class(d, "v"), NAME_UNKNOWN);
    assert_true(names_is_integer(d, "i"));
    assert_true(d->next->unclear);
    source_close(&source);
    for (const char *name = "drivux"; *name; name++) {
        snprintf(path, sizeof path, "%s/%c.inc", folder, *name);
        remove(path);
    }
    remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes_of_names),
        cmocka_unit_test(test_implicit_rules),
        cmocka_unit_test(test_repeatable_expressions),
        cmocka_unit_test(test_what_statements_call),
        cmocka_unit_test(test_include_files),
        cmocka_unit_test(test_used_modules),
        cmocka_unit_test(test_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
