/* test_directives.c: OpenMP's directives as they are written in C and Fortran. */
#include "unit.h"

#include "archive/symbols/c_text.h"
#include "archive/symbols/omp_directives.h"

#include <stdio.h>
#include <string.h>

static struct omp_directives directives;

static void read_text(const char *text)
{
    omp_directives_free(&directives);
    omp_directives_read(&directives, text, strlen(text));
}

static int clean(void **state)
{
    (void)state;
    omp_directives_free(&directives);
    return 0;
}

/* first-last, the compiler's line, the end, the kinds */
static void check(size_t which, const char *expected)
{
    char text[80];
    const struct omp_directive *it = &directives.all[which];
    assert_true(which < directives.count);
    snprintf(text, sizeof text, "%u-%u %u %u %u", it->first, it->last, it->line, it->end,
             it->kinds);
    assert_string_equal(text, expected);
}

static void pragmas(void **state)
{
    (void)state;
    read_text("int f(void)\n{\n"
              "#pragma omp parallel for private(barrier) \\\n"
              "    schedule(static) /* single */\n"
              "    for (int i = 0; i < 9; i++) {\n"
              "        g(\"}\", '}'); // }\n"
              "    }\n"
              "  # pragma omp for nowait\n"
              "    for (;;)\n"
              "        if (x) y; else { z; }\n"
              "#pragma omp single\n"
              "#pragma nothing of ours\n"
              "    do\n"
              "        x;\n"
              "    while (x);\n"
              "#pragma omp barrier\n"
              "    x = (struct s){1, 2};\n"
              "#pragma ompx single\n"
              "}\n");
    assert_int_equal(directives.count, 4);
    check(0, "3-4 3 7 66");
    check(1, "8-8 8 10 2");
    check(2, "11-11 11 15 264");
    check(3, "16-16 16 17 1");
}

static void sentinels(void **state)
{
    (void)state;
    read_text("      SUBROUTINE S\n"
              "C$OMP PARALLEL DO PRIVATE(I)\n"
              "C$OMP&SHARED(SINGLE)\n"
              "*$omp end parallel do\n"
              "!$OMP DO\n"
              "!$OMP END DO NOWAIT\n"
              "  !$omp single &\n"
              "  !$omp& private(x) ! barrier\n"
              "  !$omp endsingle\n"
              "!$omp barrier\n"
              "! $omp barrier\n"
              "!$ x = 1\n");
    assert_int_equal(directives.count, 4);
    check(0, "2-3 3 4 66");
    check(1, "5-5 5 6 2");
    check(2, "7-8 8 9 264");
    check(3, "10-10 10 0 1");
}

static void loops_without_an_end(void **state)
{
    (void)state;
    read_text("!$omp parallel\n"
              "!$omp do\n"
              "do i = 1, n\n"
              "!$omp critical\n"
              "x = x + 1\n"
              "!$omp end critical\n"
              "end do\n"
              "!$omp single\n"
              "!$omp end single\n"
              "!$omp do\n"
              "do i = 1, n\n"
              "end do\n"
              "!$omp end parallel\n"
              "!$omp do\n"
              "do i = 1, n\n"
              "end do\n");
    assert_int_equal(directives.count, 6);
    check(1, "2-2 2 7 258");
    check(4, "10-10 10 12 258");
    check(5, "14-14 14 0 258");
}

static void nonsense(void **state)
{
    (void)state;
    read_text("");
    assert_int_equal(directives.count, 0);
    read_text("#pragma omp single");
    check(0, "1-1 1 1 264");
    read_text("#pragma omp single\n{ \"unclosed\n /* so");
    assert_int_equal(directives.count, 1);
    read_text("!$omp single &");
    assert_int_equal(directives.count, 1);
    char deep[4096];
    memset(deep, '(', sizeof deep);
    assert_ptr_equal(c_text_skip_statement(deep, deep + sizeof deep), deep + sizeof deep);
    for (size_t i = 0; i + 3 <= sizeof deep; i += 3)
        memcpy(deep + i, "if ", 3);
    assert_ptr_equal(c_text_skip_statement(deep, deep + sizeof deep), deep + sizeof deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(pragmas, clean),
        cmocka_unit_test_teardown(sentinels, clean),
        cmocka_unit_test_teardown(loops_without_an_end, clean),
        cmocka_unit_test_teardown(nonsense, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
