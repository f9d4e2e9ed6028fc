/* test_lex.c: tokens of C text. */
#include "instrument/c/lex.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

/* The tokens, separated by |. */
static void expect(const char *text, const char *expected)
{
    struct lex lex = {0};
    char found[400] = "";
    lex_read(&lex, text, strlen(text), NULL, 0);
    for (size_t i = 0; i < lex.count; i++) {
        strcat(found, i ? "|" : "");
        strncat(found, text + lex.tokens[i].start, lex.tokens[i].end - lex.tokens[i].start);
    }
    assert_string_equal(found, expected);
    lex_free(&lex);
}

static void test_tokens(void **state)
{
    (void)state;
    expect("a+=b->c++ <<= .5e+3f...", "a|+=|b|->|c|++|<<=|.5e+3f...");
    expect("x - -1", "x|-|-|1");
    expect("\"a\\\"b/*\" 'c' L\"w\" '\\''", "\"a\\\"b/*\"|'c'|L|\"w\"|'\\''");
    expect("a/*b\n*/c//d\\\ne\nf", "a|c|f");
    expect("a # b", "a|#|b");
}

static void test_digraphs(void **state)
{
    (void)state;
    char text[] = "int f() <% a<b; \"<%\" %> /* %> */ x%y";
    expect(text, "int|f|(|)|<%|a|<|b|;|\"<%\"|%>|x|%|y");
    lex_spell_braces(text, strlen(text));
    assert_string_equal(text, "int f() {  a<b; \"<%\"  } /* %> */ x%y");
}

static void test_directives(void **state)
{
    (void)state;
    expect("%:define x {\na", "%:define x {|a");
    expect("a\n  # define X \\\n 1 /* c\n d */ e\nb", "a|# define X \\\n 1 /* c\n d */ e|b");
    expect("/* c */ #pragma omp\nx", "#pragma omp|x");
    expect("#include \"a//b\"\ny", "#include \"a//b\"|y");
}

static void test_unfinished(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    "\\",    "/*",   "/* x", "//",  "//\\",
                                        "\"",  "\"\\",  "'",    "#",    "#\\", "# \"",
                                        "1e+", "a\\\n", "\\\r", "#/*",  "/",   "."};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct lex lex = {0};
        size_t size = strlen(texts[i]);
        char *exact = malloc(size + 1);
        memcpy(exact, texts[i], size);
        lex_read(&lex, exact, size, NULL, 0);
        for (size_t t = 0; t < lex.count; t++)
            assert_true(lex.tokens[t].start < lex.tokens[t].end && lex.tokens[t].end <= size);
        lex_free(&lex);
        free(exact);
    }
}

static void test_skipped(void **state)
{
    (void)state;
    const char *text = "a b \"c d e";
    struct lex lex = {0};
    struct lex_span skipped = {4, 9};
    lex_read(&lex, text, strlen(text), &skipped, 1);
    assert_int_equal(lex.count, 3);
    assert_true(lex_is(&lex, 2, "e"));
    lex_free(&lex);
}

static void test_finding(void **state)
{
    (void)state;
    const char *text = "f(a[1], {(b)})\n#pragma x\n;";
    struct lex lex = {0};
    lex_read(&lex, text, strlen(text), NULL, 0);
    assert_int_equal(lex_at(&lex, 0), 0);
    assert_int_equal(lex_at(&lex, 1), 1);
    assert_int_equal(lex_at(&lex, strlen(text)), lex.count);
    size_t close = lex_closing(&lex, 1);
    assert_true(lex_is(&lex, close, ")"));
    assert_true(lex_is(&lex, lex_after(&lex, lex.tokens[close].end), ";"));
    assert_int_equal(lex_before(&lex, strlen(text) - 1), close);
    assert_int_equal(lex_before(&lex, 0), (size_t)-1);
    assert_int_equal(lex_closing(&lex, lex.count - 1), lex.count);
    lex_free(&lex);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),     cmocka_unit_test(test_digraphs),
        cmocka_unit_test(test_directives), cmocka_unit_test(test_unfinished),
        cmocka_unit_test(test_skipped),    cmocka_unit_test(test_finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
