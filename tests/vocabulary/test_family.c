/* test_family.c: functions that differ in a word of their name: what is made of a family, and where
 * the reader says a mistake is. */
#include "util/buffer.h"
#include "util/memory.h"
#include "vocabulary/compile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "vocabulary v\n"

static struct vocabulary *read_text(const char *text)
{
    struct diagnostic trouble = {0};
    struct vocabulary *made = vocabulary_read("v.vocabulary", text, &trouble);
    if (!made)
        print_error("%s\n", trouble.what);
    assert_non_null(made);
    return made;
}

/* Reads a text with a mistake, which must be at the word `at`. */
static void fails(const char *text, const char *at, const char *what)
{
    struct diagnostic trouble = {0};
    struct vocabulary *made = vocabulary_read("v.vocabulary", text, &trouble);
    assert_null(made);
    if (!strstr(trouble.what, what))
        print_error("expected '%s', got '%s'\n", what, trouble.what);
    assert_non_null(strstr(trouble.what, what));
    assert_int_equal(strncmp(text + trouble.at, at, strlen(at)), 0);
}

static const struct vocabulary_function *function_of(const struct vocabulary *vocabulary,
                                                     const char *name)
{
    const struct vocabulary_function *found = vocabulary_function_of(vocabulary, name);
    if (!found)
        print_error("there is no function %s\n", name);
    assert_non_null(found);
    return found;
}

/* Returns the number that a function's first field is, or is multiplied by. */
static int64_t factor_of(const struct vocabulary *vocabulary, const char *name)
{
    const struct vocabulary_expression *value =
        function_of(vocabulary, name)->statements->fields->value;
    return value->kind == EXPRESSION_BINARY ? value->parts[1]->number : value->number;
}

static void makes_functions(void **state)
{
    (void)state;
    struct vocabulary *made =
        read_text(HEAD "family SHORT = float, ll: long long\n"
                       "family TYPE = char, {SHORT},\n"
                       "    ld: long double, text: const char *\n"
                       "family PUT = put, put_nbi\n"
                       "family BITS = 8, 128\n"
                       "void a_{TYPE}_{PUT}(TYPE *to, size_t count) symbol _Z{PUT}{TYPE}\n"
                       "    visit bytes count * sizeof(TYPE)\n"
                       "SHORT b_{SHORT}(SHORT a, int pe)\n"
                       "    visit bytes sizeof(SHORT)\n"
                       "int c{BITS}(int count)\n"
                       "    visit bytes BITS\n"
                       "int d(unsigned short count)\n"
                       "    visit bytes count * sizeof(unsigned short)\n");
    size_t count = 0;
    for (const struct vocabulary_function *f = made->functions; f; f = f->next)
        count++;
    assert_int_equal(count, 10 + 2 + 2 + 1);
    assert_int_equal(factor_of(made, "a_char_put"), 1);
    assert_int_equal(factor_of(made, "a_float_put_nbi"), 4);
    assert_int_equal(factor_of(made, "a_ld_put"), 16);
    assert_int_equal(factor_of(made, "a_text_put"), 8);
    assert_int_equal(factor_of(made, "c8"), 8);
    assert_int_equal(factor_of(made, "c128"), 128);
    assert_int_equal(factor_of(made, "d"), 2);
    assert_string_equal(function_of(made, "a_ll_put_nbi")->symbol, "_Zput_nbill");
    const struct vocabulary_function *real = function_of(made, "b_float"),
                                     *whole = function_of(made, "b_ll");
    assert_true(real->result.sort == TYPE_REAL && real->result.size == 4);
    assert_true(real->parameters[0].type.sort == TYPE_REAL);
    assert_true(whole->result.sort == TYPE_INTEGER && whole->result.size == 8);
    assert_true(whole->parameters[0].type.is_signed);
    struct buffer shown = {0};
    vocabulary_show(made, &shown);
    assert_non_null(strstr(shown.text, "family     TYPE: char float ll ld text\n"));
    char *once = strstr(shown.text, "  a_{TYPE}_{PUT}");
    assert_non_null(once);
    assert_null(strstr(once + 4, "a_{TYPE}_{PUT}"));
    buffer_free(&shown);
    vocabulary_free(made);
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    fails(HEAD "int f_{NONE}(int a)\n    visit\n", "NONE}", "there is no family `NONE`");
    fails(HEAD "family T = a\nfamily T = b\n", "T = b", "there is a family of this name already");
    fails(HEAD "family T =\nint f(void)\n    visit\n", "\n", "a word or a number is missing");
    fails(HEAD "family T\n", "\n", "`=` is missing");
    fails(HEAD "family T = {U}\n", "U}", "there is no family `U`");
    fails(HEAD "family T = a: none\n", "none", "is not a type of C");
    fails(HEAD "family T = a\nint f(int a)\n    let x = f_{T}(1)\n", "T}(1)",
          "the name of the function has no {T}");
    fails(HEAD "family T = a\nint f_{T}(T x)\n    visit\n", "T x", "is no type of C");
    fails(HEAD "family T = float\nint f_{T}(T x)\n    visit bytes T\n", "T\n", "sizeof(T)");
    fails(HEAD "family T = a\nint f_{T}(int x)\n    visit bytes T\n", "T\n", "is no number");
    fails(HEAD "family T = ld: long double\nint f_{T}(T x)\n    visit\n", "T x", "long double");
    fails(HEAD "family T = a, a\nint f_{T}(int x)\n    visit\n", "f_{T}",
          "`f_a` is described twice");
    fails(HEAD "int f(int a)\n    visit bytes sizeof(void)\n", "void)", "void has no size");
    fails(HEAD "int f(int a)\n    visit bytes sizeof(struct s)\n", "struct s", "is not known here");
    fails(HEAD "int f_{T(int a)\n    visit\n", "{T(", "this character has no meaning");
    fails(HEAD "family A = 1\nfamily B = 1\nfamily C = 1\nfamily D = 1\nfamily E = 1\n"
               "int f{A}{B}{C}{D}{E}(void)\n    visit\n",
          "E}(", "at most 4 families");
    fails(HEAD "family A = 0,1,2,3,4,5,6,7,8,9\nfamily B = {A}\nfamily C = {A}\nfamily D = {A}\n"
               "int f{A}{B}{C}{D}(void)\n    visit\n",
          "int f", "at most 8192 functions");
}

/* The longest words are tried first, and shorter ones where the rest does not match then. */
static void matches_patterns(void **state)
{
    (void)state;
    char *functions[] = {"a_b_c_b_end", "a_b_end", "a_b_endx", "f12_12",     "f12_13",
                         "f1_end",      "n007",    "n7x",      "x_in_y_out", "x_y_out"};
    struct vocabulary_program program = {.functions = functions, .count = 10};
    struct diagnostic trouble = {0};
    struct vocabulary *made = vocabulary_read_for(
        "v.vocabulary",
        HEAD "family A = any\nfamily B = any\nfamily N = any number\nfamily L = b, b_c\n"
             "family C = any containing \"_in_\"\n"
             "void a_{A}_b_{B}(void)\n    visit bytes 1\n"
             "void a_{L}_e{A}d(void)\n    visit bytes 2\n"
             "void f{N}_{N}(void)\n    visit bytes 3\n"
             "void n{N}(void)\n    visit bytes N\n"
             "void {C}_out(void)\n    visit bytes 4\n"
             "void {A}_out(void)\n    visit bytes 5\n",
        &program, &trouble);
    assert_non_null(made);
    size_t count = 0;
    for (const struct vocabulary_function *f = made->functions; f; f = f->next)
        count++;
    assert_int_equal(count, 6);
    assert_int_equal(factor_of(made, "a_b_c_b_end"), 1);
    assert_int_equal(factor_of(made, "a_b_end"), 2);
    assert_int_equal(factor_of(made, "f12_12"), 3);
    assert_int_equal(factor_of(made, "n007"), 7);
    assert_int_equal(factor_of(made, "x_in_y_out"), 4);
    assert_int_equal(factor_of(made, "x_y_out"), 5);
    vocabulary_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_functions),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(matches_patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
