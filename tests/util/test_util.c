/* test_util.c: the pieces that modules share. */
#include "util/buffer.h"
#include "util/error.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"
#include "util/short_names.h"
#include "util/words.h"
#include "util/wrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void buffers_grow(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    struct buffer expected = {0};
    for (int i = 0; i < 1000; i++) {
        char piece[16];
        snprintf(piece, sizeof piece, "%d,", i);
        buffer_printf(&buffer, "%d,", i);
        buffer_add(&expected, piece);
    }
    assert_int_equal(buffer.used, expected.used);
    assert_string_equal(buffer.text, expected.text);
    char *text = buffer_take(&buffer);
    assert_string_equal(text, expected.text);
    assert_null(buffer.text);
    free(text);
    text = buffer_take(&buffer);
    assert_string_equal(text, "");
    free(text);
    buffer_free(&expected);
}

static void buffers_hold_any_byte(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    buffer_add_bytes(&buffer, "a\0b", 3);
    buffer_add_bytes(&buffer, "", 0);
    assert_int_equal(buffer.used, 3);
    assert_memory_equal(buffer.text, "a\0b", 4);
    buffer_free(&buffer);
}

static void errors_are_sentences(void **state)
{
    (void)state;
    struct error error = {0};
    assert_false(error_set(&error, "%s is %d", "it", 3));
    assert_string_equal(error.text, "it is 3");
    errno = ENOENT;
    assert_false(error_errno(&error, "%s cannot be read", "x"));
    assert_string_equal(error.text, "x cannot be read: No such file or directory");
    char *long_word = memory_zeroed(5000, 1);
    memset(long_word, 'x', 4999);
    error_errno(&error, "%s", long_word);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    free(long_word);
}

static void strings_are_interned_once(void **state)
{
    (void)state;
    struct interned *set = interned_new();
    char text[16];
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 5000; i++) {
            int size = snprintf(text, sizeof text, "name %u", i);
            assert_int_equal(interned_add(set, text, (size_t)size), i);
        }
    }
    assert_int_equal(interned_count(set), 5000);
    assert_string_equal(interned_text(set, 4711), "name 4711");
    assert_int_equal(interned_size(set, 4711), 9);
    assert_int_equal(interned_find(set, "name 9", 6), 9);
    assert_int_equal(interned_find(set, "name 5000", 9), UINT32_MAX);
    assert_int_equal(interned_add_text(set, ""), 5000);
    assert_int_equal(interned_add(set, "a\0b", 3), 5001); /* a zero byte is a byte like others */
    assert_int_equal(interned_add(set, "a\0c", 3), 5002);
    interned_free(set);
    interned_free(NULL);
}

static void pairs_keep_the_first_value(void **state)
{
    (void)state;
    struct pairs pairs = {0};
    assert_int_equal(pairs_find(&pairs, 1, 2), PAIRS_NONE);
    for (uint32_t i = 0; i < 3000; i++)
        assert_int_equal(pairs_add(&pairs, i % 50, i / 50, i), i);
    for (uint32_t i = 0; i < 3000; i++) {
        assert_int_equal(pairs_add(&pairs, i % 50, i / 50, 99999), i);
        assert_int_equal(pairs_find(&pairs, i % 50, i / 50), i);
    }
    assert_int_equal(pairs_find(&pairs, 50, 0), PAIRS_NONE);
    pairs_free(&pairs);
}

static void numbers_do_not_wrap(void **state)
{
    (void)state;
    assert_true(number_add(UINT64_MAX - 1, 5) == UINT64_MAX);
    assert_true(number_add(2, 3) == 5);
    assert_true(number_minus(2, 3) == 0);
    assert_true(number_minus(3, 2) == 1);
    assert_true(number_scale(UINT64_MAX, 10, 20) == UINT64_MAX / 2);
    assert_true(number_scale(UINT64_MAX, 3, 2) == UINT64_MAX);
}

static void names_lose_arguments_of_templates_first(void **state)
{
    (void)state;
    static const struct {
        const char *name, *expected;
    } cases[] = {
        {"std::swap<int>", "std::swap<int>"},
        {"std::__introsort_loop<a<b>, c<d, e<f> > >.isra.0", "std::__introsort_loop<…>.isra.0"},
        {"std::_Rb_tree<int, std::pair<int, long> >::erase", "std::_Rb_tree<…>::erase"},
        {"std::operator<< <std::char_traits<char> > more", "std::operator<< <…> more"},
        {"std::operator<=> <std::vector<int>, long>", "std::operator<=> <…>"},
        {"box<&a::operator->, another_argument>::call", "box<…>::call"},
        {"a_name_that_nobody_closes<int, std::pair", "a_name_tha…_closes<int, std::pair"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buffer text = {0};
        words_shorten_name(&text, cases[i].name, 33, true);
        assert_string_equal(text.text, cases[i].expected);
        buffer_free(&text);
    }
}

static void names_lose_scopes_then(void **state)
{
    (void)state;
    static const char name[] = "std::__detail::_Vector_base<float, std::allocator<float> >::"
                               "~_Vector_base";
    static const struct {
        const char *name;
        size_t width;
        const char *expected;
    } cases[] = {
        {name, 48, "std::__detail::_Vector_base<…>::~_Vector_base"},
        {name, 40, "std::…::_Vector_base<…>::~_Vector_base"},
        {name, 34, "…::_Vector_base<…>::~_Vector_base"},
        {name, 20, "…::~_Vector_base"},
        {name, 14, "…~_Vector_base"},
        {name, 10, "~_V…r_base"},
        {"main()::<lambda(int)>::operator()", 16, "…::operator()"},
        {"app::op::operator<< <int>", 19, "…::operator<< <…>"},
        {"app::ptr<int>::operator->", 15, "…::operator->"},
        {"grid::step", 9, "…::step"},
        {"src/a_folder/file.c", 10, "src…file.c"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buffer text = {0};
        words_shorten_name(&text, cases[i].name, cases[i].width, true);
        assert_string_equal(text.text, cases[i].expected);
        buffer_free(&text);
    }
}

/* What is different in the scopes is shown beside the end of the name. */
static void short_names_keep_their_ends(void **state)
{
    (void)state;
    char *names[] = {
        (char[]){"std::_Hashtable<int, std::pair<int const, double>, std::allocator<int> >::clear"},
        (char[]){"std::_Hashtable<int, std::pair<int const, long>, std::allocator<int> >::clear"},
        (char[]){"std::_Hashtable<int, std::pair<int const, long>, std::allocator<int> >::resize"},
    };
    bool is_numbered = false;
    char **shorter = short_names(names, 3, 30, true, &is_numbered);
    assert_string_equal(shorter[0], "std::…double>, std::al…::clear");
    assert_string_equal(shorter[1], "std::…long>, std::allo…::clear");
    assert_string_equal(shorter[2], "std::_Hashtable<…>::resize");
    assert_false(is_numbered);
    short_names_free(shorter, 3);
    shorter = short_names(names, 3, 12, true, &is_numbered);
    assert_string_equal(shorter[0], "…::clear~1");
    assert_string_equal(shorter[1], "…::clear~2");
    assert_string_equal(shorter[2], "…::resize");
    assert_true(is_numbered);
    short_names_free(shorter, 3);
}

static void fields_of_csv_are_no_formulas(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"plain", "plain"},
        {"a,b", "\"a,b\""},
        {"a\"b", "\"a\"\"b\""},
        {"=1+1", "\"'=1+1\""},
        {"@x", "\"'@x\""},
        {"-x", "\"'-x\""},
        {"+x", "\"'+x\""},
        {"-5", "-5"},
        {"-1.5e3", "-1.5e3"},
        {"-", "-"},
        {"\t=x", "?=x"},
        {"", ""},
        {"\x1b[31m\u202e", "?[31m?"},
        {"\xc2\x9b\u2066", "??"},
        {"\xff", "?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buffer text = {0};
        words_csv(&text, cases[i][0]);
        assert_string_equal(text.text ? text.text : "", cases[i][1]);
        buffer_free(&text);
    }
}

static void json_tells_characters_by_number(void **state)
{
    (void)state;
    struct buffer text = {0};
    words_json_escape(&text, "\u202e");
    words_json_escape(&text, "\x1b");
    words_json_escape(&text, "\U000e0041");
    assert_string_equal(text.text, "\\u202e\\u001b\\udb40\\udc41");
    buffer_free(&text);
}

static void lines_are_broken_at_spaces(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t width;
        const char *expected;
    } cases[] = {
        {"", 20, ""},
        {"one two three four five six", 20, "one two three four\n  five six"},
        {"one two three four five six", 27, "one two three four five six"},
        {"see /a/very/long/path/indeed now", 10, "see\n  /a/very/long/path/indeed\n  now"},
        {"run `a b c` now please", 12, "run `a b c`\n  now please"},
        {"run `a b c` now please", 10, "run\n  `a b c`\n  now\n  please"},
        {"run ('a b c') now", 10, "run\n  ('a b c')\n  now"},
        {"a 'b user's b' c", 14, "a 'b user's b'\n  c"},
        {"run `a b c d e f g h` now", 10, "run `a b c\n  d e f g\n  h` now"},
        {"an `unended one", 8, "an\n  `unended\n  one"},
        {"\u00e4\u00e4 \u00e4\u00e4 x", 5, "\u00e4\u00e4 \u00e4\u00e4\n  x"},
        {"two  spaces\nand a line\n", 11, "two  spaces\nand a line\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buffer text = {0};
        wrap_add(&text, cases[i].text, (struct wrap){.indent = 2, .width = cases[i].width});
        assert_string_equal(text.text ? text.text : "", cases[i].expected);
        buffer_free(&text);
    }
}

/* Names that differ only in the middle, at the end or at the start; equal ones; and long ones. */
static void short_names_stay_different(void **state)
{
    (void)state;
    char *names[] = {
        (char[]){"MPI_Allreduce"},
        (char[]){"MPI_Reduce"},
        (char[]){"MPI_Allreduce"},
        (char[]){"a_namespace::with_a_long_name::kernel_17_of_the_solver::operator()"},
        (char[]){"a_namespace::with_a_long_name::kernel_18_of_the_solver::operator()"},
        (char[]){"a_namespace::with_a_long_name::kernel_18_of_a_solver::operator()"},
        (char[]){"b_namespace::with_a_long_name::kernel_18_of_a_solver::operator()"},
        (char[]){"std::vector<int>::push_back"},
        (char[]){"std::vector<double>::push_back"},
        (char[]){"µµµµµµµµµµµµµµµµµµµµ1µµµµµµµµµµµµµµµµµµµ"},
        (char[]){"µµµµµµµµµµµµµµµµµµµµ2µµµµµµµµµµµµµµµµµµµ"},
    };
    enum { COUNT = sizeof names / sizeof names[0] };
    for (size_t width = 4; width < 80; width++) {
        char **shorter = short_names(names, COUNT, width, width % 2, NULL);
        for (size_t i = 0; i < COUNT; i++) {
            assert_true(words_width(shorter[i]) <= width);
            if (words_width(names[i]) <= width && width > 30)
                assert_string_equal(shorter[i], names[i]);
            for (size_t j = 0; j < i; j++)
                assert_int_equal(!strcmp(shorter[i], shorter[j]), !strcmp(names[i], names[j]));
        }
        short_names_free(shorter, COUNT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_grow),
        cmocka_unit_test(buffers_hold_any_byte),
        cmocka_unit_test(errors_are_sentences),
        cmocka_unit_test(strings_are_interned_once),
        cmocka_unit_test(pairs_keep_the_first_value),
        cmocka_unit_test(numbers_do_not_wrap),
        cmocka_unit_test(names_lose_arguments_of_templates_first),
        cmocka_unit_test(names_lose_scopes_then),
        cmocka_unit_test(short_names_keep_their_ends),
        cmocka_unit_test(fields_of_csv_are_no_formulas),
        cmocka_unit_test(json_tells_characters_by_number),
        cmocka_unit_test(lines_are_broken_at_spaces),
        cmocka_unit_test(short_names_stay_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
