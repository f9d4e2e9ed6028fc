/* test_repeats.c: which loops repeat the same work in every trip, by their source. */
#include "unit.h"

#include "analysis/divide.h"

#include <stdio.h>
#include <string.h>

static uint32_t lines_of(const char *text)
{
    uint32_t lines = 1;
    for (; *text; text++)
        lines += *text == '\n' && text[1];
    return lines;
}

static bool in_c(const char *text)
{
    return analysis_divide_repeats_c(text, strlen(text), "", 1, lines_of(text));
}

static bool in_fortran(const char *text)
{
    return analysis_divide_repeats_fortran(text, strlen(text), 1, lines_of(text));
}

static void of_c(void **state)
{
    (void)state;
    assert_true(in_c("for (int step = 0; step < n; step++)\n    sweep(a, b);\n"));
    assert_true(in_c("for (int s = 0; s < n; ++s) {\n  if (s % 10 == 0)\n    printf(\"%d\\n\", "
                     "s);\n  f();\n}\n"));
    assert_true(in_c("for (t = 0; t < n; t += 2) { /* t */ f(\"t\"); // t\n}\n"));
    assert_false(in_c("for (int i = 0; i < n; i++)\n    a[i] = 0;\n"));
    assert_false(in_c("for (int i = 0; i < n; i++)\n    row(i);\n"));
    assert_false(in_c("for (int i = 0; i < n; i++) {\n  if (i > 2) a[(i)] = 1;\n}\n"));
    assert_false(in_c("for (p = list; p; p = p->next)\n    use(p);\n"));
    /* The variable is not known, or the text is not what one expects. */
    assert_false(in_c("while (more())\n    f();\n"));
    assert_false(in_c("for (;;)\n    f();\n"));
    assert_false(in_c("for (int i = 0; i < n"));
    assert_false(in_c(""));
    assert_false(analysis_divide_repeats_c("for (;;)", 8, "", 5, 9));
    assert_false(analysis_divide_repeats_c("for (i = 0; i < n; i++) f();", 28, "", 1, 0));
}

static bool after_macros(const char *macros, const char *loop)
{
    char text[512];
    snprintf(text, sizeof text, "%s%s", macros, loop);
    return analysis_divide_repeats_c(text, strlen(text), "", 1 + lines_of(macros), lines_of(text));
}

/* A variable may be used through macros, of this file or of a header. */
static void through_macros(void **state)
{
    (void)state;
    const char *loop = "for (int i = 0; i < n; i++)\n    CELL = 0;\n";
    assert_false(after_macros("#define CELL grid[i]\n", loop));
    assert_false(after_macros("#  define CELL \\\n  grid[i]\n", loop));
    assert_false(after_macros("#define AT i\n#define CELL grid[AT]\n", loop));
    assert_true(after_macros("#define CELL grid[0]\n", loop));
    assert_true(after_macros("#define CELL grid[AT]\n#define AT ii\n", loop));
    assert_true(after_macros("#define CELL CELL + AT\n#define AT 3\n", loop));
    assert_true(after_macros("#define CELLS grid[i]\n", loop));
    assert_true(in_c("for (int i = 0; i < n; i++)\n    f(N, EOF);\n"));
    assert_false(in_c("for (int i = 0; i < n; i++)\n    UPDATE(grid);\n"));
    assert_true(in_c("for (int i = 0; i < n; i++) {\n  if (IS_LAST(n)) puts(\"\");\n  f();\n}\n"));
}

static bool with_headers(const char *headers, const char *text)
{
    return analysis_divide_repeats_c(text, strlen(text), headers, 1, lines_of(text));
}

/* Macros of headers may be in small letters. */
static void of_headers(void **state)
{
    (void)state;
    const char *loop = "for (int i = 0; i < n; i++)\n    set_cell(grid);\n";
    assert_true(with_headers("", loop));
    assert_true(with_headers("void set_cell(double *);\n", loop));
    assert_true(with_headers("#define set_cell(g) (g)[0] = 1\n", loop));
    assert_false(with_headers("#define set_cell(g) (g)[i] = 1\n", loop));
    assert_false(with_headers("#define set_cell(g) cell(g) = 1\n#define cell(g) (g)[i]\n", loop));
    assert_true(with_headers("#define UPDATE(g) f(g)\n",
                             "for (int i = 0; i < n; i++)\n    UPDATE(grid);\n"));
}

static void of_fortran(void **state)
{
    (void)state;
    assert_true(in_fortran(
        "do step = 1, n\n  call sweep(a)\n  if (mod(STEP, 10) == 0) print *, step\nend do\n"));
    assert_true(
        in_fortran("      DO 10 K = 1, N\n      CALL F\n      WRITE (*, *) K\n   10 CONTINUE\n"));
    assert_false(in_fortran("do i = 1, n\n  a(i) = 0\nend do\n"));
    assert_false(in_fortran("DO 10, I = 1, N\n  CALL F(i)\n10 CONTINUE\n"));
    assert_false(in_fortran("do while (more)\n  call f\nend do\n"));
    assert_false(in_fortran("do\n  call f\nend do\n"));
    assert_false(in_fortran("do concurrent (i = 1:n)\n  a(i) = 0\nend do\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_c),
        cmocka_unit_test(through_macros),
        cmocka_unit_test(of_headers),
        cmocka_unit_test(of_fortran),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
