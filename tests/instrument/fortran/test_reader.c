/* test_reader.c: how lines of Fortran become statements: kinds, parts, places. */
#include "describe.h"
#include "reader_cases.h"
#include "reading.h"
#include "util/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

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
                        const struct instrument_fortran_form *form)
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
    struct instrument_fortran_form form = {.width = 132};
    read_text(&source, text, &form);
    assert_string_equal(source.statements[0].text, "x=1+2");
    source_close(&source);
    form.width = 0;
    read_text(&source, text, &form);
    assert_string_equal(source.statements[0].text, "x=1+2");
    source_close(&source);
    form = (struct instrument_fortran_form){.free = true, .width = 9};
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
    struct instrument_fortran_form form = fixed;
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

static void check_directive(const char *text, const struct instrument_fortran_form *form,
                            const char *name, const char *expected)
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
    struct instrument_fortran_form form = free_form;
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
